/** The watch on a real pseudo-terminal: started, saved under, driven by keys, resized, and ended in every way. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bids, place } from '../../proofs/support/ordo.ts';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { hasPseudoTerminal, type Size } from '../support/pseudo-terminal.ts';
import { inTurns } from '../support/turns.ts';

let at: ReturnType<typeof place>;
let terminal: DrivenTerminal | undefined;
let paper: PaperExchange | undefined;
beforeEach(() => {
  at = place();
  at.write('plan.yaml', bids('watched', 2));
});
afterEach(async () => {
  terminal?.close();
  await paper?.close();
  [terminal, paper] = [undefined, undefined];
  at.remove();
});

const open = (args: readonly string[], size: Size, variables: Readonly<Record<string, string>> = {}): DrivenTerminal =>
  (terminal = new DrivenTerminal(['run', 'plan.yaml', '--watch', ...args], at, size, variables));
const save = (text: string): void => void at.write('plan.yaml', text);
const small: Size = { columns: 80, rows: 24 };

/** As it was: the first screen with what stood on it, line mode, echo and the cursor. */
function expectGivenBack(one: DrivenTerminal): void {
  expect(one.isTaken).toBe(false);
  expect(one.history()[0]).toBe('before');
  expect(one.modesAfter()).toMatch(/(?<!-)icanon/);
  expect(one.modesAfter()).toMatch(/(?<!-)\becho\b/);
  expect(one.written.lastIndexOf('\u001b[?25h')).toBeGreaterThan(one.written.lastIndexOf('\u001b[?25l'));
}

const rowsOf = (text: string): string[] => text.split('\n').filter((row) => row !== '');

async function connected(latencyMs: number): Promise<PaperExchange> {
  paper = await startPaperExchange({ latencyMs });
  Object.assign(at.env, {
    ORDO_BASE_URL: paper.origin,
    ORDO_API_KEY: 'paper',
    ORDO_API_SECRET: 'paper',
    ORDO_API_PASSPHRASE: 'paper',
  });
  at.write(
    'instruments.json',
    JSON.stringify({
      asOf: '2026-11-21T08:00:00Z',
      source: 'here',
      instruments: { cmt_btcusdt: { tick: '0.1', step: '0.0001', minSize: '0.0001', maxSize: '1200' } },
    }),
  );
  at.write('ordo.config.yaml', 'version: 1\n');
  return paper;
}

/** A code is taken once the account is read. */
const READ = /type the first 6 .*account default, checked/;

const shownCode = (screen: string): string => /approval ([0-9a-f]{8})/.exec(screen)?.[1] ?? '';

/** Key by key: what comes at once is a paste, and Enter in a paste is no Enter. */
async function typed(one: DrivenTerminal, text: string): Promise<void> {
  one.type(text);
  await one.until((screen) => screen.includes(`${text}_`));
}

describe.skipIf(!hasPseudoTerminal)('a watch on its screen', () => {
  test.each([
    [80, 24],
    [120, 40],
  ])('of %i × %i shows saves, views, one order whole, and goes without a trace', async (columns, rows) => {
    const one = open([], { columns, rows });
    await one.until(/\[1 orders\][^]*bid-1/);
    expect(one.isTaken).toBe(true);

    save(bids('watched', 3).replace('60000', '60300'));
    await one.until(/60000 → 60300 +\+0\.50 %[^]*bid-3[^]*this save: 1 added, 1 price/);

    save(bids('watched', 3).replace('60000', '60300x'));
    await one.until(/4 problems 1[^]*60300x/);
    // The last good plan stays.
    await one.until(/bid-3 .*\n/);
    one.type('4');
    await one.until(/\[4 problems 1\][^]*\^\^\^/);
    save(bids('watched', 3).replace('60000', '60200'));
    await one.until((screen) => !screen.includes('60300x'));

    one.type('2');
    await one.until(/\[2 picture\][^]*Exposure[^]*price \|/);
    one.type('\t');
    await one.until(/\[3 calls\][^]*batch/);
    one.type('1');
    await one.until(/\[1 orders\]/);
    one.type('/');
    await one.until(/\/_/);
    one.type('bid-2');
    await one.until((screen) => screen.includes('bid-2') && !/bid-[13] +open/.test(screen));
    one.type('\r');
    one.type('\u001b[B');
    one.type('\r');
    await one.until(/plan\.yaml:\d+/);
    one.type('\u001b[F');
    await one.until(/client_oid/);
    one.type('q');
    expect(await one.ended).toBe(0);
    expectGivenBack(one);
  });

  test('fits every size that it is given, and stays whole', async () => {
    save(bids('watched', 60));
    const one = open([], small);
    await one.until(/bid-1 /);
    for (const size of [{ columns: 40, rows: 12 }, { columns: 200, rows: 50 }, { columns: 60, rows: 6 }, small]) {
      one.resize(size);
      // Drawn anew for that size: no row is longer, and all but what the screen leaves free are there.
      await one.until((text) => {
        const rows = rowsOf(text);
        return rows.length >= size.rows - 4 && rows.every((row) => row.length <= size.columns) && /watched/.test(text);
      });
    }
    await one.until(/watched {2}generation 1[^]*\[1 orders\]/);
    one.type('\u0003');
    expect(await one.ended).toBe(130);
    expectGivenBack(one);
  });

  test('of a plan that is broken from the start says whose, and shows it once it is mended', async () => {
    save(bids('watched', 2).replace('60000', '60000x'));
    const one = open([], small);
    await one.until(/^ plan\.yaml[^]*60000x[^]*this save: 1 error/);
    save(bids('watched', 2));
    await one.until(/^ watched {2}generation 1[^]*bid-1/);
    one.type('q');
    expect(await one.ended).toBe(0);
  });

  const signals = [
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 143],
  ] as const;
  test.each(inTurns(signals, 3))('gives the terminal back on %s', async (name, code) => {
    const one = open(['--execute'], small);
    await one.until(/2 accepted/);
    one.signal(name);
    expect(await one.ended).toBe(code);
    expectGivenBack(one);
  });

  test('gives the terminal back on a signal that nobody awaits', async () => {
    const one = open([], small);
    await one.until(/\[1 orders\]/);
    one.type('2');
    await one.until(/\[2 picture\]/);
    one.signal('SIGUSR2');
    expect(await one.ended).toBe(140);
    expectGivenBack(one);
  });

  test('is the same without colour', async () => {
    const one = open([], small, { NO_COLOR: '1' });
    await one.until(/\[1 orders\][^]*bid-1/);
    one.type('q');
    expect(await one.ended).toBe(0);
    // oxlint-disable-next-line no-control-regex -- colour is a control sequence
    expect(one.written).not.toMatch(/\u001b\[[0-9;]*m/);
  });

  test('on paper places each save by itself, tells fills, and keeps what is paused', async () => {
    save(bids('watched', 1).replace('price: 60000', 'price: market, reference: 64000'));
    const one = open(['--execute', '--seed', '3'], small);
    await one.until(/✓ bid-1 .*filled at 640/);
    one.type(' ');
    await one.until(/paused/);
    save(bids('watched', 2).replace('price: 60000', 'price: market, reference: 64000'));
    await one.until(/\+ bid-2/);
    await new Promise((resolve) => void setTimeout(resolve, 900));
    await one.until(/\+ bid-2/);
    one.type(' ');
    await one.until(/✓ bid-2/);
    one.type('2');
    await one.until(/position +long .*plan/);
    one.type('q');
    expect(await one.ended).toBe(0);
  });
});

