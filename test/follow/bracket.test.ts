/** The bracket against the paper exchange, over real HTTP and with a journal in a file, to its end. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind, start } from '../../proofs/support/ordo.ts';
import { inCases } from '../support/cases.ts';
import { here } from '../support/here.ts';
import { afterTest, paperAndPlace, type At } from '../support/live.ts';
import { BRACKET, configOf, FOLLOW, heldOn, openOn, placedTwice } from '../support/follow-run.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import type { Interface } from '../../src/model/interfaces.ts';

async function market(version: Interface, seed: number): Promise<{ readonly paper: PaperExchange; readonly at: At }> {
  const { paper, at } = await paperAndPlace({
    market: { seed, stepMs: 80 },
    orderCalls: { amount: 100, windowMs: 1_000 },
    orderCallsPerMinute: { amount: 1000, windowMs: 60_000 },
  });
  at.write('plan.yaml', BRACKET);
  at.write('ordo.config.yaml', configOf(version));
  expect((await here(['instruments'], at)).code).toBe(0);
  return { paper, at };
}

for (const version of ['v2', 'v3'] as const)
  for (const seed of inCases([3, 5, 8]))
    test(`the bracket goes to its end: ${version}, seed ${seed}`, { timeout: 180_000 }, async () => {
      const { paper, at } = await market(version, seed);
      const ended = await here(FOLLOW, at);
      const events = eventsOf(ended);
      expect(ended.stderr).toBe('');
      expect({ code: ended.code, held: heldOn(paper), open: openOn(paper), twice: placedTwice(paper) }).toEqual({
        code: 0,
        held: '0',
        open: [],
        twice: [],
      });
      const outcomes = ofKind(events, 'order-outcome');
      const taken = outcomes.filter(({ outcome }) => outcome === 'accepted').map(({ id }) => id);
      expect(taken.slice(0, 2)).toEqual(['entry', 'stop']);
      for (const id of ['entry', 'stop', 'target-1', 'target-2', 'target-3', 'even'])
        expect(outcomes.filter((one) => one.id === id)).not.toEqual([]);
      expect(events.at(-1)).toMatchObject({ event: 'run-finished', exitCode: 0 });
    });

test('killed in the middle, a new start goes on', { timeout: 180_000 }, async () => {
  const { paper, at } = await market('v2', 3);
  for (const wait of [/"id":"stop".*accepted/, /"id":"target-1".*accepted/]) {
    const running = start(FOLLOW, at);
    afterTest(() => void running.child.kill('SIGKILL'));
    await Promise.race([running.until(wait), running.ended.catch(() => {})]).catch(() => {});
    running.child.kill('SIGKILL');
    await running.ended;
  }
  const ended = await here(FOLLOW, at);
  // The kill may have come before an answer.
  expect(ended.stderr).toMatch(/^(?:ordo: \d+ orders? (?:unknown|of an earlier run (?:is|are) unknown): [^\n]*\n)*$/);
  expect({ code: ended.code, held: heldOn(paper), open: openOn(paper), twice: placedTwice(paper) }).toEqual({
    code: 0,
    held: '0',
    open: [],
    twice: [],
  });
});
