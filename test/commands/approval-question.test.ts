/** What a person is asked before a live run: whose word it goes by stands above what is to be typed. */
import { expect, test } from 'vitest';
import { askToApprove } from '../../src/commands/run/approval-question.ts';
import type { PreparedRun } from '../../src/commands/run/prepared-run.ts';
import { RefusalError } from '../../src/commands/command-line/refusal.ts';
import type { World } from '../../src/commands/world.ts';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { emptyJournal } from '../../src/ledger/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { paperInstruments } from '../../src/paper/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { bids } from '../../proofs/support/ordo.ts';

const CODE = '62a81732f0b4';

/** The question, answered so. */
async function asked(fields: Partial<PreparedRun>, answer: string | undefined = CODE.slice(0, 6)): Promise<string> {
  const { plan } = loadPlan(new SourceFile('plan.yaml', bids('asked', 1)), { instruments: paperInstruments });
  if (plan === undefined) throw new Error('the plan of this test is invalid');
  const run: PreparedRun = {
    plan,
    config: defaultConfig,
    schedule: compilePlan(plan, emptyJournal, { ...defaultConfig.exchange, ...defaultConfig.execution }),
    planFile: 'plan.yaml',
    mode: 'execute',
    target: 'live',
    exchange: 'https://api-contract.weex.com',
    live: { account: 'main', config: 'none', journal: '/state/journal.db (new: …)' },
    precision: 'by a test',
    known: emptyJournal,
    standing: [],
    options: [],
    ...fields,
  };
  let question = '';
  const world: Pick<World, 'ask'> = {
    ask: (text) => {
      question = text;
      return Promise.resolve(answer);
    },
  };
  await askToApprove(world as World, run, CODE);
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

test.each(['', 'y', 'yes', CODE.slice(0, 5), CODE.slice(0, 6).toUpperCase(), CODE])('%j declines', async (answer) => {
  await expect(asked({}, answer)).rejects.toThrow(RefusalError);
});
