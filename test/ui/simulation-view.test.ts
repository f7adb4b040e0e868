/** The fifth view of a watch: what becomes of the orders on given prices, and what a save changed of it. */
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/event.ts';
import type { Simulated } from '../../src/model/simulated.ts';
import { widthOf } from '../../src/report/text/columns.ts';
import { HOSTILE as TEXTS, strayControls } from '../support/fake-terminal.ts';
import { strike, watch } from '../support/mounted-screen.ts';
import { candles, compiled, simulated } from '../support/simulated.ts';
import { simulatedOf } from '../support/simulated-sheets.ts';
import { twelve } from '../support/run-events.ts';
import { broken, save, SAVED_MS, watching } from '../support/watch-events.ts';

const HOSTILE = TEXTS.join(' ');

const plan = (stop: number): string => `version: 1
name: scalp
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.1, price: 63900, stopLoss: ${stop}, takeProfit: 64400 }
`;
const prices = {
  candles: [
    candles([
      [64000, 64120, 63850, 64010],
      [64010, 64450, 63550, 64050],
    ]),
  ],
};
const on = (stop: number): Simulated => simulated(compiled(plan(stop)), { prices });
const stated = (is: Simulated, savedAtMs = SAVED_MS): RunEvent => ({
  event: 'simulation-stated',
  savedAtMs,
  is: 'done',
  simulated: is,
  notes: [],
});
const running: RunEvent = { event: 'simulation-stated', savedAtMs: SAVED_MS, is: 'running' };

describe.each([
  [40, 30],
  [80, 30],
  [120, 40],
])('at %ix%i', (columns, rows) => {
  test('figures with the change, whatever the width', async () => {
    const { terminal, tell } = watch(columns, rows);
    await tell(...save(twelve), watching('following'), running);
    await strike(terminal, '5');
    await terminal.until((text) => text.includes('simulating this save'));
    await tell(stated(on(63600)), running, stated(on(63500)));
    const screen = await terminal.until((text) => text.includes('→'));
    expect(screen.split('\n').filter((row) => widthOf(row) > columns)).toEqual([]);
    expect(screen).toMatch(/-36\.38 → 43\.56/);
    expect(screen).toContain('2 candles of 1 h');
    expect(screen.replaceAll(/\s+/g, ' ')).toMatch(/stop or target → 00:00, closed 01:00: target/);
  });

  test('hostile texts do nothing to the terminal', async () => {
    const { terminal, tell } = watch(columns, rows);
    const failed = { event: 'simulation-stated', savedAtMs: SAVED_MS, is: 'failed', why: HOSTILE } as const;
    await tell(
      ...save(twelve),
      watching('following'),
      stated(simulatedOf('before')),
      stated(simulatedOf(HOSTILE)),
      failed,
    );
    await strike(terminal, '5');
    const screen = await terminal.until((text) => text.includes('could not be simulated'));
    expect(screen.split('\n').filter((row) => widthOf(row) > columns)).toEqual([]);
    expect(strayControls(terminal.raw)).toEqual([]);
  });
});

test('a broken save leaves the figures of the last good one, with their age', async () => {
  const { terminal, tell } = watch(80, 30);
  await tell(...save(twelve), stated(on(63600)), watching('following'));
  await strike(terminal, '5');
  await tell(...broken());
  const screen = await terminal.until((text) => text.includes('has errors (4)'));
  expect(screen).toMatch(/this save is not simulated: it has errors \(4\); these are figures of .* ago/);
  expect(screen).toMatch(/result +-36\.38 +43\.56/);
});

test('without prices there is no fifth view', async () => {
  const { terminal, tell } = watch();
  await tell(...save(twelve), watching('following'));
  await strike(terminal, '5');
  const screen = await terminal.until((text) => text.includes('[1 orders]'));
  expect(screen).not.toContain('simulation');
});
