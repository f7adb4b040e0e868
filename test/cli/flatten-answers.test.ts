/** `ordo flatten` goes by what the exchange shows, not by answers: where answers are lost, lists lag, or a position opens once more. */
import { describe, expect, test } from 'vitest';
import { ordo, place, start } from '../../proofs/support/ordo.ts';
import { inCases } from '../support/cases.ts';
import { configOf, faults } from '../support/checked-desk.ts';
import { faultsAfter } from '../support/close-desk.ts';
import { desk, FLAT, flatten, heldIn, type Desk } from '../support/flatten-desk.ts';
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
  test('keeps the stop of what was filled a moment ago, and is not flat, where positions lag behind cancelWait', async () => {
    const made = await desk(version, faults('lag:20s'), 'cancelWait: 500ms, accountCheck: warn');
    const ended = await flatten(made);
    expect([ended.code, heldIn(made), stops(made)]).toEqual([7, '0.04 0', 1]);
  });

  test('closes at once what a close of a moment ago left: the look before it proves that positions show it', async () => {
    const made = await desk(version, {}, 'cancelWait: 1s');
    expect((await ordo(['close', 'cmt_btcusdt', 'long', '50%', '--execute', '--yes'], made.at)).code).toBe(0);
    const ended = await flatten(made);
    expect([ended.code, sent(made), heldIn(made)]).toEqual([0, ['0.02 filled', '0.02 filled'], FLAT]);
    expect(ended.stdout + ended.stderr).not.toContain('looks again');
  });

  test('is flat where a close was killed before its answer, and the position is gone by it', async () => {
    const made = await desk(version, faultsAfter(PLACED, { 'stall-after': 1 }, 1, 1), 'cancelWait: 1s');
    const closing = start(['close', 'cmt_btcusdt', 'long', '--execute', '--yes'], made.at);
    while (closes(made) === 0) await sleep(10);
    closing.child.kill('SIGKILL');
    await closing.ended;
    const ended = await flatten(made);
    expect([ended.code, sent(made), heldIn(made)]).toEqual([0, ['0.04 filled'], FLAT]);
  });

  test('says that a close is filled whose answer was lost, once a list has it', async () => {
    const lost = faultsAfter(PLACED, { 'drop-after': 1 }, 1, 1);
    const made = await desk(version, { ...lost, listLagMs: 1_000 }, 'cancelWait: 500ms');
    await sleep(1_500);
    const ended = await flatten(made);
    expect([ended.code, sent(made)]).toEqual([0, ['0.04 filled']]);
    expect(ended.stdout).not.toContain('UNKNOWN');
    expect(ended.stdout).toMatch(/closed +cmt_btcusdt long +0\.04 at 64000/);
  });

  test('says of a cancel that was refused that the cancel was, and not the order', async () => {
    const made = await desk(version, { cancelFaults: { 'cancel-not-found': 1 } }, 'cancelWait: 500ms');
    const ended = await flatten(made);
    expect([0, 6, 7]).toContain(ended.code);
    expect(ended.stdout.replaceAll(/\s+/g, ' ')).toMatch(/first: (bid|out|stop) its cancel was refused: /);
  });

  test('names an order once whose cancel was not obeyed, however often it was sent', async () => {
    const made = await desk(version, { cancelFaults: { 'cancel-ignored': 1 } }, 'cancelWait: 500ms');
    const ended = await flatten(made, '--execute --yes --output json');
    const { steps } = JSON.parse(ended.stdout) as { readonly steps: readonly { readonly name: string }[] };
    expect(ended.code).toBe(7);
    expect(steps.map(({ name }) => name)).toEqual(['first: bid', 'first: out', 'cmt_btcusdt long']);
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
