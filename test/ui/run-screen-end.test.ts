/** The screen of a run at its end: the terminal is given back, and what became of every order stays on it. */
import { describe, expect, test } from 'vitest';
import type { OrderHeadline, RunEvent } from '../../src/model/event.ts';
import {
  accepted,
  execution,
  finished,
  loaded,
  planned,
  prologue,
  rejected,
  sent,
  started,
  twelve,
  withheld,
} from '../support/run-events.ts';
import { crowd, crowded, mount } from '../support/mounted-screen.ts';

const SIZES = [
  [80, 24],
  [120, 40],
] as const;

describe.each(SIZES)('when it ends, at %ix%i', (columns, rows) => {
  test('after Ctrl-C: the caller hears it, and the screen says that it stops', async () => {
    const { terminal, wishes, tell } = mount(columns, rows);
    await tell(...prologue(), sent(1));
    await terminal.until((text) => text.includes('sending, call 1'));
    terminal.press('\u0003');
    for (let turn = 0; turn < 1000 && wishes.length === 0; turn++)
      await new Promise((resolve) => setImmediate(resolve));
    expect(wishes).toEqual([{ kind: 'interrupt' }]);
    expect(await terminal.until((text) => text.includes('stopping…'))).toMatch(
      /^ ■ stopping….*waiting for 1 call in flight/m,
    );
  });

  test('finished: the summary stands in place of the screen, and the terminal is as it was', async () => {
    const { terminal, clock, screen, tell } = mount(columns, rows);
    await terminal.write('$ ordo run plan.yaml --execute\n');
    await tell(...execution());
    await screen.finish();
    const rowsLeft = await terminal.history();
    expect(rowsLeft[0]).toBe('$ ordo run plan.yaml --execute');
    const verdicts = rowsLeft.filter((row) => row.startsWith('12 orders: '));
    expect(verdicts).toEqual(['12 orders: 8 accepted, 2 rejected, 1 withheld, 1 UNKNOWN (2 calls, 20.8 s)']);
    expect(rowsLeft.some((row) => row.includes('elapsed') || row.includes('in flight') || row.includes('Ctrl-C'))).toBe(
      false,
    );
    expect(rowsLeft.at(-1)).toBe('    ordo run plan.yaml --execute');
    expect(terminal.rawMode).toBe(false);
    expect(terminal.raw.lastIndexOf('\u001b[?25h')).toBeGreaterThan(terminal.raw.lastIndexOf('\u001b[?25l'));
    expect(clock.sleeping).toBe(0);
  });
});

test('at the end at most twenty problem orders are told in full, then how many more', async () => {
  const { terminal, screen, tell } = mount();
  const each = crowd.map(({ id }) => rejected(id, 1, '40015', `no ${id}`));
  await tell(...crowded, sent(1), ...each, finished({ exitCode: 6 }));
  await screen.finish();
  const rows = await terminal.history();
  const end = rows.slice(rows.findIndex((row) => row.startsWith('60 orders: ')));
  expect(end.filter((row) => row.startsWith('✗ rejected'))).toHaveLength(20);
  expect(end).toContain('  … and 40 more rejected');
  expect(rows.filter((row) => row.startsWith('✗ rejected'))).toHaveLength(80);
});

/** What is left on the terminal of each order: its id, then its order id on the same row or the next. */
function left(rows: readonly string[], sign: string): string[] {
  return rows.flatMap((row, at) => {
    const [, id = ''] = new RegExp(`^${sign} +(\\S+)`).exec(row) ?? [];
    if (id === '') return [];
    const orderId = /\b\d{18}\b/.exec(row) ?? /^ +(\d{18})$/.exec(rows[at + 1] ?? '');
    return [`${id} ${orderId?.[0].trim() ?? 'nowhere'}`];
  });
}

const idOf = (at: number): string => `5964710646246280${String(at).padStart(2, '0')}`;

describe.each([
  [80, 24],
  [40, 24],
  [36, 24],
  [80, 5],
  [40, 5],
  [200, 60],
])('a run that ended at %ix%i leaves every outcome with its order id', (columns, rows) => {
  test('of sixty orders', async () => {
    const { terminal, screen, tell } = mount(columns, rows);
    await tell(...crowded, sent(1), ...crowd.map(({ id }, at) => accepted(id, 1, at)), finished());
    await screen.finish();
    const told = await terminal.history();
    expect(left(told, '✓ accepted')).toEqual(crowd.map(({ id }, at) => `${id} ${idOf(at)}`));
    // One line an order wherever there is room for both.
    if (columns >= 80) expect(told.filter((row) => /^ +\d{18}$/.test(row))).toEqual([]);
  });

  test('whose ids are long', async () => {
    const long = Array.from({ length: 3 }, (_, at) => ({
      ...(twelve[1] as OrderHeadline),
      id: `a-very-long-id-that-needs-its-own-line-${at}`,
    }));
    const { terminal, screen, tell } = mount(columns, rows);
    await tell(loaded(3), started(long), planned(1, 'batch', long), sent(1));
    await tell(...long.map(({ id }, at) => accepted(id, 1, at)), finished());
    await screen.finish();
    const text = (await terminal.history()).join('\n').replaceAll(/\n */g, '');
    for (const [at, { id }] of long.entries()) {
      expect(text).toContain(id);
      expect(text).toContain(idOf(at));
    }
  });

  test('but those of an earlier run, which are one count', async () => {
    const { terminal, screen, tell } = mount(columns, rows);
    await tell(loaded(60), started(crowd));
    for (const [at, { id }] of crowd.entries()) {
      const outcome = { ...withheld(id, 'already-accepted'), orderId: idOf(at) } as RunEvent;
      await tell(outcome);
    }
    await tell(finished());
    await screen.finish();
    const text = (await terminal.history()).join('\n');
    expect(text).toContain('\n60 accepted before, unchanged');
    expect(text).not.toMatch(/withheld|Next/);
  });
});

test('a screen that ends without the end of the run claims no outcome', async () => {
  const { terminal, screen, tell } = mount();
  await tell(...prologue(), sent(1));
  await screen.finish();
  expect(await terminal.history()).toContain('12 orders: 12 without an outcome');
  await screen.finish();
  expect((await terminal.history()).filter((row) => row.startsWith('12 orders'))).toHaveLength(1);
});

test('a fault in drawing stops neither the run nor Ctrl-C, and is told once the terminal is given back', async () => {
  let isBroken = false;
  const edge = (text: string): string => {
    if (isBroken) throw new Error('no such column');
    return text;
  };
  const { terminal, wishes, screen, tell } = mount(80, 24, { edge });
  await tell(...prologue());
  await terminal.until((text) => text.includes('bail-out'));
  isBroken = true;
  await tell(sent(1));
  terminal.press('\u0003');
  for (let turn = 0; turn < 1000 && wishes.length === 0; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(wishes).toEqual([{ kind: 'interrupt' }]);
  isBroken = false;
  await tell(accepted('entry', 1, 1));
  await terminal.until((text) => text.includes('✓ entry'));
  await expect(screen.finish()).rejects.toThrow('no such column');
  expect(terminal.rawMode).toBe(false);
  expect((await terminal.history()).some((row) => row.startsWith('12 orders: '))).toBe(true);
});
