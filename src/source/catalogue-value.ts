/** Codes of keys and values, in plan, config and list alike. */
import type { Mistake } from './mistake.ts';

export const valueMistakes = {
  'key/unknown': {
    title: 'An unknown key',
    meaning: 'A key that is not read would be ignored, and an order would not be what its author thinks.',
    fix: 'Use the key that was meant, or delete it.',
  },
  'key/missing': {
    title: 'A key is missing',
    meaning: 'A mapping lacks a key that it must have.',
    fix: 'Add the key.',
  },
  'key/duplicate': {
    title: 'A key is given twice',
    meaning: 'Only one of the two values could count.',
    fix: 'Keep one of them.',
  },
  'value/type': {
    title: 'A value of the wrong kind',
    meaning: 'There is a list or a mapping where a single value belongs, or the other way round.',
    fix: 'Write the kind of value that belongs there.',
  },
  'value/word': {
    title: 'An unknown word',
    meaning: 'The key takes one of a few words, and this is not one of them.',
    fix: 'Write one of the words.',
  },
  'value/spelling': {
    title: 'A text of the wrong form',
    meaning: 'The text has characters, a length or a form that the key does not take.',
    fix: 'Write it in the form that the hint shows.',
  },
  'value/number': {
    title: 'A number that is not a plain decimal',
    meaning:
      'Only 123, 0.5 and 64000.10 are read, quoted or not: no exponents, signs, grouping or bare points. A number is sent with the digits it is written with.',
    fix: 'Write the number as the hint shows.',
  },
  'value/duration': {
    title: 'A duration without its unit',
    meaning: 'A duration is a whole number of seconds, minutes, hours or days: 30s, 45m, 4h, 2d.',
    fix: 'Write the number with its unit.',
  },
  'value/negative': {
    title: 'A number below zero',
    meaning: 'Sizes and prices are above zero; the side says the direction.',
    fix: 'Write a decimal above zero.',
  },
  'value/zero': {
    title: 'A number that is zero',
    meaning: 'Sizes, prices and limits are above zero.',
    fix: 'Write a decimal above zero.',
  },
  'value/digits': {
    title: 'A number with too many digits',
    meaning: 'A number has at most 40 digits.',
    fix: 'Write fewer digits.',
  },
  'value/empty': {
    title: 'Nothing is written',
    meaning: 'A key has no value, or a list no entry.',
    fix: 'Write the value, or leave the key out.',
  },
  'value/too-long': {
    title: 'A text is too long',
    meaning: 'The text has more characters than the key takes.',
    fix: 'Shorten it.',
  },
  'config/base-url': {
    title: 'An exchange that may not be called',
    meaning: 'The base URL is https, or http on this machine, and an origin only.',
    fix: 'Write an origin such as https://api-contract.weex.com.',
  },
  'config/no-list': {
    title: 'A list of instruments that is not there',
    meaning: 'The config names a file, and no such file exists.',
    fix: 'Write the list with `ordo instruments`, or correct its name.',
  },
  'config/refusal-code': {
    title: 'A code that cannot prove a refusal',
    meaning:
      'Success, a repeated client order id, a refused timestamp and the rate limit have rules of their own, and 40015 refuses only with the words of the engine.',
    fix: 'Delete the code from the list.',
  },
  'config/other-interface': {
    title: 'A setting of another version of the interface',
    meaning:
      'Version 2 counts the weight of an account in one window, version 3 its orders in two; and each has limits of its own of how many orders one call carries.',
    fix: 'Write the key of the version that `exchange.interface` names, or a number that it takes.',
  },
  'config/rate-too-small': {
    title: 'A weight limit below one batch',
    meaning:
      'One batch weighs 5 against the IP and 10 against the account; under a smaller limit it could never be sent.',
    fix: 'Raise the limit.',
  },
} as const satisfies Record<string, Mistake>;
