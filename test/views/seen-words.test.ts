/** How an order stood whose cancel has no end: what a run said of its own time does not stand beside a later look. */
import { expect, test } from 'vitest';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { seenWords } from '../../src/views/known/seen-words.ts';

const NOT_LOOKED = 'its cancel was taken; it was not looked at since';

const words = (message: string, seenAtMs: number | undefined): string =>
  String(
    seenWords(
      {
        state: 'cancel-unknown',
        content: {},
        cancelAtMs: 1_000,
        later: { message },
        ...(seenAtMs !== undefined && { seen: { state: 'open', atMs: seenAtMs } }),
      } as unknown as KnownOrder,
      61_000,
    ),
  );

test.each([
  [undefined, NOT_LOOKED],
  [500, `${NOT_LOOKED}; by the look before it: open, 1 min ago`],
  [60_000, 'its cancel was taken; by the last look: open'],
] as const)('seen at %s', (seenAtMs, said) => {
  expect(words(NOT_LOOKED, seenAtMs)).toBe(said);
});

test('any other words of it stay', () => {
  expect(words('its cancel was taken; it is in no list', 60_000)).toBe(
    'its cancel was taken; it is in no list; by the last look: open',
  );
});
