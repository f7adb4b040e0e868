/** `ordo flatten` over HTTP against the paper exchange: what it takes off, what it leaves, and when it says that an account is flat. */
import { describe, expect, test } from 'vitest';
import { eventsOf, ofKind, start } from '../../proofs/support/ordo.ts';
import { misshapen } from '../support/cancels.ts';
import { inCases } from '../support/cases.ts';
import { book, desk, FLAT, flatten, foreign, heldIn, resting } from '../support/flatten-desk.ts';
import { here } from '../support/here.ts';
import { openLedger } from '../../src/journal/open.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { machine } from '../../src/system/machine.ts';
import { journalOf, run } from '../support/live.ts';

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');
const typed = (question: string): string => /Type ([0-9a-f]{6}) to halt/.exec(question)?.[1] ?? '';

describe.each(inCases(['v3', 'v2'] as const))('an account on %s', (version) => {
  test('is brought to nothing, and opens nothing until the halt is lifted', async () => {
    const made = await desk(version);
    const ended = await flatten(made);
    expect([ended.code, ended.stderr, heldIn(made), resting(made)]).toEqual([0, '', FLAT, 0]);
    expect(words(ended.stdout)).toContain(
      '× cancelled first: bid × cancelled first: out ● closed cmt_btcusdt long 0.04 at 64000 × cancelled first: stop',
    );
    expect(ended.stdout).toMatch(/FLAT, seen \d\d:\d\d:\d\dZ and \d\d:\d\d:\d\dZ/);
    made.at.write(
      'plan.yaml',
      'version: 1\nname: next\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { id: a, side: open-long, size: 0.01, price: 60000 }\n',
    );
    expect((await run(made.at)).code).toBe(4);
    await here(['halt', '--lift', '--why', 'feed is back'], made.at);
    expect((await run(made.at)).code).toBe(0);
    expect((await here(['journal', 'verify'], made.at)).code).toBe(0);
  });

  test('is shown first, and its code flattens what was shown', async () => {
    const made = await desk(version);
    const before = book(made);
    const dry = await flatten(made, '');
    expect([dry.code, book(made)]).toEqual([0, before]);
    expect(words(dry.stdout)).toContain(
      'halt nothing opens from this journal until ordo halt --lift cancel first: bid, first: out',
    );
    expect((await here(['status', '--output', 'json'], made.at)).stdout).toContain('"halt": null');
    const code = /--approve\s+([0-9a-f]{64})/.exec(dry.stdout)?.[1] ?? '';
    made.paper.fill(made.paper.orders.find(({ status }) => status === 'open')?.orderId ?? '', '0.001');
    const other = await flatten(made, `--execute --approve ${code}`);
    expect([other.code, resting(made) > 0]).toEqual([5, true]);
    const again = /--approve\s+([0-9a-f]{64})/.exec((await flatten(made, '')).stdout)?.[1] ?? '';
    expect((await flatten(made, `--execute --approve ${again}`)).code).toBe(0);
    expect([heldIn(made), resting(made)]).toEqual([FLAT, 0]);
  });

  test('is flattened at the prompt, and not where it is declined', async () => {
    const made = await desk(version);
    expect((await flatten(made, '--execute', { answer: () => 'no' })).code).toBe(9);
    expect((await here(['status', '--output', 'json'], made.at)).stdout).toContain('"halt": null');
    let asked = '';
    const answer = (question: string): string => {
      asked = question;
      return typed(question);
    };
    expect((await flatten(made, '--execute', { answer })).code).toBe(0);
    expect([heldIn(made), resting(made)]).toEqual([FLAT, 0]);
    expect(asked).toContain(`LIVE  ${made.paper.origin}`);
    expect(asked).toMatch(/account default, checked \d\d:\d\d:\d\dZ/);
  });

  test('keeps what is not ordo’s, which --all closes, and no order of it is cancelled', async () => {
    const made = await desk(version);
    await foreign(made, version);
    const dry = await flatten(made, '');
    expect(words(dry.stdout)).toMatch(/not touched (cmt_ethusdt|ETHUSDT) short 2 \(not ordo’s; --all closes it\)/);
    const ended = await flatten(made);
    expect([ended.code, heldIn(made), heldIn(made, 'cmt_ethusdt')]).toEqual([6, FLAT, '0 2']);
    expect(words(ended.stdout)).toContain('(not ordo’s; --all closes it)');
    const told = await flatten(made, '--execute --yes --output ndjson');
    expect(misshapen(told)).toEqual([]);
    expect(ofKind(eventsOf(told), 'run-finished')).toMatchObject([
      {
        exitCode: 6,
        remains: {
          code: 'not-flat',
          left: [expect.stringContaining('short 2 is held (not ordo’s; --all closes it)')],
          unknown: [],
        },
      },
    ]);
    const all = await flatten(made, '--all --execute --yes');
    expect([all.code, heldIn(made, 'cmt_ethusdt'), resting(made, 'cmt_ethusdt')]).toEqual([0, FLAT, 1]);
    expect(words(all.stdout)).toContain('not ordo’s, not touched, and may open again: order');
  });

  test('is halted though nothing answers, and says so', async () => {
    const made = await desk(version);
    const origin = made.paper.origin;
    await made.paper.close();
    const ended = await flatten(made);
    expect(ended.code).toBe(7);
    expect(ended.stderr).toContain(`nothing answers at ${origin}`);
    expect(ended.stderr).toContain('the account is halted');
    expect((await here(['status'], made.at)).stdout).toContain('HALTED by');
  });

  test('is taken from a run, which lets go at the halt', async () => {
    const made = await desk(version, { latencyMs: 60 }, 'cancelWait: 3s, maxOrdersPerCall: 1');
    const bids = Array.from(
      { length: 30 },
      (_, at) => `  - { id: bid-${at + 1}, side: open-long, size: 0.01, price: ${59_000 - at} }\n`,
    );
    made.at.write('many.yaml', `version: 1\nname: many\ndefaults: { symbol: cmt_btcusdt }\norders:\n${bids.join('')}`);
    const running = start(['run', 'many.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], made.at);
    const before = made.paper.orders.length;
    while (made.paper.orders.length === before && running.child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const ended = await flatten(made);
    expect([(await running.ended).code, ended.code, heldIn(made), resting(made)]).toEqual([6, 0, FLAT, 0]);
  });
});

test('a flatten by a code waits for whoever has the account', async () => {
  const made = await desk('v2');
  const dry = await flatten(made, '');
  const code = /--approve\s+([0-9a-f]{64})/.exec(dry.stdout)?.[1] ?? '';
  const scope = { account: { origin: made.paper.origin, name: 'default' } };
  const self = { pid: 1, user: 'somebody', host: 'elsewhere', since: '2026-01-01T00:00:00.000Z' };
  const ledger = openLedger(sqliteUrl(journalOf(made.at)), { ...machine, self });
  const claimed = await ledger.claim(scope, defaultConfig.exchange.limits);
  if (!claimed.ok) throw new Error('held by another');
  const ending = flatten(made, `--execute --approve ${code}`);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await claimed.value.release();
  expect([(await ending).code, heldIn(made), resting(made)]).toEqual([0, FLAT, 0]);
});

test.each([
  ['--execute --yes', 'flatten needs a reason'],
  ['now --why x --execute --yes', 'flatten takes no now'],
  ['--why x --yes', '--yes goes with --execute'],
])('flatten %s is refused (exit 2)', async (line, why) => {
  const made = await desk('v2');
  const ended = await here(['flatten', ...line.split(' ')], made.at);
  expect([ended.code, resting(made)]).toEqual([2, 3]);
  expect(ended.stderr).toContain(why);
});
