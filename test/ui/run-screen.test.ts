import { stripVTControlCharacters } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import type { OrderHeadline, RunEvent } from '../../src/model/event.ts';
import { disarmed } from '../../src/report/text/edge.ts';
import { FRAME_MS, mountRunScreen, type RunScreen } from '../../src/ui/run-screen.tsx';
import {
  accepted,
  assumptions,
  execution,
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
import { FakeTerminal, HOSTILE, ManualClock, strayControls } from '../support/fake-terminal.ts';

/** How far apart two frames are at most. */

interface Mounted {
  readonly terminal: FakeTerminal;
  readonly clock: ManualClock;
  readonly screen: RunScreen;
  readonly interrupts: () => number;
  /** Tells the events and lets a frame pass. */
  readonly tell: (...events: RunEvent[]) => Promise<void>;
}

let open: RunScreen | undefined;
afterEach(async () => {
  await open?.finish();
  open = undefined;
});

function mount(columns = 80, rows = 24, keyboard = true): Mounted {
  const terminal = new FakeTerminal(columns, rows, keyboard);
  const clock = new ManualClock();
  let interrupted = 0;
  const { stdout, stderr, stdin } = terminal;
  const onInterrupt = (): number => (interrupted += 1);
  const screen = mountRunScreen({ stdout, stderr, stdin, clock, color: true, edge: disarmed, onInterrupt });
  open = screen;
  const tell = async (...events: RunEvent[]): Promise<void> => {
    for (const event of events) screen.sink(event);
    await clock.advance(FRAME_MS);
  };
  return { terminal, clock, screen, interrupts: () => interrupted, tell };
}

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
    expect(screen).toMatch(/^btc-breakout {2}generation 1 .*elapsed 0\.\d s$/m);
    expect(screen).toMatch(/^ LIVE {3}https:\/\/api-contract\.weex\.com .*12 orders, call 0 of 3$/m);
    expect(screen).toMatch(/^IP weight .* 0 of 500 per 10 s$/m);
    expect(screen.match(/^· waiting /gm)).toHaveLength(12);
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
    const screen = await terminal.until((text) => text.includes('frees in 6.9 s'));
    expect(screen).toMatch(/^✓ accepted {2}entry .*596471064624628007/m);
    expect(screen).toMatch(/^✗ rejected {2}pullback-1 .*40015 no/m);
    expect(screen).toMatch(/^→ sending {3}pullback-2 /m);
    expect(screen).toMatch(/^in flight {2}1 of 8 {3}call 2 batch of 10 2\.\d s/m);
    expect(screen).toMatch(/2 of 12/);
  });

  test('paused: why, and for how long still', async () => {
    const { terminal, clock, tell } = mount(columns, rows);
    await tell(...prologue(), sent(2), paused);
    await clock.advance(4000);
    expect(await terminal.until((text) => / in (6\.0|5\.[89]) s: 429/.test(text))).toMatch(
      /^‖ paused .*call 2 refused by the rate limit/m,
    );
    await tell(sent(2));
    await terminal.until((text) => !text.includes('paused'));
  });
});

describe.each(SIZES)('when it ends, at %ix%i', (columns, rows) => {
  test('after Ctrl-C: the caller hears it, and the screen says that it stops', async () => {
    const { terminal, interrupts, tell } = mount(columns, rows);
    await tell(...prologue(), sent(1));
    await terminal.until((text) => text.includes('→ sending'));
    terminal.press('\u0003');
    for (let turn = 0; turn < 1000 && interrupts() === 0; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(interrupts()).toBe(1);
    expect(await terminal.until((text) => text.includes('stopping…'))).toMatch(
      /^■ stopping….*waiting for 1 call in flight/m,
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

/** A batch of many orders. */
const crowd = Array.from({ length: 60 }, (_, at) => ({
  ...(twelve[1] as (typeof twelve)[number]),
  id: `order-${at + 1}`,
}));
const crowded = [loaded(60), started(crowd), planned(1, 'batch', crowd)];

test('the keys scroll a long plan, and f follows again', async () => {
  const { terminal, tell } = mount();
  await tell(...crowded, sent(1), ...crowd.slice(0, 30).map(({ id }, at) => accepted(id, 1, at)));
  await terminal.until((text) => text.includes('order-30 ') && text.includes('following'));
  for (const [keys, shown] of [
    ['\u001b[5~\u001b[5~\u001b[5~', 'order-1 '],
    ['\u001b[B', 'order-13 '],
    ['\u001b[6~', 'order-24 '],
    ['f', 'following'],
  ] as const) {
    terminal.press(keys);
    expect(await terminal.until((text) => text.includes(shown))).toContain(shown);
  }
});

test('without a terminal to type at, it shows all the same and offers no keys', async () => {
  const { terminal, tell } = mount(80, 24, false);
  await tell(...crowded, sent(1));
  expect(await terminal.until((text) => text.includes('order-1 '))).not.toContain('PgUp');
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

test('at the end at most twenty problem orders are told in full, then how many more', async () => {
  const { terminal, screen, tell } = mount();
  await tell(...crowded, sent(1), ...crowd.map(({ id }) => rejected(id, 1, '40015', 'no')), finished({ exitCode: 6 }));
  await screen.finish();
  const rows = await terminal.history();
  const end = rows.slice(rows.findIndex((row) => row.startsWith('60 orders: ')));
  expect(end.filter((row) => row.startsWith('✗ rejected'))).toHaveLength(20);
  expect(end).toContain('  … and 40 more');
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

  test('of an earlier run too', async () => {
    const { terminal, screen, tell } = mount(columns, rows);
    await tell(loaded(60), started(crowd));
    for (const [at, { id }] of crowd.entries()) {
      const outcome = { ...withheld(id, 'already-accepted'), orderId: idOf(at) } as RunEvent;
      await tell(outcome);
    }
    await tell(finished());
    await screen.finish();
    const text = (await terminal.history()).join(' ').replaceAll(/ +/g, ' ');
    for (const at of crowd.keys()) expect(text.replaceAll(' ', '')).toContain(`(order${idOf(at)})`);
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
    const shown = await terminal.until((seen) => seen.includes('UNKNOWN'));
    expect(
      shown
        .split('\n')
        .filter(
          (row) => /^[✓✗?–→·] /.test(row) && /^. (accepted|rejected|UNKNOWN|withheld|sending|waiting) /.test(row),
        ),
    ).toHaveLength(12);
    expect(shown).toMatch(/^✓ accepted {2}pullback-1 .*596471064624628001/m);
    expect(shown).toMatch(/^→ sending .*bail-out/m);
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
