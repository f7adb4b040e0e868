/** The weight that a run keeps for itself, and what of it is in use: whatever passes here, all others count already. */
import { WeightBudget, type OthersSpend } from '../../budget/weight-budget.ts';
import {
  addedCosts,
  largerCosts,
  restOf,
  smallerCosts,
  type Cost,
  type CostLater,
  type Limits,
} from '../../model/call.ts';
import type { AccountBooks } from '../account/account-log.ts';
import type { IsHeld, Reserves } from '../account/reserves.ts';
import type { Moment } from '../records/moment.ts';
import type { LedgerRequest } from '../records/request.ts';
import type { KeptReserve, ReserveWanted } from '../records/reserve.ts';

/** Runs keep no more of a window than that, all together, as long as each looks as often as it asks for. */
const OFTEN_OF_WINDOW = 0.6;
/** Those that begin later look more seldom, and keep no more than that: the rest is for what opens, and for questions. */
const MOST_OF_WINDOW = 0.9;
const SELDOM_LOOKS = 3;
/** And no more than that for exits and cancels. */
const MOST_FOR_ROOM = 0.5;
/** By how much more than a window the looks of one take: an answer that is late by less puts the next look off by nothing. */
const SLACK_MS = 250;
/** A look at least as often is on record, so that the journal tells until when a plan was followed. */
const QUIET_MS = 600_000;

export class OwnReserve {
  readonly #looks: WeightBudget;
  readonly #room: WeightBudget;
  /** For exits and cancels, in each window. */
  readonly room: Required<Cost>;
  /** All of it has fitted beside what others spent and keep: they leave it that much from then on. */
  isBacked = false;
  #recordedMs: number;

  constructor({ looks, room }: KeptReserve, { ip, uid, orderCalls }: Limits, nowMs: number) {
    const of = (cost: Required<Cost>): Limits => ({
      ip: { ...ip, amount: cost.ip },
      uid: { ...uid, amount: cost.uid },
      orderCalls: { ...orderCalls, amount: cost.orderCalls },
      inFlight: 1,
    });
    this.#looks = new WeightBudget(of({ ...looks, orderCalls: 0 }));
    this.#room = new WeightBudget(of(room));
    this.#recordedMs = nowMs;
    this.room = room;
  }

  /** Whether a question of a look is within it, and need not be on record. */
  hasLook(nowMs: number, cost: Cost): boolean {
    return nowMs - this.#recordedMs < QUIET_MS && this.#looks.waitMs(nowMs, cost) === 0;
  }

  hasExit(nowMs: number, cost: Cost): boolean {
    return this.#room.waitMs(nowMs, cost) === 0;
  }

  /** What was filled is looked at before an exit can be sent: of the room for these, while one of them fits beside it. */
  hasNews(nowMs: number, { ip, uid }: Cost): boolean {
    const { room } = this;
    return this.#room.waitMs(nowMs, { ip: ip + room.ip / 3, uid: uid + room.uid / 3, orderCalls: 0 }) === 0;
  }

  /** A record tells that it follows. */
  recorded(nowMs: number): void {
    this.#recordedMs = nowMs;
  }

  budgetOf(use: 'look' | 'exit'): WeightBudget {
    return use === 'look' ? this.#looks : this.#room;
  }

  roomLeft(nowMs: number): Required<Cost> {
    return this.#room.left(nowMs);
  }

