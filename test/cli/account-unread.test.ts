/** `ordo flatten` and `ordo close` where the exchange does not say what is held: they ask for `execution.cancelWait`, and then it is not known. */
import { describe, expect, test } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import { between } from '../support/between.ts';
import { inCases } from '../support/cases.ts';
import { configOf, type Version } from '../support/checked-desk.ts';
import { LIST } from '../support/breaking.ts';
import { close } from '../support/close-desk.ts';
import { flatten, heldIn, PLAN, resting } from '../support/flatten-desk.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, type At } from '../support/live.ts';

interface Desk {
  readonly paper: PaperExchange;
  readonly at: At;
  /** How many questions about positions, or contracts, came since that was said. */
  readonly asked: () => number;
  /** So many of the next of these get no answer that can be read. */
  readonly silent: (times: number) => void;
}

/** What the plan opened is held. */
async function desk(version: Version, cancelWait: string): Promise<Desk> {
  const { paper, at } = await paperAndPlace();
  let [left, asked] = [0, 0];
  const { origin } = await between(paper, (path) => {
    if (!/position|contracts|exchangeInfo/i.test(path)) return undefined;
    asked++;
    return left-- > 0 ? { status: 500, body: '{}' } : undefined;
  });
  const there = { ...at, env: { ...at.env, ORDO_BASE_URL: origin } };
  at.write('ordo.config.yaml', configOf(version, `cancelWait: ${cancelWait}`));
  at.write('plan.yaml', PLAN);
  const placed = await run(there);
  if (placed.code !== 0) throw new Error(placed.stdout + placed.stderr);
  const silent = (times: number): void => void ([left, asked] = [times, 0]);
  return { paper, at: there, asked: () => asked, silent };
}

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');
const NOT_FLAT = 'whether the account is flat is not known';

describe.each(inCases(['v2', 'v3'] as const))('an account on %s that does not say what is held', (version) => {
  test('is asked again for cancelWait, and then not known to be flat (exit 7), with the halt in force', async () => {
    const made = await desk(version, '4s');
    made.silent(Number.POSITIVE_INFINITY);
    const ended = await flatten(made);
    expect([ended.code, heldIn(made), resting(made), made.asked() > 1]).toEqual([7, '0.04 0', 3, true]);
    expect(words(ended.stderr)).toContain(NOT_FLAT);
    expect(words(ended.stderr)).toContain('the account is halted');
    expect(ended.stderr).not.toContain('ordo halt --why');
    expect((await here(['status'], made.at)).stdout).toContain('HALTED by');
  });

  test('is not known to be flat without --execute either, which points to the halt', async () => {
    const made = await desk(version, '600ms');
    made.silent(Number.POSITIVE_INFINITY);
    const ended = await flatten(made, '');
    expect([ended.code, resting(made)]).toEqual([7, 3]);
    expect(words(ended.stderr)).toContain(NOT_FLAT);
    expect(ended.stderr).toContain('ordo halt --why');
  });

  test('is flattened once it answers within cancelWait', async () => {
    const made = await desk(version, '5s');
    made.silent(2);
    expect([(await flatten(made)).code, heldIn(made), resting(made)]).toEqual([0, '0 0', 0]);
  });

  test('closes nothing while it is asked for cancelWait, and ends with 7', async () => {
    const made = await desk(version, '4s');
    made.silent(Number.POSITIVE_INFINITY);
    const ended = await close(made, 'cmt_btcusdt long --execute --yes');
    expect([ended.code, heldIn(made), made.asked() > 1]).toEqual([7, '0.04 0', true]);
    expect(words(ended.stderr)).toContain('nothing was sent');
    expect(ended.stderr).toContain('ordo halt --why');
  });

  test('closes nothing where nothing answers, and ends with 7, which names the address', async () => {
    const made = await desk(version, '600ms');
    const at = { ...made.at, env: { ...made.at.env, ORDO_BASE_URL: 'http://127.0.0.1:9' } };
    const ended = await close({ at }, 'cmt_btcusdt long --execute --yes');
    expect([ended.code, heldIn(made)]).toEqual([7, '0.04 0']);
    expect(words(ended.stderr)).toContain('nothing answers at http://127.0.0.1:9');
    expect(words(ended.stderr)).toContain('nothing was sent');
  });

  test('closes by a list of its own what is held, once that is told within cancelWait', async () => {
    const made = await desk(version, '5s');
    // No question for the contracts takes the place of those for the position.
    made.at.write('instruments.json', LIST);
    made.silent(2);
    const ended = await close(made, 'cmt_btcusdt long --execute --yes');
    expect([ended.code, heldIn(made)]).toEqual([0, '0 0']);
    expect(made.asked()).toBeGreaterThan(2);
  });

  test('closes what is held once it answers within cancelWait', async () => {
    const made = await desk(version, '5s');
    made.silent(3);
    const ended = await close(made, 'cmt_btcusdt long --execute --yes');
    expect([ended.code, heldIn(made)]).toEqual([0, '0 0']);
  });
});
