/** Reads the position of a symbol for a close, and refuses an account that may not close it. */
import type { Order } from '../../model/order.ts';
import { refuse } from '../../refusal.ts';
import type { AccountChecked, SymbolChecked } from '../../session/account-check.ts';
import { objections, settingsUnread } from '../prepare/account-settings.ts';
import { refuseForTrouble } from '../prepare/found-elsewhere.ts';
import { untilRead, type UntilRead } from './until-read.ts';

interface ReadingPosition extends UntilRead {
  readonly symbol: string;
  readonly origin: string;
}

/** Refuses (exit 7, or 8 for the rate limit) where the position was not read within `execution.cancelWait`, and (2) what a person has to mend first. */
export async function readPosition(
  reading: ReadingPosition,
): Promise<{ readonly checked: AccountChecked; readonly seen: SymbolChecked }> {
  const { session, symbol, origin } = reading;
  const unreadOf = ({ settings, symbols }: AccountChecked): string[] =>
    [...settingsUnread(settings, origin), symbols.get(symbol)?.positionUnread ?? []].flat();
  const isRead = (checked: AccountChecked): boolean =>
    checked.trouble === undefined && checked.symbols.has(symbol) && unreadOf(checked).length === 0;
  const checked = await untilRead(() => session.check({ symbols: [symbol], asksMoney: false }), isRead, reading);
  const { trouble } = checked;
  if (trouble !== undefined)
    refuseForTrouble(trouble, origin, { code: 'close/unread', words: 'what is held is not known' });
  const { limited } = session;
  if (limited !== undefined)
    refuse('exchange/rate-limited', `the account cannot be read: ${limited}`, 'nothing was sent; try again later');
  const seen = checked.symbols.get(symbol);
  if (isRead(checked) && seen !== undefined) return { checked, seen };
  const [first = `${symbol} was not read`, ...others] = unreadOf(checked);
  return refuse('close/unread', first, 'nothing was sent; try again', others);
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
