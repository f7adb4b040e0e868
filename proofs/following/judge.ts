/** Holds what a follower did and said against the exchange's own book, in whole steps. */
import type { PublicEvent } from '../../src/model/event.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { outcomesOf, wholeEvents, checkOnce } from '../ledger-check.ts';
import type { Findings } from '../proof.ts';
import { ofKind, type Ended } from '../support/ordo.ts';
import { notShown, shownBy, type Shown } from './bodies.ts';
import { Book, exitsOf, namesOf, restingPresets, stepsIn, sumsOf, type Named, type Placed } from './book.ts';
import type { DrawnGroup, DrawnPlan } from './draw.ts';
import { heldTold, isBetween, isToldNaked, partsRefused, refusedInARow } from './judged.ts';

export interface FollowScene {
  readonly paper: Pick<PaperExchange, 'orders' | 'requests'>;
  readonly plan: DrawnPlan;
  /** What the dry run said before anything was sent. */
  readonly dryRun: readonly PublicEvent[];
  readonly found: Findings;
  readonly where: string;
  /** How much later than its time a request may arrive. */
  readonly slackMs: number;
  /** By how much the exchange's clock may be misjudged. */
  readonly earlyMs?: number;
  /** Requests get lost: a stop may have left, and be in no book. */
  readonly mayLose?: boolean;
  /** Something is held besides: what closes too much closes some of that, and is told. */
  readonly isBeside?: (isLong: boolean) => boolean;
  /** What somebody else closed of a side, and what of it a follower has to know: nothing, where nobody does. */
  readonly byHand?: (isLong: boolean) => ByHand;
  /** Ids of which somebody cancelled an order. */
  readonly cancelled?: ReadonlySet<string>;
  /** Of a plan that is edited, by client order id: under other names than it was drawn with. */
  readonly names?: ReadonlyMap<string, Named>;
}

/** In whole steps. */
export interface ByHand {
  readonly all: number;
  readonly known: number;
}

const NOBODY: ByHand = { all: 0, known: 0 };

/** It may be a reason for an exit code, and need not be: what somebody else closed or cancelled, an entry that a target may have ended. */
const PERHAPS = 'perhaps';

/** Keeps what the runs of one plan said, and judges each of them and their end. */
export class FollowJudge {
  readonly book: Book;
  readonly names: ReadonlyMap<string, Named>;
  readonly #scene: FollowScene;
  /** What stood before the plan. */
  readonly #before: ReadonlySet<string>;
  /** The most that was told as filled, by client order id. */
  readonly #told = new Map<string, number>();
  /** Client order ids that were refused. */
  readonly #refused = new Set<string>();
  /** What each dry run showed that a run went by, the last one last. */
  readonly #shown: ReadonlyMap<string, Shown>[] = [];
  #judged = 0;
  #hasForgotten = false;

  constructor(scene: FollowScene) {
    this.#scene = scene;
    this.names = scene.names ?? namesOf(scene.plan);
    this.#before = new Set(scene.paper.orders.map(({ clientOid }) => clientOid));
    this.book = new Book(this.names, () => scene.paper.orders);
    this.approve(scene.dryRun);
  }

  /** From now on runs go by that. */
  approve(dryRun: readonly PublicEvent[]): void {
    this.#bodies();
    this.#shown.push(shownBy(dryRun, this.names));
  }

  /** The journal by which it was told is gone. */
  forget(): void {
    this.#told.clear();
    this.#hasForgotten = true;
  }

  /** What arrived was shown by the dry run; it may have left while the one before was in force. */
  #bodies(): void {
    const { requests } = this.#scene.paper;
    const [last, ...before] = this.#shown.slice(-2).toReversed();
    if (last === undefined) return;
    for (const request of requests.slice(this.#judged)) {
      const faults = [last, ...before].map((shown) => notShown([request], this.names, shown, this.#before));
      if (faults.every((one) => one.length > 0)) for (const fault of faults[0] ?? []) this.#hold(false, () => fault);
    }
    this.#judged = requests.length;
  }

  #hold(holds: boolean, what: () => string): void {
    const { found, where } = this.#scene;
    if (!holds) found.hold(false, where, what());
  }

  /** What a run said, killed or not. `isBeside`: another one told of fills at the same time, earlier or later. */
  run({ stdout }: Ended, isBeside = false): void {
    const placed = new Map(this.book.placed().map((one) => [one.order.clientOid, one]));
    for (const one of outcomesOf(stdout)) {
      const standing = placed.get(one.clientOid);
      if (one.outcome === 'rejected') this.#refused.add(one.clientOid);
      if (one.outcome === 'accepted')
        this.#hold(standing?.order.orderId === one.orderId, () => `${one.id} told as ${one.orderId}, not in the book`);
      if (one.outcome === 'rejected')
        this.#hold(standing === undefined, () => `${one.id} told as rejected, and it stands`);
    }
    this.#fills(stdout, placed, isBeside);
    this.#bodies();
  }

  #fills(stdout: string, placed: ReadonlyMap<string, Placed>, isBeside: boolean): void {
    for (const { id, clientOid = '', exchange } of ofKind(wholeEvents(stdout), 'order-state')) {
      const filled = stepsIn(exchange?.filledSize ?? '0');
      const before = this.#told.get(clientOid) ?? 0;
      const true_ = placed.get(clientOid)?.filled ?? 0;
      this.#hold(filled <= true_, () => `${id} told as filled ${filled}, and it is ${true_}`);
      if (isBeside) continue;
      this.#hold(filled >= before || exchange === undefined, () => `${id} told as filled ${before}, then ${filled}`);
      this.#told.set(clientOid, Math.max(before, filled));
    }
  }

