/**
 * The one look at the account, with how some orders stand and what came of their presets: what is asked for all of these is asked
 * once. Others of the account that no list of what is open has are looked for in the histories: what is held may be theirs.
 */
import type { Operations } from '../../exchange/dialect.ts';
import type { Claim } from '../../journal/records/ledger.ts';
import type { KeptLook } from '../../journal/records/looked.ts';
import type { KnownAccount } from '../../journal/records/known-account.ts';
import { mayRest, type KnownOrder } from '../../journal/records/state.ts';
import { defined } from '../../model/defined.ts';
import type { MarginMode } from '../../model/order.ts';
import type { Clock } from '../../ports.ts';
import { keptLook } from '../../protection/journal/kept-look.ts';
import { hasAnswers, type AccountLook } from '../../protection/journal/look.ts';
import {
  modesAtStake,
  ordersOfJournal,
  symbolsToLook,
  type JournalOrder,
} from '../../protection/journal/of-journal.ts';
import { lookAt, type OwnModes } from '../lists/account-look.ts';
import { ListReader } from '../lists/list-reader.ts';
import { LookReader } from '../lists/look-reader.ts';
import { lookedAt } from '../lists/lookup-keys.ts';
import { lookForPresets, type PresetsRead } from '../lists/preset-look.ts';
import { notOpen } from '../lists/whole-account.ts';
import { StandingLook, type LookedHow } from '../lists/standing-look.ts';
import type { InquiryOptions } from '../send/inquiry.ts';
import { whileStoppable } from '../send/stoppable.ts';

export interface LookAsked {
  /** Asked how they stand. */
  readonly orders: readonly KnownOrder[];
  /** Asked what came of their presets. */
  readonly carrying: readonly KnownOrder[];
  /** Nothing more is asked once it is aborted. */
  readonly signal: AbortSignal;
  /** Nobody waits for it any more, and orders may have been sent since it began: nothing of it counts. */
  readonly isLate?: () => boolean;
}

export interface LookedAround {
  readonly looked: readonly LookedHow[];
  /** How others of the account stand that no list of what is open has: what is held may be theirs. */
  readonly beside: Beside;
  readonly presets: PresetsRead;
  /** Absent where there was nothing to ask about. */
  readonly look?: AccountLook;
}

/** Orders, and how they stand. */
interface Beside {
  readonly orders: readonly KnownOrder[];
  readonly looked: readonly LookedHow[];
}

interface LookWith {
  readonly claim: Pick<Claim, 'account' | 'moment'>;
  readonly clock: Clock;
  readonly operations: Operations;
  readonly inquiry: InquiryOptions;
}

/** `kept`: what the journal is to have of it. */
export async function lookAround(
  { claim, clock, operations: { telling, list }, inquiry }: LookWith,
  { orders, carrying, signal }: LookAsked,
): Promise<LookedAround & { readonly kept?: KeptLook }> {
  const account = await claim.account();
  const known = ordersOfJournal(account);
  const around = symbolsToLook(known, claim.moment().wallMs);
  const lists = new ListReader(inquiry);
  const reader = new LookReader({ reader: lists, telling, mostOfPage: (name) => list[name].mostOfPage });
  const standing = new StandingLook(reader, clock);
  const ours = new Set(known.map(({ clientOid }) => clientOid));
  const others = placedBeside(account, orders);
  let looked: readonly LookedHow[] = [];
  const between = async (): Promise<void> => {
    const gone = await notOpen(others.map(lookedAt), reader);
    looked = await standing.look([...orders.map(lookedAt), ...gone]);
  };
  const modes = modesOf(known);
  const work = async (): Promise<Pick<LookedAround, 'presets' | 'look'>> => {
    const seen = await lookAt({ telling, reader, symbols: around, modes, between });
    const look = around.length === 0 ? undefined : { atMs: claim.moment().wallMs, symbols: seen };
    const presets = await lookForPresets(reader, asSeen(carrying, looked), (clientOid) => ours.has(clientOid));
    return { presets, ...defined({ look }) };
  };
  const found = await whileStoppable(signal, (why) => lists.stop(why), work);
  const { look } = found;
  const isWhole = look !== undefined && !signal.aborted && hasAnswers(look);
  const isAsked = new Set(orders.map(({ clientOid }) => clientOid));
  const [own, more] = [true, false].map((is) => looked.filter(({ order }) => isAsked.has(order.clientOid) === is));
  const beside = { orders: others, looked: more as LookedHow[] };
  return { ...found, looked: own as LookedHow[], beside, ...(isWhole && { kept: keptLook(look, known) }) };
}

/** What of the account was placed, and may rest by the journal, but for those that are asked about. */
function placedBeside(account: KnownAccount, asked: readonly KnownOrder[]): KnownOrder[] {
  const own = new Set(asked.map(({ clientOid }) => clientOid));
  return account.flatMap(({ orders }) =>
    [...orders.values()].filter((order) => isPlaced(order) && !own.has(order.clientOid)),
  );
}

/** It may rest, and has an id to be looked for by. */
export const isPlaced = (order: KnownOrder): boolean => mayRest(order) && order.orderId !== undefined;

/** With what was filled of them by now. */
function asSeen(orders: readonly KnownOrder[], looked: readonly LookedHow[]): KnownOrder[] {
  const seen = new Map(
    looked.flatMap(({ order, stand }) => (stand.kind === 'seen' ? [[order.clientOid, stand.seen] as const] : [])),
  );
  return orders.map((order) => Object.assign({}, order, defined({ seen: seen.get(order.clientOid) })));
}

/** What our own orders say of their margin modes. */
export const modesOf = (known: readonly JournalOrder[]): OwnModes => ({
  atStake: modesAtStake(known),
  ever: (symbol) => modeIn(known, symbol),
});

/** The margin mode that all orders of the symbol have; undefined if they differ. */
function modeIn(known: readonly JournalOrder[], symbol: string): MarginMode | undefined {
  const [mode, ...others] = new Set(known.flatMap((order) => (order.symbol === symbol ? [order.marginMode] : [])));
  return others.length === 0 ? mode : undefined;
}
