import { cancelOutcomeLines } from './cancel-lines.ts';
import { count } from '../../model/count.ts';
import { isOfWatch, type RunEvent, type WatchEvent } from '../../model/event.ts';
import { isQuiet } from '../../model/outcome.ts';
import { unreachable } from '../../model/result.ts';
import { safe, safeText, spaces, type Safe } from '../../model/safe-text.ts';
import type { EventSink } from '../../ports.ts';
import { callLines, type CallPlanned } from '../dry-run/call-lines.ts';
import { dryRunLines } from '../dry-run/dry-run-lines.ts';
import { expansionLines } from '../dry-run/expansion-lines.ts';
import { headLines } from '../dry-run/head-lines.ts';
import { padStart, wrap } from '../text/columns.ts';
import { ID_ROOM } from '../text/labelled-lines.ts';
import { flow, LEAST_ROOM, line, pageOf, type Page } from '../text/page.ts';
import { causeOf, latency, seconds } from '../text/phrases.ts';
import { STATE_WIDTH } from '../text/states.ts';
import type { Drawn } from '../text/tones.ts';
import type { OrderView } from '../view/order-list.ts';
import { RunFold } from '../view/run-fold.ts';
import type { RunView } from '../view/run-view.ts';
import { widthsOf } from './column-widths.ts';
import { diagnosticLines } from './diagnostic-lines.ts';
import { endedBy } from './next-steps.ts';
import { orderLines } from './outcome-lines.ts';
import { saveLines } from './save-lines.ts';
import { nextLines, summaryLines, verdict } from './summary.ts';

export interface LinesOptions {
  /** Gets whole lines, each with its newline. */
  readonly write: (text: string) => void;
  readonly color: boolean;
  /** Columns; only a body is ever wider, and the closing line of a dry run in a pipe. */
  readonly width: number;
  /** Nobody looks at it as it comes. */
  readonly isPipe?: boolean;
  /** Whether a dry run ends with the commands that go on from it; so it does unless this is false. */
  readonly hasNext?: boolean;
}

type LinesHow = Pick<LinesOptions, 'isPipe' | 'hasNext'>;

/** A dry run, or an execution outcome by outcome, for pipes, logs and people. Needs `run-started` for its tables. */
export function linesSink({ write, color, width, ...how }: LinesOptions): EventSink {
  const page = pageOf({ color, width });
  const run = new RunFold();
  let lines = new RunLines(run.view, page, how);
  return (event) => {
    run.apply(event, 0);
    if (lines.view !== run.view) lines = new RunLines(run.view, page, how);
    for (const text of lines.after(event)) write(`${text}\n`);
  };
}

type OfRun = Exclude<RunEvent, WatchEvent>;

/** The lines of one run. Some wait for a later event. */
class RunLines {
  readonly view: RunView;
  readonly #page: Page;
  readonly #how: LinesHow;
  #headed = false;
  #calls: CallPlanned[] = [];
  /** A dry run says them at its end. */
  #warnings: Drawn[] = [];
  #notes: string[] = [];
  /** Of a watch, what the save changed. */
  #change: Extract<RunEvent, { event: 'plan-changed' }> | undefined;

  constructor(view: RunView, page: Page, how: LinesHow) {
    this.view = view;
    this.#page = page;
    this.#how = how;
  }

  /** What there is to write after an event that the view has already taken in. */
  after(event: RunEvent): Drawn[] {
    const { run, finished } = this.view;
    if (isOfWatch(event)) return event.event === 'order-filled' ? this.#notice(safe`» filled`, fillWords(event)) : [];
    if (event.event === 'call-planned') this.#calls.push(event);
    if (event.event === 'diagnostic') this.#warnings.push(...diagnosticLines(this.#page, event));
    if (event.event === 'plan-changed') this.#change = event;
    if (event.event === 'warnings-framed') this.#warnings.push(...(event.text.split('\n') as Drawn[]));
    if (run === undefined && finished === undefined) return event.event === 'note' ? this.#ofExecution(event) : [];
    const mode = finished?.mode ?? run?.mode;
    return mode === 'dry-run' ? this.#ofDryRun(event) : [...this.#warnings.splice(0), ...this.#ofExecution(event)];
  }

