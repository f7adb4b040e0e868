/**
 * Before the first order goes where an order cannot say its margin mode: that the account is set as the plan needs it
 * (docs/exchange-v3.md#account). What was read holds for that moment only.
 */
import type { AccountRead, SymbolSettings } from '../../model/account-settings.ts';
import { isOpening, type Order } from '../../model/order.ts';
import { symbolKey } from '../../model/symbol.ts';
import type { EventSink } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import type { Session, SettingsRead } from '../../session/session.ts';
import type { PreparedRun } from './prepared-run.ts';

type Checked = Pick<PreparedRun, 'config' | 'schedule' | 'planFile'>;

/** Refuses (exit 2) an account that is set otherwise, or that cannot be read, and has sent nothing. */
export async function checkAccountSettings(session: Session, run: Checked, emit: EventSink): Promise<void> {
  const { accountCheck } = run.config.execution;
  const orders = [...run.schedule.pending.values()];
  if (accountCheck === 'off' || orders.length === 0) return;
  const settings = await session.settings();
  if (settings === undefined) return;
  const unread = unreadWords(settings);
  const read = unread === undefined ? readOf(settings) : undefined;
  if (read?.account.mayTrade === false)
    refuse('account/settings', 'this account may not trade', 'look at it on the exchange; nothing was sent');
  const against = read === undefined ? [unread ?? ''] : objections(read, orders, run.planFile);
  const [first] = against;
  if (first === undefined) return;
  if (accountCheck === 'warn') {
    for (const message of against) emit({ event: 'note', message });
    return;
  }
  const isUnread = read === undefined;
  refuse(
    isUnread ? 'account/unread' : 'account/settings',
    isUnread ? first : 'the account is not set as the plan needs it, and on version 3 no order can say it',
    'nothing was sent; execution.accountCheck: warn sends all the same',
    isUnread ? [] : against,
  );
}

function unreadWords(settings: SettingsRead): string | undefined {
  const failed = Object.values(settings).flatMap((told) => (told.kind === 'failed' ? [told.message] : []));
  return failed[0] === undefined ? undefined : `what the account is set to cannot be read: ${failed[0]}`;
}

function readOf({ account, symbols, tradable }: SettingsRead): AccountRead | undefined {
  return account.kind === 'told' && symbols.kind === 'told' && tradable.kind === 'told'
    ? { account: account.value, symbols: symbols.value, tradable: tradable.value }
    : undefined;
}

/** One line for each thing that is otherwise, with its place in the plan. */
function objections({ account, symbols, tradable }: AccountRead, orders: readonly Order[], planFile: string): string[] {
  const found = account.isTwoSided ? [] : ['positions are one-sided: switch the account to two-sided positions'];
  const bySymbol = Map.groupBy(orders, ({ symbol, marginMode }) => `${symbolKey(symbol)} ${marginMode}`);
  for (const [first, ...others] of bySymbol.values()) {
    if (first === undefined) continue;
    const closing = [first, ...others].find(({ side }) => !isOpening(side));
    const words = ofSymbol(first, symbols.get(first.symbol), tradable, closing);
    for (const [{ line }, why] of words) found.push(`${planFile}:${line}: ${why}`);
  }
  return found;
}

function ofSymbol(
  order: Order,
  settings: SymbolSettings | undefined,
  tradable: ReadonlySet<string>,
  closing: Order | undefined,
): [Order, string][] {
  const { symbol, marginMode } = order;
  if (!tradable.has(symbolKey(symbol)))
    return [[order, `${symbol} takes no orders of a program: the exchange lists it without`]];
  if (settings === undefined) return [[order, `the account has no settings of ${symbol}`]];
  const found: [Order, string][] = [];
  if (settings.marginMode !== marginMode) {
    const is = settings.marginMode ?? 'a mode that is not known';
    found.push([
      order,
      `${symbol} is ${is} on the account, and the plan says ${marginMode}: switch it there, or write marginMode: ${is}`,
    ]);
  }
  if (settings.isSeparated && closing !== undefined)
    found.push([
      closing,
      `${symbol} has separated positions, and a close of the plan names none: switch it to combined`,
    ]);
  return found;
}
