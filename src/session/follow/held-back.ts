/**
 * Why what opens is not sent now: an order that is unknown, its time, a halt, a cap, the check of the account. Each reason is told once
 * of an order, and so is its end.
 */
import type { Due } from '../../compile/follow/due.ts';
import { defined } from '../../model/defined.ts';
import {
  atStartWords,
  EXPIRED_WORDS,
  HALTED_WORDS,
  missedWords,
  NO_ANSWER_YET,
  noWindowWords,
  refusedWords,
  uncheckedWords,
  unknownBesideWords,
  type HeldBackTold,
} from '../../model/held-back.ts';
import type { FollowKnown } from '../../model/followed.ts';
import { isOpening, type Order } from '../../model/order.ts';
import type { EventSink } from '../../ports.ts';
import { WorkBeside, type Alarm } from './beside.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { FollowTask, NeverSent, OpeningsChecked } from './follow-task.ts';
import type { Halts } from './halts.ts';
import type { Looks } from './looks.ts';

interface HeldBackWith {
  readonly task: Pick<FollowTask, 'validUntilMs' | 'checkOpenings' | 'follow'>;
  readonly time: ExchangeTime;
  readonly halts: Halts;
  readonly looks: Pick<Looks, 'withheld'>;
  readonly emit: EventSink;
  readonly alarm: Alarm;
  /** What the begin of the run had against all that it opens. */
  readonly refused?: string;
}

/** From then on a person hears that the check has no answer. */
const SILENT_AFTER_MS = 10_000;

/** `told`: absent where it is over in a moment, and nobody has to hear of it. `never`: what is written down as why it was not sent. */
interface Why {
  readonly told?: Pick<HeldBackTold, 'reason' | 'message' | 'unknown' | 'inNoList'>;
  readonly never?: NeverSent;
}

interface SentOfDue {
  readonly ids: readonly string[];
  readonly waiting: readonly string[];
  readonly what: Parameters<typeof noWindowWords>[0];
}

export class OpeningsHeld {
  readonly #with: HeldBackWith;
  /** By id, what was told last. */
  readonly #told = new Map<string, string>();
  /** Ids of what was told to wait for room. */
  readonly #waitsForRoom = new Set<string>();

  /** The check of the account: neither looks nor exits wait for it. */
  readonly #checking: WorkBeside;
  #askedMs = 0;
  readonly #over = new AbortController();

  constructor(how: HeldBackWith) {
    this.#with = how;
    this.#checking = new WorkBeside(how.alarm);
  }

  get isChecking(): boolean {
    return this.#checking.isGoing;
  }

  /** Nothing more is asked, and what is out has ended. */
  async end(): Promise<void> {
    this.#over.abort('the run ends');
    await this.#checking.ended();
  }

  /**
   * What a turn comes to: what unknown orders hold back, and of what was held back that it is not due any more. Before the first look,
   * and after a gap, nothing is due, and nothing is said of what is not.
   */
  turn({ steps, heldBack }: Pick<Due, 'steps' | 'heldBack'>, { lookedMs }: Pick<FollowKnown, 'lookedMs'>): void {
    if (lookedMs === undefined) return;
    if (heldBack !== undefined) this.#hold(heldBack.ids, besideUnknown(heldBack));
    if (this.#told.size === 0) return;
    const due = new Set(steps.flatMap((step) => (step.does === 'ask-price' ? [] : [step.id])));
    for (const id of heldBack?.ids ?? []) due.add(id);
    this.#free([...this.#told.keys()].filter((id) => !due.has(id)));
  }

  /** Whether these are; what holds back one of them holds back all that is due with it. */
  async has(due: readonly { readonly id: string }[], orders: readonly Order[]): Promise<boolean> {
    const ids = due.map(({ id }) => id);
    const why = await this.#why(orders);
    // Whether there is room for it is seen as it is sent.
    if (why === undefined) this.#free(ids.filter((id) => !this.#waitsForRoom.has(id)));
    else this.#hold(ids, why);
    return why !== undefined;
  }

  /** What was sent of what was due, and what has waited for room for longer than looks are apart. */
  sent({ ids, waiting, what }: SentOfDue): void {
    this.#free(ids);
    for (const id of waiting) this.#waitsForRoom.add(id);
    this.#hold(waiting, { told: { reason: 'waiting', message: noWindowWords(what) } });
  }

  /** Its time is over. */
  missed(id: string, lateMs?: number): void {
    const order = this.#with.task.follow.orderOf.get(id);
    if (order === undefined || !isOpening(order.side)) return;
    this.#told.delete(id);
    this.#waitsForRoom.delete(id);
    this.#tell([id], { reason: 'missed', message: missedWords(lateMs), isOver: true });
  }

  async #why(orders: readonly Order[]): Promise<Why | undefined> {
    const { task, halts, time, refused } = this.#with;
    if (task.validUntilMs !== undefined && time.nowMs() >= task.validUntilMs) return EXPIRED;
    if ((await halts.now()) !== undefined) return HALTED;
    if (refused !== undefined) return byPolicy(refused, atStartWords(refused));
    const checked = this.#checked(orders);
    if (checked === 'may') return undefined;
    if ('refused' in checked) return byPolicy(checked.refused, refusedWords(checked.refused));
    return checked.later === undefined ? {} : { told: { reason: 'waiting', message: checked.later } };
  }

