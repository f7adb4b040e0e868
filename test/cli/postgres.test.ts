/** Live runs whose journal is on a real PostgreSQL server. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { bids, start, type Ended } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { afterTest, oids, paperAndPlace, run, said, status, type At } from '../support/live.ts';
import { clientOn, ownServer } from '../support/own-server.ts';

const { server, fresh } = await ownServer();

const password = server === undefined ? '' : new URL(server.url).password;
const WAITS = 'version: 1\nexecution: { maxOrdersPerCall: 1 }\nexchange: { inFlight: 1, queries: false }\n';
const IN_LINES = ['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'lines'];
const EXECUTE = IN_LINES.with(6, 'ndjson');

interface Desk {
  readonly paper: PaperExchange;
  readonly at: At;
  readonly url: string;
}

async function desk(options: PaperOptions = {}): Promise<Desk> {
  const url = await fresh();
  const { paper, at } = await paperAndPlace(options);
  return { paper, at: { ...at, env: { ...at.env, ORDO_JOURNAL: url } }, url };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));

const asideIn = ({ folder }: At): string[] => filesIn(folder).filter((file) => file.endsWith('.aside.jsonl'));

/** No output and no file has the password. */
function expectUntold({ folder }: At, ...ended: readonly Ended[]): void {
  for (const { stdout, stderr } of ended) expect(stdout + stderr).not.toContain(password);
  for (const file of filesIn(folder)) expect([file, readFileSync(file).includes(password)]).toEqual([file, false]);
}

/** What is looked at before a run says what the run would say. */
async function expectObjected(at: At): Promise<void> {
  for (const words of [
    ['journal', 'verify'],
    ['journal', 'info'],
    ['status', 'plan.yaml'],
    ['status'],
    ['run', 'plan.yaml', '--live'],
  ]) {
    const { code, stdout, stderr } = await here(words, at);
    const told = (stdout + stderr).replaceAll(/\s+/g, ' ');
    expect([words, code, told]).toEqual([words, 5, expect.stringContaining('has forgotten what it acknowledged')]);
    expect(told).not.toContain('--approve');
  }
}

const DIFF = ['diff', 'before.yaml', 'plan.yaml'];

/** Who looks at a cancel or at a difference is led to no command that would be refused, and none asks the exchange. */
async function expectNoNextCommand(at: At): Promise<void> {
  at.write('before.yaml', bids('forgotten', 1));
  for (const [words, code] of [
    [['cancel', 'plan.yaml'], 2],
    [DIFF, 0],
  ] as const) {
    const ended = await here(words, at);
    const told = (ended.stdout + ended.stderr).replaceAll(/\s+/g, ' ');
    expect([words, ended.code, told]).toEqual([
      words,
      code,
      expect.stringContaining('has forgotten what it acknowledged'),
    ]);
    expect(told).not.toMatch(/--approve|--execute/);
  }
}

