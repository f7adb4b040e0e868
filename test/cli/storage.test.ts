/** What became of an order is lost by no failing disk, and told to nobody but its owner: through the built command. */
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { besideJournal } from '../../src/journal/files/run-lock.ts';
import { asideFile, keepAside, readAside } from '../../src/journal/files/spool.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { bids, start, type Ended } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { LOSING, NO_LISTS, besideOf, journalOf, paperAndPlace, run, said, type At } from '../support/live.ts';
import { isRoot, OTHER } from '../support/users.ts';

/** Holds the journal's write lock from the moment both calls are out, for longer than a run waits for it. */
async function runWithoutJournal(at: At, paper: PaperExchange, output: string): Promise<Ended> {
  const running = start(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', output], at);
  while (paper.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  const holder = new DatabaseSync(journalOf(at), { timeout: 400 });
  holder.exec('begin immediate');
  const ended = await running.ended;
  holder.exec('rollback');
  holder.close();
  return ended;
}

describe('a journal that cannot be written', () => {
  test.each(['ndjson', 'lines'])(
    'loses no order id (%s): stderr, a file beside it, and the journal at the next start',
    async (output) => {
      const { paper, at } = await paperAndPlace({ latencyMs: 800 });
      at.write('ordo.config.yaml', NO_LISTS);
      at.write('plan.yaml', bids('aside', 2));
      const ended = await runWithoutJournal(at, paper, output);
      expect(ended.code).not.toBe(0);
      for (const { clientOid, orderId } of paper.orders) {
        expect(ended.stderr).toMatch(new RegExp(`^ordo: .*bid-[12] ${clientOid} accepted .*${orderId}$`, 'm'));
      }
      expect(readAside(besideOf(at, paper))).toHaveLength(2);
      expect(statSync(asideFile(besideOf(at, paper))).mode & 0o777).toBe(0o600);
      const next = await run(at);
      expect(next.code).toBe(0);
      expect(said(next)).toEqual(['bid-1 already-accepted', 'bid-2 already-accepted']);
      expect(paper.orders).toHaveLength(2);
      expect(existsSync(asideFile(besideOf(at, paper)))).toBe(false);
      expect(readdirSync(dirname(journalOf(at))).filter((name) => name.endsWith('.done'))).toHaveLength(1);
    },
  );

  test('what is kept aside is of its account: another with the same plan leaves it alone', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('ordo.config.yaml', NO_LISTS);
    at.write('plan.yaml', bids('aside', 1));
    const another = besideJournal(journalOf(at), paper.origin, 'another');
    await run(at);
    const verdict = { outcome: 'accepted', orderId: '7', rule: 'accepted' } as const;
    keepAside(another, [{ clientOid: clientOrderId('aside', 1, 'bid-1', 0), verdict }]);
    expect(said(await run(at))).toEqual(['bid-1 unresolved']);
    expect(readAside(another)).toHaveLength(1);
  });
});

describe('the files', () => {
  test('are their owner’s alone', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('mode', 1));
    await run(at);
    const folder = dirname(journalOf(at));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const files = readdirSync(folder);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect([file, statSync(join(folder, file)).mode & 0o777]).toEqual([file, 0o600]);
  });

  test('a journal that others may write is exit 2 on a live run and says chmod; what reads it says so and ends with 5', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('mode', 1));
    await run(at);
    const sent = paper.requests.length;
    for (const mode of [0o620, 0o602]) {
      chmodSync(journalOf(at), mode);
      const ended = await run(at);
      expect(ended.code).toBe(2);
      expect(ended.stderr).toContain('chmod');
      await expectObjected(at, `chmod go-w ${journalOf(at)}`);
    }
    expect(paper.requests).toHaveLength(sent);
  });

  test('a folder of the journal that others may write is exit 2 on a live run; what reads it says so and ends with 5', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('mode', 1));
    await run(at);
    const [sent, folder] = [paper.requests.length, dirname(journalOf(at))];
    for (const [mode, mend] of [
      [0o777, `chmod 700 ${folder}`],
      [0o770, `chmod 700 ${folder}`],
      // Others rename no file there, and put one beside it all the same.
      [0o1777, 'in a folder of your own with --journal'],
    ] as const) {
      chmodSync(folder, mode);
      const { code, stderr } = await run(at);
      expect([mode, code, stderr]).toEqual([mode, 2, expect.stringContaining(`may write the folder ${folder}\n`)]);
      await expectObjected(at, mend);
    }
    expect(paper.requests).toHaveLength(sent);
    chmodSync(folder, 0o755);
    expect((await run(at)).code).toBe(0);
  });

  test('a first live run makes no journal in a folder for all', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('mode', 1));
    mkdirSync(join(at.folder, 'open'));
    chmodSync(join(at.folder, 'open'), 0o777);
    const { code, stderr } = await run(at, '--journal', 'open/journal.db');
    expect([code, stderr]).toEqual([2, expect.stringContaining('chmod 700 ')]);
    expect(readdirSync(join(at.folder, 'open'))).toEqual([]);
    expect(paper.requests).toEqual([]);
  });

  test.runIf(isRoot).each([
    ['the file', journalOf],
    ['its folder', (at: At): string => dirname(journalOf(at))],
  ])('%s of another user is exit 2 on a live run, and is read', async (_name, pathOf) => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('mode', 1));
    await run(at);
    const sent = paper.requests.length;
    chownSync(pathOf(at), OTHER, OTHER);
    const { code, stderr } = await run(at);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`${pathOf(at)} belongs to user ${OTHER}, neither to you`),
    ]);
    for (const args of [
      ['status', 'plan.yaml'],
      ['journal', 'verify'],
    ])
      expect([args, (await here(args, at)).code]).toEqual([args, 0]);
    expect(paper.requests).toHaveLength(sent);
  });
});

async function expectObjected(at: At, mend: string): Promise<void> {
  for (const args of [
    ['status', 'plan.yaml'],
    ['journal', 'verify'],
    ['journal', 'info'],
    ['run', 'plan.yaml', '--live'],
  ]) {
    const { code, stdout, stderr } = await here(args, at);
    const words = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
    expect([args, code, words]).toEqual([args, 5, expect.stringContaining(mend)]);
  }
}
