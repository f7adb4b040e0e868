/** A run in lines, as it goes: for pipes, logs and people. */
import { count } from '../../model/count.ts';
import { type RunEvent } from '../../model/event.ts';
import { isOfWatch, type WatchEvent } from '../../model/watch-event.ts';
import { isQuiet } from '../../model/outcome.ts';
import { unreachable } from '../../model/result.ts';
import { safe, safeText, spaces, type Safe } from '../../model/safe-text.ts';
import type { EventSink } from '../../ports.ts';
import { plainText, type Block } from '../../show/sheet.ts';
import { sheetLines } from '../../show/terminal.ts';
import { dryRunSheet, type Held } from '../../views/run/dry-run-sheet.ts';
import { headBlocks } from '../../views/run/head.ts';
import type { ShownOrder } from '../../views/order-columns.ts';
import { shownCancel } from '../../views/run/cancel-words.ts';
import { diagnosticBlock } from '../../views/run/diagnostic.ts';
import { END_ASKED, undoneBlocks } from '../../views/run/follow-end.ts';
import { endedBy, nextSteps } from '../../views/run/next-steps.ts';
import { shownOrder } from '../../views/run/outcome-words.ts';
import { saveSheet } from '../../views/run/save-sheet.ts';
import { summaryBlocks } from '../../views/run/summary.ts';
import { padStart, wrap } from '../text/columns.ts';
import { ID_ROOM, labelledLines } from '../text/labelled-lines.ts';
import { LEAST_ROOM, line, pageOf, type Page } from '../text/page.ts';
import { causeOf, latency, seconds } from '../text/phrases.ts';
import { STATE_WIDTH } from '../text/states.ts';
import type { Drawn } from '../text/tones.ts';
import type { OrderView } from '../view/order-list.ts';
import { RunFold } from '../view/run-fold.ts';
import type { RunView } from '../view/run-view.ts';
import { widthsOf } from './column-widths.ts';
import { FollowLines, type WallClock } from './follow-lines.ts';

interface LinesOptions {
  /** Gets whole lines, each with its newline. */
  readonly write: (text: string) => void;
  readonly color: boolean;
  /** Columns; only a body is ever wider, and the closing line of a dry run in a pipe. */
  readonly width: number;
  /** Nobody looks at it as it comes. */
  readonly isPipe?: boolean;
  /** Now, in ms since 1970: what lines of a plan that is followed begin with. */
  readonly wallMs?: WallClock;
  /** Whether a dry run ends with the commands that go on from it; so it does unless this is false. */
  readonly hasNext?: boolean;
}

