/**
 * The weight that runs keep for looks that are on no record, and for exits and cancels: said by the record of each, in force while its
 * plan's lock is held, and for one window more. To all others it is spent.
 */
import type { OthersSpend } from '../../budget/weight-budget.ts';
import { addedCosts, longestWindow, type Cost, type Limits, type Weight } from '../../model/call.ts';
import { passedSince, type Moment } from '../records/moment.ts';
import type { LogRecord } from '../records/record-log.ts';
import { saidOf } from '../records/record-schema.ts';
import { opensByContent } from '../records/halt.ts';
import { areTargets } from '../records/request.ts';
import type { KeptReserve } from '../records/reserve.ts';
import type { AccountName } from '../records/scope.ts';

/** A run with a reserve, of whatever account of the origin. */
interface Run {
  readonly account: number;
  readonly plan: string;
  readonly reserve: KeptReserve;
  /** What it sent of its room lately: that is spent by records of its own. */
  readonly exits: Exit[];
  /** From then on it asks nothing any more. */
  over?: Moment;
}

interface Exit {
  readonly begun: Moment;
  readonly weight: Weight;
}

/** Whether a run holds its plan at this moment. */
export type IsHeld = (account: AccountName, plan: string) => Promise<boolean>;

interface ReserveWindow {
  readonly limits: Limits;
  /** The run that counts its own, or the plan whose run begins. */
  readonly except?: number | undefined;
  readonly exceptPlan?: string;
}

export class Reserves {
  readonly #account: AccountName;
  readonly #accounts = new Map<number, AccountName>();
  readonly #plans = new Map<number, string>();
  /** By the number of the run's record. */
  readonly #runs = new Map<number, Run>();

  constructor(account: AccountName) {
    this.#account = account;
  }

  take(record: LogRecord): void {
    const { kind, id, account = 0, plan: number = 0, about = 0 } = record;
    if (kind === 'account') this.#addAccount(id, saidOf('account', record));
    if (kind === 'plan') this.#plans.set(id, saidOf('plan', record).plan);
    if (kind === 'finished') this.#end(about, record);
    if (isExit(record)) this.#runs.get(about)?.exits.push(exitOf(record));
    if (kind === 'run' && this.#accounts.has(account)) this.#begin(record, account, this.#plans.get(number) ?? '');
  }

  /** Its plan changed hands: what the run before kept is over. */
  #begin(record: LogRecord, account: number, plan: string): void {
    for (const [run, before] of this.#runs)
      if (before.account === account && before.plan === plan) this.#end(run, record);
    const { reserve } = saidOf('run', record);
    if (reserve !== undefined) this.#runs.set(record.id, { account, plan, reserve, exits: [] });
  }

  /** Asks of each run that has not ended whether its plan is still held; `asOf`: the newest record that was known before. */
  async askHeld(isHeld: IsHeld, { asOf, now }: { readonly asOf: number; readonly now: () => Moment }): Promise<void> {
    for (const [id, run] of this.#runs) {
      const account = this.#accounts.get(run.account);
      if (run.over !== undefined || id > asOf || account === undefined) continue;
      if (!(await isHeld(account, run.plan))) run.over ??= now();
    }
  }

  /** Whether any is in force. */
  get isAny(): boolean {
    return this.#runs.size > 0;
  }

  /** What others keep at this egress: for looks each by itself, and for exits and cancels all together. */
  ofOthers(
    now: Moment,
    window: ReserveWindow,
  ): { readonly looks: readonly OthersSpend[]; readonly room: Required<Cost> } {
    const looks: OthersSpend[] = [];
    let room: Required<Cost> = { ip: 0, uid: 0, orderCalls: 0 };
    const longestMs = longestWindow(window.limits);
    for (const [id, run] of this.#runs) {
      const { account, plan, over } = run;
      const ageMs = over && passedSince(over.wallMs, over.uptimeMs, now);
      if (ageMs !== undefined && ageMs >= longestMs) this.#runs.delete(id);
      else if (id !== window.except && !(plan === window.exceptPlan && this.#isOurs(account))) {
        const own = this.#seenBy(run, roomLeft(run, now, window.limits), window.limits);
        looks.push({
          weight: own.looks,
          ageMs: ageMs ?? 0,
          ...(over === undefined && { isOpen: true }),
          isUncounted: true,
        });
        // Who is gone has no exits to send.
        if (over === undefined) room = addedCosts(room, own.room);
      }
    }
    return { looks, room };
  }

  /** As it counts for this account, at this egress. */
  #seenBy({ account, reserve: { looks, egress } }: Run, room: Required<Cost>, limits: Limits): Seen {
    const ip = (weight: Weight): number => (egress === limits.egress ? weight.ip : 0);
    if (!this.#isOurs(account)) return { looks: only(ip(looks)), room: only(ip(room)) };
    const countsOrders = limits.countsOrders === true;
    return {
      looks: { ip: ip(looks), uid: countsOrders ? 0 : looks.uid, orderCalls: 0 },
      room: { ip: ip(room), uid: room.uid, orderCalls: room.orderCalls },
    };
  }

  #isOurs(account: number): boolean {
    return this.#accounts.get(account)?.name === this.#account.name;
  }

  #end(run: number, { atMs, uptimeMs }: LogRecord): void {
    const ended = this.#runs.get(run);
    if (ended !== undefined) ended.over ??= { wallMs: atMs, uptimeMs };
  }

  #addAccount(id: number, name: AccountName): void {
    if (name.origin === this.#account.origin) this.#accounts.set(id, name);
  }
}

interface Seen {
  readonly looks: Cost;
  readonly room: Required<Cost>;
}

function isExit(record: LogRecord): boolean {
  if (record.kind !== 'intent') return record.kind === 'cancel';
  const { contents, marks = [] } = saidOf('intent', record);
  return !contents.some((content) => opensByContent(content)) && !areTargets(marks);
}

const exitOf = ({ atMs, uptimeMs, weight = { ip: 0, uid: 0 } }: LogRecord): Exit => ({
  begun: { wallMs: atMs, uptimeMs },
  weight,
});

/** What of its room a run has not used in each window. */
function roomLeft({ reserve: { room, orders }, exits }: Run, now: Moment, limits: Limits): Required<Cost> {
  const { ip, uid, orderCalls, countsOrders = false } = limits;
  const ages = exits.map(({ begun, weight }) => [passedSince(begun.wallMs, begun.uptimeMs, now), weight] as const);
  const longestMs = longestWindow({ ip, uid, orderCalls });
  exits.splice(0, ages.filter(([ageMs]) => ageMs >= longestMs).length);
  const used = (windowMs: number, of: (weight: Weight) => number): number =>
    ages.reduce((all, [ageMs, weight]) => (ageMs < windowMs ? all + of(weight) : all), 0);
  const ofOrders = (windowMs: number): number => Math.max(0, orders - used(windowMs, (weight) => weight.uid));
  return {
    ip: Math.max(0, room.ip - used(ip.windowMs, (weight) => weight.ip)),
    ...(countsOrders
      ? { uid: ofOrders(uid.windowMs), orderCalls: ofOrders(orderCalls.windowMs) }
      : {
          uid: Math.max(0, room.uid - used(uid.windowMs, (weight) => weight.uid)),
          orderCalls: Math.max(0, room.orderCalls - used(orderCalls.windowMs, () => 1)),
        }),
  };
}

const only = (ip: number): Required<Cost> => ({ ip, uid: 0, orderCalls: 0 });
