/** A past run on a real pseudo-terminal again: told as what it is, paused, gone through, ended; and nothing is sent. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { NO_LISTS, paperAndPlace, run } from '../support/live.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

async function replayed(...more: string[]): Promise<{ one: DrivenTerminal; asked: () => number }> {
  const { at, paper } = await paperAndPlace({ latencyMs: 40 });
  at.write('ordo.config.yaml', `${NO_LISTS}execution: { maxOrdersPerCall: 1 }\n`);
  at.write('plan.yaml', bids('again', 3));
  expect((await run(at)).code).toBe(0);
  const { ORDO_API_KEY: _, ORDO_API_SECRET: __, ORDO_API_PASSPHRASE: ___, ...env } = at.env;
  const one = new DrivenTerminal(['replay', 'plan.yaml', ...more], { ...at, env }, { columns: 80, rows: 24 });
  onTestFinished(() => one.close());
  const before = paper.requests.length;
  return { one, asked: () => paper.requests.length - before };
}

describe.skipIf(!hasPseudoTerminal)('a replay', () => {
  test('shows the run as one that is over, stands still while it is paused, and ends with q', async () => {
    const { one, asked } = await replayed('--speed', '.01');
    const first = await one.until(/REPLAY of run 1/);
    expect(first).not.toContain('LIVE');
    await one.until(/sending, call 1/);
    one.type(' ');
    await one.until(/‖ paused/);
    one.type('3');
    await one.until(/\[3 calls\]/);
    one.type('q');
    expect(await one.ended).toBe(0);
    expect(one.isTaken).toBe(false);
    expect(asked()).toBe(0);
  });

  test('goes to its end at any speed, and leaves what the run left, but for what was to be done next', async () => {
    const { one, asked } = await replayed('--speed', 'max');
    expect(await one.ended).toBe(0);
    const left = one.history().join('\n');
    expect(left).toMatch(/RUN 1 of \d{4}-\d\d-\d\d/);
    expect(left).toMatch(/3 orders: 3 accepted/);
    expect(left).toMatch(/journal head \d+:[0-9a-f]{12}/);
    expect(left).not.toContain('Next');
    expect(asked()).toBe(0);
  });

  test('ends at once with Ctrl-C', async () => {
    const { one } = await replayed('--speed', '.01');
    await one.until(/sending, call 1/);
    one.type('\u0003');
    expect(await one.ended).toBe(130);
    expect(one.isTaken).toBe(false);
  });
});
