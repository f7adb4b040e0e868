/** A stop with a size of its own, which is no exit: what it covers of groups. */
import { expect, test } from 'vitest';
import { groupStandings } from '../../../src/compile/follow/standing.ts';
import { Rational } from '../../../src/model/rational.ts';
import { Followed, planned } from '../../support/followed.ts';

const exit = (entry: string) => ({ exit: { filled: [entry], share: Rational.ratio(1n, 1n) } });
const STOP = { id: 'stop', side: 'close-long', size: '1.5', trigger: '62000' } as const;

/** Two entries of 1 with a target each, and what stands beside them; held, covered and naked of each. */
function filled(beside: Parameters<typeof planned>[0], more: { readonly isMissing?: true } = {}): string[] {
  const followed = new Followed([
    planned({ id: 'one', size: '1', price: '64000' }),
    planned({ id: 'two', size: '1', price: '63500' }),
    planned({ id: 'one-out', size: '1', trigger: '66000', ...exit('one') }),
    planned({ id: 'two-out', size: '1', trigger: '67000', ...exit('two') }),
    planned(beside),
  ]);
  followed.look();
  followed.settle();
  followed.seen('one', 1, '1');
  followed.seen('two', 1, '1', '63500');
  followed.put('stop', 1, more);
  return groupStandings(followed.plan, followed.known, followed.now).map(({ held, covered, unknown, naked }) =>
    [held, covered, unknown, naked].map((size) => size.canonical()).join(' '),
  );
}

test('it covers what it closes at a loss, once', () => {
  expect(filled(STOP)).toEqual(['1 1 0 0', '1 0.5 0 0.5']);
});

test('a target, one between the entries, one whose limit may rest and one of the other margin mode are none', () => {
  const bare = ['1 0 0 1', '1 0 0 1'];
  expect(filled({ ...STOP, trigger: '66000' })).toEqual(bare);
  expect(filled({ ...STOP, trigger: '63800' })).toEqual(['1 1 0 0', '1 0 0 1']);
  expect(filled({ ...STOP, price: '62000' })).toEqual(bare);
  expect(filled({ ...STOP, price: '61999' })).toEqual(['1 1 0 0', '1 0.5 0 0.5']);
  expect(filled({ ...STOP, marginMode: 'isolated' })).toEqual(bare);
});

test('one that is in no list may cover', () => {
  expect(filled(STOP, { isMissing: true })).toEqual(['1 0 1 0', '1 0 0.5 0.5']);
});