  /** What is not in use, and what else it sends leaves. `beside`: for exits that much at least. */
  left(nowMs: number, beside: Required<Cost> = NOTHING): Required<Cost> {
    return addedCosts(this.#looks.left(nowMs), largerCosts(this.#room.left(nowMs), beside));
  }
}

/** What a run gets of what it asks for, beside what others keep: looks further apart, or none that are kept. */
export function keptOf(wanted: ReserveWanted, limits: Limits, others: readonly Cost[]): KeptReserve {
  const { look, orders } = wanted;
  const room = {
    ip: Math.min(wanted.room.ip, limits.ip.amount * MOST_FOR_ROOM),
    uid: Math.min(wanted.room.uid, limits.uid.amount * MOST_FOR_ROOM),
    orderCalls: Math.min(
      limits.countsOrders === true ? orders : wanted.room.orderCalls,
      limits.orderCalls.amount * MOST_FOR_ROOM,
    ),
  };
  /** How many looks fit. */
  const most = (window: 'ip' | 'uid', part: number): number =>
    Math.floor(
      (limits[window].amount * part - others.reduce((sum, one) => sum + one[window], room[window])) / look[window],
    );
  let everyMs = wanted.everyMs;
  const times = { ip: 0, uid: 0 };
  for (const window of ['ip', 'uid'] as const) {
    const { windowMs } = limits[window];
    if (look[window] === 0) continue;
    const seldom = Math.min(SELDOM_LOOKS, most(window, MOST_OF_WINDOW));
    const fitting = Math.max(most(window, OFTEN_OF_WINDOW), seldom);
    times[window] = Math.max(0, Math.min(Math.ceil(windowMs / wanted.everyMs), fitting));
    everyMs = Math.max(everyMs, Math.ceil((windowMs + SLACK_MS) / Math.max(1, times[window])));
  }
  const hasLooks = (['ip', 'uid'] as const).every((window) => look[window] === 0 || times[window] > 0);
  const looks = hasLooks ? { ip: times.ip * look.ip, uid: times.uid * look.uid } : { ip: 0, uid: 0 };
  const { egress } = limits;
  return { looks, room, orders, everyMs, ...(egress !== undefined && { egress }) };
}

interface Beside {
  readonly limits: Limits;
  readonly except: number | undefined;
  readonly ownRoom: Required<Cost> | undefined;
}

export const NOTHING: Required<Cost> = { ip: 0, uid: 0, orderCalls: 0 };

interface KeptByOthers {
  readonly kept: readonly OthersSpend[];
  /** All together keep more for exits than is kept for them. */
  readonly isCut: boolean;
}

/** What others spent by their records, and what they keep beside that. */
export interface Others extends KeptByOthers {
  readonly spent: readonly OthersSpend[];
  readonly atMs: number;
}

/** Of one request. */
export interface WantedWeight {
  readonly cost: Cost;
  /** What has to fit beside it, at once and later. */
  readonly ahead: readonly CostLater[];
  /** It is of what the run keeps for itself. */
  readonly isKept: boolean;
}

/** What runs of others keep, as spent: for exits of all together no more than their part of a window. */
export function keptByOthers(reserves: Reserves, now: Moment, { limits, except, ownRoom }: Beside): KeptByOthers {
  const { looks, room } = reserves.ofOthers(now, { limits, except });
  const { ip, uid, orderCalls } = ownRoom ?? NOTHING;
  const weight = {
    ip: Math.min(room.ip, roomBeside(limits.ip, ip)),
    uid: Math.min(room.uid, roomBeside(limits.uid, uid)),
    orderCalls: Math.min(room.orderCalls, roomBeside(limits.orderCalls, orderCalls)),
  };
  const isCut = weight.ip < room.ip || weight.uid < room.uid;
  return { kept: [...looks, { weight, ageMs: 0, isOpen: true, isUncounted: true }], isCut };
}

const roomBeside = ({ amount }: Limits['ip'], own: number): number => Math.max(0, amount * MOST_FOR_ROOM - own);

/** What runs of other plans keep. */
export function keptBeside(books: AccountBooks, limits: Limits, plan: string): readonly Cost[] {
  const { looks, room } = books.reserves.ofOthers(books.now(), { limits, exceptPlan: plan });
  return [...looks.map(({ weight }) => weight), room];
}

const ASK_HELD_MS = 1000;

/** Asks once a second: that a plan was held a moment ago keeps the weight of its run a moment longer. */
export function heldAsker(books: AccountBooks, isHeld: IsHeld): () => Promise<void> {
  let askedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = books.machine.monotonicMs();
    if (!books.reserves.isAny || nowMs - askedMs < ASK_HELD_MS) return;
    askedMs = nowMs;
    await books.reserves.askHeld(isHeld, { asOf: books.head.record, now: () => books.now() });
  };
}

interface AheadWith {
  readonly waiting: Required<Cost>;
  /** What the windows can have beside it. */
  readonly most: Required<Cost>;
  readonly others: Others;
  readonly left: (beside?: Required<Cost>) => Required<Cost>;
}

/** What has to fit beside a request that leaves a run its own: of what it asks for itself no more than can ever be there. */
export function aheadOf(request: LedgerRequest, { waiting, most, others, left }: AheadWith): readonly CostLater[] {
  const ahead = addedCosts(waiting, left());
  const beside = 'call' in request ? request.beside : undefined;
  if (beside === undefined) return atOnce(ahead);
  // A budget forgets these in a moment, as the journal is asked again by then.
  const ofOthersThen = [...others.kept, ...others.spent.filter(({ isOpen }) => isOpen === true)].reduce(
    (all, { weight }) => addedCosts(all, wholeCost(weight)),
    NOTHING,
  );
  const free = others.kept.reduce((all, { weight }) => restOf(all, wholeCost(weight)), most);
  const later = beside.map(({ afterMs, cost }): CostLater => {
    const own = smallerCosts(free, addedCosts(waiting, left(cost)));
    const then = smallerCosts(most, addedCosts(own, ofOthersThen));
    return { afterMs, cost: afterMs === 0 ? largerCosts(ahead, own) : then };
  });
  return [...atOnce(ahead), ...later];
}

const wholeCost = (weight: Cost): Required<Cost> => ({ orderCalls: 0, ...weight });

export const atOnce = (cost: Required<Cost>): readonly CostLater[] => [{ afterMs: 0, cost }];
