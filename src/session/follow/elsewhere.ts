/**
 * Judges what is missing of a position while its plan is followed: where the trades of others explain it, it is on record as closed
 * elsewhere. Where they do not, it stays as it is told, and nothing follows from it.
 */
import type { GroupStanding } from '../../compile/follow/standing.ts';
import type { Claim } from '../../journal/records/ledger.ts';
import type { KnownAccount } from '../../journal/records/known-account.ts';
import type { LookPart } from '../../journal/records/request.ts';
import { isSurePart, isUnsurePart, positionName, type FollowKnown, type PlacedPart } from '../../model/followed.ts';
import { isLong, isOpening } from '../../model/order.ts';
import { sameSymbol } from '../../model/symbol.ts';
import { firstIds, judgeMissing, type MissingJudged } from '../lists/closed-elsewhere.ts';
import { ownIds } from '../lists/followed-parts.ts';
import { followedTrades } from '../lists/followed-trades.ts';
import { tradesCounted } from '../lists/group-orders.ts';
import type { Sizes } from '../lists/held-by-plan.ts';
import { ListReader } from '../lists/list-reader.ts';
import { LEEWAY_MS } from '../lists/list-walk.ts';
import { LAG_MS, shortWords, type Agreed, type ShortPosition } from '../lists/short-positions.ts';
import type { InquiryOptions } from '../send/inquiry.ts';
import { whileStoppable } from '../send/stoppable.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { LooksTask } from './follow-task.ts';
import { WholePositions } from './whole-positions.ts';

interface ElsewhereOptions {
  readonly task: LooksTask;
  readonly claim: Claim;
  readonly time: ExchangeTime;
  readonly inquiry: (part: LookPart) => InquiryOptions;
}

/** What a whole look has told. */
interface Looked {
  readonly beganMs: number;
  readonly account: KnownAccount;
  readonly known: FollowKnown;
  readonly groups: readonly GroupStanding[];
  /** Positions that are smaller than what is counted, by two looks that agree. */
  readonly agreed: readonly Agreed[];
  /** Held by other plans that are followed. */
  readonly others: Sizes;
}

/** So long trades are asked for at each look, and the end of a follow waits for them. */
const MOST_UNSURE_MS = 10_000;
/** From then on at such a distance. */
const SELDOM_MS = 30_000;
const MOST_PAGES = 10;
/** A position that was whole has in it what was traded so long before, however late each list is. */
const WHOLE_MS = 2 * LAG_MS + 1_000;
/** Full looks that lack an unknown order before it counts as not there. */
const LACKING = 2;

interface Tried {
  readonly words: string;
  readonly sinceMs: number;
  readonly askedMs: number;
  readonly lookedMs: number;
}

const nameOf = ({ symbol, side }: ShortPosition): string => positionName(symbol, side === 'long');

export class Elsewhere {
  readonly #options: ElsewhereOptions;
  /** By position, what was not explained yet. */
  #tried: ReadonlyMap<string, Tried> = new Map();
  readonly #whole: WholePositions;

  constructor(options: ElsewhereOptions) {
    this.#options = options;
    this.#whole = new WholePositions(options.task.follow);
  }

