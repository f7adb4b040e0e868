/** The screen of a run while it runs: what it shows at every size, what its keys do, and that no text drives it. */
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/event.ts';
import {
  accepted,
  assumptions,
  finished,
  loaded,
  planned,
  prologue,
  rejected,
  sent,
  started,
  twelve,
  unknown,
  withheld,
} from '../support/run-events.ts';
import { HOSTILE, strayControls } from '../support/fake-terminal.ts';
import { crowd, crowded, mount } from '../support/mounted-screen.ts';

const paused: RunEvent = {
  event: 'sending-paused',
  why: 'rate-limit',
  call: 2,
  forMs: 10_000,
  message: '429 too many requests',
};

const SIZES = [
  [80, 24],
  [120, 40],
] as const;

describe.each(SIZES)('at %ix%i', (columns, rows) => {
  test('at the start: head, target, windows, and every order waiting', async () => {
    const { terminal, tell } = mount(columns, rows);
    await tell(...prologue({ target: 'live', exchange: 'https://api-contract.weex.com' }));
    const screen = await terminal.until((text) => text.includes('bail-out'));
    expect(screen).toMatch(/^ btc-breakout {2}generation 1 {4}LIVE {2}api-contract\.weex\.com .*elapsed 0\.\d s$/m);
    expect(screen).toMatch(/^ IP .* 0 of 500 .*500 free/m);
    expect(screen).toMatch(/^ \[1 orders\] +2 picture +3 calls +4 problems$/m);
    expect(screen.match(/^ · .* waiting$/gm)).toHaveLength(12);
  });

  test('mid-run: outcomes, calls in flight and gauges as they are now', async () => {
    const { terminal, clock, tell } = mount(columns, rows);
    await tell(...prologue(), sent(1), sent(2), accepted('entry', 1, 7), rejected('pullback-1', 2, '40015', 'no'));
    await tell({
      event: 'budget-changed',
      ip: { used: 7, limit: 500, freesInMs: 9000 },
      uid: { used: 15, limit: 500 },
      inFlight: 1,
    });
    await clock.advance(2000);
    const screen = await terminal.until((text) => text.includes('all free in 6.9 s'));
    expect(screen).toMatch(/^ ✓ entry .*596471064624628007/m);
    expect(screen).toMatch(/^ ✗ pullback-1 .*rejected 40015 no/m);
    expect(screen).toMatch(/^ → pullback-2 .*sending, call 2/m);
    expect(screen).toMatch(/ 2 of 12 /);
    // What was rejected stands first, then what is in flight.
    expect([...screen.matchAll(/^ ([✗→✓]) /gm)].map(([, sign]) => sign).join('')).toMatch(/^✗→+✓$/);
  });

  test('paused: why, and for how long still', async () => {
    const { terminal, clock, tell } = mount(columns, rows);
    await tell(...prologue(), sent(2), paused);
    await clock.advance(4000);
    expect(await terminal.until((text) => / in (6\.0|5\.[89]) s: 429/.test(text))).toMatch(
      /^ ‖ paused .*call 2 refused by the rate limit/m,
    );
    await tell(sent(2));
    await terminal.until((text) => !text.includes('paused'));
  });
});

test('the keys move through a long plan, and f follows again', async () => {
  const { terminal, tell } = mount();
  await tell(...crowded, sent(1), ...crowd.slice(0, 30).map(({ id }, at) => accepted(id, 1, at)));
  await terminal.until((text) => text.includes('order-30 ') && text.includes('following'));
  for (const [keys, shown] of [
    ['\u001b[H', '>→ order-31 '],
    ['\u001b[F', '>✓ order-30 '],
    ['\u001b[A', '>✓ order-29 '],
    ['\u001b[5~', '>✓ order-17 '],
    ['j', '>✓ order-18 '],
    ['f', 'following'],
  ] as const) {
    terminal.press(keys);
    expect(await terminal.until((text) => text.includes(shown))).toContain(shown);
  }
});

test('without a terminal to type at, it shows all the same and offers no keys', async () => {
  const { terminal, tell } = mount(80, 24, { keyboard: false });
  await tell(...crowded, sent(1));
  expect(await terminal.until((text) => text.includes('order-1 '))).not.toContain('help');
  expect(terminal.rawMode).toBe(false);
});

test('a resize is drawn at once, and leaves nothing of the old frame in view', async () => {
  const { terminal, tell } = mount(120, 40);
  await tell(...crowded, sent(1));
  await terminal.until((text) => text.includes('order-1 '));
  for (const [columns, rows] of [
    [80, 24],
    [60, 12],
    [120, 40],
  ] as const) {
    terminal.resize(columns, rows);
    const screen = await terminal.until((text) => / elapsed .{5,8}$/m.test(text) && text.includes(' 0 of 60 '));
    expect(screen.split('\n')).toHaveLength(rows);
    expect(screen.match(/elapsed/g)).toHaveLength(1);
    expect(screen.match(/ 0 of 60 /g)).toHaveLength(1);
  }
});

test('a frame shorter than the terminal leaves nothing behind where a narrower terminal wraps its lines', async () => {
  const { terminal, tell } = mount(120, 40);
  await tell(...prologue(), sent(1));
  await terminal.until((text) => text.includes('bail-out'));
  terminal.resize(60, 40);
  const screen = await terminal.until((text) => / elapsed .{5,8}$/m.test(text) && text.includes(' 0 of 12 '));
  expect(screen.match(/btc-breakout|elapsed| 0 of 12 /g)).toHaveLength(3);
});

test('a burst of events is few frames', async () => {
  const { terminal, clock, screen, tell } = mount();
  await tell(...crowded, sent(1));
  await terminal.until((text) => text.includes('order-1 '));
  const frames = (): number => terminal.raw.split('\u001b[?2026h').length;
  const before = frames();
  for (const { id } of crowd) screen.sink(accepted(id, 1, 1));
  await clock.advance(1000);
  await terminal.until((text) => text.includes('60 of 60'));
  expect(frames() - before).toBeLessThanOrEqual(11);
});

describe('hostile text', () => {
  test.each(HOSTILE.map((text) => [JSON.stringify(text), text] as const))('%s', async (_, text) => {
    const { terminal, screen, tell } = mount(120, 40);
    const orders = [
      { ...(twelve[0] as (typeof twelve)[number]), id: text, symbol: text, price: text },
      ...twelve.slice(1),
    ];
    await tell(
      loaded(12, text),
      started(orders, { planFile: text, description: text, exchange: text }),
      assumptions,
      planned(1, 'batch', orders),
    );
    await tell(
      sent(1),
      rejected(text, 1, text, text),
      accepted('pullback-1', 1, 1),
      unknown('pullback-2', 1, text),
      withheld('pullback-3', 'stopped', text),
    );
    const shown = await terminal.until((seen) => seen.includes('1 UNKNOWN'));
    expect(shown.split('\n').filter((row) => /^ [✓✗?–→·] /.test(row))).toHaveLength(12);
    expect(shown).toMatch(/^ ✓ pullback-1 .*596471064624628001/m);
    expect(shown).toMatch(/^ → bail-out .*sending/m);
    for (const event of [
      { event: 'note', message: text },
      { event: 'run-stopping', why: text, inFlight: 1 },
    ] as const)
      await tell(event);
    await tell(finished({ exitCode: 7 }));
    await screen.finish();
    expect(strayControls(terminal.raw)).toEqual([]);
    expect([terminal.title, terminal.bells]).toEqual([undefined, 0]);
    expect(stripVTControlCharacters(terminal.raw)).not.toContain('\r✓');
  });
});
