/** A journal that fails under a command: a flatten stops there, and says what it did, what was on the exchange, and that the halt stands; a run sends nothing. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
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

interface Failed {
  readonly paper: PaperExchange;
  readonly at: At;
  readonly ended: Ended;
}

/** How a command ends where another process has locked the journal since a request to this path. */
async function failing(
  version: Version,
  since: RegExp,
  command: (made: Pick<Failed, 'paper' | 'at'>) => Promise<Ended> = flatten,
): Promise<Failed> {
  const { paper, at } = await paperAndPlace();
  let isArmed = false;
  const held: { lock?: DatabaseSync } = {};
  const { origin } = await between(paper, (path) => {
    if (!isArmed || held.lock !== undefined || !since.test(path)) return undefined;
    held.lock = new DatabaseSync(journalOf(at), { timeout: 5000 });
    held.lock.exec('begin immediate');
    return undefined;
  });
  afterTest(() => held.lock?.close());
  const there = { ...at, env: { ...at.env, ORDO_BASE_URL: origin } };
  at.write('ordo.config.yaml', configOf(version, 'cancelWait: 1s'));
  at.write('plan.yaml', PLAN);
  expect((await run(there)).code).toBe(0);
  isArmed = true;
  const ended = await command({ paper, at: there });
  isArmed = false;
  held.lock?.close();
  delete held.lock;
  return { paper, at: there, ended };
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

  test('while a run reads the account ends it with 6, and nothing is sent', async () => {
    const more = `${PLAN}  - { id: more, side: open-long, size: 0.01, price: 59000 }\n`;
    const { paper, ended } = await failing(version, /position/i, ({ at }) => {
      writeFileSync(join(at.folder, 'plan.yaml'), more);
      return run(at);
    });
    expect([ended.code, paper.orders.length]).toEqual([6, 4]);
    expect(ended.stdout).toContain('"code":"journal/failed"');
  });
});