describe.skipIf(!hasPseudoTerminal)('a live watch', () => {
  const live = ['--execute', '--live'];

  test('sends nothing before its code is typed, and then that, once; a save in the middle waits', async () => {
    const exchange = await connected(600);
    const one = open(live, { columns: 100, rows: 30 });
    const code = shownCode(await one.until(/approval [0-9a-f]{8}/));
    one.type('p');
    await one.until(READ);
    one.type('00000');
    await one.until(/00000_/);
    one.type('\r');
    await one.until(/not enough/);
    one.type('\u001b');
    await one.until((screen) => !screen.includes('type the first 6'));
    expect(exchange.orders).toEqual([]);

    one.type('p');
    await one.until(READ);
    await typed(one, code.slice(0, 6));
    one.type('\r');
    await one.until(/→ bid-1/);
    save(bids('watched', 3));
    const next = shownCode(await one.until(/✓ bid-1[^]*✓ bid-2[^]*\+ bid-3/).then(() => one.until(/approval/)));
    expect(exchange.orders.map(({ size }) => size)).toHaveLength(2);
    expect(next).not.toBe(code);

    // The code that was typed before is not the one that is shown.
    one.type('p');
    await one.until(READ);
    await typed(one, code.slice(0, 6));
    one.type('\r');
    await one.until(/not the code/);
    expect(exchange.orders).toHaveLength(2);
    one.type('\u001b');
    await one.until((screen) => !screen.includes('type the first 6'));
    one.type('q');
    expect(await one.ended).toBe(0);
    expect(exchange.orders).toHaveLength(2);
    expectGivenBack(one);
  });

  test('awaits what is in flight at Ctrl-C, and leaves the account to others', async () => {
    const exchange = await connected(600);
    const one = open([...live, '--only', 'bid-1'], { columns: 100, rows: 30 });
    const code = shownCode(await one.until(/approval [0-9a-f]{8}/));
    one.type('p');
    await one.until(READ);
    await typed(one, code.slice(0, 6));
    one.type('\r');
    await one.until(/→ bid-1/);
    one.type('\u0003');
    expect(await one.ended).toBe(130);
    expect(exchange.orders).toHaveLength(1);
    expectGivenBack(one);
    expect(one.history().join('\n')).toContain('1 accepted');
  });

  test('that lacks its keys says so where it stands, and goes on', async () => {
    const exchange = await connected(0);
    delete at.env['ORDO_API_SECRET'];
    const one = open(live, { columns: 100, rows: 30 });
    await one.until(/approval [0-9a-f]{8}/);
    one.type('p');
    await one.until(/nothing was sent: .*ORDO_API_SECRET[^]*p place 2 new/);
    one.type('4');
    await one.until(/ORDO_API_PASSPHRASE, or name an exchange.keysCommand/);
    one.type('q');
    expect(await one.ended).toBe(0);
    expect(exchange.orders).toEqual([]);
  });
});
