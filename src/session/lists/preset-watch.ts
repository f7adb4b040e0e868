/**
 * Whether the `stopLoss` of what was filled of entries rests, by the lists of open triggers that looks read. A list may be
 * late, and the exchange makes the trigger a moment after the fill: what one look lacks is not known, and not there once two looks
 * lack it that are further apart than lists are late, long enough after the fill.
 */
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import type { GroupStanding } from '../../compile/follow/standing.ts';
import type { JournalState, KnownOrder } from '../../journal/records/state.ts';
import { defined } from '../../model/defined.ts';
import { positionName, type FollowKnown, type PlacedPart, type PresetSight } from '../../model/followed.ts';
import { isLong, isOpening, type PlannedOrder } from '../../model/order.ts';
import { partsOf, surelyFilledOf } from './followed-parts.ts';
import { LAG_MS } from './short-positions.ts';

/** By lists of open triggers that were read to their end. */
export interface PresetsListed {
  /** Client order ids of the entries whose `stopLoss` was looked for. */
  readonly asked: ReadonlySet<string>;
  readonly resting: ReadonlySet<string>;
  /** Triggers that are neither the plan's nor such a `stopLoss`, by their order ids: one of them may be a stop. */
  readonly others: readonly string[];
}

export const NO_PRESETS: PresetsListed = { asked: new Set(), resting: new Set(), others: [] };

interface Entry {
  readonly order: PlannedOrder;
  /** The name of its group. Of one that is in none only its position tells whether it is held. */
  readonly group?: string;
  readonly position: string;
}

interface Look {
  readonly listed: PresetsListed;
  /** When it began, by the exchange's clock. */
  readonly ms: number;
}

interface Filled {
  readonly position: string;
  readonly ms: number;
}

export class PresetWatch {
  readonly sights = new Map<string, PresetSight>();
  readonly #entries: readonly Entry[];
  readonly #cancelWaitMs: number;
  /** Since when looks lack it. */
  readonly #lackedMs = new Map<string, number>();
  readonly #filled = new Map<string, Filled>();
  /** Its positions are still to be told. */
  #look: Look | undefined;
  #others: readonly string[] = [];

  /** `cancelWaitMs`: so long after a fill the exchange may need. */
  constructor({ groups, orders }: FollowPlan, cancelWaitMs: number) {
    this.#cancelWaitMs = cancelWaitMs;
    const groupOf = new Map(groups.flatMap(({ name, entries }) => entries.map((id) => [id, name] as const)));
    this.#entries = orders.flatMap((order) => {
      if (!isOpening(order.side) || order.stopLoss === undefined) return [];
      const position = positionName(order.symbol, isLong(order.side));
      return [{ order, position, ...defined({ group: groupOf.get(order.id) }) }];
    });
  }

  /** The entries whose `stopLoss` is to rest: something of them was filled and is held. */
  async carriers(
    journal: JournalState,
    standings: () => Promise<readonly GroupStanding[]>,
  ): Promise<readonly KnownOrder[]> {
    const filled = this.#entries.flatMap(({ order, group, position }) =>
      partsOf(order, journal).flatMap(({ known }) =>
        known.content['stopLoss'] === undefined || surelyFilledOf(known).isZero ? [] : [{ known, group, position }],
      ),
    );
    if (filled.length === 0) return [];
    const held = heldIn(await standings());
    return filled.flatMap(({ known, group, position }) => {
      const { clientOid, trades = [], sentAtMs, filledAtMs = sentAtMs } = known;
      if (group !== undefined && !held.has(group)) return [];
      this.#filled.set(clientOid, { position, ms: Math.max(filledAtMs, ...trades.map(([, , , ms]) => ms)) });
      return [known];
    });
  }

  /** Of a look whose positions are asked now. Where those of the one before were never told, it counts by what was told last. */
  listed(listed: PresetsListed, ms: number, empty: ReadonlySet<string>): boolean {
    const isNew = this.judge(empty);
    this.#look = { listed, ms };
    return isNew;
  }

  /** Whether anything is new by the last look. Where its position is empty there is nothing that a stop could close. */
  judge(empty: ReadonlySet<string>): boolean {
    const look = this.#look;
    this.#look = undefined;
    if (look === undefined) return false;
    const before = this.words;
    this.#others = look.listed.others;
    for (const clientOid of look.listed.asked) {
      const { position, ms } = this.#filled.get(clientOid) as Filled;
      if (look.listed.resting.has(clientOid)) this.#rests(clientOid);
      else if (!empty.has(position)) this.#lacks(clientOid, look.ms, ms);
    }
    return this.words !== before;
  }

  #rests(clientOid: string): void {
    this.#lackedMs.delete(clientOid);
    this.sights.set(clientOid, 'resting');
  }

  #lacks(clientOid: string, ms: number, filledMs: number): void {
    const since = this.#lackedMs.get(clientOid) ?? ms;
    this.#lackedMs.set(clientOid, since);
    const isGone = ms - since >= LAG_MS && ms - filledMs >= this.#cancelWaitMs;
    this.sights.set(clientOid, isGone ? 'missing' : 'not-seen');
  }

  /** What it goes by, once something is missing: a trigger that is new beside it may be a stop. */
  get words(): string | undefined {
    const lacked = [...this.sights].filter(([, sight]) => sight !== 'resting');
    return lacked.length === 0 ? undefined : JSON.stringify([lacked, this.#others]);
  }

  /** Only the next looks tell whether the stop of something that is held is there. */
  isUnsure({ placed, emptyPositions }: FollowKnown, standings: readonly GroupStanding[]): boolean {
    const held = heldIn(standings);
    const isOpen = ({ clientOid, trades }: PlacedPart): boolean =>
      trades.size > 0 && (this.sights.get(clientOid) ?? 'not-seen') === 'not-seen';
    return this.#entries.some(
      ({ order, group, position }) =>
        (group === undefined || held.has(group)) &&
        emptyPositions?.has(position) !== true &&
        placed.get(order.id)?.some(isOpen) === true,
    );
  }
}

const heldIn = (standings: readonly GroupStanding[]): ReadonlySet<string> =>
  new Set(standings.flatMap(({ entries, held }) => (held.isZero ? [] : [entries.join(' ')])));
