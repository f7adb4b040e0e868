/**
 * The check before sending (docs/contract.md#account-check): the account is read once, before a person approves, and refuses a run or
 * warns of it. What was read holds for that moment only.
 */
import { defined } from '../../model/defined.ts';
import type { Order } from '../../model/order.ts';
import type { MarketRange } from '../../protection/guarded.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import { refuse } from '../../refusal.ts';
import type { AccountChecked } from '../../session/account-check.ts';
import type { Session } from '../../session/session.ts';
import { objections, settingsUnread } from './account-settings.ts';
import type { Check } from './checks.ts';
import { cautions, type Caution, movedAway } from './check-cautions.ts';
import { symbolsChecked } from './compile-under.ts';
import { checkEquity, refuseLess, type EquityChecked } from './account-age.ts';
import { checkNotHalted, opensAny } from './halted.ts';
import { refuseIdsFound } from './ids-found.ts';
import { marginCaution } from './margin-caution.ts';
import type { PreparedRun } from './prepared-run.ts';
import { checkRequiredStops } from './required-stops.ts';
import { requiresStop } from './stops-first.ts';
import { ACCESS_CHECKS, type Against, type CheckingWith, judgesStrictly, mendOf } from './access-checks.ts';

/** The account, and the run as it is seen beside it. */
interface Found {
  readonly session: Session;
  readonly checked: AccountChecked;
  readonly run: PreparedRun;
  readonly seen: PreparedRun & { readonly checkedLook: AccountLook };
  readonly isStrict: boolean;
  readonly wasPlaced: boolean;
  readonly unread: { readonly refused: readonly string[]; readonly noted: readonly string[] };
  readonly against: readonly string[];
  readonly moved: readonly Caution[];
  readonly equity: EquityChecked;
}

const FOUND_CHECKS: readonly Check<Found>[] = [
  {
    name: 'settings',
    ask: ({ session, run, isStrict, wasPlaced, unread, against }) => {
      if (isStrict) refuseAsFound(session, { unread: unread.refused, against, mend: mendOf(wasPlaced) }, run);
    },
  },
  {
    name: 'elsewhere',
    ask: ({ checked, run, wasPlaced }) => {
      if (wasPlaced) refuseIdsFound(checked, run);
    },
  },
  { name: 'halt', ask: ({ seen }) => checkNotHalted(seen) },
  {
    name: 'stops',
    ask: ({ seen }) => {
      checkRequiredStops({ ...seen, look: seen.checkedLook });
    },
  },
  {
    name: 'market',
    ask: ({ run, isStrict, moved }) => {
      if (isStrict) refuseMoved(moved, run);
    },
  },
  {
    name: 'equity',
    ask: ({ isStrict, equity }) => {
      if (isStrict) refuseLess(equity);
    },
  },
];

/** The run with what was found. Refuses it (exit 2, 4, 5 or 8), and has sent nothing. */
export async function checkedRun(
  { session, emit, nowMs, wasPlaced, through, asksUntil }: CheckingWith,
  run: PreparedRun,
): Promise<PreparedRun> {
  const orders = [...run.schedule.pending.values()];
  const checked = await session.check({
    symbols: symbolsChecked(run.schedule),
    asksMoney: opensAny(run),
    ...defined({ signal: asksUntil }),
  });
  await through(ACCESS_CHECKS, { session, checked, config: run.config, exchange: run.exchange });
  const isStrict = judgesStrictly(run);
  const equity = checkEquity(checked, run);
  const unread = unreadOf(checked, run, { orders, wasPlaced, equity });
  const against = objections(checked, orders, run.planFile);
  const moved = movedAway(checked, orders);
  const halt = await session.halted();
  const seen = { ...run, ...seenBy(checked, nowMs(), session.wallMs()), ...(halt !== undefined && { halt }) };
  const judged = { session, checked, run, seen, isStrict, wasPlaced, unread, against, moved, equity };
  await through(FOUND_CHECKS, judged);
  const margin = marginCaution(checked, orders);
  const warned = [...(isStrict ? [] : moved), ...cautions(checked, orders)].map((one) => placed(one, run));
  const found = [
    ...(isStrict ? [] : [...unread.refused, ...against]),
    ...unread.noted,
    ...(equity.kind === 'less' ? [equity.words] : []),
    ...shortened(warned),
    ...(margin === undefined ? [] : [margin]),
  ];
  for (const message of found) emit({ event: 'note', message });
  return { ...seen, found };
}

function refuseAsFound(
  { limited }: Pick<Session, 'limited'>,
  { unread, against, mend }: Against,
  run: PreparedRun,
): void {
  if (limited !== undefined)
    refuse('exchange/rate-limited', `the account cannot be read: ${limited}`, 'nothing was sent; try again later');
  const [first, ...others] = unread;
  if (first !== undefined) refuse('account/unread', first, mend, [...others, ...against]);
  if (against.length === 0) return;
  const unsaid = run.config.exchange.interface === 'v2' ? '' : ', and an order of version 3 cannot set it';
  refuse('account/settings', `the account is not set as the plan needs it${unsaid}`, mend, against);
}

interface Placing {
  readonly orders: readonly Order[];
  readonly wasPlaced: boolean;
  readonly equity: EquityChecked;
}

/** What was not read: `refused` where its finding might refuse the run. */
function unreadOf(
  { settings, symbols }: AccountChecked,
  run: PreparedRun,
  { orders, wasPlaced, equity }: Placing,
): { readonly refused: readonly string[]; readonly noted: readonly string[] } {
  // The look of a first send says what is silent, and what that means.
  const lists = [...symbols.values()].flatMap(({ listsUnread, positionUnread = [] }) =>
    (wasPlaced ? listsUnread : []).concat(positionUnread),
  );
  const needsMarket = requiresStop(run) || orders.some(({ near }) => near !== undefined);
  const markets = [...symbols].flatMap(([symbol, { market }]) =>
    market === undefined ? [`the market of ${symbol} cannot be read`] : [],
  );
  const money = equity.kind === 'unread' ? [equity.words] : [];
  const refused = [...settingsUnread(settings, run.exchange), ...lists, ...(needsMarket ? markets : []), ...money];
  return { refused, noted: needsMarket ? [] : markets };
}

/** The market of each symbol, and a look at no more than these symbols. */
function seenBy(
  { symbols }: AccountChecked,
  atMs: number,
  lookedAtMs: number,
): { checkedAtMs: number; markets: ReadonlyMap<string, MarketRange>; checkedLook: AccountLook } {
  const markets = [...symbols].flatMap(([symbol, { market }]) =>
    market === undefined ? [] : [[symbol, market] as const],
  );
  // What is sent in the same millisecond is sent after it.
  return { checkedAtMs: atMs, markets: new Map(markets), checkedLook: { atMs: lookedAtMs - 1, symbols } };
}

function refuseMoved(moved: readonly Caution[], run: PreparedRun): void {
  const [first, ...others] = moved.map((one) => placed(one, run));
  if (first === undefined) return;
  refuse('plan/market-moved', first, 'nothing was sent; look at the plan again, and at its reference', others);
}

const placed = ([{ line }, words]: Caution, { planFile }: PreparedRun): string => `${planFile}:${line}: ${words}`;

const MOST_TOLD = 10;

const shortened = (warned: readonly string[]): readonly string[] =>
  warned.length <= MOST_TOLD
    ? warned
    : [...warned.slice(0, MOST_TOLD), `and ${warned.length - MOST_TOLD} more such warnings`];
