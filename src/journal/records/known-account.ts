/** What an account's journal knows, over plans, generations and files; and what of it may stand on the exchange. */
import { defined } from '../../model/defined.ts';
import type { ClosedElsewhere } from './closed-elsewhere.ts';
import type { KeptGroup, KeptStop } from './run-record.ts';
import type { PlanName } from './scope.ts';
import { emptyJournal, type JournalState, type KnownOrder } from './state.ts';
import { whatStands } from './what-stands.ts';

/** What is known of an account, and of one plan of it in whatever generation. */
export interface JournalHistory {
  /** Nothing of this account was ever sent from it. */
  readonly isNew: boolean;
  /** Whether the plan was ever placed from here, in any generation. */
  readonly wasPlaced: boolean;
  /** The highest one that was ever sent. */
  readonly generation?: number;
  /** The plan file of the last run that sent something: its absolute path. */
  readonly planFile?: string;
}

/** An order that a run which follows its plan left, by the id that it had first or that its plan had then. */
export interface LeftOrder {
  readonly id: string;
  readonly reason: string;
  readonly waitsFor?: readonly string[];
}

/** What is known of one plan in one generation. */
export interface KnownPlan extends PlanName {
  readonly orders: JournalState;
  /** Whether it was ever placed from here; else its orders were only taken in. */
  readonly isPlaced: boolean;
  /** The last run that placed it demanded a stop for all that it opens. */
  readonly requiresStop?: true;
  /** The plan file of the last run that sent something of it: its absolute path. */
  readonly planFile?: string;
  /** When the last run that followed it ended, or, where it did not end by itself, what it wrote last: in ms since 1970. */
  readonly followedMs?: number;
  /** What that run left to be done: orders that it would have acted on, or waited for. Empty where it did not end by itself. */
  readonly left?: readonly LeftOrder[];
  /** The stops that this run sends with the first fill of its entries. */
  readonly stops?: readonly KeptStop[];
  /** What closes what by the last run that followed it. Undefined also of an older journal. */
  readonly groups?: readonly KeptGroup[];
  /** Somebody else follows it at this moment: these stops come. */
  readonly isFollowed?: true;
  /** What a person allowed again while it was followed: by id, the first number that counts. */
  readonly again?: ReadonlyMap<string, number>;
  /** Stops whose edit a person took up while it was followed: by id, the first part that is as the plan said then. */
  readonly edited?: ReadonlyMap<string, number>;
  /** Exits that a person cancelled when nothing of them was left on the exchange, and has not allowed again: by the ids that they had first. */
  readonly off?: ReadonlySet<string>;
  /** What was closed of it by orders that do not follow it, the oldest first. */
  readonly elsewhere?: readonly ClosedElsewhere[];
}

/** Every plan of the account of which something was sent, in every generation; the earliest first. */
export type KnownAccount = readonly KnownPlan[];

/** With what is followed now. A plan is followed in one generation at a time: the one that was followed last. */
export function asFollowed(account: KnownAccount, isFollowed: (plan: string) => boolean): KnownAccount {
  const isNewest = ({ plan, followedMs = 0 }: KnownPlan): boolean =>
    account.every((other) => other.plan !== plan || (other.followedMs ?? 0) <= followedMs);
  return account.map((known) =>
    known.stops !== undefined && isFollowed(known.plan) && isNewest(known) ? { ...known, isFollowed: true } : known,
  );
}

/** As it is once whoever follows these plans has ended: no stop of theirs comes any more. */
export const unfollowed = (account: KnownAccount, plans: ReadonlySet<string>): KnownAccount =>
  account.map((known) => {
    if (known.isFollowed !== true || !plans.has(known.plan)) return known;
    const { isFollowed: _, ...rest } = known;
    return rest;
  });

export const knownOf = (account: KnownAccount, { plan, generation }: PlanName): KnownPlan | undefined =>
  account.find((known) => known.plan === plan && known.generation === generation);

export const stateOf = (account: KnownAccount, name: PlanName): JournalState =>
  knownOf(account, name)?.orders ?? emptyJournal;

/** What a person allowed again of a plan that is followed; undefined where that is nothing. */
export const againOf = (account: KnownAccount, name: PlanName): KnownPlan['again'] => knownOf(account, name)?.again;

/** What a person said of exits of a plan that is followed: which are allowed again, which stay off, and whose edit is taken up. */
export function saidOfExits(account: KnownAccount, name: PlanName): Pick<KnownPlan, 'again' | 'off' | 'edited'> {
  const { again, off, edited } = knownOf(account, name) ?? {};
  return defined({ again, off, edited });
}

export function historyOf(account: KnownAccount, plan: string): JournalHistory {
  const ours = account.filter((known) => known.plan === plan);
  const planFile = ours.findLast((known) => known.planFile !== undefined)?.planFile;
  return {
    isNew: account.length === 0,
    wasPlaced: ours.some(({ isPlaced }) => isPlaced),
    ...(ours.length > 0 && { generation: Math.max(...ours.map(({ generation }) => generation)) }),
    ...(planFile !== undefined && { planFile }),
  };
}

/** An order with the plan that placed it. */
export interface PlanOrder extends PlanName {
  readonly order: KnownOrder;
}

/** What may stand of the account, whatever plan, generation or file placed it: each lineage of an order by itself. */
export const standingOf = (account: KnownAccount): PlanOrder[] =>
  account.flatMap(({ plan, generation, orders }) =>
    [...orders.values()].flatMap(whatStands).map((order) => ({ plan, generation, order })),
  );