type LinesHow = Pick<LinesOptions, 'isPipe' | 'hasNext' | 'wallMs'>;

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
  readonly #follow: FollowLines;
  #headed = false;
  /** A dry run says them at its end. */
  #warnings: Block[] = [];
  #notes: string[] = [];
  /** For a watch, what the save changed. */
  #change: Extract<RunEvent, { event: 'plan-changed' }> | undefined;

  constructor(view: RunView, page: Page, how: LinesHow) {
    this.view = view;
    this.#page = page;
    this.#how = how;
    this.#follow = new FollowLines(view, page, how.wallMs);
  }

  /** What there is to write after an event that the view has already taken in. */
  after(event: RunEvent): Drawn[] {
    const { run, finished } = this.view;
    if (isOfWatch(event)) return event.event === 'order-filled' ? this.#notice(safe`» filled`, fillWords(event)) : [];
    if (event.event === 'diagnostic') this.#warnings.push(diagnosticBlock(event));
    if (event.event === 'plan-changed') this.#change = event;
    if (event.event === 'warnings-framed') this.#warnings.push(framesOf(event.text));
    if (run === undefined && finished === undefined) return event.event === 'note' ? this.#ofExecution(event) : [];
    const mode = finished?.mode ?? run?.mode;
    if (mode === 'dry-run') return this.#ofDryRun(event);
    return [...sheetLines(this.#page, { blocks: this.#warnings.splice(0) }), ...this.#ofExecution(event)];
  }

  /** Everything at the end. */
  #ofDryRun(event: OfRun): Drawn[] {
    const [page, view] = [this.#page, this.view];
    if (event.event === 'note') this.#notes.push(event.message);
    if (event.event !== 'run-finished') return [];
    const { isPipe = false, hasNext = true } = this.#how;
    const held: Held = { warnings: this.#warnings, notes: this.#notes, next: hasNext ? nextSteps(view) : [] };
    const change = this.#change;
    if (change === undefined || endedBy(view) !== undefined) return sheetLines(page, dryRunSheet(view, held), isPipe);
    const lines = sheetLines(page, saveSheet(view, change, held));
    return lines.length === 0 ? [] : [safe``, ...lines];
  }

  #ofExecution(event: OfRun): Drawn[] {
    const own = this.view.run?.followed === undefined ? this.#ownLines(event) : this.#ofFollow(event);
    return own.length === 0 ? [] : [...this.#head([safe``]), ...own];
  }

  #ofFollow(event: OfRun): Drawn[] {
    // The last lines say why it ended.
    if (event.event === 'run-stopping') return this.#follow.flush();
    const lines = this.#follow.take(event);
    if (lines !== undefined) return lines;
    const own = this.#ownLines(event);
    return own.length === 0 ? [] : [...this.#follow.flush(), ...own];
  }

  /** Once, with what stands below it. A note that comes before the run has begun has no head yet. */
  #head(below: readonly Drawn[]): Drawn[] {
    if (this.#headed) return [];
    const head = sheetLines(this.#page, { blocks: headBlocks(this.view) });
    this.#headed = head.length > 0 || this.view.finished !== undefined;
    return head.length > 0 ? [...head, ...below] : [];
  }

  // oxlint-disable-next-line eslint/complexity -- an exhaustive switch over the events
  #ownLines(event: OfRun): Drawn[] {
    switch (event.event) {
      case 'order-outcome':
        return this.#outcome(this.view.orders.byId(event.id));
      case 'cancel-outcome':
        return this.#row(shownCancel(event));
      case 'sending-paused': {
        const again = safe`sending resumes in ${seconds(event.forMs)}`;
        return this.#notice(safe`‖ paused`, safe`${causeOf(event)}; ${again}: ${safeText(event.message)}`);
      }
      case 'run-stopping':
        return this.#notice(safe`■ stopping`, safe`${safeText(event.why)}; ${awaiting(event.inFlight)}`);
      case 'end-asked':
        return [
          safe``,
          ...sheetLines(this.#page, { blocks: undoneBlocks(this.view) }),
          ...this.#notice(safe`■ Ctrl-C`, END_ASKED),
        ];
      case 'note':
        return this.#notice(safe`» note`, safeText(event.message));
      case 'run-finished':
        return [...(this.#headed ? [safe``] : []), ...sheetLines(this.#page, { blocks: summaryBlocks(this.view) })];
      case 'diagnostic':
      case 'plan-loaded':
      case 'run-started':
      case 'assumptions-stated':
      case 'standing-stated':
      case 'earlier-stated':
      case 'warnings-framed':
      case 'call-planned':
      case 'step-planned':
      case 'plan-compiled':
      case 'call-sent':
      case 'budget-changed':
      case 'protection-stated':
      case 'follow-stated':
      case 'blind-stated':
      case 'openings-held-back':
      case 'order-state':
      case 'protection':
      case 'plan-changed':
      case 'candles-read':
      case 'order-simulated':
      case 'simulation-finished':
        return [];
      default:
        return unreachable(event);
    }
  }

  /** What was accepted before or is not selected is counted at the end. */
  #outcome(order: OrderView | undefined): Drawn[] {
    if (order === undefined || (order.reason !== undefined && isQuiet(order.reason))) return [];
    return this.#row(shownOrder(order), padStart(order.latencyMs === undefined ? safe`` : latency(order.latencyMs), 6));
  }

  #row({ state: { label, tone }, id, words = safe`` }: ShownOrder, took?: Safe): Drawn[] {
    const row = { label, tone, id: safeText(id), words: plainText(words), ...(took !== undefined && { took }) };
    return labelledLines(this.#page, row, Math.min(ID_ROOM, widthsOf(this.view.orders).id));
  }

  #notice(label: Safe, words: Safe): Drawn[] {
    const { paint, width } = this.#page;
    const indent = STATE_WIDTH + 2;
    return wrap(words, Math.max(LEAST_ROOM, width - indent)).map((text, at) =>
      line(paint, at === 0 ? [['notice', label], spaces(indent - label.length), text] : [spaces(indent), text]),
    );
  }
}

export const framesOf = (text: string): Block => ({ is: 'frames', lines: text.split('\n') as Drawn[] });

/** `entry: open-long 0.01 at 60000, by its limit` */
const fillWords = ({ id, clientOid, side, size, price, why }: Fill): Safe =>
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
