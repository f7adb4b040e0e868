import type { Rate } from '../../model/call.ts';
import { dialectOf } from '../../exchange/spoken.ts';
import { defaultConfig, type Config } from '../../model/config.ts';
import type { Assumption } from '../../model/event.ts';

/** The precision's words where nothing says what prices and sizes are multiples of. */
export const UNCHECKED = 'UNCHECKED: no instruments';

const rateText = ({ amount, windowMs }: Rate): string =>
  `${amount} per ${windowMs % 1000 === 0 ? `${windowMs / 1000} s` : `${windowMs} ms`}`;

/** What the exchange leaves open, what ordo assumes of it, and where to change that (docs/contract.md#assumptions). */
export function assumptions(config: Config, precision: string, isFollowed = false): Assumption[] {
  const { limits } = dialectOf(config).defaults;
  const { exchange } = defaultConfig;
  const usual = assumed(
    {
      ...defaultConfig,
      exchange: { ...exchange, interface: config.exchange.interface, limits: { ...exchange.limits, ...limits } },
    },
    precision,
  );
  const all = assumed(config, precision);
  all.forEach((one, at) => {
    const isChanged = one.name === 'precision' ? precision === UNCHECKED : one.value !== usual[at]?.value;
    if (isChanged) one.isChanged = true;
  });
  return isFollowed ? [...all, ...OF_FOLLOW(config)] : all;
}

/** What is open of exits, and how a follower bounds it (docs/contract.md#open-facts). */
const OF_FOLLOW = ({ exchange }: Config): Assumption[] =>
  (
    [
      [
        'a trigger that fired',
        exchange.interface === 'v3'
          ? 'names the order that it became'
          : 'became the order of its client order id, or the only one like it',
      ],
      ['a fired close that is too large', 'is not relied on: the rest goes at market'],
      ['a close next to a working stop', 'may be refused; the stop goes first'],
      ['a trigger that is passed', 'does not protect: its close goes at market'],
      ['a close', 'opens nothing: it names its side'],
      ['how late lists are', 'not known: an absence takes two looks, 2 s apart'],
    ] as const
  ).map(([name, value]) => ({ name, value, change: 'fixed' }));

/** What version 3 leaves open. */
const OF_V3 = (engineRefusalsAt500: boolean): Assumed[] => [
  {
    name: 'an engine’s refusal at 500',
    value: engineRefusalsAt500 ? 'refuses the order' : 'leaves the order unknown',
    change: 'exchange.engineRefusalsAt500',
  },
];

type Assumed = { -readonly [Key in keyof Assumption]: Assumption[Key] };

function assumed(config: Config, precision: string): Assumed[] {
  const { limits, batchPresets, refusalCodes, engineRefusalsAt500 } = config.exchange;
  const { key, name } = dialectOf(config).accountWindow;
  return [
    { name: 'signature', value: 'Base64 HMAC-SHA256: time, method, path, body', change: 'fixed' },
    { name: 'timestamp tolerance', value: '30 s', change: 'fixed' },
    { name: 'IP weight', value: rateText(limits.ip), change: 'exchange.ipWeight' },
    { name, value: rateText(limits.uid), change: `exchange.${key}` },
    { name: 'order calls', value: rateText(limits.orderCalls), change: 'exchange.orderCalls' },
    { name: 'a bare 429', value: 'was not processed; a 418 stops the run', change: 'execution.rateRefusals' },
    {
      name: 'an error',
      value: `refuses by a known code${refusalCodes.length === 0 ? '' : ` or ${refusalCodes.join(', ')}`}, else is unknown`,
      change: 'exchange.refusalCodes',
    },
    {
      name: 'a batch entry',
      value: batchPresets ? 'carries presets' : 'carries no presets',
      change: 'exchange.batchPresets',
    },
    ...(config.exchange.interface === 'v2' ? [] : OF_V3(engineRefusalsAt500)),
    { name: 'a client order id', value: 'does not protect against a second order', change: 'fixed' },
    { name: 'an order in no list', value: 'may still exist', change: 'fixed' },
    { name: 'precision', value: precision, change: 'instruments' },
  ];
}
