import { defaultConfig } from '../../src/model/config.ts';
import { describe, expect, test } from 'vitest';
import { stripVTControlCharacters } from 'node:util';
import type { OrderHeadline, RunEvent } from '../../src/model/event.ts';
import { linesSink } from '../../src/report/run/run-lines.ts';
import { planStatus } from '../../src/actions/status.ts';
import { safe } from '../../src/model/safe-text.ts';
import { terminalText } from '../../src/show/terminal.ts';
import { statusSheet } from '../../src/views/status.ts';
import { FakeTerminal, HOSTILE, strayControls } from '../support/fake-terminal.ts';
import {
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

const WIDE = 400;

/** What a terminal makes of a text: its rows, and whatever else came of it. */
async function drawn(text: string): Promise<object> {
  const terminal = new FakeTerminal(WIDE, 200);
  await terminal.write(text);
  const { title, bells } = terminal;
  return { rows: await terminal.history(), title, bells, stray: strayControls(text) };
}

/** The lines as they were written, one below the other, and nothing else. */
function justThat(text: string): object {
  const rows = stripVTControlCharacters(text)
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
  return { rows, title: undefined, bells: 0, stray: [] };
}

function told(events: readonly RunEvent[]): string {
  let text = '';
  const sink = linesSink({ write: (part) => (text += part), color: true, width: WIDE - 1 });
  for (const event of events) sink(event);
  return text;
}

const orderOf = (text: string): OrderHeadline => ({
  ...(twelve[0] as OrderHeadline),
  id: text,
  symbol: text,
  price: text,
  takeProfit: text,
});

/** A run's beginning in which every word is this text. */
const headOf = (text: string): RunEvent[] => [
  loaded(1, text),
  started([orderOf(text)], { planFile: text, description: text, exchange: text }),
  {
    event: 'diagnostic',
    severity: 'warning',
    code: 'order/off-tick',
    message: text,
    hint: text,
    file: text,
    line: 1,
    column: 1,
  },
  { event: 'assumptions-stated', assumptions: [{ name: text, value: text, change: text }] },
];

describe.each(HOSTILE.map((text) => [JSON.stringify(text), text] as const))('%s', (_, text) => {
  const order = orderOf(text);
  const head = headOf(text);

  test('in a dry run', async () => {
    const call = { ...planned(1, 'single', [order]), path: text, body: text } as RunEvent;
    const dry = started([order], { mode: 'dry-run', planFile: text, description: text, exchange: text });
    const compiled = prologue().at(-1) as RunEvent;
    const lines = told([...head, dry, call, compiled, finished({ mode: 'dry-run' })]);
    expect(await drawn(lines)).toEqual(justThat(lines));
  });

  test('in an execution', async () => {
    const events: RunEvent[] = [
      ...head,
      assumptions,
      planned(1, 'single', [order]),
      sent(1),
      { event: 'sending-paused', why: 'rate-limit', call: 1, forMs: 1, message: text },
      { event: 'run-stopping', why: text, inFlight: 0 },
      { event: 'note', message: text },
      rejected(text, 1, text, text),
      unknown('b', 1, text),
      withheld('c', 'stopped', text),
      { event: 'order-outcome', id: 'd', clientOid: 'x', outcome: 'accepted', orderId: text, rule: 'r' },
      finished({ exitCode: 7 }),
    ];
    const lines = told(events);
    expect(await drawn(lines)).toEqual(justThat(lines));
  });

  test('in a status', async () => {
    const state = {
      id: text,
      clientOid: 'x',
      lineage: 0,
      content: { side: text, size: text, price: text },
      sentAtMs: 0,
      changedAtMs: 0,
      changedUptimeMs: null,
    };
    const journal = new Map([
      [text, { ...state, state: 'rejected' as const, code: text, message: text }],
      ['gone', { ...state, id: `gone${text}`, state: 'accepted' as const, orderId: text }],
    ]);
    const asked = { plan: text, generation: 1 };
    const status = {
      ...planStatus({ account: [{ ...asked, orders: journal, isPlaced: true }], asked, config: defaultConfig }),
      orders: [
        { id: text, content: { price: text } },
        { id: `b${text}`, content: state.content },
      ],
    };
    const place = { account: { name: text, origin: text }, journal: text, notes: [text], again: safe`PLAN` };
    const lines = terminalText(statusSheet(status, place), { color: true, width: WIDE - 1 });
    expect(await drawn(lines)).toEqual(justThat(lines));
  });
});
