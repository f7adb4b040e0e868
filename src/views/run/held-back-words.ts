/** An opening of a followed plan that is due and not sent: in few words for its row, and whole with the command that frees it for a line. */
import { isOrAre, someOf } from '../../model/count.ts';
import type { HeldBackTold } from '../../model/held-back.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { look } from './commands.ts';

/** `not sent: stop/2 is UNKNOWN`. The detail of the order has all of it. */
export function heldBackRow({ reason, message = '', unknown = [] }: NonNullable<OrderView['heldBack']>): Safe {
  if (reason === 'unresolved') return safe`not sent: ${safeText(someOf(unknown))} ${isOrAre(unknown.length)} UNKNOWN`;
  if (reason === 'missed') return safeText(message);
  return safe`not sent: ${safeText(message)}`;
}

type Why = Pick<HeldBackTold, 'message' | 'isOver' | 'inNoList'>;

/** `not sent: stop is UNKNOWN. Sent once a look finds it`. */
export function heldBackLine(view: RunView, { message, isOver, inNoList }: Why): Safe {
  if (message === undefined) return safe`not held back any more`;
  if (isOver === true) return safeText(message);
  const words = safe`not sent: ${safeText(message)}`;
  return inNoList === undefined ? words : safe`${words}. ${settleWords(view, inNoList)}`;
}

/** A look finds it no more, so a person says what there is. The command asks the follower to end. */
export function settleWords(view: RunView, inNoList: readonly string[]): Safe {
  const absent = inNoList.map((name) => safe`--absent ${shellWord(safeText(name))}`);
  const command = joined([look(view, 'settle'), ...absent, safe`--why "in no list"`], safe` `);
  return safe`Look on the exchange. If ${safeText(someOf(inNoList))} ${isOrAre(inNoList.length)} not there, say so, which ends this run, and start it again: ${command}`;
}
