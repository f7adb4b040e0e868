/** The screen of a watch on a terminal: it takes the whole of it, stays, and gives it back as it was. */
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { OrderHeadline, RunEvent } from '../../src/model/event.ts';
import { widthOf } from '../../src/report/text/columns.ts';
import { HOSTILE, strayControls } from '../support/fake-terminal.ts';
import { strike, watch, type Mounted } from '../support/mounted-screen.ts';
import { clientOid, twelve } from '../support/run-events.ts';
import {
  broken,
  changed,
  CODE,
  dryRunOf,
  fine,
  isNew,
  placing,
  save,
  SAVED_MS,
  stands,
  watching,
} from '../support/watch-events.ts';

const edited = twelve.map((order): OrderHeadline => (order.id === 'entry' ? { ...order, price: '64100' } : order));
const price = changed({
  added: ['pullback-9'],
  changed: [{ id: 'entry', fields: { price: ['64000', '64100'] } }],
  weight: { ip: [9, 11], uid: [20, 25] },
});

/** The journal has all but the last three, and an order that the plan no longer has. */
const states = [
  ...edited.slice(0, 9).map((order, at) => stands(order, at)),
  ...edited.slice(9).map(isNew),
  { event: 'order-state', id: 'probe', state: 'removed', stands: 'accepted', orderId: '719288599253615444' },
] as const;

const second: RunEvent[] = [
  watching('reading'),
  price,
  ...dryRunOf(edited, [
    { ...stands(edited[0] as OrderHeadline, 0), state: 'edited', withheld: 'edited-after-send' },
    { ...stands(edited[1] as OrderHeadline, 1), state: 'unknown', withheld: 'unresolved' },
    ...states.slice(2),
  ]),
  fine,
  watching('following', SAVED_MS, CODE),
];

