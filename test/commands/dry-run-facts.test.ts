/** What a dry run says besides its calls: whether a live exchange is configured, and which orders a rename places twice. */
import { describe, expect, test } from 'vitest';
import { canLive } from '../../src/commands/run/dry-run.ts';
import { renamedWarnings } from '../../src/actions/prepare/renames.ts';
import type { World } from '../../src/commands/world.ts';
import type { JournalState } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { orderContent, type Plan } from '../../src/model/order.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';

const world = (variables: World['variables']): World => ({ variables }) as World;

test('a live exchange is configured by the config or by ORDO_BASE_URL', () => {
  const baseUrl = 'https://api-contract.weex.com';
  const config = { ...defaultConfig, exchange: { ...defaultConfig.exchange, baseUrl } };
  expect(canLive(world({}), defaultConfig)).toBe(false);
  expect(canLive(world({}), config)).toBe(true);
  expect(canLive(world({ ORDO_BASE_URL: baseUrl }), defaultConfig)).toBe(true);
});

describe('a rename', () => {
  const source = new SourceFile(
    'plan.yaml',
    `version: 1
name: renamed
defaults: { symbol: cmt_btcusdt }
orders:
  - id: starter # so called since today
    side: open-long
    size: 0.1
    price: 64000
  - { id: sink, side: open-long, size: { total: 0.3 }, price: { from: 61000, to: 60000, steps: 3 } }
`,
  );
  const { plan } = loadPlan(source, { instruments: paperInstruments });
  const { orders } = plan as Plan;
  const old = ['probe', 'dip-1', 'dip-2', 'dip-3'];
  const known: JournalState = new Map(
    orders.map((order, at) => {
      const id = old[at] as string;
      const sent = {
        id,
        clientOid: `oid${at}`,
        lineage: 0,
        state: 'accepted' as const,
        sentAtMs: 0,
        changedAtMs: 0,
        changedUptimeMs: null,
      };
      return [id, { ...sent, content: orderContent(order) }];
    }),
  );

  test('is a warning at the name of each order or ladder', () => {
    const found = renamedWarnings(plan as Plan, known, source);
    expect(
      found.map(({ message, hint, start, end }) => [
        source.text.slice(start, end),
        source.lineAt(start),
        message,
        hint,
      ]),
    ).toEqual([
      [
        'starter',
        5,
        'starter is the same order as probe, which was removed and may still be open: this doubles it',
        'if only the name changed, write was: probe',
      ],
      [
        'sink',
        9,
        'sink-1 is the same order as dip-1, which was removed and may still be open: this doubles it (and 2 more of its rungs likewise)',
        'if only the name changed, write was: dip',
      ],
    ]);
  });

  test('is none where nothing was sent, or what was sent is still in the plan', () => {
    expect(renamedWarnings(plan as Plan, new Map(), source)).toEqual([]);
    const still = new Map(
      [...known.values()].map((one, at) => [orders[at]?.id ?? '', { ...one, id: orders[at]?.id ?? '' }]),
    );
    expect(renamedWarnings(plan as Plan, still, source)).toEqual([]);
  });
});
