/** Follows orders that are to be taken off to their ends, and tells each once. */
import type { Claim, Decision, Sighting } from '../ledger/ledger.ts';
import type { PlanName } from '../ledger/scope.ts';
import { sentSize, type KnownOrder } from '../ledger/state.ts';
import { defined } from '../model/defined.ts';
import { JournalError } from '../ledger/journal-error.ts';
import { compileCancels } from '../compile/cancel-calls.ts';
import type { CancelCall } from '../model/cancel.ts';
import { transition } from '../model/outcome.ts';
import type { Clock, EventSink } from '../ports.ts';
import { leftAs, mayRepeat, overAs, overBefore, standsAs, type CancelEnd, type Followed } from './cancel-end.ts';
import type { Cancelling, CancelSent } from './cancelling.ts';
import type { LookedUp } from './look-up.ts';
import { foundWords, type Finding, type Sought } from './sightings.ts';
import { soughtOf } from './sought.ts';
import type { LookedAt, Stand } from './standing/stand.ts';
import type { LookedHow } from './standing/standing-look.ts';

/** How many came to what. */
export type CancelCounts = Record<CancelEnd['outcome'], number>;

export interface FollowingOptions {
  readonly plan: PlanName;
  readonly claim: Pick<Claim, 'state' | 'settle' | 'see'>;
  readonly clock: Clock;
  readonly emit: EventSink;
  readonly cancelling: Cancelling;
  /** How placed orders stand. */
  readonly look: (orders: readonly LookedAt[]) => Promise<readonly LookedHow[]>;
  /** Finds orders whose placing is unknown. */
  readonly lookUp: (orders: readonly Sought[]) => AsyncIterable<LookedUp>;
  /** How long an end is looked for. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** How long it waits between two looks. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

interface Open extends Followed {
  before: KnownOrder;
  sent: CancelSent | undefined;
  stand: Stand | undefined;
  call?: number;
  answeredAtMs?: number;
  isRepeated?: true;
  /** The lists once told of it what a person has to decide: a later look that sees less of it proves nothing. */
  isDoubtful?: true;
}

export class Following {
  readonly counts: CancelCounts = { cancelled: 0, filled: 0, refused: 0, unknown: 0 };
  /** The ends, by client order id. */
  readonly ends = new Map<string, CancelEnd>();
  /** What was seen could not be written: from then on nothing is told as an end. */
  hasFailed = false;
  readonly #options: FollowingOptions;
  readonly #open = new Map<string, Open>();
  /** Most orders of one call: as many as the calls that were approved have. */
  #most = 1;

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  /** Sends the calls and follows every order that is asked about; `calls` are of some of them. */
  async follow(orders: readonly KnownOrder[], calls: readonly CancelCall[], lastNumber: number): Promise<void> {
    const known = await this.#known();
    for (const asked of orders) {
      // A look-up may have found it since it was asked about.
      const before = { ...(known.get(asked.clientOid) ?? asked), id: asked.id };
      const over = overBefore(before);
      if (over !== undefined) this.#tell(before, over);
      else this.#open.set(before.clientOid, { before, sent: undefined, stand: undefined });
    }
    this.#most = Math.max(1, ...calls.map((call) => call.orders.length));
    await this.#send(calls);
    await this.#untilOver(lastNumber);
    await this.#conclude([...this.#open.values()].map((open) => [open, leftAs(open)]));
  }

