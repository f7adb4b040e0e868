/** Who a run sends as: one account has one memory, whatever its key, its exchange, its journal or its plan is called. */
import { chmodSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockFilesOf } from '../../src/journal/files/run-lock.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { here } from '../support/here.ts';
import { bids, eventsOf, ofKind, start, type Ended } from '../../proofs/support/ordo.ts';
import {
  journalOf,
  LOSING,
  NO_LISTS,
  localhost,
  oids,
  paperAndPlace,
  run,
  said,
  settle,
  status,
  type At,
} from '../support/live.ts';
import { passTime } from '../support/pass-time.ts';
import { closed, keptOut } from '../support/users.ts';

const lines = (at: At, ...args: string[]): Promise<Ended> => here(['run', 'plan.yaml', '--live', ...args], at);

describe('the same key under another name of the account', () => {
  test('another spelling of the address is refused before anything is sent, until it is rebound', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('named', 2));
    expect((await run(at)).code).toBe(0);
    const renamed = localhost(at);
    const refused = await run(renamed);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('this key was first used for the account default at http://127.0.0.1');
    expect(refused.stderr).toContain('--rebind');
    expect(eventsOf(refused).at(-1)).toMatchObject({ event: 'run-finished', exitCode: 2 });
    expect(paper.orders).toHaveLength(2);
    // A person who says that they are two accounts is believed, but the exchange's lists have these orders.
    expect((await run(renamed, '--rebind')).code).toBe(5);
    expect(paper.orders).toHaveLength(2);
    at.write('ordo.config.yaml', NO_LISTS);
    expect((await run(renamed)).code).toBe(0);
    expect((await run(renamed)).code).toBe(0);
    expect(paper.orders).toHaveLength(4);
  });

  test('another exchange.account is refused, by settle too, before the first question', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('plan.yaml', bids('named', 1));
    at.write('ordo.config.yaml', 'version: 1\nexchange: { account: one }\n');
    expect((await run(at)).code).toBe(7);
    at.write('ordo.config.yaml', 'version: 1\nexchange: { account: two }\n');
    expect((await run(at)).code).toBe(2);
    expect(paper.orders).toHaveLength(1);
    at.write('ordo.config.yaml', 'version: 1\nexchange: { account: one }\n');
    expect((await settle(at)).code).toBe(0);
  });
});

/** An account with an unknown order, and the same place with another key. */
async function withKeys(): Promise<{ paper: PaperExchange; at: At; other: At }> {
  const { paper, at } = await paperAndPlace(LOSING);
  at.write('plan.yaml', bids('keyed', 1));
  const env = { ...at.env, ORDO_API_KEY: 'other', ORDO_API_SECRET: 'other', ORDO_API_PASSPHRASE: 'other' };
  return { paper, at, other: { ...at, env } };
}

describe('another key under the same account', () => {
  test('is refused by run and by settle, before the first byte, until it is rebound', async () => {
    const { paper, at, other } = await withKeys();
    expect((await run(at)).code).toBe(7);
    const asked = paper.requests.length;
    for (const refused of [await settle(other), await run(other, '--only', 'bid-1')]) {
      if (refused.code !== 2) expect(said(refused)).toEqual(['bid-1 unresolved']);
      else expect(refused.stderr).toContain('was used with another key');
    }
    expect(paper.requests).toHaveLength(asked);
    // Nor is the account that of a key which the exchange refuses, whatever a person says.
    expect((await settle(other, '--rebind')).code).toBe(7);
    expect((await settle(at)).code).toBe(0);
  });
});

