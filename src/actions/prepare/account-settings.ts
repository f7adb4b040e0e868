/**
 * Before the first order goes where an order cannot say its margin mode: that the account is set as the plan needs it
 * (docs/exchange-v3.md#account). What was read holds for that moment only.
 */
import type { AccountRead, SymbolSettings } from '../../model/account-settings.ts';
import { isOpening, type Order } from '../../model/order.ts';
import { symbolKey } from '../../model/symbol.ts';
import type { EventSink } from '../../ports.ts';
import { troubleWords } from '../../exchange/answers/trouble-words.ts';
import { refuse } from '../../refusal.ts';
import type { Session } from '../../session/session.ts';
import type { SettingsRead } from '../../session/settings.ts';
import type { PreparedRun } from './prepared-run.ts';

type Checked = Pick<PreparedRun, 'config' | 'schedule' | 'planFile' | 'exchange'>;

/** Refuses (exit 2) an account that is set otherwise, or that cannot be read, for the rate limit with exit 8; has sent nothing. */
export async function checkAccountSettings(session: Session, run: Checked, emit: EventSink): Promise<void> {
  const { accountCheck } = run.config.execution;
  const orders = [...run.schedule.pending.values()];
  if (accountCheck === 'off' || orders.length === 0) return;
  const settings = await session.settings();
  if (settings === undefined) return;
  const read = readOf(settings);
  if (read?.account.mayTrade === false)
    refuse('account/settings', 'this account may not trade', 'look at it on the exchange; nothing was sent');
  const unread = unreadWords(settings, run.exchange);
  const against = objections(settings, orders, run.planFile);
  if (accountCheck === 'warn' && !isKeyRefused(settings)) {
    for (const message of [...unread, ...against]) emit({ event: 'note', message });
    return;
  }
  if (session.limited !== undefined)
    refuse(
      'exchange/rate-limited',
      `the account cannot be read: ${session.limited}`,
      'nothing was sent; try again later',
    );
  const [first, ...others] = unread;
  const mend = isKeyRefused(settings)
    ? 'nothing was sent'
    : 'nothing was sent; execution.accountCheck: warn sends all the same';
  if (first !== undefined) refuse('account/unread', first, mend, [...others, ...against]);
  if (against.length === 0) return;
  const message = 'the account is not set as the plan needs it, and on version 3 no order can say it';
  refuse('account/settings', message, mend, against);
}

const NAMES: Readonly<Record<keyof AccountRead, string>> = {
  account: 'what the account may do',
  symbols: 'how the account’s symbols are set',
  tradable: 'which symbols take orders of a program',
};

/** Whatever is done about the rest: with such a key nothing can be placed. */
const isKeyRefused = (settings: SettingsRead): boolean =>
  Object.values(settings).some((told) => told.kind !== 'told' && told.cause?.kind === 'access');

/** A line for each that was not read. */
function unreadWords(settings: SettingsRead, origin: string): string[] {
  return (Object.keys(NAMES) as (keyof AccountRead)[]).flatMap((name) => {
    const told = settings[name];
    if (told.kind === 'told') return [];
    const { why, mend } = told.cause === undefined ? { why: told.message } : troubleWords(told.cause, origin);
    return [`${NAMES[name]} cannot be read: ${[why, ...(mend === undefined ? [] : [mend])].join(': ')}`];
  });
}

/** What was read, where what the account may do was. */
const readOf = ({ account }: SettingsRead): Pick<AccountRead, 'account'> | undefined =>
  account.kind === 'told' ? { account: account.value } : undefined;

/** One line for each thing that is otherwise, with its place in the plan; what was not read is against nothing. */
function objections(
  { account, symbols, tradable }: SettingsRead,
  orders: readonly Order[],
  planFile: string,
): string[] {
  const isOneSided = account.kind === 'told' && !account.value.isTwoSided;
  const found = isOneSided ? ['positions are one-sided: switch the account to two-sided positions'] : [];
  const bySymbol = Map.groupBy(orders, ({ symbol, marginMode }) => `${symbolKey(symbol)} ${marginMode}`);
  for (const [first, ...others] of bySymbol.values()) {
    if (first === undefined) continue;
    const closing = [first, ...others].find(({ side }) => !isOpening(side));
    const isListed = tradable.kind !== 'told' || tradable.value.has(symbolKey(first.symbol));
    const isRead = symbols.kind === 'told';
    const words = isListed && isRead ? ofSymbol(first, symbols.value.get(first.symbol), closing) : [];
    if (!isListed) words.push(notListed(first));
    for (const [{ line }, why] of words) found.push(`${planFile}:${line}: ${why}`);
  }
  return found;
}

const notListed = (order: Order): [Order, string] => [
  order,
  `${order.symbol} takes no orders of a program: it is not in the exchange’s list of the symbols that do`,
];

function ofSymbol(order: Order, settings: SymbolSettings | undefined, closing: Order | undefined): [Order, string][] {
  const { symbol, marginMode } = order;
  if (settings === undefined)
    return [[order, `the account has no settings of ${symbol}, so its margin mode is not known`]];
  const found: [Order, string][] = [];
  if (settings.marginMode !== marginMode) {
    const is = settings.marginMode;
    const why =
      is === undefined
        ? `${symbol} has a margin mode on the account that ordo does not know, and the plan says ${marginMode}: switch it there`
        : `${symbol} is ${is} on the account, and the plan says ${marginMode}: switch it there, or write marginMode: ${is}`;
    found.push([order, why]);
  }
  if (settings.isSeparated && closing !== undefined)
    found.push([
      closing,
      `${symbol} has separated positions, and a close of the plan names none: switch it to combined`,
    ]);
  return found;
}