describe.skipIf(server === undefined)('a journal on a server', () => {
  test('keeps what was sent: the same run again places nothing', async () => {
    const { paper, at } = await desk();
    at.write('plan.yaml', bids('kept', 3));
    const first = await run(at);
    expect([first.code, said(first)]).toEqual([0, ['bid-1 accepted', 'bid-2 accepted', 'bid-3 accepted']]);
    const again = await run(at);
    expect([again.code, paper.orders.length]).toEqual([0, 3]);
    expect(await status(at)).toContain('journal postgres://postgres@127.0.0.1');
    const looked = await here(['journal', 'verify'], at);
    expect([looked.code, looked.stdout]).toEqual([0, expect.stringContaining('all as written')]);
    const [dry, told] = [await here(['run', 'plan.yaml', '--live'], at), await here(['report', 'plan.yaml'], at)];
    expect([dry.code, told.code]).toEqual([0, 0]);
    expect(filesIn(at.folder).filter((file) => file.endsWith('.db'))).toEqual([]);
    expectUntold(at, first, again, looked, dry, told);
  });

  test('is named on the command line or in the config, too', async () => {
    const { paper, at, url } = await desk();
    at.write('plan.yaml', bids('named', 1));
    const { ORDO_JOURNAL: _, ...env } = at.env;
    const bare = { ...at, env };
    const address = new URL(url);
    address.password = '';
    bare.write('ordo.config.yaml', `version: 1\njournal: ${address.href}\n`);
    // What the config names is the journal where the user's own file has that server.
    const home = mkdtempSync(join(tmpdir(), 'ordo-home-'));
    afterTest(() => rmSync(home, { recursive: true }));
    writeFileSync(join(home, '.pgpass'), `${address.hostname}:*:*:*:${password}\n`, { mode: 0o600 });
    const named = { ...bare, env: { ...env, HOME: home } };
    const first = await start(EXECUTE, named).ended;
    expect([first.code, first.stderr]).toEqual([0, '']);
    const noted = await start([...IN_LINES, '--journal', url], { ...bare, env }).ended;
    expect([noted.code, noted.stderr]).toEqual([0, expect.stringContaining('shows in the list of processes')]);
    expect(paper.orders).toHaveLength(1);
    bare.write('ordo.config.yaml', 'version: 1\njournal: journal.db\n');
    const relative = await here(['run', 'plan.yaml', '--live'], bare);
    expect([relative.code, relative.stderr]).toEqual([2, expect.stringContaining('not an absolute path')]);
    expectUntold(at, first, noted);
  });

  test('shows its password in no command, nor in one that it proposes', async () => {
    const { at, url } = await desk({ faults: { 'drop-after': 1 } });
    at.write('plan.yaml', bids('silent', 3));
    const told: Ended[] = [];
    for (const words of [
      ['run', 'plan.yaml', '--live'],
      ['run', 'plan.yaml', '--live', '--execute', '--yes'],
      ['settle', 'plan.yaml'],
      ['cancel', 'plan.yaml'],
      ['status', 'plan.yaml', '--refresh'],
      ['explain', 'plan.yaml', 'bid-1'],
      ['report', 'plan.yaml', '--as', 'json'],
      ['run', 'plan.yaml', '--live', '--out', 'reviewed.json'],
      ['journal', 'info'],
      ['instruments'],
    ]) {
      const ended = await here([...words, '--journal', url], at);
      expect([words, [0, 7].includes(ended.code ?? -1)]).toEqual([words, true]);
      told.push(ended);
    }
    const wrong = await here(['status', '--journal', `${url}?ssl=1`], at);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('only sslmode and sslrootcert are known')]);
    expectUntold(at, ...told, wrong);
    expect(told[0]?.stdout).toContain('--journal postgres://postgres@127.0.0.1');
  });

  test('holds a plan for one run, and says who has it', async () => {
    const { paper, at } = await desk({ latencyMs: 500 });
    at.write('ordo.config.yaml', WAITS);
    at.write('plan.yaml', bids('held', 4));
    const first = start(EXECUTE, at);
    await first.until(/"accepted"/);
    const second = await run(at);
    expect(second.code).toBe(10);
    expect(second.stderr).toMatch(/has locked the plan held of this account: pid \d+ of \S+ on \S+, since 20/);
    expect(second.stderr).toContain('other plans of the account may run at the same time');
    expect((await first.ended).code).toBe(0);
    expect(paper.orders).toHaveLength(4);
  });

  test('lets two plans of one account run at once', async () => {
    const { paper, at } = await desk({ latencyMs: 200 });
    at.write('ordo.config.yaml', WAITS);
    at.write('plan.yaml', bids('one', 4));
    at.write('other.yaml', bids('other', 4));
    const other = EXECUTE.with(1, 'other.yaml');
    const both = await Promise.all([start(EXECUTE, at).ended, start(other, at).ended]);
    expect(both.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(new Set(oids(paper)).size).toBe(8);
    expect((await here(['journal', 'verify'], at)).code).toBe(0);
  });

  test('counts what a run beside this one may still open, and no longer once that is gone', async () => {
    const { paper, at } = await desk({ latencyMs: 500 });
    at.write('ordo.config.yaml', `${WAITS}policy: { maxStandingNotional: 4500 }\n`);
    at.write('plan.yaml', bids('one', 4));
    at.write('other.yaml', bids('other', 4));
    const first = start(EXECUTE, at);
    await first.until(/"accepted"/);
    const beside = await here(IN_LINES.with(1, 'other.yaml'), at);
    expect([beside.code, beside.stderr]).toEqual([4, expect.stringContaining('more may be opened by other runs')]);
    first.child.kill('SIGKILL');
    await first.ended;
    expect((await here(IN_LINES.with(1, 'other.yaml'), at)).code).toBe(0);
    expect(new Set(oids(paper)).size).toBe(paper.orders.length);
  });

  test('that was made anew is refused by the machine that knew it; what it forgot is not sent again', async () => {
    const { paper, at, url } = await desk();
    at.write('plan.yaml', bids('forgotten', 2));
    expect((await run(at)).code).toBe(0);
    await (await clientOn(url)).query('drop schema ordo cascade');
    const refused = await run(at);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('has forgotten what it acknowledged')]);
    await expectObjected(at);
    await expectNoNextCommand(at);
    expect((await here(['journal', 'restored'], at)).code).toBe(0);
    expect((await here(DIFF, at)).stdout).toContain('--approve');
    const looked = await run(at);
    expect([looked.code, looked.stderr]).toEqual([5, expect.stringContaining('ordo settle plan.yaml --placed bid-1')]);
    expect(paper.orders).toHaveLength(2);
  });

  test.each(['intent', 'answered'])(
    'that drops every record %s in mid-run ends the run, and SIGTERM ends it too; nothing goes twice',
    async (kind) => {
      const { paper, at, url } = await desk({ latencyMs: 400 });
      at.write('ordo.config.yaml', WAITS);
      at.write('plan.yaml', bids('dropped', 4));
      const first = start(EXECUTE, at);
      await first.until(/"accepted"/);
      const client = await clientOn(url);
      await client.query(
        `create function public.audit() returns trigger language plpgsql as
         'begin if new.kind = ''${kind}'' then return null; end if; return new; end';
       create trigger a_audit before insert on ordo.journal for each row execute function public.audit()`,
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      first.child.kill('SIGTERM');
      const askedMs = Date.now();
      const ended = await first.ended;
      expect(Date.now() - askedMs).toBeLessThan(8000);
      // It may come as the run leaves by itself, with what it had to say written: a shell says 143 of that as well.
      expect([6, 7, 143]).toContain(ended.code ?? 143);
      expect((await run(at)).code).toBe(2);
      await client.query('drop trigger a_audit on ordo.journal');
      const next = await run(at);
      expect(new Set(oids(paper)).size).toBe(paper.orders.length);
      expect([next.code, paper.orders.length]).toEqual([0, 4]);
    },
  );

  test('that is lost in mid-run ends the sending; what came in is kept aside, and taken in by the next run', async () => {
    const { paper, at, url } = await desk({ latencyMs: 800 });
    at.write('ordo.config.yaml', WAITS);
    at.write('plan.yaml', bids('lost', 4));
    const first = start(EXECUTE, at);
    await first.until(/"accepted"/);
    await expect.poll(() => paper.requests.filter(({ path }) => /order/i.test(path)).length).toBeGreaterThan(1);
    server?.kill('SIGKILL');
    const ended = await first.ended;
    const sent = paper.orders.length;
    expect([ended.code, sent]).toEqual([6, 2]);
    expect(ended.stdout).toContain('the connection is gone');
    const [aside = ''] = asideIn(at);
    expect(statSync(aside).mode & 0o777).toBe(0o600);
    const meanwhile = await run(at);
    expect([meanwhile.code, paper.orders.length]).toEqual([2, sent]);
    await server?.start();
    const otherName = { ...at, env: { ...at.env, ORDO_JOURNAL: url.replace('127.0.0.1', 'localhost') } };
    const next = await here(IN_LINES, otherName);
    expect([next.code, paper.orders.length, new Set(oids(paper)).size]).toEqual([0, 4, 4]);
    expect(next.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'imported 1 outcome that an earlier run could not write to the journal',
    );
    expect(said(await run(at))).toEqual(['bid-1', 'bid-2', 'bid-3', 'bid-4'].map((id) => `${id} already-accepted`));
    expect(asideIn(at)).toEqual([]);
    expectUntold(at, ended, meanwhile, next);
  });
});
