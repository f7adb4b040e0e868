/** What a run that replaces orders says at its end: what it has taken off covers nothing any more, and opens nothing. */
import { describe, expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, type At } from '../support/live.ts';

const plan = (orders: string): string => `version: 1
name: moved
limits: { requireStop: true }
defaults: { symbol: cmt_btcusdt }
orders:
${orders}`;
const ENTRY = '  - { id: e, side: open-long, size: 0.01, price: 63500 }\n';
const stop = (id: string, size: string, trigger: string): string =>
  `  - { id: ${id}, side: close-long, size: ${size}, trigger: ${trigger}, price: market }\n`;

const naked = (ended: Awaited<ReturnType<typeof run>>): unknown[] =>
  ofKind(eventsOf(ended), 'protection').map((event) => {
    const { state, positions } = event as unknown as { state: string; positions: { naked: string; unknown: string }[] };
    return [state, ...positions.map((one) => `${one.naked} naked, ${one.unknown} unknown`)];
  });

async function desk(version: 'v2' | 'v3'): Promise<At> {
  const { at } = await paperAndPlace();
  at.write('ordo.config.yaml', `version: 1\nexchange: { interface: ${version} }\n`);
  return at;
}

describe.each(['v2', 'v3'] as const)('a run on %s that replaces', (version) => {
  test('a stop by a smaller one says what is naked, as status does after it', async () => {
    const at = await desk(version);
    at.write('plan.yaml', plan(ENTRY + stop('s', '0.01', '63000')));
    expect((await run(at)).code).toBe(0);
    at.write('plan.yaml', plan(ENTRY + stop('s', '0.005', '62000') + stop('s2', '0.005', '62100')));
    const ended = await run(at, '--replace', 's', '--only', 's');
    const after = await here(['status', 'plan.yaml', '--output', 'ndjson'], at);
    expect([ended.code, after.code]).toEqual([11, 11]);
    expect(naked(ended).at(-1)).toEqual(['partly', '0.005 naked, 0 unknown']);
    expect(naked(after).at(-1)).toEqual(['partly', '0.005 naked, 0 unknown']);
  });

  test('an entry says nothing of the one before as naked', async () => {
    const at = await desk(version);
    at.write('plan.yaml', plan(ENTRY + stop('s', '0.01', '63000')));
    expect((await run(at)).code).toBe(0);
    at.write('plan.yaml', plan(ENTRY.replace('63500', '63400') + stop('s', '0.01', '63000')));
    const ended = await run(at, '--replace', 'e');
    expect([ended.code, naked(ended).at(-1)]).toEqual([0, ['covered', '0 naked, 0 unknown']]);
  });
});
