/** Open orders next to a plan, and over all plans of an account. */
import { beforeEach, describe, expect, test } from 'vitest';
import { validateEvent } from '../../src/generated/validate-event.js';
import { Desk, deskPlan, eventsOf } from '../support/desk.ts';

const TEXT = deskPlan('breakout', ['entry', 'probe', 'lost']);
const HALF_TYPED = TEXT.replace('size: 0.01', 'size: x');

let desk: Desk;
beforeEach(async () => {
  desk = new Desk();
  await desk.place('plan.yaml', TEXT, (id) => (id === 'lost' ? 'unknown' : 'accepted'));
});

describe('another generation, another plan', () => {
  test('what stands of them is said beside the plan’s own orders', async () => {
    const second = deskPlan('breakout', ['entry'], 'generation: 2\n');
    await desk.place('plan.yaml', second, () => 'accepted');
    await desk.place('grid.yaml', deskPlan('grid', ['a', 'b', 'c', 'd', 'e', 'f']), () => 'accepted');
    const said = await desk.ordo('status', 'plan.yaml');
    expect(said.code).toBe(0);
    expect(said.stdout).toContain('1 order: 1 accepted');
    expect(said.stdout).toContain('\ngeneration 1: 3 open orders, 1 UNKNOWN: entry, probe, lost\n');
    expect(said.stdout).toContain('\nother plans of this account: 6 open orders: ordo status\n');
    const other = await desk.ordo('status', 'grid.yaml');
    expect(other.stdout).toContain('other plans of this account: 4 open orders, 1 UNKNOWN: ordo status');
  });

  test('where no file says the generation it is the highest that is known', async () => {
    await desk.place('plan.yaml', deskPlan('breakout', ['again'], 'generation: 3\n'), () => 'accepted');
    expect((await desk.ordo('status', '--name', 'breakout')).stdout).toContain('breakout, generation 3');
    desk.write('plan.yaml', HALF_TYPED);
    expect((await desk.ordo('status', 'plan.yaml')).stdout).toContain('breakout, generation 3');
    desk.write('plan.yaml', HALF_TYPED.replace('defaults', 'generation: 1  # the first\ndefaults'));
    expect((await desk.ordo('status', 'plan.yaml')).stdout).toContain('breakout, generation 1');
  });

  test('two files of one name are one plan, and it is said', async () => {
    desk.write('copy.yaml', TEXT);
    const said = await desk.ordo('status', 'copy.yaml');
    expect(said.stdout).toContain('3 orders: 2 accepted, 1 UNKNOWN');
    expect(said.stdout).toContain('the journal knows this plan from another file: /desk/plan.yaml');
  });
});

describe('without a plan', () => {
  test('all that stands is shown by plan and generation, then by symbol and side', async () => {
    await desk.place('plan.yaml', deskPlan('breakout', ['entry'], 'generation: 2\n'), () => 'accepted');
    const exits = deskPlan('exits', ['out', 'in']).replace('open-long', 'close-long').replace('64000', 'market');
    await desk.place('deep/exits.yaml', exits, (id) => (id === 'in' ? 'rejected' : 'accepted'));
    const { code, stdout } = await desk.ordo('status');
    expect(code).toBe(7);
    expect(stdout).toMatchInlineSnapshot(`
      "Open orders
      account default at https://exchange.example
      journal /state/journal.db

      breakout, generation 1  cmt_btcusdt  since 2025-11-24 16:00 UTC  /desk/plan.yaml
        ✓ accepted  entry  open-long  0.01  64000  596471064624628001
        ✓ accepted  probe  open-long  0.01  63999  596471064624628002
        ? UNKNOWN   lost   open-long  0.01  63998  the connection was cut

      breakout, generation 2  cmt_btcusdt  since 2025-11-24 16:00 UTC  /desk/plan.yaml
        ✓ accepted  entry  open-long  0.01  64000  596471064624628003

      exits, generation 1  cmt_btcusdt  since 2025-11-24 16:00 UTC
      /desk/deep/exits.yaml
        ✓ accepted  out  close-long  0.01  market  596471064624628004

      5 open orders: 4 accepted, 1 UNKNOWN

                          held  working  covered  naked  unknown   average  at stops
        cmt_btcusdt long     ?     0.04        0   0.04        0  ≈63999.3         0

        0.03 long cmt_btcusdt (lost and 2 more) has no stop
        0.01 long cmt_btcusdt (entry of breakout, generation 2) has no stop
      ! hold ? + long 0.04 working · at stops 0 · NAKED 0.04 · UNKNOWN 1 · by journal
      "
    `);
  });

  test('what is at market has no average, and what no run awaits any more is unknown', async () => {
    const text = deskPlan('mixed', ['now', 'later']).replace('price: 63999', 'trigger: 65000, price: market');
    await desk.place('mixed.yaml', text.replace('64000', 'market'), () => undefined);
    const { code, stdout } = await desk.ordo('status');
    expect(code).toBe(7);
    expect(stdout).toMatch(/cmt_btcusdt long +\? +0\.05 +0 +0\.05 +0 +0\n/);
    expect(stdout).toContain('5 open orders: 2 accepted, 3 UNKNOWN');
    expect(stdout).toMatch(/^! hold \? \+ long 0\.05 working · at stops 0 · NAKED 0\.05 · UNKNOWN 3 · by journal$/m);
  });

  test('of a plan with many orders the counts come first', async () => {
    const rungs = Array.from({ length: 60 }, (_, at) => `add-${at + 1}`);
    await desk.place('grid.yaml', deskPlan('grid', rungs), (id) => (id === 'add-7' ? 'unknown' : 'accepted'));
    const { stdout } = await desk.ordo('status');
    const lines = stdout.slice(stdout.indexOf('grid, generation 1')).split('\n');
    expect(lines[0]).toContain('grid, generation 1  60 orders: 59 accepted, 1 UNKNOWN  cmt_btcusdt');
    expect(lines[2]).toMatch(/^ {2}\? UNKNOWN +add-7 /);
    expect(lines[4]).toMatch(/^ {2}✓ accepted +add-1, add-2 \+ 57 +open-long +0\.59 +64000 … 63941 +59 orders$/);
  });

  test('nothing stands', async () => {
    const said = await new Desk().ordo('status');
    expect(said.code).toBe(0);
    expect(said.stdout).toContain('No order is open, as far as the journal knows.');
  });

  test('every standing order is an event with its plan and generation', async () => {
    await desk.place('plan.yaml', deskPlan('breakout', ['entry'], 'generation: 2\n'), () => 'accepted');
    const said = await desk.ordo('status', '--output', 'ndjson');
    expect(said.code).toBe(7);
    const events = eventsOf(said);
    expect(events.filter((event) => !validateEvent(event))).toEqual([]);
    expect(events.slice(0, -1).map(({ plan: name, generation, id, state }) => [name, generation, id, state])).toEqual([
      ['breakout', 1, 'entry', 'accepted'],
      ['breakout', 1, 'probe', 'accepted'],
      ['breakout', 1, 'lost', 'unknown'],
      ['breakout', 2, 'entry', 'accepted'],
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'protection', basis: 'journal', state: 'naked' });
  });
});