  /** Everything at the end; only the calls that `--bytes` asks for come as they are planned. */
  #ofDryRun(event: OfRun): Drawn[] {
    const [page, view] = [this.#page, this.view];
    if (event.event === 'note') this.#notes.push(event.message);
    const calls = view.run?.bytes === true ? this.#calls.splice(0) : [];
    const lines = calls.flatMap((call) => callLines(page, view, call));
    const head = lines.length > 0 ? this.#head(expansionLines(page, view)) : [];
    if (event.event !== 'run-finished') return [...head, ...lines];
    if (endedBy(view) !== undefined)
      return [...this.#warnings, ...this.#head([safe``]), ...flow(page, verdict(view), safe` `)];
    const { isPipe = false, hasNext = true } = this.#how;
    const held = { warnings: this.#warnings, notes: this.#notes, next: hasNext ? nextLines(page, view) : [] };
    if (this.#change !== undefined) return saveLines(page, view, this.#change, held);
    const bare = view.run?.bytes === true ? [...this.#head([]), safe``] : [];
    return [...bare, ...dryRunLines(page, view, held, isPipe)];
  }

  #ofExecution(event: OfRun): Drawn[] {
    const own = this.#ownLines(event);
    return own.length === 0 ? [] : [...this.#head([safe``]), ...own];
  }

  /** Once, with what stands below it. A note that comes before the run has begun has no head yet. */
  #head(below: readonly Drawn[]): Drawn[] {
    if (this.#headed) return [];
    const head = headLines(this.#page, this.view);
    this.#headed = head.length > 0 || this.view.finished !== undefined;
    return head.length > 0 ? [...head, ...below] : [];
  }

  // oxlint-disable-next-line eslint/complexity -- an exhaustive switch over the events
  #ownLines(event: OfRun): Drawn[] {
    switch (event.event) {
      case 'order-outcome':
        return this.#outcome(this.view.orders.byId(event.id));
      case 'cancel-outcome':
        return cancelOutcomeLines(this.#page, event, Math.min(ID_ROOM, widthsOf(this.view.orders).id));
      case 'sending-paused': {
        const again = safe`sending resumes in ${seconds(event.forMs)}`;
        return this.#notice(safe`‖ paused`, safe`${causeOf(event)}; ${again}: ${safeText(event.message)}`);
      }
      case 'run-stopping':
        return this.#notice(safe`■ stopping`, safe`${safeText(event.why)}; ${awaiting(event.inFlight)}`);
      case 'note':
        return this.#notice(safe`» note`, safeText(event.message));
      case 'run-finished':
        return [...(this.#headed ? [safe``] : []), ...summaryLines(this.#page, this.view)];
      case 'diagnostic':
      case 'plan-loaded':
      case 'run-started':
      case 'assumptions-stated':
      case 'order-state':
      case 'standing-stated':
      case 'earlier-stated':
      case 'warnings-framed':
      case 'call-planned':
      case 'plan-compiled':
      case 'call-sent':
      case 'budget-changed':
      case 'plan-changed':
        return [];
      default:
        return unreachable(event);
    }
  }

  /** What was accepted before or is not selected is counted at the end. */
  #outcome(order: OrderView | undefined): Drawn[] {
    if (order === undefined || (order.reason !== undefined && isQuiet(order.reason))) return [];
    const took = padStart(order.latencyMs === undefined ? safe`` : latency(order.latencyMs), 6);
    const { id } = widthsOf(this.view.orders);
    return orderLines(this.#page, order, Math.min(ID_ROOM, id), took);
  }

  #notice(label: Safe, words: Safe): Drawn[] {
    const { paint, width } = this.#page;
    const indent = STATE_WIDTH + 2;
    return wrap(words, Math.max(LEAST_ROOM, width - indent)).map((text, at) =>
      line(paint, at === 0 ? [['notice', label], spaces(indent - label.length), text] : [spaces(indent), text]),
    );
  }
}

/** `entry: open-long 0.01 at 60000, by its limit` */
export const fillWords = ({ id, clientOid, side, size, price, why }: Fill): Safe =>
  safe`${safeText(id ?? clientOid)}: ${side} ${safeText(size)} at ${safeText(price)}, ${BY[why]}`;

type Fill = Extract<RunEvent, { event: 'order-filled' }>;
const BY: Readonly<Record<Fill['why'], Safe>> = {
  market: safe`at market`,
  limit: safe`by its limit`,
  trigger: safe`by its trigger`,
  'take-profit': safe`by its target`,
  'stop-loss': safe`by its stop`,
};

/** What a stopping run does until it ends. */
export const awaiting = (inFlight: number): Safe =>
  inFlight === 0 ? safe`nothing is in flight` : safe`waiting for ${count(inFlight, 'call')} in flight`;