describe.each([
  [40, 20],
  [80, 24],
  [120, 40],
  [200, 50],
])('at %ix%i', (columns, rows) => {
  test('unknown first, then what is gone from the plan, then by plan, each with what the save changed', async () => {
    const { terminal, tell } = watch(columns, rows);
    await tell(...save(twelve), ...second);
    const screen = await terminal.until((text) => text.includes('approval 62a81732'));
    const lines = screen.split('\n');
    expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
    const signs = lines.flatMap((line) => /^ ([?~+✓-]) /.exec(line)?.[1] ?? []).join('');
    expect(signs).toMatch(columns === 40 ? /^\?-~✓+/ : /^\?-~✓{7}\+{3}$/);
    expect(screen).toMatch(/\bLIVE\b/);
    if (columns < 80) return;
    expect(screen).toMatch(/^ ~ entry .*64000 → 64100 .*edited/m);
    expect(screen).toMatch(/^ - probe .*removed, still live/m);
    expect(screen).toMatch(/this save: 1 added, 1 price · notional 28,090 → [\d,]+/);
    expect(screen).toContain('p place 3 new');
    if (columns >= 120) expect(screen).toContain('+0.16 %');
  });

  test('an edited order that was filled is not said to stand', async () => {
    const { terminal, tell } = watch(columns, rows);
    const filled = { ...stands(edited[0] as OrderHeadline, 0), state: 'edited', stands: 'filled' } as const;
    await tell(...save(twelve), watching('reading'), price, ...dryRunOf(edited, [filled, ...states.slice(1)]), fine);
    const screen = await terminal.until((text) => text.includes('~ '));
    expect(screen).not.toContain('open as');
    if (columns >= 120) expect(screen).toMatch(/^ ~ entry .*edited.* filled as 596/m);
  });

  test('a broken save stands over the last good plan, and goes with the next good one', async () => {
    const { terminal, tell } = watch(columns, rows);
    await tell(...save(twelve), ...broken());
    const screen = await terminal.until((text) => text.includes('this save: 1 error'));
    expect(screen).toMatch(/^ error\[order\/off-tick\]/m);
    expect(screen).toMatch(/^ \+ (entry|ent…) /m);
    expect(screen).not.toContain('approval');
    await tell(...save(edited, changed({})));
    await terminal.until((text) => !text.includes('off-tick') && text.includes('approval'));
  });

  test('every view fits', async () => {
    const { terminal, tell } = watch(columns, rows);
    await tell(...save(twelve), ...second, ...placing(edited));
    for (const [keys, shown] of [
      [['2'], /Exposure/],
      [['3'], /\[3/],
      [['4'], /no problems/],
      [['1', '\u001b[B', '\r'], /state /],
      [['\r', '?'], /Keys/],
    ] as const) {
      await strike(terminal, ...keys);
      const screen = await terminal.until((text) => shown.test(text));
      expect(screen.split('\n').filter((line) => widthOf(line) > columns)).toEqual([]);
      expect(screen.split('\n')[0]).toMatch(/btc-breakout/);
    }
  });
});

test('answers, rule and body outlive the dry run that follows a placing', async () => {
  const { terminal, tell } = watch(100, 60);
  await tell(...save(twelve), ...placing());
  const screen = await terminal.until((text) => text.includes('rejected 40754 balance not enough'));
  expect(screen).toMatch(/placed: .*2 accepted, 1 rejected/);
  await strike(terminal, '\u001b[H', '\r');
  const detail = await terminal.until((text) => text.includes('decided by'));
  expect(detail).toMatch(/rule entry-refused/);
  expect(detail).toContain(`"client_oid":"${clientOid('hedge')}"`);
  expect(detail).not.toContain(clientOid('bail-out'));
});

test('on paper fills stand on their rows, the position beside the plan, and that it predicts nothing', async () => {
  const paper = { target: 'paper', exchange: 'the embedded paper exchange' } as const;
  const { terminal, tell } = watch(100, 30);
  await tell(
    ...dryRunOf(
      twelve,
      twelve.map((order, at) => stands(order, at)),
      paper,
    ),
    watching('following'),
  );
  await tell(
    {
      event: 'order-filled',
      clientOid: clientOid('entry'),
      symbol: 'cmt_btcusdt',
      side: 'open-long',
      size: '0.01',
      price: '64000',
      why: 'limit',
    },
    {
      event: 'market-moved',
      prices: [{ symbol: 'cmt_btcusdt', price: '62750' }],
      positions: [{ symbol: 'cmt_btcusdt', side: 'long', size: '0.01', average: '64000', profit: '-12.5' }],
    },
  );
  await terminal.until((text) => /✓ entry .*filled at 64000/.test(text));
  terminal.press('2');
  const picture = await terminal.until((text) => text.includes('position'));
  expect(picture).toMatch(/position {2}long 0\.01 at 64,000 · plan 0\.46 · profit -12\.5/);
  expect(picture).toMatch(/predicts nothing/);
});

/** The other screen, marked pastes, no cursor, and rows that do not wrap: each was asked for, and is over. */
function expectGivenBack({ raw }: Mounted['terminal']): void {
  for (const [on, off] of [
    ['\u001b[?1049h', '\u001b[?1049l'],
    ['\u001b[?2004h', '\u001b[?2004l'],
    ['\u001b[?25l', '\u001b[?25h'],
    ['\u001b[?7l', '\u001b[?7h'],
  ] as const) {
    expect(raw).toContain(on);
    expect(raw.lastIndexOf(off)).toBeGreaterThan(raw.lastIndexOf(on));
  }
}

test('takes the terminal, and gives it back as it was with a few lines of what stands', async () => {
  const { terminal, screen, clock, tell } = watch();
  await terminal.write('$ ordo run plan.yaml --watch\n');
  await tell(...save(twelve), ...placing());
  await terminal.until((text) => text.includes('placed:'));
  terminal.resize(60, 12);
  await terminal.until((text) => text.split('\n').length <= 12 && text.includes('LIVE'));
  await screen.finish();
  expectGivenBack(terminal);
  expect(terminal.rawMode).toBe(false);
  expect(clock.sleeping).toBe(0);
  const left = await terminal.history();
  expect(left.length).toBeLessThan(8);
  expect(left.join('\n')).toMatch(/btc-breakout: nothing to send[^]*open: 11 accepted · not there: 1 rejected/);
});

test('gives the terminal back where the process ends without the screen', async () => {
  const exits: (() => void)[] = [];
  const { terminal, screen, tell } = watch(80, 24, {
    onExit: (listener) => {
      exits.push(listener);
      return () => void exits.pop();
    },
  });
  await tell(...save(twelve));
  await terminal.until((text) => text.includes('approval'));
  expect(terminal.rawMode).toBe(true);
  exits[0]?.();
  expect(terminal.rawMode).toBe(false);
  await new Promise((resolve) => terminal.stdout.write('', resolve));
  const given = terminal.raw;
  expectGivenBack(terminal);
  await screen.finish();
  expect(terminal.raw.slice(given.length)).not.toContain('\u001b');
  expect(exits).toEqual([]);
});

test('wide characters take the columns that a terminal gives them', async () => {
  const { terminal, tell } = watch(40, 20);
  const text = [
    'error[order/off-tick]: 注文の価格が刻み幅に合いません',
    '5 |  - { id: 注文, price: 1 } # 長い日本語の説明文です',
  ].join('\n');
  await tell(...save(twelve), { event: 'problems-framed', errors: 1, warnings: 0, text });
  const rows = (await terminal.until((seen) => seen.includes('off-tick'))).split('\n');
  expect(rows.filter((row) => widthOf(row) > 40)).toEqual([]);
  expect(rows.some((row) => /長い.*…$/.test(row))).toBe(true);
  expect(rows.filter((row) => /^ [+✓] /.test(row)).length).toBeGreaterThan(3);
});

test('where nothing happens, nothing is written but the age of the save, once a second', async () => {
  const { terminal, clock, tell } = watch();
  await tell(...save(twelve));
  await terminal.until((text) => text.includes('approval'));
  await clock.advance(2000);
  const before = terminal.raw.length;
  const frames = (): number => terminal.raw.slice(before).split('\u001b[?2026h').length - 1;
  for (let step = 0; step < 50; step++) await clock.advance(200);
  expect(frames()).toBeLessThanOrEqual(11);
});

test('disarms what a plan, the exchange and a person type', async () => {
  const { terminal, screen, tell } = watch(120, 60);
  const orders = HOSTILE.map((text): OrderHeadline => ({
    ...(twelve[0] as OrderHeadline),
    id: text,
    symbol: text,
    price: text,
    size: text,
  }));
  const all = HOSTILE.join(' ');
  await tell(
    watching('reading'),
    changed({
      added: [...HOSTILE],
      changed: HOSTILE.map((text) => ({ id: text, fields: { price: [text, text], [text]: [text, null] } })),
    }),
    ...dryRunOf(
      orders,
      orders.map((order, at) => ({ ...stands(order, at), message: order.id, orderId: order.id })),
    ),
    { event: 'problems-framed', errors: 1, warnings: 1, text: HOSTILE.join('\n') },
    { event: 'note', message: all },
    {
      event: 'market-moved',
      prices: [{ symbol: all, price: all }],
      positions: [{ symbol: all, side: 'long', size: all, average: all, profit: all }],
    },
    watching('following', SAVED_MS, CODE),
  );
  const paste = `\u001b[200~${all.replaceAll('\u001b', '')}\u001b[201~`;
  await strike(terminal, '\r', '2', '3', '\r', '4', '1', '/', paste, '\u001b', '?');
  await tell(...placing(orders));
  await screen.finish();
  expect(strayControls(terminal.raw)).toEqual([]);
  expect([terminal.title, terminal.bells]).toEqual([undefined, 0]);
  expect(stripVTControlCharacters(terminal.raw)).not.toContain('\r✓');
});