  async #send(calls: readonly CancelCall[]): Promise<void> {
    await this.#options.cancelling.send(calls, (clientOid, call, sent) => {
      const open = this.#open.get(clientOid);
      // What did not leave a second time says nothing of the first.
      if (open === undefined || (open.isRepeated === true && sent.answer === 'not-sent')) return;
      Object.assign(open, { call, sent, answeredAtMs: this.#options.clock.monotonicMs(), stand: undefined });
    });
  }

  async #untilOver(lastCall: number): Promise<void> {
    const { clock, waitMs, signal } = this.#options;
    const untilMs = clock.monotonicMs() + waitMs;
    let pauseMs = FIRST_WAIT_MS;
    while (this.#open.size > 0 && !signal.aborted && !this.hasFailed) {
      // A look may wait for weight as long as all of this: the last one begins when the time is over.
      const isLast = clock.monotonicMs() >= untilMs;
      await this.#lookOrFail();
      const again = [...this.#open.values()].filter((open) => open.isRepeated === undefined && mayRepeat(open));
      if (again.length > 0 && this.#options.cancelling.stopped === undefined) {
        lastCall = await this.#repeat(again, lastCall);
        continue;
      }
      if (isLast || this.#open.size === 0) return;
      await clock.sleep(Math.min(pauseMs, Math.max(0, untilMs - clock.monotonicMs())), signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_WAIT_MS);
    }
  }

  /** By their order ids, which name nothing but them. */
  async #repeat(again: readonly Open[], lastCall: number): Promise<number> {
    for (const open of again) open.isRepeated = true;
    const { calls } = compileCancels(
      again.map(({ before }) => before),
      this.#most,
      lastCall + 1,
    );
    await this.#send(calls);
    return lastCall + calls.length;
  }

  /** A question that cannot be recorded is not asked, and what cannot be settled is not told. */
  async #lookOrFail(): Promise<void> {
    try {
      await this.#lookOnce();
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      this.#fail(error);
    }
  }

  async #lookOnce(): Promise<void> {
    await this.#findUnplaced();
    const { clock } = this.#options;
    const beganMs = clock.monotonicMs();
    const placed = [...this.#open.values()].filter(({ before }) => before.orderId !== undefined);
    for (const { order, stand } of await this.#options.look(placed.map(({ before }) => lookedAt(before)))) {
      const open = this.#open.get(order.clientOid);
      if (open !== undefined) open.stand = stand;
    }
    const nowMs = clock.wallMs();
    await this.#conclude(
      placed.flatMap((open): [Open, CancelEnd][] => {
        const sinceAnswerMs = beganMs - (open.answeredAtMs ?? 0);
        const end = overAs(open) ?? standsAs(open, { nowMs, sinceAnswerMs });
        return end === undefined ? [] : [[open, end]];
      }),
    );
  }

  /** What the lists have of orders whose placing is unknown settles them. */
  async #findUnplaced(): Promise<void> {
    const unplaced = [...this.#open.values()].filter(({ before }) => before.orderId === undefined);
    if (unplaced.length === 0) return;
    const decisions: Decision[] = [];
    for await (const { order, finding } of this.#options.lookUp(unplaced.map(({ before }) => soughtOf(before)))) {
      const open = this.#open.get(order.clientOid);
      if (open === undefined) continue;
      if (finding.kind === 'found' && open.isDoubtful === undefined) {
        const { clientOid } = order;
        const { orderId } = finding;
        decisions.push({ clientOid, orderId, rule: 'found', evidence: foundWords(finding) });
      } else {
        open.stand = unplacedStand(finding, this.#options.clock.wallMs());
        if (DOUBTS.has(finding.kind)) open.isDoubtful = true;
      }
    }
    if (decisions.length === 0) return;
    await this.#options.claim.settle(decisions);
    const known = await this.#known();
    for (const { clientOid } of decisions) {
      const open = this.#open.get(clientOid);
      const order = known.get(clientOid);
      if (open === undefined || order === undefined) continue;
      open.before = { ...order, id: open.before.id };
    }
  }

  /** The plan's orders as they are on record now, by client order id. */
  async #known(): Promise<ReadonlyMap<string, KnownOrder>> {
    const { claim, plan } = this.#options;
    return new Map([...(await claim.state(plan)).values()].map((order) => [order.clientOid, order]));
  }

  /** On record first, then told. */
  async #conclude(ends: readonly (readonly [Open, CancelEnd])[]): Promise<void> {
    if (ends.length === 0) return;
    const known = await this.#known();
    await this.#see(
      ends.map(([{ before }, { step, seen, rule, message = '' }]): Sighting => {
        const state = known.get(before.clientOid)?.state;
        const isPath = step !== undefined && state !== undefined && transition(state, step) !== undefined;
        return { clientOid: before.clientOid, ...(isPath && { step }), ...(seen && { seen }), rule, message };
      }),
    );
    for (const [open, end] of ends) {
      this.#open.delete(open.before.clientOid);
      this.#tell(open.before, this.hasFailed ? NOT_WRITTEN : end, open.call);
    }
  }

  async #see(sightings: readonly Sighting[]): Promise<void> {
    try {
      await this.#options.claim.see(sightings);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.hasFailed = true;
    this.#options.cancelling.stop({ reason: 'stopped', why: error instanceof Error ? error.message : String(error) });
  }

  #tell({ id, clientOid, orderId }: KnownOrder, end: CancelEnd, call?: number): void {
    this.counts[end.outcome] += 1;
    this.ends.set(clientOid, end);
    const { seen, step: _, ...told } = end;
    this.#options.emit({
      event: 'cancel-outcome',
      id,
      clientOid,
      ...(orderId !== undefined && { orderId }),
      ...(call !== undefined && { call }),
      ...told,
      ...(seen?.filledSize !== undefined && { filledSize: seen.filledSize }),
      ...(seen?.averagePrice !== undefined && { averagePrice: seen.averagePrice }),
    });
  }
}

const DOUBTS: ReadonlySet<Finding['kind']> = new Set(['found-twice', 'order-id-shared', 'found-differs']);

const unplacedStand = ({ kind }: Finding, atMs: number): Stand =>
  kind === 'not-found' ? { kind, atMs } : { kind: 'failed', message: `the lists: ${kind}` };

const NOT_WRITTEN: CancelEnd = {
  outcome: 'unknown',
  rule: 'not-written',
  message: 'what became of its cancel could not be written to the journal',
};

/** A placed order by what was sent of it. */
export const lookedAt = ({ id, clientOid, orderId = '', content, filled, sentAtMs }: KnownOrder): LookedAt => ({
  id,
  clientOid,
  orderId,
  symbol: content['symbol'] ?? '',
  side: content['side'] ?? '',
  size: sentSize({ content, ...defined({ filled }) }),
  isTrigger: content['trigger'] !== undefined,
  sentAtMs,
});
