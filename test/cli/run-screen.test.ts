/** A live run on a real pseudo-terminal: asked, placed, paused, stopped. */
import { afterEach, describe, expect, test } from 'vitest';
import { bids, place } from '../../proofs/support/ordo.ts';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const PLAN = bids('desk', 3);
const CONFIG = 'version: 1\nexchange: { orderCalls: 1/1s, queries: false }\nexecution: { maxOrdersPerCall: 1 }\n';
const LIST = {
  asOf: '2026-11-21T08:00:00Z',
  source: 'here',
  instruments: { cmt_btcusdt: { tick: '0.1', step: '0.0001', minSize: '0.0001', maxSize: '1200' } },
};

async function opened(columns: number, rows: number): Promise<{ one: DrivenTerminal; paper: PaperExchange }> {
  const paper = await startPaperExchange({ latencyMs: 50 });
  const at = place(paper.origin);
  at.write('plan.yaml', PLAN);
  at.write('ordo.config.yaml', CONFIG);
  at.write('instruments.json', JSON.stringify(LIST));
  const one = new DrivenTerminal(['run', 'plan.yaml', '--execute', '--live'], at, { columns, rows });
  closers.push(
    () => at.remove(),
    () => paper.close(),
    () => one.close(),
  );
  return { one, paper };
}

const codeOf = (screen: string): string => /Type ([0-9a-f]{6}) to place/.exec(screen)?.[1] ?? '';

/** Rows of the frame of the plan `desk`. */
const heightOf = (screen: string): number =>
  screen
    .split(/^ desk /m)[1]
    ?.trimEnd()
    .split('\n').length ?? 0;

describe.skipIf(!hasPseudoTerminal)('a live run', () => {
  test.each([
    [80, 30],
    [120, 40],
  ])('of %i × %i asks with all that is at stake, and places once the code is typed', async (columns, rows) => {
    const { one, paper } = await opened(columns, rows);
    const asked = await one.until(/Type [0-9a-f]{6} to place them; anything else declines: *$/m);
    expect(asked).toMatch(/LIVE {2}http/);
    expect(asked).toMatch(/account default/);
    expect(asked).toMatch(/3 orders in 3 calls/);
    expect(asked).toMatch(/cmt_btcusdt long +3 +0.03 +1,800.03/);
    expect(asked).toMatch(/largest order: bid-3, open-long 0.01, 600.02/);
    expect(asked).toMatch(/1 warning/);
    expect(paper.orders).toEqual([]);
    one.type(`${codeOf(asked)}\r`);
    expect(await one.ended).toBe(0);
    expect(paper.orders).toHaveLength(3);
    expect(one.isTaken).toBe(false);
    expect(one.history().join('\n')).toMatch(/3 orders: 3 accepted/);
  });

  test('declines at anything else, and sends nothing', async () => {
    const { one, paper } = await opened(80, 30);
    await one.until(/Type [0-9a-f]{6} to place/);
    one.type('yes\r');
    expect(await one.ended).toBe(9);
    expect(paper.orders).toEqual([]);
  });

  test('is paused and goes on by Space, moves by keys, and q stops it after what is in flight', async () => {
    const { one, paper } = await opened(80, 24);
    const code = codeOf(await one.until(/Type [0-9a-f]{6} to place/));
    one.type(`${code}\r`);
    await one.until(/✓ bid-1/);
    one.type(' ');
    await one.until(/paused/);
    const sent = paper.orders.length;
    await new Promise((resolve) => void setTimeout(resolve, 1300));
    expect(paper.orders).toHaveLength(sent);
    one.type('3');
    await one.until(/\[3 calls\]/);
    one.type(' ');
    await one.until(/✓ +2 +single/);
    one.type('q');
    expect(await one.ended).toBe(130);
    expect(paper.orders).toHaveLength(2);
    expect(one.modesAfter()).toMatch(/(?<!-)icanon/);
  });

  test('becomes taller and shorter and is resized below what stood there, and leaves that and its summary', async () => {
    const { one } = await opened(100, 30);
    const code = codeOf(await one.until(/Type [0-9a-f]{6} to place/));
    one.type(`${code}\r`);
    await one.until(/✓ bid-1/);
    one.type(' ');
    await one.until(/paused/);
    const list = heightOf(one.screen().join('\n'));
    one.type('3');
    const calls = await one.until(/\[3 calls\][^]*\n ‖ paused[^]*Space go on/);
    expect(heightOf(calls)).toBeGreaterThan(list);
    one.resize({ columns: 100, rows: 25 });
    await one.until(/^ desk [^]*Space go on/m);
    one.resize({ columns: 110, rows: 40 });
    one.type('1');
    const shown = await one.until((screen) => /\[1 orders\][^]*Space go on/.test(screen) && heightOf(screen) === list);
    expect(shown.match(/elapsed|Space go on/g)).toHaveLength(2);
    expect(one.history()[0]).toBe('before');
    one.signal('SIGTERM');
    expect(await one.ended).toBe(143);
    const left = one.history().join('\n');
    expect(left).toMatch(/^before\n[^]*Type [0-9a-f]{6} to place[^]*3 orders: \d accepted, \d withheld/);
    expect(left).not.toMatch(/elapsed|Space/);
    expect(one.modesAfter()).toMatch(/(?<!-)icanon/);
    expect(one.written.lastIndexOf('\u001b[?25h')).toBeGreaterThan(one.written.lastIndexOf('\u001b[?25l'));
  });
});

test.skipIf(!hasPseudoTerminal)('a new repository of plans on a terminal: what it says is next is done', async () => {
  const at = place();
  closers.push(() => at.remove());
  const ended = async (args: readonly string[]): Promise<string> => {
    const one = new DrivenTerminal(args, at, { columns: 80, rows: 24 });
    closers.push(() => one.close());
    expect(await one.ended).toBe(0);
    return one.history().join('\n');
  };
  const said = await ended(['init', 'desk']);
  expect(said).toMatch(/made 8 files in desk[^]*Next[^]*ordo run plans\/first\.ordo\.yaml --execute/);
  expect(Math.max(...said.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(await ended(['run', 'desk/plans/first.ordo.yaml', '--execute'])).toMatch(/5 orders: 5 accepted/);
});
