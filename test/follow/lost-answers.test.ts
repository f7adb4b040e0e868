/** A follower whose answers are lost or whose orders are refused: nothing goes twice, and what fills is closed. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import type { PaperOptions } from '../../src/paper/server.ts';
import { followDesk } from '../support/follow-desk.ts';
import { BRACKET, heldOn, openOn, placedTwice } from '../support/follow-run.ts';

const LOST: PaperOptions['faults'][] = [{ 'drop-after': 1 }, { 'http-502-after': 0.5, 'drop-after': 0.2 }];

for (const version of ['v2', 'v3'] as const)
  for (const [at, faults] of LOST.entries())
    test(`answers that are lost are found by looks: ${version}, ${at}`, { timeout: 120_000 }, async () => {
      const { paper, begin } = await followDesk(BRACKET, {
        version,
        faults: faults ?? {},
        seed: 4,
        market: { seed: 8, stepMs: 80 },
      });
      const ended = await begin().ended;
      expect(ended.stderr).toBe('');
      expect({ held: heldOn(paper), open: openOn(paper), twice: placedTwice(paper), code: ended.code }).toEqual({
        held: '0',
        open: [],
        twice: [],
        code: 0,
      });
    });

test('an entry that is refused: nothing is held, and nothing more is sent', { timeout: 120_000 }, async () => {
  const { paper, begin } = await followDesk(BRACKET, {
    faults: { 'reject-one': 1 },
  });
  const ended = await begin().ended;
  expect({ code: ended.code, orders: paper.orders.length }).toEqual({ code: 6, orders: 0 });
  expect(ofKind(eventsOf(ended), 'order-outcome').find(({ id }) => id === 'entry')).toMatchObject({
    outcome: 'rejected',
  });
});

test('what looks have found is not called unknown at the end', { timeout: 120_000 }, async () => {
  const { begin } = await followDesk(BRACKET, {
    faults: { 'drop-after': 1 },
    seed: 4,
    market: { seed: 8, stepMs: 80 },
  });
  const ended = await begin('--output', 'lines').ended;
  expect(ended.stdout).toContain('UNKNOWN, looked for at each');
  expect([ended.code, ended.stdout.split('\nNext\n')[1] ?? '']).toEqual([0, expect.not.stringContaining('UNKNOWN')]);
});
