/** Reads an account before a position of it is closed: what is held, what rests, and whether a close may go at all. */
import type { Order } from '../../model/order.ts';
import type { AccountChecked, SymbolChecked } from '../../session/account-check.ts';
import type { Session } from '../../session/session.ts';
import { refuse } from '../../refusal.ts';
import { objections, settingsUnread } from '../prepare/account-settings.ts';
import { refuseForTrouble } from '../prepare/found-elsewhere.ts';

/** Refuses (exit 2, or 8 for the rate limit) where the position of the symbol was not told. */
export async function readPosition(
  session: Session,
  { symbol, origin }: { readonly symbol: string; readonly origin: string },
): Promise<{ readonly checked: AccountChecked; readonly seen: SymbolChecked }> {
  const checked = await session.check({ symbols: [symbol], asksMoney: false });
  if (checked.trouble !== undefined) refuseForTrouble(checked.trouble, origin);
  const { limited } = session;
  if (limited !== undefined)
    refuse('exchange/rate-limited', `the account cannot be read: ${limited}`, 'nothing was sent; try again later');
  const seen = checked.symbols.get(symbol);
  const unread = [...settingsUnread(checked.settings, origin), seen?.positionUnread ?? []].flat();
  const [first, ...others] = unread;
  if (first !== undefined || seen === undefined)
    refuse('account/unread', first ?? `${symbol} was not read`, 'nothing was sent; try again', others);
  return { checked, seen };
}

/** Refuses (exit 2) where no order may say what these do. */
export function checkMayClose(checked: AccountChecked, orders: readonly Order[]): void {
  const { settings } = checked;
  if (settings?.account.kind === 'told' && !settings.account.value.mayTrade)
    refuse('account/settings', 'this account may not trade', 'look at it on the exchange; nothing was sent');
  if (settings !== undefined && orders.length > 1)
    refuse(
      'account/settings',
      'the position is held in both margin modes, and an order of version 3 cannot say which',
      'close one of them on the exchange; nothing was sent',
    );
  const against = objections(checked, orders);
  const [first, ...others] = against;
  if (first !== undefined)
    refuse('account/settings', first, 'change it on the exchange, or close there; nothing was sent', others);
}