  /** As it is answered by now. Where it has to be asked, the answer comes while looks and exits go on, and wakes the loop. */
  #checked(orders: readonly Order[]): OpeningsChecked {
    const { task, time } = this.#with;
    this.#checking.check();
    if (!this.#checking.isGoing) {
      const asked = task.checkOpenings?.(orders, this.#over.signal) ?? 'may';
      if (!(asked instanceof Promise)) return asked;
      this.#checking.begin(asked);
      this.#askedMs = time.clock.monotonicMs();
    }
    const isSilent = time.clock.monotonicMs() - this.#askedMs >= SILENT_AFTER_MS;
    return { later: isSilent ? uncheckedWords(NO_ANSWER_YET) : undefined };
  }

  #hold(ids: readonly string[], { told, never }: Why): void {
    if (never !== undefined) for (const id of ids) this.#waitsForRoom.delete(id);
    if (never !== undefined) for (const id of ids) this.#with.looks.withheld.set(id, never);
    if (told === undefined) return;
    const key = keyOf(told);
    const untold = ids.filter((id) => this.#told.get(id) !== key);
    for (const id of untold) this.#told.set(id, key);
    this.#tell(untold, told);
  }

  #free(ids: readonly string[]): void {
    const { looks } = this.#with;
    for (const id of ids) this.#waitsForRoom.delete(id);
    for (const id of ids) if (!isFinal(looks.withheld.get(id))) looks.withheld.delete(id);
    this.#tell(
      ids.filter((id) => this.#told.delete(id)),
      { isOver: true },
    );
  }

  #tell(ids: readonly string[], told: Omit<HeldBackTold, 'event' | 'ids'>): void {
    if (ids.length > 0) this.#with.emit({ event: 'openings-held-back', ids: [...ids], ...told });
  }
}

const EXPIRED: Why = { told: { reason: 'expired', message: EXPIRED_WORDS }, never: { reason: 'expired' } };
const HALTED: Why = { told: { reason: 'halted', message: HALTED_WORDS }, never: { reason: 'halted' } };

const byPolicy = (why: string, message: string): Why => ({
  told: { reason: 'policy', message },
  never: { reason: 'policy', message: why },
});

function besideUnknown({ unknown, inNoList }: NonNullable<Due['heldBack']>): Why {
  const message = unknownBesideWords({ unknown, inNoList });
  const lost = inNoList.length === 0 ? undefined : [...inNoList];
  return {
    told: { reason: 'unresolved', message, unknown: [...unknown], ...defined({ inNoList: lost }) },
    never: { reason: 'waiting', message },
  };
}

/** The price of the market, and sums, are others at each check: they are no news. */
const keyOf = ({ reason, message = '' }: NonNullable<Why['told']>): string =>
  `${reason} ${reason === 'policy' ? message.replaceAll(/\d[\d.,:]*/g, '#') : message}`;

const isFinal = (why: NeverSent | undefined): boolean =>
  why?.isOver === true || (why !== undefined && FINAL.has(why.reason));
const FINAL: ReadonlySet<NeverSent['reason']> = new Set(['missed', 'let-go', 'not-needed']);
