import { callWord } from '../view/call-list.ts';
import { count } from '../../model/count.ts';
import type { PublicEvent } from '../../model/event.ts';
import { joined, safe, safeText, safeTexts, safeWhole } from '../../model/safe-text.ts';
import { accountWindow } from '../text/phrases.ts';
import { flow, paragraph, type Page, type Piece } from '../text/page.ts';
import type { Drawn } from '../text/tones.ts';
import type { RunView } from '../view/run-view.ts';
import { orderTable } from './order-table.ts';

export type CallPlanned = Extract<PublicEvent, { event: 'call-planned' }>;

/** One call: what it is, its orders in a table, and its body exactly as it would be sent. */
export function callLines(page: Page, view: RunView, call: CallPlanned): Drawn[] {
  const orders = call.orders.map((id) => view.orders.byId(id)).filter((order) => order !== undefined);
  const headline = orders[0]?.headline;
  const group = headline === undefined ? [] : [safe`${safeText(headline.symbol)} ${safeText(headline.marginMode)}`];
  const weight: Piece = [
    'quiet',
    safe`weight IP ${call.weight.ip}, ${accountWindow(view.run?.limits)} ${call.weight.uid}`,
  ];
  const title: Piece[] = [
    ['heading', safe`Call ${call.call}`],
    safe`${callWord(call)}`,
    ...group,
    count(orders.length, 'order'),
    weight,
  ];
  return [
    safe``,
    ...flow(page, title),
    ...paragraph(page, safe`${call.method} ${safeText(call.path)}`, 2, 'quiet'),
    ...orderTable(page, orders),
    ...waitingLines(page, view, headline?.after ?? []),
    // The bytes that would leave, on one line whatever its length: nothing that JSON leaves printable is escaped.
    page.paint('quiet', safe`  body`),
    safeWhole(call.body),
  ];
}

/** What the call waits for; a ladder all of whose rungs are meant is given by its name. */
function waitingLines(page: Page, { run }: RunView, after: readonly string[]): Drawn[] {
  if (after.length === 0) return [];
  const { orders, ladders } = run?.named(after) ?? { orders: after, ladders: [] };
  const names = [
    ...safeTexts(orders),
    ...ladders.map((ladder) => safe`${safeText(ladder.name)} (${count(ladder.orders.length, 'order')})`),
  ];
  return paragraph(page, safe`sent only once accepted: ${joined(names, safe`, `)}`, 2, 'notice');
}