describe('a journal under two names', () => {
  test('a link to it is the journal: what was sent is known by either name', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('linked', 3));
    expect((await run(at)).code).toBe(0);
    const link = join(at.folder, 'elsewhere.db');
    symlinkSync(journalOf(at), link);
    const byLink = await here(['status', 'plan.yaml', '--journal', link], at);
    expect(byLink.stdout).toContain('3 accepted');
    expect(byLink.stdout).toContain(journalOf(at));
    expect(said(await run(at, '--journal', link))).toEqual(
      Array.from({ length: 3 }, (_, n) => `bid-${n + 1} already-accepted`),
    );
    expect(paper.orders).toHaveLength(3);
  });

  test('two runs by two names: the second is refused', async () => {
    const { at } = await paperAndPlace({ latencyMs: 1000 });
    at.write('ordo.config.yaml', 'version: 1\nexchange: { queries: false }\n');
    at.write('plan.yaml', bids('linked', 1));
    expect((await run(at)).code).toBe(0);
    at.write('plan.yaml', bids('linked', 2));
    const link = join(at.folder, 'elsewhere.db');
    symlinkSync(journalOf(at), link);
    const first = start(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
    await first.until(/call-sent/);
    // It holds the account for as long as this test needs, however busy the machine is.
    first.child.kill('SIGSTOP');
    expect((await run(at, '--journal', link)).code).toBe(10);
    first.child.kill('SIGCONT');
    expect((await first.ended).code).toBe(0);
  });

  test('a hard link, a link to nothing and a folder are refused, and nothing is told of them', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('linked', 1));
    expect((await run(at)).code).toBe(0);
    const [hard, dangling, folder] = ['hard.db', 'dangling.db', 'folder.db'].map((name) => join(at.folder, name));
    linkSync(journalOf(at), hard as string);
    symlinkSync(join(at.folder, 'nowhere', 'gone.db'), dangling as string);
    mkdirSync(folder as string);
    for (const journal of [hard, dangling, folder] as string[]) {
      const asked = await here(['status', 'plan.yaml', '--journal', journal], at);
      expect([journal, asked.code, asked.stdout]).toEqual([journal, 2, '']);
      expect((await run(at, '--journal', journal)).code).toBe(2);
    }
    expect((await run(at)).code).toBe(2);
    rmSync(hard as string);
    expect((await run(at)).code).toBe(0);
    expect(paper.orders).toHaveLength(1);
  });
});

describe('a journal that cannot be looked at', () => {
  test('behind a file is refused, and its orders are not called never sent', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('hidden', 1));
    at.write('file', '');
    const asked = await here(['status', 'plan.yaml', '--journal', join(at.folder, 'file', 'journal.db')], at);
    expect([asked.code, asked.stdout]).toEqual([2, '']);
  });

  test('in a folder that one may not enter is refused by status, explain and the dry run', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('hidden', 1));
    const folder = join(at.folder, 'closed');
    mkdirSync(folder, { mode: 0o700 });
    const journal = join(folder, 'journal.db');
    expect((await run(at, '--journal', journal)).code).toBe(0);
    chmodSync(at.folder, 0o755);
    closed(folder);
    for (const words of [
      ['status', 'plan.yaml'],
      ['explain', 'plan.yaml', 'bid-1'],
      ['run', 'plan.yaml', '--live'],
    ]) {
      const asked = await here([...words, '--journal', journal], keptOut(at));
      expect([words[0], asked.code, asked.stderr]).toEqual([words[0], 2, expect.stringContaining('permission denied')]);
      expect(asked.stdout).not.toContain('never sent');
    }
  });

  test('and one that is not there is called new by status', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('hidden', 1));
    expect((await here(['status', 'plan.yaml', '--journal', 'typo/journal.db'], at)).stdout).toContain(
      'new to this account',
    );
  });
});

