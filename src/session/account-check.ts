/**
 * Reads an account before anything is sent: what it is set to, what it has, and a look at the symbols of the run. Once the exchange
 * refuses the key, or does not answer at all, nothing more is asked. What did not answer, or cannot be read, says so.
 */
import type { AccountRead, SettingTold } from '../model/account-settings.ts';
import { defined } from '../model/defined.ts';
import type { FailureCause, ListedOrder } from '../model/listing.ts';
import type { MoneyRow, PositionRow } from '../model/standing.ts';
import { SymbolMap } from '../model/symbol.ts';
import type { KnownAccount } from '../journal/records/known-account.ts';
import type { SymbolLook } from '../protection/journal/look.ts';
import { ordersOfJournal } from '../protection/journal/of-journal.ts';
import { lookAt } from './lists/account-look.ts';
import { modesOf } from './place/look-around.ts';
import { ListReader } from './lists/list-reader.ts';
import { LookReader, type OpenList } from './lists/look-reader.ts';
import type { Listed } from './lists/look-up.ts';
import { Inquiry, type InquiryOptions } from './send/inquiry.ts';
import { whileStoppable } from './send/stoppable.ts';

/** What was read of an account's settings, each with why it was not. */
export type SettingsRead = { readonly [Part in keyof AccountRead]: SettingTold<AccountRead[Part]> };

export interface CheckAsked {
  /** Those that something is placed in. */
  readonly symbols: readonly string[];
  readonly asksMoney: boolean;
  /** Nothing more is asked once it is aborted. */
  readonly signal?: AbortSignal;
}

/** What was read of one symbol. */
export interface SymbolChecked extends SymbolLook {
  /** As they were told; undefined where they were not. */
  readonly rows?: readonly PositionRow[];
  /** What both lists of what is open have, as far as they were read. */
  readonly listed: readonly ListedOrder[];
  /** Which of these lists were not read, and why. */
  readonly listsUnread: readonly string[];
  /** Why the position was not. */
  readonly positionUnread?: string;
}

export interface AccountChecked {
  /** Absent where the interface lets an order say all of it. */
  readonly settings?: SettingsRead;
  /** Absent where it was not asked. */
  readonly money?: SettingTold<readonly MoneyRow[]>;
  readonly symbols: ReadonlyMap<string, SymbolChecked>;
  /** Why nothing more was asked. */
  readonly trouble?: FailureCause;
}

interface CheckWith {
  readonly account: KnownAccount;
  readonly inquiry: InquiryOptions;
  /** What the last answer failed for, where a person can mend it. */
  readonly trouble: () => FailureCause | undefined;
}

/** For how long what the lists told may stand for asking whether a plan was placed from elsewhere. */
const LISTED_HOLDS_MS = 5000;

/** `listed`: what it has of the lists need not be asked once more by whoever asks at once. */
export function readAccount(how: CheckWith, asked: CheckAsked): Promise<Read> {
  const asking = new Inquiry(how.inquiry);
  const { signal = NEVER } = asked;
  return whileStoppable(
    signal,
    (why) => asking.stop(why),
    () => readBy(asking, how, asked),
  );
}

interface Read {
  readonly checked: AccountChecked;
  readonly listed: Listed;
}

const NEVER = new AbortController().signal;

async function readBy(asking: Inquiry, { account, inquiry, ...how }: CheckWith, asked: CheckAsked): Promise<Read> {
  let met: FailureCause | undefined;
  // A look that is answered beside it does not take back what a question of it failed for.
  const trouble = (): FailureCause | undefined => (met ??= how.trouble());
  const beganMs = inquiry.clock.monotonicMs();
  const { telling, list, money: askMoney } = inquiry.exchange.operations;
  const lists = new ListReader(inquiry, asking);
  const reader = new LookReader({ reader: lists, telling, mostOfPage: (name) => list[name].mostOfPage });
  const settings = await readSettings(asking, inquiry, trouble);
  const asks = asked.asksMoney && trouble() === undefined;
  const money = asks ? await asking.ask(askMoney, undefined) : undefined;
  const symbols = new SymbolMap<SymbolChecked>();
  if (trouble() === undefined) {
    const looks = await lookAt({ telling, reader, symbols: asked.symbols, modes: modesOf(ordersOfJournal(account)) });
    for (const [symbol, look] of looks) symbols.set(symbol, await checkedOf(symbol, look, reader));
  }
  let isOld = false;
  const isYoung = (): boolean => !isOld && inquiry.clock.monotonicMs() - beganMs <= LISTED_HOLDS_MS;
  const listed: Listed = {
    told: async (...one) => (isYoung() ? reader.told(...one) : undefined),
    shown: (name) => reader.shown(name),
    age: () => {
      isOld = true;
    },
  };
  return { listed, checked: { symbols, ...defined({ settings, money, trouble: trouble() }) } };
}

const NOT_ASKED = { kind: 'failed', message: 'not asked' } as const;

/** Undefined where the interface lets an order say all of it. */
async function readSettings(
  inquiry: Inquiry,
  { exchange: { operations } }: InquiryOptions,
  trouble: CheckWith['trouble'],
): Promise<SettingsRead | undefined> {
  const { settings } = operations;
  if (settings === undefined) return undefined;
  const account = await inquiry.ask(settings.account, undefined);
  if (trouble() !== undefined) return { account, symbols: NOT_ASKED, tradable: NOT_ASKED };
  return {
    account,
    symbols: await inquiry.ask(settings.symbols, undefined),
    tradable: await inquiry.ask(settings.tradable, undefined),
  };
}

const LISTS: Readonly<Record<OpenList, string>> = { open: 'open orders', 'open-triggers': 'open triggers' };

/** What was asked for a look already is not asked again. */
async function checkedOf(symbol: string, look: SymbolLook, reader: LookReader): Promise<SymbolChecked> {
  const listed: ListedOrder[] = [];
  const listsUnread: string[] = [];
  for (const name of ['open-triggers', 'open'] as const) {
    const { records, failure } = await reader.open(name, symbol);
    listed.push(...(records ?? []));
    if (failure !== undefined) listsUnread.push(`the ${LISTS[name]} of ${symbol} cannot be read: ${failure}`);
  }
  const position = await reader.position(symbol);
  const rows = position.kind === 'failed' ? undefined : position.rows;
  const why = position.kind === 'failed' ? position.message : 'a part of it is missing';
  const positionUnread = look.positions === undefined ? `the position of ${symbol} cannot be read: ${why}` : undefined;
  return { ...look, ...defined({ rows, positionUnread }), listed, listsUnread };
}
