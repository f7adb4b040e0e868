/** Which of several triggers that fired together an order is what one became: never by a size that another may have been cut to. */
import { expect, test } from 'vitest';
import { onlyOne, type Became } from '../../src/session/lists/became.ts';
import type { LookedAt } from '../../src/session/lists/stand.ts';

const stop = (clientOid: string, size: string): LookedAt => ({
  id: clientOid,
  sentAtMs: 0,
  clientOid,
  orderId: `of-${clientOid}`,
  symbol: 'cmt_btcusdt',
  side: 'close-long',
  size,
  isTrigger: true,
});
const guessed = (orderId: string): Became => ({ kind: 'known', orderId, isGuessed: true });
const known = (orderId: string): Became => ({ kind: 'known', orderId });

function named(...triggers: readonly (readonly [size: string, became: Became | undefined])[]): (string | undefined)[] {
  const all: { order: LookedAt; at: string; became?: Became }[] = [];
  for (const [at, [size, became]] of triggers.entries())
    all.push({ order: stop(`stop-${at}`, size), at: '63340.8', ...(became && { became }) });
  return all.map((one) => {
    if (one.became === undefined) return undefined;
    const only = onlyOne({ ...one, became: one.became }, all);
    return only.kind === 'known' ? only.orderId : undefined;
  });
}

test('the only order of its size is what it became', () => {
  expect(named(['0.2', guessed('71')], ['0.1', guessed('72')])).toEqual(['71', '72']);
});

test('two that may be one order are neither, and a smaller one may be what the second of them was cut to', () => {
  expect(named(['0.0232', guessed('71')], ['0.0232', guessed('71')], ['0.0169', guessed('72')])).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(named(['0.0232', guessed('71')], ['0.0232', guessed('71')], ['0.03', guessed('72')])).toEqual([
    undefined,
    undefined,
    '72',
  ]);
});

test('what a list names is that, whatever fired beside it', () => {
  expect(named(['0.0232', guessed('71')], ['0.0232', guessed('71')], ['0.0169', known('72')])).toEqual([
    undefined,
    undefined,
    '72',
  ]);
});

test('beside a larger one of the same trigger price that no list shows as fired, a size proves nothing', () => {
  expect(named(['0.2', undefined], ['0.1', guessed('72')])).toEqual([undefined, undefined]);
});