describe('a lock file removed during a run', () => {
  test.each([[0], [1], [0, 1]])(
    '(%s of account, plan) ends the sending; what came in is kept aside, and taken in by the next run',
    async (...removed) => {
      const { paper, at } = await paperAndPlace({ latencyMs: 300 });
      at.write('ordo.config.yaml', 'version: 1\nexecution: { maxOrdersPerCall: 1 }\nexchange: { inFlight: 1 }\n');
      at.write('plan.yaml', bids('robbed', 6));
      const first = start(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
      await first.until(/"accepted"/);
      const account = { origin: paper.origin, name: 'default' };
      const locks = lockFilesOf(journalOf(at), { account, plan: { plan: 'robbed', generation: 1 } });
      for (const which of removed) renameSync(locks[which] ?? '', `${locks[which]}.stale`);
      const second = await run(at);
      const ended = await first.ended;
      // The plan's own is still held where that of the account is gone.
      expect(second.code === 10).toBe(!removed.includes(1));
      expect(ended.stdout).toContain('removed, replaced or cut');
      const before = ofKind(eventsOf(ended), 'order-outcome').filter(({ outcome }) => outcome === 'accepted');
      // The second run calls what was in flight unknown; the third takes in what the first kept aside.
      const third = await run(at);
      const after = new Map(ofKind(eventsOf(third), 'order-outcome').map((one) => [one.id, one]));
      for (const { id, orderId } of before as { id: string; orderId: string }[]) {
        expect(after.get(id)).toMatchObject({ outcome: 'withheld', reason: 'already-accepted', orderId });
      }
      // The plan’s own may still be held where that of the account is gone.
      expect(removed.includes(1) ? [0, 6, 7] : [0, 6, 7, 10]).toContain(second.code);
      expect([0, 6, 7]).toContain(third.code);
      expect(new Set(oids(paper)).size).toBe(paper.orders.length);
    },
  );
});

describe('the head of a live run', () => {
  test('names account, config, journal and whether it is new', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('head', 1));
    at.write('ordo.config.yaml', 'version: 1\nexchange: { account: main }\n');
    const first = (await lines(at)).stdout;
    expect(first).toMatch(/account +main/);
    expect(first).toMatch(/config +\S*ordo\.config\.yaml/);
    expect(first.replaceAll(/\s+/g, '')).toContain(`${journalOf(at)}(newtothisaccount)`);
    expect((await run(at)).code).toBe(0);
    expect((await lines(at)).stdout).not.toContain('new to this account');
  });

  test('tells of another file that the journal knows the plan from', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('twofold', 1));
    expect((await run(at)).code).toBe(0);
    at.write('other.yaml', bids('twofold', 1));
    const other = await here(['run', 'other.yaml', '--live'], at);
    expect(other.stdout.replaceAll(/\s+/g, ' ')).toContain(`knows this plan from another file: ${at.folder}/plan.yaml`);
  });
});

test('a generation below the highest that was sent is exit 5, and places nothing', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', bids('older', 1).replace('name:', 'generation: 2\nname:'));
  expect((await run(at)).code).toBe(0);
  at.write('plan.yaml', bids('older', 1));
  for (const ended of [await run(at), await lines(at)]) {
    expect(ended.code).toBe(5);
    expect(ended.stderr).toContain('generation 2');
  }
  expect(paper.orders).toHaveLength(1);
});

describe('a request that was given up', () => {
  test('may still be taken: no decision that it is absent before it is dead, and none is recorded', async () => {
    const { at } = await paperAndPlace(LOSING);
    at.write('plan.yaml', bids('late', 2));
    expect((await run(at)).code).toBe(7);
    const early = await settle(at, '--absent', 'bid-1', '--why', 'not seen');
    expect(early.code).toBe(2);
    expect(early.stderr).toMatch(/may still be taken[\s\S]*wait \d+ s/);
    expect(await status(at)).toMatch(/2 UNKNOWN|2 unknown/i);
    // What is found, or said to stand, waits for nothing.
    const keyless = { ...at, env: { ...at.env, ORDO_API_KEY: '' } };
    expect((await settle(keyless, '--placed', 'bid-2=77')).code).toBe(7);
    passTime(journalOf(at), 30_000);
    expect((await settle(at, '--absent', 'bid-1', '--why', 'not seen')).code).toBe(2);
    passTime(journalOf(at), 31_000);
    expect((await settle(at, '--absent', 'bid-1', '--why', 'not seen')).code).toBe(0);
  });
});
