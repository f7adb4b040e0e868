/** Codes of texts that cannot be read. */
import type { Mistake } from './mistake.ts';

export const textMistakes = {
  'text/not-utf8': {
    title: 'The file is not UTF-8',
    meaning: 'Some bytes are not UTF-8 text, so what is written there cannot be read.',
    fix: 'Save the file as UTF-8.',
  },
  'text/utf-16': {
    title: 'The file is UTF-16 or UTF-32',
    meaning: 'Plans, configs and lists are UTF-8; a byte order mark is dropped.',
    fix: 'Save the file as UTF-8.',
  },
  'text/too-large': {
    title: 'The file is too large',
    meaning: 'More than 8 MiB are not read.',
    fix: 'Split the plan into several.',
  },
  'text/empty': {
    title: 'The file has no content',
    meaning: 'It is empty, or has only comments.',
    fix: 'Begin with `version: 1`.',
  },
  'text/control-character': {
    title: 'A character that cannot be seen',
    meaning:
      'Control, bidi and zero-width characters can make a text look like another, or drive the terminal. They are refused everywhere, also when written as an escape.',
    fix: 'Delete it.',
  },
  'text/line-break': {
    title: 'A text with a line break in it',
    meaning: 'Every text of a plan is one line.',
    fix: 'Write it on one line, or fold it with `>-`.',
  },
  'yaml/comment': {
    title: 'A comment that may be part of a name',
    meaning:
      'In YAML a `#` after a space begins a comment, also right before a digit or a letter, so the name ends before it. This is a warning.',
    fix: 'Write the name without `#`, or a space after it where a comment is meant.',
  },
  'yaml/syntax': {
    title: 'The text cannot be read as YAML',
    meaning: 'There is something here that YAML does not allow in this place.',
    fix: 'Check quotes, brackets and indentation around the place.',
  },
  'yaml/tab-indent': {
    title: 'A tab as indentation',
    meaning: 'YAML indents by spaces only.',
    fix: 'Replace the tab by spaces.',
  },
  'yaml/indentation': {
    title: 'A line in the wrong column',
    meaning: 'The keys of one mapping, and the entries of one list, begin in the same column.',
    fix: 'Align the line with its neighbours.',
  },
  'yaml/missing-colon': {
    title: 'A key without a colon',
    meaning: 'A line has a word alone where `key: value` belongs.',
    fix: 'Write `key: value`.',
  },
  'yaml/missing-space': {
    title: 'A space is missing',
    meaning: 'YAML wants a space after the colon of a key and before a comment.',
    fix: 'Add the space.',
  },
  'yaml/second-colon': {
    title: 'Two colons on a line',
    meaning: 'A value that has `: ` in it looks like another key.',
    fix: 'Put the value in quotes.',
  },
  'yaml/missing-dash': {
    title: 'A dash is missing',
    meaning: 'Each entry of a list begins with `- `; without it two entries are read as one with its keys given twice.',
    fix: 'Put `- ` before the first key of the entry.',
  },
  'yaml/missing-comma': {
    title: 'A comma is missing',
    meaning: 'Entries between { } or [ ] are separated by commas.',
    fix: 'Add the comma.',
  },
  'yaml/unclosed-quote': {
    title: 'A quote is never closed',
    meaning: 'All that follows is read as part of the text.',
    fix: 'Add the closing quote.',
  },
  'yaml/unclosed-bracket': {
    title: 'A bracket is never closed',
    meaning: 'All that follows is read as part of the list or mapping.',
    fix: 'Add the closing bracket.',
  },
  'yaml/reserved-character': {
    title: 'A text begins with a reserved character',
    meaning: 'YAML keeps @, ` and % for itself.',
    fix: 'Put the text in quotes.',
  },
  'yaml/escape': {
    title: 'An unknown escape',
    meaning: 'Between double quotes a backslash begins an escape, and this is not one.',
    fix: 'Write two backslashes, or use single quotes.',
  },
  'yaml/anchor': {
    title: 'An anchor',
    meaning: 'A plan says every value where it is used, so anchors (&) are not read.',
    fix: 'Write the value where it is used.',
  },
  'yaml/alias': {
    title: 'An alias',
    meaning: 'A plan says every value where it is used, so aliases (*) are not read.',
    fix: 'Write the value itself.',
  },
  'yaml/tag': {
    title: 'A tag',
    meaning: 'Values have the types of the plan language; tags (!) are not read.',
    fix: 'Leave the tag out.',
  },
  'yaml/directive': {
    title: 'A directive',
    meaning: 'A line such as %YAML would change how the file is read.',
    fix: 'Leave the line out.',
  },
  'yaml/second-document': {
    title: 'A second document',
    meaning: 'One file is one document.',
    fix: 'Split the file.',
  },
  'yaml/merge-key': {
    title: 'A merge key',
    meaning: 'Merge keys (<<) are not read.',
    fix: 'Write the keys out; what orders share can go in `defaults`.',
  },
  'yaml/explicit-key': {
    title: 'An explicit key',
    meaning: 'Keys are written `key: value`, never with a question mark.',
    fix: 'Write `key: value`.',
  },
  'yaml/block-text': {
    title: 'Block text',
    meaning: 'Text after `|` or `>` is only for the description.',
    fix: 'Write the value on the line of its key.',
  },
  'yaml/too-deep': {
    title: 'Nested too deeply',
    meaning: 'A plan needs few levels; more than 32 are not read.',
    fix: 'Write an order as a flat list of keys.',
  },
  'yaml/too-many-keys': {
    title: 'Too many keys in one mapping',
    meaning: 'More than 200 are not read.',
    fix: 'Begin each order of a list with `- `.',
  },
  'yaml/too-many-entries': {
    title: 'Too many entries in one list',
    meaning: 'More than 20,000 are not read.',
    fix: 'Split the plan into several.',
  },
  'yaml/too-many-tokens': {
    title: 'Too much in one file',
    meaning: 'The file has more words and signs than are read.',
    fix: 'Split the plan into several.',
  },
  'json/syntax': {
    title: 'The text is not JSON',
    meaning: 'A list of instruments is a JSON file.',
    fix: 'Write it again with `ordo instruments`.',
  },
} as const satisfies Record<string, Mistake>;
