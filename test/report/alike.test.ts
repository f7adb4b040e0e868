/** Orders that say the same share a line, and its name names no order that is not among them. */
import { expect, test } from 'vitest';
import { safe } from '../../src/model/safe-text.ts';
import { alike, namesOf, wordsOfAlike } from '../../src/report/text/group-equal.ts';

const namesFor = (...ids: string[]): string[] =>
  alike(ids.map((id) => ({ id, words: safe`lost` }))).map((group) => `${namesOf(group)}: ${wordsOfAlike(group)}`);

test.each([
  [['entry'], 'entry: lost'],
  [['entry', 'exit'], 'entry, exit: 2 orders: lost'],
  [['bid-1', 'bid-2', 'bid-3'], 'bid-1 … bid-3: 3 orders: lost'],
  [['bid-9', 'bid-10'], 'bid-9 … bid-10: 2 orders: lost'],
  [['bid-1', 'bid-6', 'bid-7'], 'bid-1, bid-6 + 1: 3 orders: lost'],
  [['bid-1', 'ask-2', 'bid-3', 'bid-4'], 'bid-1, ask-2 + 2: 4 orders: lost'],
  [['bid-3', 'bid-2', 'bid-1'], 'bid-3, bid-2 + 1: 3 orders: lost'],
  [['entry', 'middle', 'exit'], 'entry, middle + 1: 3 orders: lost'],
])('%j is %s', (ids, words) => {
  expect(namesFor(...ids)).toEqual([words]);
});
