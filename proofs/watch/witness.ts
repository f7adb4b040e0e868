/**
 * Judges one watch from outside, while it runs: by what its screen is told, by what the person asks for, by what the exchange
 * receives and by the files on disk. It knows nothing of the watch's own state.
 *
 * Every order call that arrives belongs to a run, and every run to one wish of its own that carried the code on the screen:
 * with the very bytes that were shown under that code, of a plan that the files say in the step in which the run begins. No
 * program sees several files in one moment: a save within that step, between two of its looks, may count or not.
 */
import type { RunEvent } from '../../src/model/event.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import type { Wish } from '../../src/ports.ts';
import type { OrderOutcome } from '../ledger-check.ts';
import type { Findings } from '../proof.ts';
import { Arrivals } from './arrivals.ts';
import { differences, type PlannedCall } from './bodies.ts';
import { Reads } from './reads.ts';
import { ordersOf, rulesOf, saidBy, standing, type Said, type Texts } from './standing-files.ts';

type StatedAt = Extract<RunEvent, { event: 'watch-stated' }>;

/** How far apart the reads are of which an approvable code comes, in ms. */
const APART_MS = 500;
/** Timers and clocks count in whole milliseconds, ten of which are one here. */
const ROUNDED_MS = 20;
/** So many of the last events and deeds stand in a violation. */
const TRAIL = 16;

/** Where these withhold an order, one of its id was sent before. */
const MAY_STAND: ReadonlySet<string> = new Set(['already-accepted', 'unresolved', 'edited-after-send']);

/** A dry run: its code, and the calls that it showed. */
interface Shown {
  readonly code: string | undefined;
  readonly calls: PlannedCall[];
}

interface Bench {
  readonly found: Findings;
  readonly where: string;
  readonly paper: PaperExchange;
  readonly planFile: string;
  /** Above it no config is looked for. */
  readonly root: string;
  readonly nowMs: () => number;
}

export class Witness {
  /** What the runs told of each order. */
  readonly told: OrderOutcome[] = [];
  /** Every code that could be approved so far, the newest last. */
  readonly codes: string[] = [];
  readonly reads: Reads;
  approvable: string | undefined;
  /** Runs that began, and problems and notes that the screen was told of. */
  runs = 0;
  remarks = 0;
  /** The run that is under way. */
  run: Shown | undefined;
  /** What was approved, and has not begun. */
  #granted: Shown | undefined;
  #shown: Shown = { code: undefined, calls: [] };
  #at: StatedAt['at'] | undefined;
  #isBroken = false;
  /** When the first read was begun of which the code on the screen can be; undefined where it is to come. */
  #firstMs: number | undefined;
  readonly #bench: Bench;
  /** What the files said when the program's last step began in which it looked at them; only while an approval is under way. */
  #lastLook: Texts | undefined;
  /** The account that the config named when the watch began. */
  readonly #account: string;
  readonly #arrivals: Arrivals;
  readonly #trail: string[] = [];
  readonly #hears: { readonly [K in RunEvent['event']]?: (event: Extract<RunEvent, { event: K }>) => void } = {
    'run-started': ({ mode, approval }) => (mode === 'execute' ? this.#begin(approval) : this.#show(approval)),
    'call-planned': (event) => this.#planned(event),
    'call-sent': () => {
      this.#hold(this.run !== undefined, 'a call is sent outside of a run');
      this.#arrivals.sent();
    },
    'order-outcome': (event) => this.#told(event),
    'run-finished': ({ mode }) => this.#end(mode === 'execute' ? mode : 'dry-run'),
    'watch-stated': (event) => this.#stated(event),
    note: () => void (this.remarks += 1),
    'problems-framed': ({ errors }) => {
      this.remarks += 1;
      // At other times it says why an approval came to nothing.
      if (this.#at === 'reading') this.#isBroken = errors > 0;
      if (this.#isBroken) this.#firstMs = undefined;
    },
  };

  constructor(bench: Bench) {
    this.#bench = bench;
    this.#account = rulesOf(standing(bench.planFile, bench.root).config).account;
    this.#arrivals = new Arrivals(bench.paper, (holds, what) => this.#hold(holds, what));
    this.reads = new Reads(bench.planFile, bench.nowMs);
  }

  /** The program begins to look at its files, in one step of its own. */
  looks(): void {
    const { planFile, root } = this.#bench;
    if (this.#granted !== undefined) this.#lastLook = standing(planFile, root);
  }

  /** Something was done to the files. */
  saved(how: string): void {
    this.#trail.push(how);
  }

  wish(wish: Wish): void {
    this.#trail.push(`wish ${wish.kind}${wish.kind === 'place' ? ` ${wish.code.slice(0, 6)}` : ''}`);
    if (wish.kind === 'place') this.#asked(wish.code);
    else if (wish.kind === 'pause') this.#arrivals.paused();
    else if (wish.kind === 'resume') this.#arrivals.resumed();
    else this.#arrivals.ended();
  }

  readonly tell = (event: RunEvent): void => {
    this.#trail.push(wordsOf(event));
    if (this.run === undefined) this.#arrivals.checkNone();
    const hears = this.#hears[event.event] as ((one: RunEvent) => void) | undefined;
    hears?.(event);
  };

  /** The watch has ended. */
  over(): void {
    this.#hold(this.run === undefined, 'the watch ended within a run');
    this.#arrivals.checkEnd();
  }

  #asked(code: string): void {
    const { found } = this.#bench;
    found.count('wishes to place');
    if (code !== this.approvable || this.#arrivals.hasEnded) return found.count('of these refused');
    found.count('approvals');
    this.#granted = this.#shown;
  }

  /** What is told of an order is true in that moment. */
  #told(one: OrderOutcome): void {
    this.told.push(one);
    if (one.outcome !== 'withheld' || MAY_STAND.has(one.reason)) return;
    const stands = this.#bench.paper.orders.some(({ clientOid }) => clientOid === one.clientOid);
    this.#hold(!stands, `${one.id} told as ${one.reason}, but it stands`);
  }

  #show(code: string | undefined): void {
    this.#hold(this.run === undefined, 'a dry run begins within a run');
    if (code !== this.#shown.code) this.#firstMs = undefined;
    this.#firstMs ??= this.reads.firstMs;
    this.#shown = { code, calls: [] };
  }

  #begin(code: string | undefined): void {
    this.runs += 1;
    this.#bench.found.count('runs placed');
    this.#hold(this.run === undefined, 'a run begins within another');
    this.#hold(this.#granted !== undefined, 'a run begins without an approval of its own');
    this.#hold(code === this.#granted?.code, `a run of ${code} was approved as ${this.#granted?.code}`);
    this.run = this.#granted ?? { code, calls: [] };
    this.#granted = undefined;
    this.#checkFiles(this.run.calls);
  }

  /** The files say every order that was approved, field by field. */
  #checkFiles(calls: readonly PlannedCall[]): void {
    const { planFile, root } = this.#bench;
    const now = standing(planFile, root);
    const before = this.#wrongIn(saidBy(this.#lastLook ?? now), calls);
    const wrong = before.length === 0 ? before : this.#wrongIn(saidBy(now), calls);
    this.#hold(wrong.length === 0, wrong.join('; '));
  }

