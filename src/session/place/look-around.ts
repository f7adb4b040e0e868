/** A look at the account, with how some orders stand and what came of their presets: what is asked for all of these is asked once. */
import type { Operations } from '../../exchange/dialect.ts';
import type { Claim } from '../../journal/records/ledger.ts';
import type { KeptLook } from '../../journal/records/looked.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
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
import { StandingLook, type LookedHow } from '../lists/standing-look.ts';
import type { InquiryOptions } from '../send/inquiry.ts';
import { whileStoppable } from '../send/stoppable.ts';

export interface LookAsked {
  /** Asked how they stand. */
  readonly orders: readonly KnownOrder[];
  /** Asked what came of their presets. */
  readonly carrying: readonly KnownOrder[];
  /** By default those of all that is at stake by the journal, or stood today; such a look is kept. */
  readonly symbols?: readonly string[] | undefined;
  /** Nothing more is asked once it is aborted. */
  readonly signal: AbortSignal;
}

export interface LookedAround {
  readonly looked: readonly LookedHow[];
  readonly presets: PresetsRead;
  /** Absent where there was nothing to ask about. */
  readonly look?: AccountLook;
}

export interface LookWith {
  readonly claim: Pick<Claim, 'account' | 'moment'>;
  readonly clock: Clock;
  readonly operations: Operations;
  readonly inquiry: InquiryOptions;
}

/** `kept`: what the journal is to have of it. */
export async function lookAround(
  { claim, clock, operations: { telling, list }, inquiry }: LookWith,
  { orders, carrying, symbols, signal }: LookAsked,
): Promise<LookedAround & { readonly kept?: KeptLook }> {
  const known = ordersOfJournal(await claim.account());
  const around = symbols ?? symbolsToLook(known, claim.moment().wallMs);
  const lists = new ListReader(inquiry);
  const reader = new LookReader({ reader: lists, telling, mostOfPage: (name) => list[name].mostOfPage });
  const standing = new StandingLook(reader, clock);
  const ours = new Set(known.map(({ clientOid }) => clientOid));
  let looked: readonly LookedHow[] = [];
  const between = async (): Promise<void> => {
    looked = await standing.look(orders.map(lookedAt));
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
  const isWhole = look !== undefined && symbols === undefined && !signal.aborted && hasAnswers(look);
  return { ...found, looked, ...(isWhole && { kept: keptLook(look, known) }) };
}

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
