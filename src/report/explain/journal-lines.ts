/** The call that one order goes in with its exact bytes, and what the journal has of the order. */
import type { KnownOrder } from '../../journal/records/state.ts';
import type { CallKind } from '../../model/call.ts';
import { count, someOf } from '../../model/count.ts';
import { changeWords } from '../../model/order-changes.ts';
import { NO_ANSWER } from '../../model/outcome.ts';
import { safe, safeText, safeWhole, type Safe } from '../../model/safe-text.ts';
import type { SentCall } from '../../journal/records/request.ts';
import { padEnd, widest, wrap } from '../text/columns.ts';
import { LEAST_ROOM, paragraph, section, type Page } from '../text/page.ts';
import { latency } from '../text/phrases.ts';
import { STATES } from '../text/states.ts';
import type { Drawn } from '../text/tones.ts';
import { withheldWords, type ExplainedOrder } from './explained.ts';

/** The call with its exact body, or why there is none. */
export function callLines(page: Page, { call, withheld }: ExplainedOrder): Drawn[] {
  const next =
    withheld === undefined
      ? []
      : paragraph(page, safe`the next run withholds it: ${safeText(withheldWords(withheld))}`, 2);
  if (call === undefined) return section(page, safe`In no call`, next);
  const { title, kind, path, weight, others, body, entry, remarks } = call;
  const cost = safe`${kindWords(kind, others.length + 1)}, weight IP ${weight.ip}, UID ${weight.uid}`;
  return section(page, safeText(title), [
    ...paragraph(page, cost, 2),
    ...paragraph(page, safe`POST ${safeText(path)}`, 2),
    ...(others.length === 0 ? [] : paragraph(page, safe`with ${safeText(someOf(others))}`, 2)),
    ...remarks.flatMap((text) => paragraph(page, safeText(text), 2)),
    ...next,
    // On one line each, whatever its length: nothing that JSON leaves printable is escaped.
    page.paint('quiet', safe`  body`),
    safeWhole(body),
    ...(entry === undefined ? [] : [page.paint('quiet', safe`  its own entry`), safeWhole(entry)]),
  ]);
}

const kindWords = (kind: CallKind, orders: number): Safe =>
  kind === 'batch' ? safe`batch of ${count(orders, 'order')}` : safe`${kind} call`;

/** What the journal says of the order and of every call that carried it. */
export function journalLines(page: Page, { looked, known, changes, sent }: ExplainedOrder): Drawn[] {
  if (looked.kind === 'not-looked') return [];
  const all: (readonly [name: Safe, text: string | undefined])[] = [
    [safe`state`, stateWords(known?.state ?? 'never-sent')],
    [safe`order id`, known?.orderId],
    [safe`code`, known?.code],
    [safe`message`, known?.message],
    [safe`rule`, known?.rule],
    [safe`lineage`, known === undefined ? undefined : String(known.lineage)],
    [safe`edited since`, changeWords(changes)],
    ...sent.map((call): readonly [Safe, string] => [safe`sent`, sendingWords(call)]),
    [safe`account`, looked.account],
    [safe`file`, looked.file],
  ];
  const rows = all.flatMap(([name, text]) => (text === undefined || text === '' ? [] : [{ name, text }]));
  const names = widest(rows.map(({ name }) => name));
  const room = Math.max(LEAST_ROOM, page.width - names - 4);
  const lines = rows.flatMap(({ name, text }) =>
    wrap(safeText(text), room).map((part, at) => safe`  ${padEnd(at === 0 ? name : safe``, names)}  ${part}`),
  );
  return section(page, safe`Journal`, lines);
}

function stateWords(state: KnownOrder['state']): Safe {
  switch (state) {
    case 'unknown':
      return safe`unknown`;
    case 'in-flight':
      return safe`unknown: ${NO_ANSWER}`;
    case 'absent':
      return safe`settled as absent`;
    case 'accepted':
    case 'rejected':
    case 'cancelling':
    case 'cancel-unknown':
    case 'cancelled':
    case 'filled':
    case 'closed':
    case 'never-sent':
      return STATES[state].word;
  }
}

const ENDS: Readonly<Record<NonNullable<SentCall['ended']>['how'], string>> = {
  answered: 'ended',
  lost: 'given up',
  'not-sent': 'proved not to have left',
  'rate-refused': 'refused by the rate limit',
  'clock-refused': 'refused for its timestamp',
};

/** `2026-11-21T08:00:00.000Z in call 2, a batch of 9 orders; ended after 41 ms`. Holds raw text. */
function sendingWords({ call, kind, orders, sentAtMs, ended }: SentCall): string {
  const end = ended === undefined ? 'no end recorded' : `${ENDS[ended.how]} after ${latency(ended.latencyMs)}`;
  const said = ended?.message === undefined ? '' : `: ${ended.message}`;
  return `${new Date(sentAtMs).toISOString()} in call ${call}, a ${kindWords(kind, orders.length)}; ${end}${said}`;
}
