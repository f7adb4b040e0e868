import type { RunEvent } from '../../model/event.ts';
import { unreachable } from '../../model/result.ts';
import type { EventSink } from '../../ports.ts';
import { callLines, headLines, type CallPlanned } from '../dry-run/call-lines.ts';
import { expansionLines } from '../dry-run/expansion-lines.ts';
import { padStart, stack, wrap } from '../text/columns.ts';
import { endedBy } from './next-steps.ts';
import { ID_ROOM, orderLines } from './outcome-lines.ts';
import { pictureLines } from '../dry-run/picture.ts';
import { RunFold, type DiagnosticView, type RunView } from '../view/run-view.ts';
import { flow, line, painter, type Paint, type Tone } from '../text/tones.ts';
import { nextLines, summaryLines, verdict } from './summary.ts';
import { assumptionLines, totalLines } from '../dry-run/totals.ts';
import { causeOf, count, latency, seconds, STATE_WIDTH } from '../text/phrases.ts';

export interface LinesOptions {
  /** Gets whole lines, each with its newline. */
  readonly write: (text: string) => void;
  readonly color: boolean;
  /** Columns; only a body is ever wider. */
  readonly width: number;
}

/** A dry run with every call, or an execution outcome by outcome, for pipes, logs and people. Needs `run-started` for its tables. */
export function linesSink({ write, color, width }: LinesOptions): EventSink {
  const paint = painter(color);
  const run = new RunFold();
  let told = new Told(run.view);
  return (event) => {
    run.apply(event, 0);
    if (told.view !== run.view) told = new Told(run.view);
    for (const text of told.lines(event, paint, width)) write(`${text}\n`);
  };
}

/** What of one run has been told, and what waits for a later event to be told with. */
class Told {
  readonly view: RunView;
  #headed = false;
  #held: CallPlanned[] = [];

  constructor(view: RunView) {
    this.view = view;
  }

  lines(event: RunEvent, paint: Paint, width: number): string[] {
    const { view } = this;
    const own = eventLines(view, event, paint, width);
    if (event.event === 'call-planned') this.#held.push(event);
    // A call is told as part of a dry run only, and which run it is may be said after it.
    const calls = view.run === undefined && view.finished === undefined ? [] : this.#held.splice(0);
    const shown =
      view.run?.mode === 'execute' || view.finished?.mode === 'execute'
        ? []
        : calls.flatMap((call) => callLines(view, call, paint, width));
    if (own.length === 0 && shown.length === 0) return [];
    return [...this.#head(event, paint, width), ...shown, ...own];
  }

  /** Once, before the first line that is about more than the text of the plan. */
  #head(event: RunEvent, paint: Paint, width: number): string[] {
    const { view } = this;
    if (this.#headed || event.event === 'diagnostic') return [];
    const head = headLines(view, paint, width);
    // What is noted before the run has begun has no head yet.
    this.#headed = head.length > 0 || view.finished !== undefined;
    if (view.run?.mode === 'execute') return head.length > 0 ? [...head, ''] : head;
    return [...head, ...expansionLines(view, paint, width)];
  }
}

function eventLines(view: RunView, event: RunEvent, paint: Paint, width: number): string[] {
  switch (event.event) {
    case 'diagnostic': {
      const found = view.diagnostics.at(-1);
      return found === undefined ? [] : diagnosticLines(found, paint, width);
    }
    case 'order-outcome': {
      const order = view.orders.byId(event.id);
      if (order === undefined) return [];
      const took = padStart(order.latencyMs === undefined ? '' : latency(order.latencyMs), 6);
      return orderLines(order, { idWidth: Math.min(ID_ROOM, view.orders.widths.id), took, paint, width });
    }
    case 'sending-paused': {
      const again = `sending resumes in ${seconds(event.forMs)}`;
      return notice('‖ paused', `${causeOf(event)}; ${again}: ${view.pause?.message ?? ''}`, paint, width);
    }
    case 'run-stopping': {
      const { why, inFlight } = view.stopping ?? event;
      return notice('■ stopping', `${why}; ${awaiting(inFlight)}`, paint, width);
    }
    case 'note':
      return notice('» note', view.notes.at(-1) ?? '', paint, width);
    case 'run-finished':
      return event.mode === 'dry-run' ? dryRunEnd(view, paint, width) : ['', ...summaryLines(view, { paint, width })];
    case 'plan-loaded':
    case 'run-started':
    case 'assumptions-stated':
    case 'call-planned':
    case 'plan-compiled':
    case 'call-sent':
    case 'budget-changed':
      return [];
    default:
      return unreachable(event);
  }
}

/** What a stopping run does until it ends. */
export const awaiting = (inFlight: number): string =>
  inFlight === 0 ? 'nothing is in flight' : `waiting for ${count(inFlight, 'call')} in flight`;

function notice(label: string, words: string, paint: Paint, width: number): string[] {
  const indent = STATE_WIDTH + 2;
  return wrap(words, Math.max(20, width - indent)).map((text, at) =>
    at === 0 ? line(paint, [['notice', label], ' '.repeat(indent - label.length), text]) : ' '.repeat(indent) + text,
  );
}

/** Where, what and what to do, without the source text: `plan.yaml:12:3  error  order/off-tick`. */
export function diagnosticLines(found: DiagnosticView, paint: Paint, width: number): string[] {
  const tone: Tone = found.severity === 'error' ? 'rejected' : 'withheld';
  const hint = found.hint === undefined ? [] : wrap(`hint: ${found.hint}`, width - 2);
  return [
    ...wrap(`${found.file}:${found.line}:${found.column}`, width).map((text) => paint('heading', text)),
    line(paint, ['  ', [tone, found.severity], `  ${found.code}`]),
    ...[...wrap(found.message, width - 2), ...hint].map((text) => `  ${text}`),
  ];
}

function dryRunEnd(view: RunView, paint: Paint, width: number): string[] {
  if (endedBy(view) !== undefined) return ['', ...flow(paint, verdict(view), width, ' ')];
  return [
    '',
    // The picture last: it is what is looked at before the command below it is given.
    ...stack([
      totalLines(view, paint, width),
      assumptionLines(view, paint, width),
      pictureLines(view, paint, width),
      nextLines(view, paint, width),
    ]),
  ];
}