  /** Once the last run came to its end by itself. */
  end(last: Ended): void {
    const { paper, plan, found, where } = this.#scene;
    const placed = this.book.placed();
    checkOnce(
      { paper, found, where },
      placed.map(({ order }) => order),
      this.#hasForgotten,
    );
    this.#bodies();
    this.#times(placed);
    const events = wholeEvents(last.stdout);
    const finished = events.at(-1);
    this.#hold(
      finished?.event === 'run-finished' && finished.exitCode === last.code,
      () => `it ends with ${last.code}, and says ${JSON.stringify(finished)} ${last.stderr}`,
    );
    for (const id of plan.ids)
      this.#hold(
        outcomesOf(last.stdout).some((one) => one.id === id),
        () => `${id} has no outcome at the end`,
      );
    for (const group of plan.groups) this.#group(group, placed, { last, events });
    this.#exit(last, placed, events);
  }

  #group(
    group: DrawnGroup,
    placed: readonly Placed[],
    { last, events }: { last: Ended; events: readonly PublicEvent[] },
  ): void {
    const { filled, closed: own, held: counted, stopped } = sumsOf(placed, group);
    const byHand = this.#byHand(group);
    const [closed, held] = [own + byHand.all, counted - byHand.all];
    const name = (group.now ?? group.entries).join(' ');
    this.#hold(
      closed <= filled || this.#scene.isBeside?.(group.isLong) === true,
      () => `${name}: ${closed} closed of ${filled}`,
    );
    const hasStop = this.#hasStop(group);
    const isSaid = hasStop ? [6, 7, 11].includes(last.code ?? -1) : isToldNaked(events, group);
    const presets = hasStop ? 0 : restingPresets(this.#scene.paper.orders, this.names, group);
    this.#hold(held <= stopped + presets || isSaid, () => `${name}: ${held} held, stops ${stopped}, exit ${last.code}`);
    const told = heldTold(events, group);
    if (told !== undefined || (filled > 0 && this.#isGroup(group)))
      this.#hold(
        // Beside an order that is unknown it may have been that one.
        isBetween(stepsIn(told ?? '-1'), held, Math.max(0, counted - (last.code === 7 ? 0 : byHand.known))),
        () => `${name}: told as held ${told}, and it is ${held}, with ${JSON.stringify(byHand)} by hand`,
      );
    this.#stopFirst(group, placed);
    if (last.code === 0 && hasStop) this.#nothingLeft(group, placed, held);
  }

  /** Exit 0 says so. */
  #nothingLeft(group: DrawnGroup, placed: readonly Placed[], held: number): void {
    const name = (group.now ?? group.entries).join(' ');
    const left = placed.filter(({ id, open }) => open > 0 && [...exitsOf(group), ...group.entries].includes(id));
    this.#hold(held === 0, () => `${name}: exit 0 with ${held} held`);
    this.#hold(
      left.length === 0,
      () => `${name}: exit 0, and ${left.map(({ id, part }) => `${id}/${part}`).join(', ')} may still fill`,
    );
    for (const { id, order, filled: true_ } of placed)
      this.#hold(
        !this.#scene.plan.ids.includes(id) || (this.#told.get(order.clientOid) ?? 0) === true_,
        () => `${id} was filled ${true_}, and ${this.#told.get(order.clientOid)} was told`,
      );
  }

  /** Not where an edit took out all that stops it: that was its author's will. */
  #hasStop(group: DrawnGroup): boolean {
    return this.#isGroup(group) && group.stops.some((id) => this.#scene.plan.ids.includes(id));
  }

  /** An entry that nothing closes any more is by itself. */
  #isGroup(group: DrawnGroup): boolean {
    const { ids } = this.#scene.plan;
    return [group.entries, exitsOf(group)].every((all) => all.some((id) => ids.includes(id)));
  }

  #byHand({ isLong }: DrawnGroup): ByHand {
    return this.#scene.byHand?.(isLong) ?? NOBODY;
  }

  /** No target stands before a part of the stop, unless that was refused, or got lost. */
  #stopFirst({ stops, targets, entries }: DrawnGroup, placed: readonly Placed[]): void {
    if (
      this.#scene.mayLose === true ||
      stops.length === 0 ||
      [...this.#refused].some((oid) => stops.includes(this.names.get(oid)?.id ?? ''))
    )
      return;
    const firstOf = (ids: readonly string[]): number => placed.findIndex(({ id }) => ids.includes(id));
    const [stop, target] = [firstOf(stops), firstOf(targets)];
    this.#hold(
      target === -1 || (stop !== -1 && stop < target),
      () => `${entries.join(' ')}: a target before the first stop`,
    );
  }

  /** Nothing that opens leaves before its time or after its grace. */
  #times(placed: readonly Placed[]): void {
    const { plan, slackMs, earlyMs = 20 } = this.#scene;
    for (const { id, order } of placed) {
      const due = plan.due.get(id);
      const lateMs = due === undefined ? 0 : order.acceptedAtMs - due.atMs;
      this.#hold(due === undefined || lateMs >= -earlyMs, () => `${id} was sent ${-lateMs} ms before its time`);
      this.#hold(due === undefined || lateMs <= due.graceMs + slackMs, () => `${id} was sent ${lateMs} ms late`);
    }
  }

  #exit({ code, stdout }: Ended, placed: readonly Placed[], events: readonly PublicEvent[]): void {
    const why = [...this.#whyOf(placed), ...this.#whyLeft(events)];
    const isLeft = why.some((one) => one.endsWith(' unknown'));
    const isUnknown =
      isLeft ||
      outcomesOf(stdout).some(
        (one) => one.outcome === 'unknown' || (one.outcome === 'withheld' && one.reason === 'unresolved'),
      );
    const words = (): string => `${why.join(', ')}: ${stdout.slice(-700)}`;
    const isSure = why.some((one) => !one.endsWith(PERHAPS));
    const isRight = code === 0 ? !isSure : code === 6 ? why.length > 0 : code === 7 && isUnknown;
    this.#hold(isRight, () => `it ends with ${code}, for ${words()}`);
  }

  /** What an exit code above 0 may be for, by the book. */
  #whyOf(placed: readonly Placed[]): string[] {
    const { groups, either, ids } = this.#scene.plan;
    const entries = groups.flatMap((group) => group.entries).filter((id) => ids.includes(id));
    const isFilled = (id: string): boolean => placed.some((one) => one.id === id && one.filled > 0);
    const isTaken = (id: string): boolean => placed.some((one) => one.id === id);
    const isEnded = (id: string): boolean => either?.includes(id) === true && either.some(isFilled);
    // What it opens may be over with the first fill of a target.
    const mayBeEnded = (id: string): boolean =>
      groups.some((group) => group.entries.includes(id) && group.targets.some(isFilled));
    const partsTaken = (id: string): number[] => placed.flatMap((one) => (one.id === id ? [one.part] : []));
    const isLetGo = (id: string): boolean => {
      const taken = partsTaken(id);
      return (
        refusedInARow(partsRefused(id, taken, { refused: this.#refused, names: this.names }), taken) >
        (entries.includes(id) ? 0 : 1)
      );
    };
    return [
      ...groups.flatMap((group) => {
        const { all, known } = this.#byHand(group);
        const name = group.entries.join(' ');
        if (sumsOf(placed, group).held !== all) return [`${name} held${this.#hasStop(group) ? '' : `, ${PERHAPS}`}`];
        return all === known ? [] : [`${name} ${PERHAPS}`];
      }),
      ...(either?.every(isFilled) === true ? ['both sides'] : []),
      ...entries.flatMap((id) => {
        if (isTaken(id) || isEnded(id)) return [];
        // A text that has it under another name may have ended it before.
        return mayBeEnded(id) || this.#scene.names !== undefined
          ? [`${id} was never taken, ${PERHAPS}`]
          : [`${id} was never taken`];
      }),
      ...[...(this.#scene.cancelled ?? [])].map((id) => `${id} was cancelled by hand, ${PERHAPS}`),
      ...ids.flatMap((id) => (isLetGo(id) ? [`${id} ${this.#rejected(id)}`] : [])),
    ];
  }

  /** A close is also refused where somebody else's takes what there is: that is no reason for an exit code. */
  #rejected(id: string): string {
    const group = this.#scene.plan.groups.find((one) => exitsOf(one).includes(id));
    return this.#hasForgotten || (group !== undefined && this.#byHand(group).all > 0) ? PERHAPS : 'was rejected';
  }

  /** What the run itself says is left; an order that nothing waits for may rest. */
  #whyLeft(events: readonly PublicEvent[]): string[] {
    const { groups } = this.#scene.plan;
    const ofGroups = new Set(groups.flatMap((group) => exitsOf(group).concat(group.entries)));
    const finished = events.at(-1);
    if (finished?.event !== 'run-finished') return [];
    return (finished.left ?? []).flatMap(({ id, reason }) =>
      reason !== 'open' || ofGroups.has(id) ? [`${id} ${reason}`] : [],
    );
  }
}
