/** The calls of a run, one a line, and one of them with its body. */
import type { ReactNode } from 'react';
import { callWord } from '../../report/view/call-list.ts';
import { joined, safe, safeText, safeTexts, safeWhole, spaces, type Safe } from '../../model/safe-text.ts';
import { padEnd, padStart, wrap } from '../../report/text/columns.ts';
import { line, paragraph, stack, type Page, type Piece } from '../../report/text/page.ts';
import { accountWindow, amountOf, grouped, latency, seconds, weightWords } from '../../report/text/phrases.ts';
import { STATES } from '../../report/text/states.ts';
import type { Drawn } from '../../report/text/tones.ts';
import type { CallView } from '../../report/view/call-list.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { Row, type RowPage } from '../frame/row.tsx';
import { pretty } from './body-text.ts';
import type { PaneRows } from './window.tsx';

const KIND = 7;

interface CallRowProps {
  readonly page: RowPage;
  readonly run: RunView;
  readonly call: CallView;
  readonly nowMs: number;
  readonly isSelected: boolean;
}

/** `1  batch     20 orders   5 IP  10 UID   4,112 bytes   ✓ 20   41 ms`. */
function CallRow({ page, run, call, nowMs, isSelected }: CallRowProps): ReactNode {
  const digits = grouped(run.calls.planned).length;
  const names = joined(safeTexts(ends(call.orders)), safe` … `);
  const bytes = grouped(Buffer.byteLength(call.body));
  const weight = safe`${padStart(safe`${call.weight.ip}`, 2)} IP ${padStart(safe`${call.weight.uid}`, 3)} ${accountWindow(run.run?.limits)}`;
  const start = safe`${padStart(grouped(call.number), digits)}  ${padEnd(safe`${callWord(call)}`, KIND)}  `;
  const pieces: Piece[] = [
    isSelected ? ['heading', safe`>`] : safe` `,
    ...sign(call),
    start,
    safe`${padStart(safe`${call.orders.length}`, 2)}  `,
    ['quiet', safe`${weight}  ${padStart(bytes, 6)} bytes  `],
    ...stateOf(call, nowMs),
    ['quiet', names],
  ];
  return <Row page={page} text={pieces} />;
}

export function callRows(page: RowPage, run: RunView, height: number, nowMs: number): PaneRows {
  const { calls } = run;
  return {
    length: calls.planned,
    height,
    keyAt(position) {
      const call = calls.at(position);
      return call === undefined ? undefined : String(call.number);
    },
    positionOf: (number) => calls.byNumber(Number(number))?.place ?? -1,
    row(position, isSelected) {
      const call = calls.at(position);
      return call && <CallRow {...{ page, run, call, nowMs, isSelected }} />;
    },
    ...(calls.frontier >= 0 && { news: { problems: 0, moving: 0, at: calls.frontier } }),
  };
}

const ends = (ids: readonly string[]): string[] =>
  ids.length < 2 ? [...ids] : [ids[0] as string, ids.at(-1) as string];

const OUTCOMES = ['accepted', 'rejected', 'unknown', 'withheld'] as const;

function sign({ state, outcomes }: CallView): Piece[] {
  const worst = (['unknown', 'rejected', 'accepted'] as const).find((name) => outcomes[name] !== undefined);
  const name = state === 'answered' ? (worst ?? 'withheld') : state;
  return [[STATES[name].tone, STATES[name].sign], safe` `];
}

function stateOf(call: CallView, nowMs: number): Piece[] {
  const { state, outcomes, latencyMs, sentAtMs = nowMs } = call;
  const width = 24;
  if (state === 'waiting') return [['quiet', padEnd(safe`waiting`, width)]];
  if (state === 'sending') return [['sending', padEnd(safe`sending for ${seconds(nowMs - sentAtMs)}`, width)]];
  const told = OUTCOMES.flatMap((name): Safe[] => {
    const amount = outcomes[name];
    return amount === undefined ? [] : [safe`${STATES[name].sign} ${amount}`];
  });
  const took = latencyMs === undefined ? safe`` : safe`  ${latency(latencyMs)}`;
  return [padEnd(safe`${joined(told, safe`  `)}${took}`, width)];
}

/** All of one call: what it is, what became of it, and its body as it is sent, broken between its parts. */
export function callDetail(page: Page, run: RunView, call: CallView, nowMs: number): Drawn[] {
  const ids = joined(safeTexts(call.orders), safe`, `);
  const facts = [
    safe`${amountOf(call.orders.length, 'order')}: ${ids}`,
    safe`weight ${weightWords(call.weight, run.run?.limits)} · ${grouped(Buffer.byteLength(call.body))} bytes`,
  ];
  return stack([
    [
      page.paint('heading', safe`Call ${call.number} of ${run.calls.planned}  ${callWord(call)}`),
      ...facts.flatMap((text) => paragraph(page, text, 2)),
      line(page.paint, [safe`  `, ...sign(call), ...stateOf(call, nowMs)]),
    ],
    [page.paint('quiet', safe`  ${safeText(call.method)} ${safeText(call.path)}`), ...bodyLines(page, call.body)],
  ]);
}

/** A body, each part on a line of its own; what is wider goes on below. */
export const bodyLines = (page: Page, body: string): Drawn[] =>
  pretty(body).flatMap(({ depth, text }) => {
    const indent = 2 + 2 * depth;
    return wrap(safeWhole(text), Math.max(20, page.width - indent)).map((part) => safe`${spaces(indent)}${part}`);
  });
