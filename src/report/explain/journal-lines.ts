/** Of one order: the call it goes in with its exact bytes, and what the journal has. */
import type { KnownOrder } from '../../ledger/state.ts';
import type { CallKind } from '../../model/call.ts';
import { safeText } from '../../model/safe-text.ts';
import type { SentCall } from '../../ledger/ledger.ts';
import type { ExplainedOrder } from './explained.ts';
import { indented, section } from '../text/sections.ts';
import { padEnd, wrap } from '../text/columns.ts';
import type { Paint } from '../text/tones.ts';
import { count, latency, someOf } from '../text/phrases.ts';

/** What is said where an intent has no answer. */
export const NO_ANSWER = 'sent, and no answer was recorded';

/** The call with its exact body, or why there is none. */
export function callLines({ call, withheld }: ExplainedOrder, paint: Paint, width: number): string[] {
  const next = withheld === undefined ? [] : indented(`the next run withholds it: ${withheld}`, width);
  if (call === undefined) return section('In no call', next, paint);
  const { title, kind, path, weight, others, body, entry, remarks } = call;
  const beside = others.length === 0 ? [] : indented(`with ${someOf(others)}`, width);
  return section(
    title,
    [
      ...indented(`${kindWords(kind, others.length + 1)}, weight IP ${weight.ip}, UID ${weight.uid}`, width),
      ...indented(`POST ${path}`, width),
      ...beside,
      ...remarks.flatMap((text) => indented(text, width)),
      ...next,
      paint('quiet', '  body'),
      exact(body),
      ...(entry === undefined ? [] : [paint('quiet', '  its own entry'), exact(entry)]),
    ],
    paint,
  );
}

const kindWords = (kind: CallKind, orders: number): string =>
  kind === 'batch' ? `batch of ${count(orders, 'order')}` : `${kind} call`;

/** On one line whatever its length: `safeText` touches nothing that JSON leaves printable. */
const exact = (text: string): string => safeText(text, Number.POSITIVE_INFINITY);

/** What the journal says of the order and of every call that carried it. */
export function journalLines({ looked, known, change, sent }: ExplainedOrder, paint: Paint, width: number): string[] {
  if (looked.kind === 'not-looked') return [];
  const rows: (readonly [string, string | undefined])[] = [
    ['state', known === undefined ? 'never sent' : STATES[known.state]],
    ['order id', known?.orderId],
    ['code', known?.code],
    ['message', known?.message],
    ['rule', known?.rule],
    ['lineage', known === undefined ? undefined : String(known.lineage)],
    ['edited since', change],
    ...sent.map((call): readonly [string, string] => ['sent', sendingWords(call)]),
    ['account', looked.account],
    ['file', looked.file],
  ];
  const said = rows.flatMap(([name, text]) => (text === undefined || text === '' ? [] : [{ name, text }]));
  const nameWidth = Math.max(...said.map(({ name }) => name.length));
  const lines = said.flatMap(({ name, text }) =>
    wrap(safeText(text), Math.max(20, width - nameWidth - 4)).map(
      (part, at) => `  ${padEnd(at === 0 ? name : '', nameWidth)}  ${part}`,
    ),
  );
  return section('Journal', lines, paint);
}

const STATES: Readonly<Record<KnownOrder['state'], string>> = {
  accepted: 'accepted',
  rejected: 'rejected',
  unknown: 'unknown',
  'in-flight': `unknown: ${NO_ANSWER}`,
  absent: 'settled as absent',
  'never-sent': 'never sent',
};

const ENDS: Readonly<Record<NonNullable<SentCall['ended']>['how'], string>> = {
  answered: 'ended',
  lost: 'given up',
  'not-sent': 'proved not to have left',
  'rate-refused': 'refused by the rate limit',
  'clock-refused': 'refused for its timestamp',
};

/** `2026-11-21T08:00:00.000Z in call 2, a batch of 9 orders; ended after 41 ms`. */
function sendingWords({ call, kind, orders, sentAtMs, ended }: SentCall): string {
  const end = ended === undefined ? 'no end recorded' : `${ENDS[ended.how]} after ${latency(ended.latencyMs)}`;
  const said = ended?.message === undefined ? '' : `: ${ended.message}`;
  return `${new Date(sentAtMs).toISOString()} in call ${call}, a ${kindWords(kind, orders.length)}; ${end}${said}`;
}
