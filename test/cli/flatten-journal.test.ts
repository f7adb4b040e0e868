/** `ordo flatten` whose journal fails under it: it stops there, and says what it did, what was on the exchange, and that the halt stands. */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { between } from '../support/between.ts';
import { inCases } from '../support/cases.ts';
import { configOf, type Version } from '../support/checked-desk.ts';
import { flatten, PLAN } from '../support/flatten-desk.ts';
import { here } from '../support/here.ts';
import { afterTest, journalOf, paperAndPlace, run, type At } from '../support/live.ts';
import type { Ended } from '../../proofs/support/ordo.ts';

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');
/** In the words of either version. */
const CANCEL = /cancel_order|\/v3\/order(?:\?|$)/;

/** How a flatten ends of which another process has locked the journal since a request to this path. */
async function failing(version: Version, since: RegExp): Promise<{ readonly at: At; readonly ended: Ended }> {
  const { paper, at } = await paperAndPlace();
  let [isArmed, lock]: [boolean, DatabaseSync | undefined] = [false, undefined];
  const { origin } = await between(paper, (path) => {
    if (!isArmed || lock !== undefined || !since.test(path)) return undefined;
    lock = new DatabaseSync(journalOf(at), { timeout: 5000 });
    lock.exec('begin immediate');
    return undefined;
  });
  afterTest(() => lock?.close());
  const there = { ...at, env: { ...at.env, ORDO_BASE_URL: origin } };
  at.write('ordo.config.yaml', configOf(version, 'cancelWait: 1s'));
  at.write('plan.yaml', PLAN);
  expect((await run(there)).code).toBe(0);
  isArmed = true;
  const ended = await flatten({ paper, at: there });
  isArmed = false;
  lock?.close();
  lock = undefined;
  return { at: there, ended };
}

describe.each(inCases(['v2', 'v3'] as const))('a journal that fails on %s', (version) => {
  test('at the first cancel is told with that cancel, what was held, and the halt', async () => {
    const { at, ended } = await failing(version, CANCEL);
    expect(ended.code).toBe(7);
    const said = words(ended.stdout);
    expect(said).toMatch(/UNKNOWN first: bid/);
    expect(said).toContain('how these ended is not known: first: bid');
    expect(said).toContain('the journal failed, so nothing more was done');
    expect(said).toMatch(/at \d\d:\d\d:\d\dZ cmt_btcusdt long 0\.04 was held/);
    expect(said).toContain('these were open: first: bid, first: out, first: stop');
    expect(said).toContain('HALTED by');
    expect((await here(['status'], at)).stdout).toContain('HALTED by');
  });

  test('before anything is sent ends with 6, and says that the account is halted', async () => {
    const { ended } = await failing(version, /position/i);
    expect([ended.code, ended.stdout]).toEqual([6, '']);
    expect(words(ended.stderr)).toContain('the account is halted');
  });
});
