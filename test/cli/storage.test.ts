/** What became of an order is lost by no failing disk, and told to nobody but its owner: through the built command. */
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { besideJournal } from '../../src/ledger/beside/account-lock.ts';
import { asideFile, keepAside, readAside } from '../../src/ledger/beside/spool.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { bids, ordo, start, type Ended } from '../../proofs/support/ordo.ts';
import { LOSING, NO_LISTS, besideOf, journalOf, paperAndPlace, run, said, type At } from '../support/live.ts';

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

  test('a journal that others may write is exit 2 on a live run and says chmod; status reads it', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('mode', 1));
    await run(at);
    const sent = paper.requests.length;
    for (const mode of [0o620, 0o602]) {
      chmodSync(journalOf(at), mode);
      const ended = await run(at);
      expect(ended.code).toBe(2);
      expect(ended.stderr).toContain('chmod');
      expect((await ordo(['status', 'plan.yaml'], at)).code).toBe(0);
    }
    expect(paper.requests).toHaveLength(sent);
  });
});
