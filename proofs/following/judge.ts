/** Holds what a follower did and said against the exchange's own book, in whole steps. */
import type { PublicEvent } from '../../src/model/event.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { outcomesOf, wholeEvents, checkOnce } from '../ledger-check.ts';
import type { Findings } from '../proof.ts';
import { ofKind, type Ended } from '../support/ordo.ts';
import { notShown, shownBy } from './bodies.ts';
import { Book, exitsOf, namesOf, stepsIn, sumsOf, type Named, type Placed } from './book.ts';
import type { DrawnGroup, DrawnPlan } from './draw.ts';

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
}

/** Keeps what the runs of one plan said, and judges each of them and their end. */
export class FollowJudge {
  readonly book: Book;
  readonly names: ReadonlyMap<string, Named>;
  readonly #scene: FollowScene;
  /** The most that was told as filled, by client order id. */
  readonly #told = new Map<string, number>();
  /** Client order ids that were refused, by id. */
  readonly #refused = new Map<string, Set<string>>();

  constructor(scene: FollowScene) {
    this.#scene = scene;
    this.names = namesOf(scene.plan);
    this.book = new Book(this.names, () => scene.paper.orders);
  }

  #hold(holds: boolean, what: () => string): void {
    const { found, where } = this.#scene;
    if (!holds) found.hold(false, where, what());
  }

  /** What a run said, killed or not. */
  run({ stdout }: Ended): void {
    const placed = new Map(this.book.placed().map((one) => [one.order.clientOid, one]));
    for (const one of outcomesOf(stdout)) {
      const standing = placed.get(one.clientOid);
      if (one.outcome === 'rejected')
        this.#refused.set(one.id, (this.#refused.get(one.id) ?? new Set<string>()).add(one.clientOid));
      if (one.outcome === 'accepted')
        this.#hold(standing?.order.orderId === one.orderId, () => `${one.id} told as ${one.orderId}, not in the book`);
      if (one.outcome === 'rejected')
        this.#hold(standing === undefined, () => `${one.id} told as rejected, and it stands`);
    }
    for (const { id, clientOid = '', exchange } of ofKind(wholeEvents(stdout), 'order-state')) {
      const filled = stepsIn(exchange?.filledSize ?? '0');
      const before = this.#told.get(clientOid) ?? 0;
      const true_ = placed.get(clientOid)?.filled ?? 0;
      this.#hold(filled >= before || exchange === undefined, () => `${id} told as filled ${before}, then ${filled}`);
      this.#hold(filled <= true_, () => `${id} told as filled ${filled}, and it is ${true_}`);
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
    );
    const shown = shownBy(this.#scene.dryRun, this.names);
    for (const fault of notShown(paper.requests, this.names, shown)) this.#hold(false, () => fault);
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
    const { filled, closed, held, stopped } = sumsOf(placed, group);
    const name = group.entries.join(' ');
    this.#hold(closed <= filled, () => `${name}: ${closed} closed of ${filled}`);
    const isSaid = [6, 7, 11].includes(last.code ?? -1);
    this.#hold(held <= stopped || isSaid, () => `${name}: ${held} held, stops ${stopped}, exit ${last.code}`);
    const told = ofKind(events, 'protection')
      .at(-1)
      ?.positions.flatMap(({ groups = [] }) => groups)
      .find(({ entries }) => entries.join(' ') === name);
    if (told !== undefined || filled > 0)
      this.#hold(stepsIn(told?.held ?? '-1') === held, () => `${name}: told as held ${told?.held}, and it is ${held}`);
    const [stop, target] = [group.stops, group.targets].map((ids) => placed.findIndex(({ id }) => ids.includes(id)));
    this.#hold(
      this.#scene.mayLose === true || target === -1 || (stop !== -1 && (stop as number) < (target as number)),
      () => `${name}: a target before the first stop`,
    );
    if (last.code !== 0) return;
    const left = placed.filter(({ id, open }) => open > 0 && [...exitsOf(group), ...group.entries].includes(id));
    this.#hold(held === 0, () => `${name}: exit 0 with ${held} held`);
    this.#hold(
      left.length === 0,
      () => `${name}: exit 0, and ${left.map(({ id, part }) => `${id}/${part}`).join(', ')} may still fill`,
    );
    for (const { id, order, filled: true_ } of placed)
      this.#hold(
        (this.#told.get(order.clientOid) ?? 0) === true_,
        () => `${id} was filled ${true_}, and ${this.#told.get(order.clientOid)} was told`,
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
    const { plan } = this.#scene;
    const why: string[] = [];
    const times = (id: string): number => this.#refused.get(id)?.size ?? 0;
    for (const group of plan.groups) {
      const { held } = sumsOf(placed, group);
      if (held !== 0) why.push(`${held} held`);
    }
    const { either } = plan;
    if (either?.every((id) => placed.some((one) => one.id === id && one.filled > 0)) === true) why.push('both sides');
    const finished = events.at(-1);
    if (finished?.event === 'run-finished')
      for (const { id, reason } of finished.left ?? []) why.push(`${id} ${reason}`);
    const entries = plan.groups.flatMap((group) => group.entries);
    for (const id of entries) if (!placed.some((one) => one.id === id)) why.push(`${id} was never taken`);
    for (const id of plan.ids)
      if (times(id) > (entries.includes(id) ? 0 : 1)) why.push(`${id} was rejected ${times(id)} times`);
    if (code === 0) this.#hold(why.length === 0, () => `exit 0, and ${why.join(', ')}`);
    else if (code === 6) this.#hold(why.length > 0, () => `exit 6 for nothing: ${stdout.slice(-500)}`);
    else if (code === 7)
      this.#hold(/"outcome":"unknown"/.test(stdout) || stdout.includes('"unknown":'), () => 'exit 7 for nothing');
    else this.#hold(false, () => `it ends with ${code}: ${stdout.slice(-700)}`);
  }
}
