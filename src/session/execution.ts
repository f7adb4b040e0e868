/** One execution of a plan in a session: what goes off the exchange first, what is placed then, and what is kept of its telling. */
import type { Spool } from '../journal/files/spool.ts';
import type { Claim } from '../journal/records/ledger.ts';
import type { PlanName } from '../journal/records/scope.ts';
import type { KnownOrder } from '../journal/records/state.ts';
import type { Schedule } from '../compile/compile-plan.ts';
import type { RunEvent } from '../model/event.ts';
import type { WithheldReason } from '../model/outcome.ts';
import { onceAsked, defined } from '../model/defined.ts';
import type { EventSink } from '../ports.ts';
import type { AfterPlacing } from './place/after-placing.ts';
import type { CancelTally } from './cancel/cancel-tally.ts';
import { lookEarlier, whyHeldBack, type Earlier, type EarlierEnds } from './lists/earlier.ts';
import type { LookedUp } from './lists/look-up.ts';
import { withheldOutcomes } from './place/outcomes.ts';
import type { Placement, Replacing } from './place/placement.ts';
import { Placing, type PlacingOptions } from './place/placing.ts';
import type { LineStop } from './send/sending.ts';
import type { Sought } from './lists/list-matches.ts';
import { whileStoppable } from './send/stoppable.ts';
import type { Tally } from './place/tally.ts';

/** What a session gives to each of its executions. */
interface ExecutionOptions extends Omit<PlacingOptions, 'claim' | 'hold' | 'spool' | 'validUntilMs' | 'settleEarlier'> {
  readonly claim: Claim;
  readonly spool: Spool;
  readonly after: () => AfterPlacing;
  readonly lookUp: (orders: readonly Sought[], signal: AbortSignal) => AsyncIterable<LookedUp>;
}

export class Execution {
  readonly #placement: Placement;
  readonly #options: ExecutionOptions;

  constructor(placement: Placement, options: ExecutionOptions) {
    this.#placement = placement;
    this.#options = options;
  }

  /** Resolves when every order has its outcome. Rejects, before anything is sent, with what the reservation says against it. */
  async run(): Promise<Tally> {
    const { schedule, signal, earlier, replacing } = this.#placement;
    const emit = await this.#begin();
    const looked = earlier === undefined ? undefined : onceAsked(() => this.#settleEarlier(earlier));
    const off = replacing === undefined ? undefined : await this.#takeOff(replacing, looked);
    const placing = new Placing(off?.schedule ?? schedule, this.#placingOptions(emit, looked));
    if (off?.stop !== undefined) placing.stop(off.stop.reason, off.stop.why);
    const tally = await whileStoppable(
      signal,
      (why) => placing.stop('stopped', why),
      () => placing.run(),
    );
    if (off?.tally !== undefined) tally.took(off.tally);
    return tally;
  }

  /** Puts the execution on record; what it tells is kept from then on, where no other record says it. */
  async #begin(): Promise<EventSink> {
    const { schedule, plan, generation, planFile, announced = [], reservation, ...placement } = this.#placement;
    const { commit, approval, checked, references, requiresStop } = placement;
    const { claim, emit } = this.#options;
    const withheld = withheldOutcomes(schedule);
    const run = { plan, generation, planFile, digest: schedule.digest, announced: [...announced, ...withheld] };
    const begun = await claim.begin(
      { ...run, ...defined({ commit, approval, checked, references, requiresStop }) },
      reservation,
    );
    if (!begun.ok) throw begun.error;
    const announcedAs = new Map(
      withheld.map((one) => [one.clientOid, one.outcome === 'withheld' ? one.reason : undefined]),
    );
    return (event) => {
      emit(event);
      if (!isOnRecord(event, announcedAs)) claim.tell(event);
    };
  }

  #placingOptions(emit: EventSink, looked: Looked | undefined): PlacingOptions {
    const { hold, validUntilMs, onUnrecorded } = this.#placement;
    const { spool } = this.#options;
    return {
      ...this.#options,
      emit,
      hold,
      spool: (verdicts) => {
        onUnrecorded?.(verdicts);
        return spool.keep(verdicts);
      },
      ...(validUntilMs !== undefined && { validUntilMs }),
      ...(looked !== undefined && { settleEarlier: looked }),
    };
  }

  /** What has to be off the exchange first. Where an order of an earlier run remains unknown, nothing is taken off either. */
  async #takeOff({ rest, ...work }: Replacing, looked: Looked | undefined): Promise<TakenOff> {
    const { signal, hold, plan, generation, validUntilMs } = this.#placement;
    const { claim, clock, after } = this.#options;
    const name: PlanName = { plan, generation };
    const held = looked === undefined ? undefined : whyHeldBack(await looked());
    const isOver = validUntilMs !== undefined && clock.wallMs() >= validUntilMs;
    const left = async (notOff: readonly string[] = []): Promise<Schedule> => rest(await claim.state(name), notOff);
    // Where the sending stops, nothing is placed for that reason.
    if (held !== undefined || isOver) return { schedule: await left() };
    const tally = await after().cancel({ ...work, signal, hold, plan: name });
    const { stop } = tally;
    if (stop !== undefined) return { schedule: await left(), tally, stop };
    return { schedule: await left(tally.notOff(work.orders)), tally };
  }

  #settleEarlier(earlier: Earlier): Promise<EarlierEnds> {
    const { claim, lookUp, after } = this.#options;
    const { signal, plan, generation } = this.#placement;
    const refresh = (orders: readonly KnownOrder[]): Promise<unknown> => after().refresh(orders, signal);
    return lookEarlier({ claim, lookUp, refresh }, { plan: { plan, generation }, earlier }, signal);
  }
}

type Looked = () => Promise<EarlierEnds>;

interface TakenOff {
  readonly schedule: Schedule;
  /** Undefined: nothing was sent. */
  readonly tally?: CancelTally;
  readonly stop?: LineStop;
}

/** A call says when it left, and what was looked up is settled or is not. */
const BY_RECORDS: ReadonlySet<RunEvent['event']> = new Set(['budget-changed', 'call-sent', 'earlier-stated']);

/** Whether the ledger's other records say it: `announcedAs` has why what was announced as withheld is, by client order id. */
function isOnRecord(event: RunEvent, announcedAs: ReadonlyMap<string, WithheldReason | undefined>): boolean {
  if (BY_RECORDS.has(event.event)) return true;
  if (event.event !== 'order-outcome') return false;
  // One that was found meanwhile is withheld for another reason than was announced.
  return event.outcome === 'withheld' ? announcedAs.get(event.clientOid) === event.reason : event.call !== undefined;
}
