/**
 * Whether the account is set as the plan needs it, where no order can say it (docs/exchange-v3.md#account), and whether its positions
 * are together where the plan closes.
 */
import type { AccountRead, SymbolSettings } from '../../model/account-settings.ts';
import { isOpening, type Order } from '../../model/order.ts';
import { symbolKey } from '../../model/symbol.ts';
import { troubleWords } from '../../exchange/answers/trouble-words.ts';
import type { AccountChecked, SettingsRead } from '../../session/account-check.ts';

const NAMES: Readonly<Record<keyof AccountRead, string>> = {
  account: 'what the account may do',
  symbols: 'how the account’s symbols are set',
  tradable: 'which symbols take orders from programs',
};

/** A line for each setting that was not read. */
export function settingsUnread(settings: SettingsRead | undefined, origin: string): string[] {
  if (settings === undefined) return [];
  return (Object.keys(NAMES) as (keyof AccountRead)[]).flatMap((name) => {
    const told = settings[name];
    if (told.kind === 'told') return [];
    const { why, mend } = told.cause === undefined ? { why: told.message } : troubleWords(told.cause, origin);
    return [`${NAMES[name]} cannot be read: ${[why, ...(mend === undefined ? [] : [mend])].join(': ')}`];
  });
}

/** One line for each thing that is otherwise, with its place in the plan, where there is a file; what was not read is against nothing. */
export function objections(checked: AccountChecked, orders: readonly Order[], planFile?: string): string[] {
  const { settings, symbols: seen } = checked;
  const isOneSided = settings?.account.kind === 'told' && !settings.account.value.isTwoSided;
  const found = isOneSided ? ['positions are one-sided: switch the account to two-sided positions'] : [];
  const bySymbol = Map.groupBy(orders, ({ symbol, marginMode }) => `${symbolKey(symbol)} ${marginMode}`);
  for (const [first, ...others] of bySymbol.values()) {
    if (first === undefined) continue;
    const closing = [first, ...others].find(({ side }) => !isOpening(side));
    const isHeldApart = seen.get(first.symbol)?.rows?.some(({ isSeparated }) => isSeparated === true) === true;
    const words = settings === undefined ? [] : bySettings(settings, first, closing);
    // Settings that were read have said it.
    if (isHeldApart && closing !== undefined && settings?.symbols.kind !== 'told') words.push(apart(closing));
    for (const [{ line }, why] of words) found.push(planFile === undefined ? why : `${planFile}:${line}: ${why}`);
  }
  return found;
}

const apart = (closing: Order): [Order, string] => [
  closing,
  `${closing.symbol} has separated positions, and a close cannot name one: switch it to combined`,
];

const notListed = (order: Order): [Order, string] => [
  order,
  `${order.symbol} takes no orders from programs: it is not in the exchange’s list of the symbols that do`,
];

function bySettings({ symbols, tradable }: SettingsRead, first: Order, closing: Order | undefined): [Order, string][] {
  const isListed = tradable.kind !== 'told' || tradable.value.has(symbolKey(first.symbol));
  const words = isListed && symbols.kind === 'told' ? ofSymbol(first, symbols.value.get(first.symbol), closing) : [];
  return isListed ? words : [...words, notListed(first)];
}

function ofSymbol(order: Order, settings: SymbolSettings | undefined, closing: Order | undefined): [Order, string][] {
  const { symbol, marginMode } = order;
  if (settings === undefined)
    return [[order, `the account has no settings for ${symbol}, so its margin mode is not known`]];
  const found: [Order, string][] = [];
  if (settings.marginMode !== marginMode) {
    const is = settings.marginMode;
    const why =
      is === undefined
        ? `${symbol} has a margin mode on the account that ordo does not know, and the plan says ${marginMode}: switch it there`
        : `${symbol} is ${is} on the account, and the plan says ${marginMode}: switch it there, or write marginMode: ${is}`;
    found.push([order, why]);
  }
  if (settings.isSeparated && closing !== undefined) found.push(apart(closing));
  return found;
}
