/** Sizes by the account file: the same bytes for the same file, and none by a file that is not of this account at this time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import type { ReviewedPlan } from '../../src/generated/reviewed.ts';
import { realClock } from '../../src/system/clock.ts';
import { here } from '../support/here.ts';
import { between } from '../support/between.ts';
import { runHere, told } from '../support/checked-desk.ts';
import { LIST } from '../support/reviewed-desk.ts';
import { INTERFACES } from '../support/spellings.ts';
import { paperAndPlace, run, said, type At } from '../support/live.ts';

const PLAN = `version: 1
name: shares
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: { risk: 1%, of: equity }, price: 64000, stopLoss: 62000 }
`;
const CONFIG = 'version: 1\nexchange: { account: main, queries: false }\n';
const MINUTE_MS = 60_000;

let at: At;
let paper: Awaited<ReturnType<typeof paperAndPlace>>['paper'];
beforeEach(async () => {
  ({ at, paper } = await paperAndPlace());
  at.write('plan.yaml', PLAN);
  at.write('ordo.config.yaml', CONFIG);
  at.write('instruments.json', LIST);
});

function writeAccount(changes: object = {}, agoMs = 0): void {
  const asOf = new Date(Date.now() - agoMs).toISOString();
  const file = {
    version: 1,
    asOf,
    origin: paper.origin,
    account: 'main',
    asset: 'USDT',
    equity: '25310.4',
    ...changes,
  };
  at.write('account.json', JSON.stringify(file));
}
const sizeSent = (): unknown => paper.orders[0]?.size?.toString();
const digestOf = (ended: Ended): string | undefined => ofKind(eventsOf(ended), 'plan-loaded')[0]?.digest;
const dry = (...more: string[]): Promise<Ended> => here(['run', 'plan.yaml', '--output', 'ndjson', ...more], at);
const mistakes = ({ stderr, stdout }: Ended): string => `${stdout}${stderr}`;

describe('a plan with a share of the equity', () => {
  test('is sized by the file, and sent', async () => {
    writeAccount();
    expect(said(await run(at))).toEqual(['entry accepted']);
    expect(sizeSent()).toBe('0.1265');
  });

  test('compiles to the same digest by another file that gives the same sizes, and to another by more', async () => {
    writeAccount();
    const first = digestOf(await dry());
    writeAccount({ equity: '25310.49' });
    expect(digestOf(await dry())).toBe(first);
    writeAccount({ equity: '50620.8' });
    expect(digestOf(await dry())).not.toBe(first);
  });

  test('shows the formula in its dry run', async () => {
    writeAccount();
    const { stdout } = await here(['run', 'plan.yaml', '--bytes'], at, { width: 140 });
    expect(stdout).toContain('1% of 25310.4 = 253.104 / |64000 - 62000|, cut down to the step 0.0001');
  });

  test('is invalid without the file, at its size', async () => {
    const ended = await here(['validate', 'plan.yaml'], at);
    expect(ended.code).toBe(3);
    expect(mistakes(ended)).toContain('error[size/no-account]');
    expect(mistakes(ended)).toContain('plan.yaml:5:');
    expect(mistakes(ended)).toContain('ordo account --out account.json');
  });

  test('names the file that the config names', async () => {
    at.write('ordo.config.yaml', `${CONFIG}accountFile: desk/equity.json\n`);
    writeAccount();
    const ended = await here(['validate', 'plan.yaml'], at);
    expect(ended.code).toBe(3);
    expect(mistakes(ended)).toContain('ordo account --out desk/equity.json');
  });

  test.each([
    ['another version', { version: 2 }],
    ['an unknown key', { margin: '1' }],
  ])('is not read with a file of %s, whose line is told (exit 2)', async (_, changes) => {
    writeAccount(changes);
    const ended = await here(['validate', 'plan.yaml'], at);
    expect(ended.code).toBe(2);
    expect(mistakes(ended)).toContain('account.json:1:');
    expect(mistakes(ended)).not.toContain('plan.yaml:');
  });

  test('asks for no file where no size is a share', async () => {
    at.write('plan.yaml', PLAN.replace('{ risk: 1%, of: equity }', '0.01'));
    at.write('account.json', 'not JSON');
    expect((await here(['validate', 'plan.yaml'], at)).code).toBe(0);
  });
});

describe('an execution refuses (exit 5) a file', () => {
  test.each([
    ['of another exchange', { origin: 'https://api-contract.weex.com' }, 0, 'is for https://api-contract.weex.com'],
    ['of another account', { account: 'other' }, 0, 'is for the account other'],
    ['that is older than an hour', {}, 61 * MINUTE_MS, 'older than 1 h'],
    ['that is dated two minutes ahead', {}, -2 * MINUTE_MS, 'ahead of this machine'],
  ])('%s, which its dry run says, and paper takes', async (_, changes, agoMs, words) => {
    writeAccount(changes, agoMs);
    const ended = await here(['run', 'plan.yaml', '--execute', '--live', '--yes'], at);
    expect(ended.code).toBe(5);
    expect(ended.stderr).toContain(words);
    expect(paper.orders).toHaveLength(0);
    const shown = await here(['run', 'plan.yaml', '--live'], at);
    expect(shown.code).toBe(0);
    expect(shown.stdout.replaceAll(/\s+/g, ' ')).toContain('an execution would be refused (exit 5)');
    expect((await here(['run', 'plan.yaml', '--execute'], at)).code).toBe(0);
  });

  test.each([
    ['59 minutes old', {}, 59 * MINUTE_MS],
    ['half a minute ahead', {}, -MINUTE_MS / 2],
  ])('but not one that is %s', async (_, changes, agoMs) => {
    writeAccount(changes, agoMs);
    expect((await run(at)).code).toBe(0);
  });

  test('by the age that the policy allows', async () => {
    writeAccount({}, 2 * MINUTE_MS);
    at.write('ordo.config.yaml', `${CONFIG}policy: { maxAccountAge: 1m }\n`);
    expect((await run(at)).code).toBe(5);
    at.write('ordo.config.yaml', `${CONFIG}policy: { maxAccountAge: 4h }\n`);
    expect((await run(at)).code).toBe(0);
  });

  test('by the time that it says, whenever it was written or copied', async () => {
    writeAccount({}, 61 * MINUTE_MS);
    writeAccount({}, 61 * MINUTE_MS);
    expect((await run(at)).code).toBe(5);
  });

  test('that grew old while a person thought about it', async () => {
    writeAccount({}, 59 * MINUTE_MS);
    let aheadMs = 0;
    const clock = { ...realClock, wallMs: () => realClock.wallMs() + aheadMs };
    const answer = (question: string): string => {
      aheadMs = 2 * MINUTE_MS;
      return /Type (\w+)/.exec(question)?.[1] ?? '';
    };
    const ended = await here(['run', 'plan.yaml', '--execute', '--live'], at, { answer, clock });
    expect([ended.code, paper.orders.length]).toEqual([5, 0]);
    expect(ended.stderr).toContain('older than 1 h');
  });
});

describe.each(INTERFACES)('the check before sending, on %s', (version) => {
  const checked = (execution = ''): void => {
    at.write('ordo.config.yaml', `version: 1\nexchange: { account: main, interface: ${version} }\n${execution}`);
  };

  test.each([
    ['as the file says', '100000', 0],
    ['less by 5 %', '105263.15', 0],
    ['more', '20000', 0],
  ])('goes on where the account is worth %s', async (_, equity, code) => {
    checked();
    writeAccount({ equity });
    expect((await run(at)).code).toBe(code);
    expect(paper.orders).toHaveLength(1);
  });

  test('refuses (exit 5) where it is worth over 5 % less, and with warn says so', async () => {
    checked();
    writeAccount({ equity: '105263.16' });
    const ended = await here(['run', 'plan.yaml', '--execute', '--live', '--yes'], at);
    expect([ended.code, paper.orders.length]).toEqual([5, 0]);
    expect(ended.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'the account is worth 100,000 USDT, more than 5 % less than the 105,263.16 of the account file',
    );
    expect(ended.stderr).toContain('ordo account --out account.json');
    checked('execution: { accountCheck: warn }\n');
    const warned = await runHere(at);
    expect([warned.code, paper.orders.length]).toEqual([0, 1]);
    expect(told(warned)).toContain('more than 5 % less');
  });

  test('refuses (exit 2) where nobody tells it, and says so', async () => {
    checked();
    const { origin } = await between(paper, (path) =>
      /account\/(?:assets|balance)$/.test(path) ? { status: 200, body: '[]' } : undefined,
    );
    at.env['ORDO_BASE_URL'] = origin;
    writeAccount({ origin });
    const ended = await here(['run', 'plan.yaml', '--execute', '--live', '--yes'], at);
    expect([ended.code, paper.orders.length]).toEqual([2, 0]);
    expect(ended.stderr.replaceAll(/\s+/g, ' ')).toContain('the equity that sizes go by cannot be read');
  });
});

const review = (): Promise<Ended> => here(['run', 'plan.yaml', '--live', '--out', 'r.json'], at);
const reviewed = (): ReviewedPlan => JSON.parse(readFileSync(join(at.folder, 'r.json'), 'utf8')) as ReviewedPlan;

describe('a reviewed plan', () => {
  test('has the file among its inputs, and expires with it', async () => {
    writeAccount({}, 10 * MINUTE_MS);
    expect((await review()).code).toBe(0);
    const { inputs, expires } = reviewed();
    expect(inputs['account.json']).toMatch(/^[0-9a-f]{64}$/);
    const leftMs = Date.parse(expires) - Date.now();
    expect(leftMs).toBeLessThanOrEqual(50 * MINUTE_MS);
    expect(leftMs).toBeGreaterThan(49 * MINUTE_MS);
  });

  test('is not sent by another file, even of the same equity', async () => {
    writeAccount();
    await review();
    writeAccount({}, MINUTE_MS);
    const ended = await here(['run', 'r.json', '--execute', '--live', '--yes'], at);
    expect(ended.code).toBe(5);
    expect(ended.stderr).toContain('account.json has changed');
    expect(paper.orders).toHaveLength(0);
  });

  test('is not written by a file that an execution refuses', async () => {
    writeAccount({}, 61 * MINUTE_MS);
    expect((await review()).code).toBe(5);
  });
});