  #wrongIn(said: Said | string, calls: readonly PlannedCall[]): string[] {
    if (typeof said === 'string') return [`a run begins, and ${said}`];
    if (said.account !== this.#account) return [`a run begins, and the config names ${said.account}`];
    return calls.flatMap((call) => [...differences(call, said.orders)]);
  }

  #planned(event: PlannedCall): void {
    if (this.run === undefined) return void this.#shown.calls.push(event);
    const isShown = this.run.calls.some(({ path, body }) => path === event.path && body === event.body);
    this.#hold(isShown, `a call was not shown: ${event.body}`);
  }

  #end(mode: 'dry-run' | 'execute'): void {
    if (mode === 'dry-run') {
      this.reads.shown();
      return this.#hold(this.run === undefined, 'a dry run ends within a run');
    }
    this.#hold(this.run !== undefined, 'a run ends that did not begin');
    this.#arrivals.checkRun(this.run?.calls ?? []);
    this.run = undefined;
    // The journal knows more now.
    this.#shown = { code: undefined, calls: [] };
  }

  #stated({ at, approvable }: StatedAt): void {
    this.#at = at;
    if (this.run !== undefined) this.#hold(at === 'placing', `the watch is ${at} within a run`);
    // What was approved and not placed has to be approved again.
    else if (at !== 'approving' && at !== 'placing') this.#granted = undefined;
    if (approvable !== undefined && approvable !== this.approvable) this.#checkApprovable(approvable);
    this.approvable = approvable;
  }

  #checkApprovable(code: string): void {
    this.codes.push(code);
    this.#hold(code === this.#shown.code, `${code} may be approved, and ${this.#shown.code} is shown`);
    this.#hold(!this.#isBroken, `${code} may be approved, and the newest save is broken`);
    const apartMs = this.reads.lastMs - (this.#firstMs ?? this.reads.lastMs);
    this.#hold(apartMs + ROUNDED_MS >= APART_MS, `${code} may be approved by reads ${Math.round(apartMs)} ms apart`);
    const orders = ordersOf(this.reads.plan);
    const wrong = this.#shown.calls.flatMap((call) => [...differences(call, orders)]);
    this.#hold(wrong.length === 0, `${code} may be approved, and the last read gave another plan: ${wrong.join('; ')}`);
  }

  #hold(holds: boolean, what: string): void {
    const { found, where } = this.#bench;
    found.hold(holds, where, holds ? what : `${what}; before: ${this.#trail.slice(-TRAIL).join(', ')}`);
  }
}

function wordsOf(event: RunEvent): string {
  if (event.event === 'watch-stated') return `${event.at}:${event.approvable?.slice(0, 6) ?? ''}`;
  if (event.event === 'note') return `note "${event.message}"`;
  return 'mode' in event ? `${event.event} ${event.mode}` : event.event;
}
