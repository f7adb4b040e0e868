/** A follower whose answers are lost or whose orders are refused: nothing goes twice, and what fills is closed. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import type { PaperOptions } from '../../src/paper/server.ts';
import { followDesk } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';
import { BRACKET, heldOn, openOn, placedTwice } from '../support/follow-run.ts';
import { INTERFACES } from '../support/spellings.ts';

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

test('what looks have found is told as accepted by every stream and report', { timeout: 120_000 }, async () => {
  const { begin, at } = await followDesk(BRACKET, {
    faults: { 'drop-after': 1 },
    seed: 4,
    market: { seed: 8, stepMs: 80 },
  });
  const ended = await begin().ended;
  expect(ended.code).toBe(0);
  const events = eventsOf(ended);
  const outcomes = Map.groupBy(ofKind(events, 'order-outcome'), ({ clientOid }) => clientOid);
  const lost = [...outcomes.values()].filter(([first]) => first?.outcome === 'unknown');
  expect(lost.length).toBeGreaterThan(2);
  for (const told of lost)
    expect(told.map((one) => [one.outcome, 'rule' in one && one.rule === 'found'])).toEqual([
      ['unknown', false],
      ['accepted', true],
    ]);
  const { counts } = ofKind(events, 'run-finished')[0] ?? {};
  expect(counts).toMatchObject({ unknown: 0 });
  const report = async (form: string): Promise<string> =>
    (await here(['report', 'plan.yaml', '--as', form], at)).stdout;
  expect(await report('lines')).not.toMatch(/\d UNKNOWN/);
  expect(await report('junit')).toContain('errors="0"');
  expect((JSON.parse(await report('json')) as { runs: unknown[] }).runs[0]).toMatchObject({ counts, exitCode: 0 });
});

test.each(INTERFACES)(
  '%s: nothing is opened beside a stop that may not be there, be it due in the same turn',
  { timeout: 60_000 },
  async (version) => {
    const faults: Partial<Record<FaultName, number>> = {};
    const { paper, begin } = await followDesk(PLAN, { version, faults });
    const one = begin();
    await one.until('the entry', () => paper.orders.length === 1);
    faults['drop-before'] = 1;
    paper.fill(paper.orders[0]?.orderId ?? '');
    await one.until('the stop is unknown', () => one.written.includes('"outcome":"unknown"'));
    faults['drop-before'] = 0;
    const asked = paper.requests.length;
    await one.until('some looks', () => paper.requests.length > asked + 12);
    const ended = await one.stop();
    expect(paper.orders.map(({ type }) => type)).toEqual(['1']);
    expect(ofKind(eventsOf(ended), 'order-outcome').map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
      'entry accepted',
      'stop unknown',
      'more withheld',
    ]);
    expect(ended.code).toBe(7);
  },
);

const PLAN = `version: 1
name: beside
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: more, side: open-long, size: 0.1, price: 59000, after: { filled: entry } }
  - { id: stop, side: close-long, size: { filled: [entry, more] }, trigger: 58000, price: market }
`;
