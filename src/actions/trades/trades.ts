/** Trades as they were read, to what they came to. */
import { stateOf, type KnownAccount } from '../../journal/records/known-account.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { Config } from '../../model/config.ts';
import type { Fill } from '../../model/standing.ts';
import type { TradesRead } from '../../session/lists/list-reader.ts';
import { MOST_TRADE_PAGES } from '../../session/lists/whole-account.ts';
import { ownersOf, sumOf, sumsBy, type OwnedSum, type Owner, type TradeSum } from './trade-sums.ts';

/** What trades came to: by plan, or by the orders of one. */
export type TradesTold =
  | { readonly kind: 'sums'; readonly rows: readonly OwnedSum<PlanName | OrderName>[]; readonly all: TradeSum }
  /** There are more than are read, so that no sum would be whole; or one of them does not tell all. */
  | { readonly kind: 'not-all' | 'unread'; readonly why: string };

/** An order, where its plan is named elsewhere. */
export interface OrderName {
  readonly id: string;
}

interface TradesKnown {
  readonly known: KnownAccount;
  readonly config: Config;
  readonly plan?: PlanName;
}

export function tradesOf(read: ReadonlyMap<string, TradesRead>, { known, config, plan }: TradesKnown): TradesTold {
  const fills: Fill[] = [];
  for (const [symbol, told] of read) {
    if (told.kind === 'failed') return { kind: 'unread', why: `those of ${symbol} could not be read: ${told.message}` };
    if (told.kind === 'not-all')
      return { kind: 'not-all', why: `${symbol} has more than ${MOST_TRADE_PAGES} pages of them` };
    fills.push(...told.fills);
  }
  const owners = ownersOf(known);
  const own = plan === undefined ? fills : fills.filter(({ orderId }) => isOf(owners.get(orderId), plan));
  const told = config.exchange.realised;
  const all = sumOf(own, told);
  const rows =
    plan === undefined
      ? sumsBy(own, { told, names: planNames(known), keyOf: (id) => planKey(owners.get(id)) })
      : sumsBy(own, { told, names: orderNames(known, plan), keyOf: (id) => owners.get(id)?.id });
  return all === undefined || rows === undefined
    ? { kind: 'unread', why: 'one of them does not report its profit or its fee' }
    : { kind: 'sums', rows, all };
}

const isOf = (owner: Owner | undefined, { plan, generation }: PlanName): boolean =>
  owner?.plan === plan && owner.generation === generation;

const planKey = (of: PlanName | undefined): string | undefined => of && `${of.plan} ${of.generation}`;

const planNames = (known: KnownAccount): ReadonlyMap<string, PlanName> =>
  new Map(known.map(({ plan, generation }) => [`${plan} ${generation}`, { plan, generation }]));

const orderNames = (known: KnownAccount, plan: PlanName): ReadonlyMap<string, OrderName> =>
  new Map([...stateOf(known, plan).keys()].map((id) => [id, { id }]));
