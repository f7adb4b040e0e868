/** `maxLossToday` (docs/contract.md#max-loss-today) against the paper exchange: what counts as lost, and who is held back by it. */
import { describe, expect, test } from 'vitest';
import { place, type Ended } from '../../proofs/support/ordo.ts';
import { readFees } from '../../src/model/fees.ts';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { inCases } from '../support/cases.ts';
import { here } from '../support/here.ts';
import { afterTest, paperAndPlace, run, type At } from '../support/live.ts';

/** A market order of 0.03 bitcoin at 64,000 costs 9.6, of 0.01 back 3.2. */
const FEES = readFees('0.5%/0.5%');
const OPTIONS: PaperOptions = { ...(FEES.ok && { fees: FEES.value }) };
const order = (id: string, side: string, size: string, more = ''): string =>
  `  - { id: ${id}, side: ${side}, size: ${size}, price: market, reference: 64000${more} }\n`;
const planOf = (name: string, ...orders: string[]): string =>
  `version: 1\nname: ${name}\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders.join('')}`;
const LOSER = planOf(
  'first',
  order('entry', 'open-long', '0.03'),
  order('out', 'close-long', '0.01', ', after: [entry]'),
);
const MORE = planOf('more', order('again', 'open-long', '0.01'));
const CLOSES = planOf('closes', order('rest', 'close-long', '0.01'));

interface Desk {
  readonly at: At;
  readonly paper: PaperExchange;
  readonly config: (most: string, more?: string) => void;
}

async function desk(version: string, options: PaperOptions = {}): Promise<Desk> {
  const { at, paper } = await paperAndPlace({ ...OPTIONS, ...options });
  const config = (most: string, more = ''): void => {
    at.write(
      'ordo.config.yaml',
      `version: 1\nexchange: { interface: ${version} }\npolicy: { maxLossToday: ${most} }\n${more}`,
    );
  };
  config('10');
  at.write('plan.yaml', LOSER);
  return { at, paper, config };
}

/** What is placed next, and how much more was sent by it. */
async function next({ at, paper }: Desk, plan: string, ...more: string[]): Promise<Ended & { sent: number }> {
  at.write('plan.yaml', plan);
  const before = paper.orders.length;
  const ended = await run(at, ...more);
  return { ...ended, sent: paper.orders.length - before };
}

describe.each(inCases(['v3', 'v2']))('maxLossToday on %s', (version) => {
  test('holds back a run that opens once so much is lost, and none that closes', async () => {
    const world = await desk(version);
    expect((await run(world.at)).code).toBe(0);
    const held = await next(world, MORE);
    expect([held.code, held.sent]).toEqual([4, 0]);
    expect(held.stderr).toMatch(/the account lost ≈?12\.8\d* since 00:00 UTC \(trades .* after fees, open .*\)/);
    expect(held.stderr).toContain('the policy allows less than 10 (policy.maxLossToday)');
    // Fees of 9.600015 and 3.2, a tick lost on 0.01, and on 0.02 that are open.
    world.config('12.803015');
    expect((await next(world, MORE)).code).toBe(4);
    const closes = await next(world, CLOSES);
    expect([closes.code, closes.sent]).toEqual([0, 1]);
    world.config('500');
    const wider = await next(world, MORE);
    expect([wider.code, wider.sent]).toEqual([0, 1]);
  });

  test('lets one go that has lost less by the least', async () => {
    const world = await desk(version);
    expect((await run(world.at)).code).toBe(0);
    world.config('12.803016');
    const goes = await next(world, MORE);
    expect([goes.code, goes.sent]).toEqual([0, 1]);
  });

  test('counts what another hand lost in a symbol of the plan', async () => {
    const world = await desk(version);
    const other = place(world.paper.origin);
    afterTest(() => other.remove());
    other.write('ordo.config.yaml', `version: 1\nexchange: { interface: ${version} }\n`);
    other.write('plan.yaml', LOSER);
    expect((await run(other)).code).toBe(0);
    const held = await next(world, MORE);
    expect([held.code, held.sent]).toEqual([4, 0]);
  });

  test('is tightened by the plan, and held to at a code as at --yes', async () => {
    const world = await desk(version);
    world.config('500');
    expect((await run(world.at)).code).toBe(0);
    const held = await next(world, MORE.replace('orders:', 'limits: { maxLossToday: 12 }\norders:'));
    expect([held.code, held.sent]).toEqual([4, 0]);
    expect(held.stderr).toContain('the plan itself allows less than 12 (limits.maxLossToday)');
    const dry = await here(['run', 'plan.yaml', '--live'], world.at);
    expect(dry.code).toBe(0);
    const [, code = ''] = /--approve ([\w-]+)/.exec(dry.stdout + dry.stderr) ?? [];
    expect(code).not.toBe('');
    const approved = await here(['run', 'plan.yaml', '--live', '--execute', '--approve', code], world.at);
    expect([approved.code, world.paper.orders.length]).toEqual([4, 2]);
  });

  test.each([
    ['exchange.queries is false', 'queries: false, ', ''],
    ['execution.accountCheck is off', '', 'execution: { accountCheck: off }\n'],
  ])('is a breach where %s', async (words, exchange, more) => {
    const world = await desk(version);
    world.at.write(
      'ordo.config.yaml',
      `version: 1\nexchange: { ${exchange}interface: ${version} }\npolicy: { maxLossToday: 10 }\n${more}`,
    );
    const held = await next(world, MORE);
    expect([held.code, held.sent]).toEqual([4, 0]);
    expect(held.stderr).toContain(words);
    expect((await next(world, CLOSES)).sent).toBe(1);
  });

  test('is a breach where an answer cannot be read', async () => {
    const world = await desk(version, { accountFaults: { dealt: { garbage: 1 } } });
    world.config('10', 'execution: { accountCheck: warn }\n');
    const held = await next(world, MORE);
    expect([held.code, held.sent]).toEqual([4, 0]);
    expect(held.stderr).toContain('what the account lost today is not known');
  });
});