  /** The next looks may explain what is missing. */
  get isUnsure(): boolean {
    return [...this.#tried.values()].some(({ lookedMs, sinceMs }) => lookedMs - sinceMs < MOST_UNSURE_MS);
  }

  /** Whether something is on record now that was not. */
  async judge(looked: Looked): Promise<boolean> {
    const { groups, agreed, beganMs, known, others } = looked;
    this.#whole.take({ beganMs, endedMs: this.#options.time.nowMs(), known, others });
    const tried = new Map<string, Tried>();
    let isNew = false;
    for (const one of agreed) {
      const holder = holderOf(one.short, groups);
      if (holder === undefined || holder.isFrozen) continue;
      const before = this.#triedOf(one.short, beganMs);
      const isDue = beganMs - before.sinceMs < MOST_UNSURE_MS || beganMs - before.askedMs >= SELDOM_MS;
      const { kind } = isDue ? await this.#judged(one, holder, looked) : UNEXPLAINED;
      if (kind === 'closed') isNew = true;
      else tried.set(nameOf(one.short), { ...before, ...(isDue && { askedMs: beganMs }), lookedMs: beganMs });
    }
    this.#tried = tried;
    return isNew;
  }

  #triedOf(short: ShortPosition, ms: number): Tried {
    const [words, before] = [shortWords(short), this.#tried.get(nameOf(short))];
    return before?.words === words ? before : { words, sinceMs: ms, askedMs: ms, lookedMs: ms };
  }

  async #judged({ short, sinceMs }: Agreed, holder: GroupStanding, looked: Looked): Promise<MissingJudged> {
    const { claim, task } = this.#options;
    const { account, known, beganMs } = looked;
    const parts = this.#partsOf(short, known);
    if (parts.some(mayHideTrades)) return UNREAD;
    const fromMs = Math.max(
      firstFill(holder, known),
      (this.#whole.sinceOf(nameOf(short)) ?? Number.NEGATIVE_INFINITY) - WHOLE_MS,
    );
    const read = await this.#trades(short.symbol, fromMs);
    if (read.kind !== 'all') return UNREAD;
    const entries = firstIds(task.follow, { name: holder.entries.join(' '), entries: holder.entries });
    const triggers = parts.filter(({ part }) => part.trigger !== undefined && part.firedMs === undefined);
    const judged = judgeMissing(
      {
        short,
        entries,
        untilMs: sinceMs,
        mayBeOurs: triggers.filter(({ part }) => isSurePart(part)).map(({ part }) => part.size),
        ofTriggersUntilMs: beganMs - 2 * LAG_MS,
        nowhere: parts.filter(({ part, opens }) => !opens && isUnsurePart(part)).map(({ part }) => part.size),
      },
      read.fills.filter(({ createdMs }) => createdMs >= fromMs),
      { ...followedTrades(account, task, task.follow), counted: tradesCounted(account), named: ownIds(account) },
    );
    if (judged.kind !== 'closed') return judged;
    return (await claim.keepClosed({ plan: task.plan, generation: task.generation }, judged.closed)) ? judged : UNREAD;
  }

  #trades(symbol: string, fromMs: number): ReturnType<ListReader['trades']> {
    const { inquiry, time, task } = this.#options;
    const reader = new ListReader(inquiry('news'));
    return whileStoppable(
      task.signal,
      (why) => reader.stop(why),
      () => reader.trades({ symbol, fromMs, toMs: time.nowMs() + LEEWAY_MS }, MOST_PAGES),
    );
  }

  /** All that the plan placed in a position for its groups: of a plain close it makes no difference whose a trade is. */
  #partsOf({ symbol, side }: ShortPosition, { placed }: FollowKnown): readonly Placed[] {
    return this.#options.task.follow.orders.flatMap((order) =>
      (isOpening(order.side) || order.exit !== undefined) &&
      sameSymbol(order.symbol, symbol) &&
      isLong(order.side) === (side === 'long')
        ? (placed.get(order.id) ?? []).map((part) => ({ part, opens: isOpening(order.side) }))
        : [],
    );
  }
}

interface Placed {
  readonly part: PlacedPart;
  readonly opens: boolean;
}

const UNREAD = { kind: 'unread' } as const;
const UNEXPLAINED = { kind: 'unexplained' } as const;

/** Its order id is not known, so its trades would be somebody's: until it counts as not there. */
const mayHideTrades = ({ part }: Placed): boolean =>
  part.isFrozen === true || (isUnsurePart(part) && (part.lackedBy ?? 0) < LACKING);

/** The only group of the plan that holds something of a position. */
function holderOf({ symbol, side }: ShortPosition, groups: readonly GroupStanding[]): GroupStanding | undefined {
  const holders = groups.filter(
    (group) => sameSymbol(group.symbol, symbol) && group.isLong === (side === 'long') && !group.held.isZero,
  );
  return holders.length === 1 ? holders[0] : undefined;
}

function firstFill({ entries }: GroupStanding, { placed }: FollowKnown): number {
  let first = Number.POSITIVE_INFINITY;
  for (const id of entries)
    for (const { trades } of placed.get(id) ?? []) for (const { ms } of trades.values()) first = Math.min(first, ms);
  return first;
}
