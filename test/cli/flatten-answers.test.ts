/** `ordo flatten` goes by what the exchange shows, not by answers: where answers are lost, lists lag, or a position opens once more. */
import { describe, expect, test } from 'vitest';
import { place } from '../../proofs/support/ordo.ts';
import { inCases } from '../support/cases.ts';
import { configOf, faults } from '../support/checked-desk.ts';
import { faultsAfter } from '../support/close-desk.ts';
import { desk, FLAT, flatten, heldIn, resting, type Desk } from '../support/flatten-desk.ts';
import { afterTest, run } from '../support/live.ts';

/** Its stop was placed with the fourth call. */
const PLACED = 4;
const LAG_MS = 5_000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const closes = ({ paper }: Desk): number =>
  paper.orders.filter(({ type, status }) => type === '3' && status === 'filled').length;
/** What ordo itself closed. */
const sent = ({ paper }: Desk): string[] =>
  paper.orders
    .filter(({ type, price }) => type === '3' && price === undefined)
    .map(({ size, status }) => `${size} ${status}`);
const stops = ({ paper }: Desk): number =>
  paper.orders.filter(({ type, status }) => type === '3' && status === 'untriggered').length;

describe.each(inCases(['v2', 'v3'] as const))('an account on %s', (version) => {
  test('keeps the stop of what was filled a moment ago until positions, which lag behind cancelWait, show it', async () => {
    const made = await desk(version, faults(`lag:${LAG_MS / 1000}s`), 'cancelWait: 500ms, accountCheck: warn');
    const ending = flatten(made);
    await sleep(LAG_MS / 2);
    expect(stops(made)).toBe(1);
    // Lists lag as well, so it does not see everything go off.
    expect([0, 7]).toContain((await ending).code);
    expect([sent(made), heldIn(made), resting(made)]).toEqual([['0.04 filled'], FLAT, 0]);
  });

  test('meets no second close while the first, whose answer is lost, may still act', async () => {
    const lost = faultsAfter(PLACED, { 'drop-after': 1 }, 1, 1);
    const execution = 'cancelWait: 500ms, accountCheck: warn';
    const made = await desk(version, { ...lost, ...faults(`lag:${LAG_MS / 1000}s`) }, execution);
    await sleep(LAG_MS);
    await flatten(made);
    expect([closes(made), heldIn(made)]).toEqual([1, '0 0']);
  });

  test('is not flat by the answer to its close, where the position opens once more', async () => {
    const made = await desk(version, {}, 'cancelWait: 1s');
    const other = place(made.paper.origin);
    afterTest(() => other.remove());
    other.write('ordo.config.yaml', configOf(version));
    other.write(
      'plan.yaml',
      'version: 1\nname: other\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { id: late, side: open-long, size: 0.02, price: 59000 }\n',
    );
    expect((await run(other)).code).toBe(0);
    const late = made.paper.orders.find(({ size }) => size === '0.02');
    const over = new AbortController();
    const opensAgain = async (): Promise<void> => {
      // The stop goes off last, once the position is seen to be gone.
      while (stops(made) > 0 && !over.signal.aborted) await sleep(1);
      made.paper.fill(late?.orderId ?? '', '0.02');
    };
    const opening = opensAgain();
    const ended = await flatten(made).finally(() => over.abort());
    await opening;
    expect([closes(made), ended.code]).toEqual([1, 6]);
    expect(ended.stdout).toContain('cmt_btcusdt long 0.02 is held');
  });
});
