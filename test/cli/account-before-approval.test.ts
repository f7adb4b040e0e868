/** The account is read once before a person approves, its weight is stated and counted, and whatever is wrong with it comes first. */
import { describe, expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { realClock } from '../../src/system/clock.ts';
import { between, type Instead } from '../support/between.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { here } from '../support/here.ts';
import { afterTest, paperAndPlace, run, said, type At } from '../support/live.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const V3 = 'version: 1\nexchange: { interface: v3 }\n';
const READS = ['/capi/v3/account/accountConfig', '/capi/v3/account/symbolConfig', '/capi/v3/market/apiTradingSymbols'];

async function ready(config = V3, options: PaperOptions = {}): Promise<{ paper: PaperExchange; at: At }> {
  const started = await paperAndPlace(options);
  started.at.write('ordo.config.yaml', config);
  started.at.write('plan.yaml', bids('looked', 3));
  return started;
}

/** The account's reads, in the order in which they came. */
const reads = ({ requests }: PaperExchange): string[] =>
  requests.map(({ path }) => path.split('?')[0] ?? '').filter((path) => READS.includes(path));

const live = (at: At, ...more: string[]) => here(['run', 'plan.yaml', '--live', ...more], at);

/** The same exchange behind a server that answers for it. */
async function behind(at: At, paper: PaperExchange, instead: (path: string) => Instead | undefined): Promise<At> {
  const { origin } = await between(paper, instead);
  return { ...at, env: { ...at.env, ORDO_BASE_URL: origin } };
}

describe('the dry run of a live run', () => {
  test('states what the check weighs, for a person and for a program, and asks nothing', async () => {
    const { paper, at } = await ready();
    expect((await live(at)).stdout).toMatch(/3 ORD \+ check 29 IP, now/);
    expect((await live(at, '--bytes')).stdout).toMatch(/the account, read first +29 +0/);
    expect((await live(at, '--output', 'ndjson')).stdout).toContain('"check":{"ip":29,"uid":0}');
    expect(paper.requests).toEqual([]);
  });

  test('says of the margin mode that it is to be checked; on paper nothing checks it', async () => {
    const { at } = await ready();
    expect((await live(at)).stdout).toContain('margin cross, to be checked against the account');
    const paper = (await here(['run', 'plan.yaml'], at)).stdout;
    expect(paper).toContain('margin cross, which the paper exchange does not check');
    expect(paper).not.toContain('to be checked');
  });

  test('forecasts with it in the window of the address', async () => {
    const { at } = await ready(V3.replace('v3', 'v3, ipWeight: 12/10s'));
    expect((await live(at)).stdout).toMatch(/\+ check 29 IP, the last after 20.0 s by the config/);
  });

  test.each([
    ['where nothing is asked', `${V3}execution: { accountCheck: off }\n`, ['--live']],
    ['on paper', V3, []],
    ['where no question is allowed', V3.replace('v3', 'v3, queries: false'), ['--live']],
    ['by version 2 where nothing is asked', 'version: 1\nexecution: { accountCheck: off }\n', ['--live']],
  ])('%s states none', async (_, config, words) => {
    const { at } = await ready(config);
    expect((await here(['run', 'plan.yaml', ...words], at)).stdout).not.toContain('+ check');
  });
});

describe('a live run', () => {
  test('asks the account once, before the approval and before everything else', async () => {
    const { paper, at } = await ready();
    const ended = await live(at, '--execute');
    expect([ended.code, paper.orders.length]).toEqual([2, 0]);
    expect(ended.stderr).toContain('a live run needs an approval');
    expect(reads(paper)).toEqual(READS);
    expect(paper.requests).toHaveLength(9);
    expect((await run(at)).code).toBe(0);
    expect(reads(paper)).toEqual([...READS, ...READS]);
  });

  test('that is not approved as it is reads the account, and then refuses', async () => {
    const { paper, at } = await ready();
    const ended = await live(at, '--execute', '--approve', 'a'.repeat(64));
    expect([ended.code, paper.orders.length]).toEqual([5, 0]);
    expect(reads(paper)).toEqual(READS);
  });

  test('whose key is refused says so before the approval, and ties nothing to it', async () => {
    const { paper, at } = await ready();
    const wrong = { ...at, env: { ...at.env, ORDO_API_KEY: 'papr' } };
    const refused = await live(wrong, '--execute');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('check ORDO_API_KEY') as string]);
    expect(refused.stderr).not.toContain('approval');
    expect(said(await run(at)).every((one) => one.endsWith(' accepted'))).toBe(true);
    expect(paper.orders).toHaveLength(3);
    at.write('plan.yaml', bids('looked', 4));
    expect((await run(wrong)).stderr).toContain('was used with another key');
  });

  test.each([
    ['a minute', 59_000, [...READS]],
    ['more than a minute', 61_000, [...READS, ...READS]],
  ])('that was approved after %s has an account that was read', async (_, tookMs, asked) => {
    const { paper, at } = await ready();
    let laterMs = 0;
    const clock: typeof realClock = { ...realClock, monotonicMs: () => realClock.monotonicMs() + laterMs };
    const answer = (question: string): string => {
      laterMs = tookMs;
      return /Type ([0-9a-f]{6})/.exec(question)?.[1] ?? '';
    };
    const ended = await here(['run', 'plan.yaml', '--execute', '--live'], at, { answer, clock });
    expect([ended.code, reads(paper)]).toEqual([0, asked]);
  });

  test.skipIf(!hasPseudoTerminal)('is approved with the account in view', async () => {
    const { paper, at } = await ready();
    const one = new DrivenTerminal(['run', 'plan.yaml', '--execute', '--live'], at, { columns: 100, rows: 40 });
    afterTest(() => one.close());
    const asked = await one.until(/Type [0-9a-f]{6} to place them/);
    expect(asked).toMatch(/account default, checked \d\d:\d\d:\d\dZ/);
    expect(asked).toContain('weight 3 ORD + check 29 IP');
    expect(reads(paper)).toEqual(READS);
    one.type(`${/Type ([0-9a-f]{6})/.exec(asked)?.[1] ?? ''}\r`);
    expect(await one.ended).toBe(0);
    expect([reads(paper), paper.orders.length]).toEqual([READS, 3]);
  });
});

describe('the rate limit while the account is read', () => {
  const LIMITED = { status: 429, body: '' };

  test('is waited out once; a second one ends the run with exit 8, and nothing was sent', async () => {
    const { paper, at } = await ready();
    let asked = 0;
    const limited = await behind(at, paper, (path) => {
      asked += path.includes('symbolConfig') ? 1 : 0;
      return path.includes('symbolConfig') ? LIMITED : undefined;
    });
    const ended = await live(limited, '--execute', '--yes');
    expect([ended.code, asked, paper.orders.length]).toEqual([8, 2, 0]);
    expect(ended.stderr).toContain('for the second time within 60 s');
    expect(ended.stderr).not.toContain('accountCheck: warn');
  });

  test('for longer than maxPause ends it at once, also where the account is only warned of', async () => {
    for (const check of ['refuse', 'warn']) {
      const { paper, at } = await ready(`${V3}execution: { accountCheck: ${check}, maxPause: 5s }\n`);
      const limited = await behind(at, paper, (path) => (path.includes('Config') ? LIMITED : undefined));
      const ended = await live(limited, '--execute', '--yes');
      expect([check, ended.code, paper.orders.length]).toEqual([check, 8, 0]);
    }
  });
});
