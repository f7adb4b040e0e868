import { count } from '../../model/count.ts';
import type { RunEvent } from '../../model/event.ts';
import { unreachable } from '../../model/result.ts';
import { safe, safeText, spaces, type Safe } from '../../model/safe-text.ts';
import type { EventSink } from '../../ports.ts';
import { assumptionLines } from '../dry-run/assumption-lines.ts';
import { callLines, type CallPlanned } from '../dry-run/call-lines.ts';
import { expansionLines } from '../dry-run/expansion-lines.ts';
import { headLines } from '../dry-run/head-lines.ts';
import { pictureLines } from '../dry-run/picture.ts';
import { totalLines } from '../dry-run/totals.ts';
import { padStart, wrap } from '../text/columns.ts';
import { ID_ROOM } from '../text/labelled-lines.ts';
import { flow, LEAST_ROOM, line, pageOf, stack, type Page } from '../text/page.ts';
import { causeOf, latency, seconds } from '../text/phrases.ts';
import { STATE_WIDTH } from '../text/states.ts';
import type { Drawn } from '../text/tones.ts';
import type { OrderView } from '../view/order-list.ts';
import { RunFold, type RunView } from '../view/run-view.ts';
import { widthsOf } from './column-widths.ts';
import { diagnosticLines } from './diagnostic-lines.ts';
import { endedBy } from './next-steps.ts';
import { orderLines } from './outcome-lines.ts';
import { nextLines, summaryLines, verdict } from './summary.ts';

export interface LinesOptions {
  /** Gets whole lines, each with its newline. */
  readonly write: (text: string) => void;
  readonly color: boolean;
  /** Columns; only a body is ever wider. */
  readonly width: number;
}

/** A dry run with every call, or an execution outcome by outcome, for pipes, logs and people. Needs `run-started` for its tables. */
export function linesSink({ write, color, width }: LinesOptions): EventSink {
  const page = pageOf({ color, width });
  const run = new RunFold();
  let lines = new RunLines(run.view, page);
  return (event) => {
    run.apply(event, 0);
    if (lines.view !== run.view) lines = new RunLines(run.view, page);
    for (const text of lines.after(event)) write(`${text}\n`);
  };
}

/** The lines of one run. Some wait for a later event. */
class RunLines {
  readonly view: RunView;
  readonly #page: Page;
  #headed = false;
  #held: CallPlanned[] = [];

  constructor(view: RunView, page: Page) {
    this.view = view;
    this.#page = page;
  }

  /** What there is to write after an event that the view has already taken in. */
  after(event: RunEvent): Drawn[] {
    const own = this.#ownLines(event);
    if (event.event === 'call-planned') this.#held.push(event);
    const calls = this.#calls().flatMap((call) => callLines(this.#page, this.view, call));
    if (own.length === 0 && calls.length === 0) return [];
    return [...this.#head(event), ...calls, ...own];
  }

  /** The calls to show now. Only a dry run shows any, and a call may come before the event that says which run it is. */
  #calls(): CallPlanned[] {
    const { run, finished } = this.view;
    if (run === undefined && finished === undefined) return [];
    const calls = this.#held.splice(0);
    return run?.mode === 'execute' || finished?.mode === 'execute' ? [] : calls;
  }

  /** Once, before the first line that is about more than the text of the plan. */
  #head(event: RunEvent): Drawn[] {
    if (this.#headed || event.event === 'diagnostic') return [];
    const head = headLines(this.#page, this.view);
    // A note that comes before the run has begun has no head yet.
    this.#headed = head.length > 0 || this.view.finished !== undefined;
    if (this.view.run?.mode === 'execute') return head.length > 0 ? [...head, safe``] : head;
    return [...head, ...expansionLines(this.#page, this.view)];
  }

  // oxlint-disable-next-line eslint/complexity -- an exhaustive switch over the events
  #ownLines(event: RunEvent): Drawn[] {
    switch (event.event) {
      case 'diagnostic':
        return diagnosticLines(this.#page, event);
      case 'order-outcome':
        return this.#outcome(this.view.orders.byId(event.id));
      case 'sending-paused': {
        const again = safe`sending resumes in ${seconds(event.forMs)}`;
        return this.#notice(safe`‖ paused`, safe`${causeOf(event)}; ${again}: ${safeText(event.message)}`);
      }
      case 'run-stopping':
        return this.#notice(safe`■ stopping`, safe`${safeText(event.why)}; ${awaiting(event.inFlight)}`);
      case 'note':
        return this.#notice(safe`» note`, safeText(event.message));
      case 'run-finished':
        return [safe``, ...this.#end(event.mode)];
      case 'plan-loaded':
      case 'run-started':
      case 'assumptions-stated':
      case 'order-state':
      case 'standing-stated':
      case 'call-planned':
      case 'plan-compiled':
      case 'call-sent':
      case 'budget-changed':
        return [];
      default:
        return unreachable(event);
    }
  }

  #outcome(order: OrderView | undefined): Drawn[] {
    if (order === undefined) return [];
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

  #end(mode: 'dry-run' | 'execute'): Drawn[] {
    const [page, view] = [this.#page, this.view];
    if (mode === 'execute') return summaryLines(page, view);
    if (endedBy(view) !== undefined) return flow(page, verdict(view), safe` `);
    return stack([
      totalLines(page, view),
      assumptionLines(page, view),
      // Last before the command below it: the picture is what a person looks at before giving that command.
      pictureLines(page, view),
      nextLines(page, view),
    ]);
  }
}

/** What a stopping run does until it ends. */
export const awaiting = (inFlight: number): Safe =>
  inFlight === 0 ? safe`nothing is in flight` : safe`waiting for ${count(inFlight, 'call')} in flight`;
