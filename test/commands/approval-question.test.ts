/** What a person is asked before a live run: whose word it goes by stands above what is to be typed. */
import { expect, test } from 'vitest';
import { askToApprove } from '../../src/commands/run/approval-question.ts';
import type { PreparedRun } from '../../src/actions/prepare/prepared-run.ts';
import { RefusalError } from '../../src/refusal.ts';
import type { World } from '../../src/commands/world.ts';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { bids } from '../../proofs/support/ordo.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';
import type { WorldParts } from '../support/world-parts.ts';

const CODE = '62a81732f0b4';

/** The question, answered so. */
async function asked(
  fields: Partial<PreparedRun>,
  answer: string | undefined = CODE.slice(0, 6),
  written = bids('asked', 1),
): Promise<string> {
  const { plan } = loadPlan(new SourceFile('plan.yaml', written), { instruments: paperInstruments });
  if (plan === undefined) throw new Error('the plan of this test is invalid');
  const run: PreparedRun = {
    plan,
    config: defaultConfig,
    schedule: compilePlan(v2.calls, plan, emptyJournal, {
      ...defaultConfig.exchange,
      ...defaultConfig.execution,
    }),
    planFile: 'plan.yaml',
    mode: 'execute',
    target: 'live',
    exchange: 'https://api-contract.weex.com',
    live: { account: 'main', config: 'none', journal: '/state/journal.db (new: …)' },
    precision: 'by a test',
    canLive: true,
    obstacles: [],
    warnings: 0,
    bytes: false,
    known: emptyJournal,
    options: [],
    ...fields,
  };
  let question = '';
  const world: WorldParts = {
    terminal: {
      stdout: { isTerminal: false, color: false, width: 80, write: () => {} },
      ask: (text) => {
        question = text;
        return Promise.resolve(answer);
      },
    },
  };
  await askToApprove((world as World).terminal, run, CODE);
  return question;
}

test('exchange, account, config and journal are named', async () => {
  const question = await asked({});
  for (const line of [
    'LIVE  https://api-contract.weex.com',
    '  account main',
    '  config  none',
    '  journal /state/journal.db (new: …)',
  ])
    expect(question.split('\n')).toContain(line);
});

test('so is the command that prints the keys, and nothing in it drives the terminal', async () => {
  const { exchange } = defaultConfig;
  const config = {
    ...defaultConfig,
    exchange: { ...exchange, keysCommand: ['pass', 'show\u001b[2J', 'a b'] as const },
  };
  const question = await asked({ config });
  expect(question).toContain("\n  keys    printed by pass 'show\\e[2J' 'a b', where the variables lack one\n");
  expect(await asked({})).not.toContain('printed by');
});

test('what is at stake: each side, the loss at its stops, the largest order, warnings and what stands; no call', async () => {
  const content = { symbol: 'cmt_btcusdt', marginMode: 'cross', side: 'open-long', size: '0.1', price: '60000' };
  const order = {
    id: 'old',
    clientOid: 'x',
    lineage: 0,
    state: 'accepted' as const,
    content,
    sentAtMs: 0,
    changedAtMs: 0,
    changedUptimeMs: null,
  };
  const orders = new Map([[order.id, order]]);
  const account = [
    { plan: 'asked', generation: 0, orders, isPlaced: true },
    { plan: 'another', generation: 1, orders, isPlaced: true },
  ];
  const question = await asked(
    { account, warnings: 2 },
    undefined,
    `version: 1
name: asked
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: small, side: open-long, size: 0.1, price: 64000, stopLoss: 63000 }
  - { id: large, side: open-short, size: 0.5, price: 65000 }
`,
  );
  const lines = question.split('\n');
  expect(question).toMatch(/^ {2}cmt_btcusdt long +1 +0\.1 +6,400 +64000 +100$/m);
  expect(question).toMatch(/^ {4}with what is open +3 +0\.3 +18,400 +≈61333\.3 +100\n +NAKED 0\.2$/m);
  expect(question).toMatch(/^ {2}cmt_btcusdt short +1 +0\.5 +32,500 +65000 +none$/m);
  expect(lines).toContain('  largest order: large, open-short 0.5, 32,500');
  expect(lines).toContain('  generation 0 of this plan: 1 open order');
  expect(lines).toContain('  other plans: 1 open order (ordo status)');
  expect(lines).toContain('  2 warnings');
  expect(question).not.toMatch(/single|batch/);
});

test.each(['', 'y', 'yes', CODE.slice(0, 5), CODE.slice(0, 6).toUpperCase(), CODE])('%j declines', async (answer) => {
  await expect(asked({}, answer)).rejects.toThrow(RefusalError);
});
