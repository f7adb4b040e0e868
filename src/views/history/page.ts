/** Past runs of a plan as one page, with pictures. Loaded for that only: what draws them is large. */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { Story } from '../../model/story.ts';
import { accountWindow, amountOf, grouped, seconds } from '../../report/text/phrases.ts';
import { htmlPage } from '../../show/html.ts';
import type { Draw } from '../../show/page/figure.ts';
import { own, type Block, type Text } from '../../show/sheet.ts';
import { pictures as pricePictures } from '../figures/picture.ts';
import { sentOrders } from '../figures/sent-orders.ts';
import { runSheet } from './run-sheet.ts';
import { againWords, toldRun, type RunHalt, type ToldRun } from './told-run.ts';

/** What the page says below the runs, where it is known. */
interface Foot {
  /** Head of the journal’s chain when the page was made. */
  readonly journalHead?: string;
}

/** One page of all these runs, of one plan and in their order. */
export function htmlReport(stories: readonly Story[], draw: Draw, { journalHead }: Foot = {}): string {
  const [one] = stories;
  const heading = headOf(stories);
  const runs = stories.length === 1 ? safe`run ${one?.run ?? 1}` : amountOf(stories.length, 'run');
  const again = one && againWords(one, stories.length === 1 ? safe`${one.run}` : safe`all`, safe`html`);
  const foot: Text[] = [
    ...(again === undefined ? [] : [[own(safe`Made from the journal. To make it again: `), again]]),
    ...(journalHead === undefined ? [] : [[own(safe`Journal head: `), safeText(journalHead)]]),
  ];
  const sections = stories.map((story) => ({
    id: safe`run-${story.run}`,
    name: safe`Run ${story.run}`,
    sheet: runSheet(toldRun(story), 'html', pictures),
  }));
  return htmlPage({ title: safe`${heading}: ${runs}`, heading, sections, foot }, draw);
}

/** The plan; the generation too, where all runs are of one. */
function headOf(stories: readonly Story[]): Safe {
  const [first] = stories;
  if (first === undefined) return safe`No run`;
  const isOne = stories.every(({ generation }) => generation === first.generation);
  return safe`${safeText(first.plan)}${isOne ? safe`, generation ${first.generation}` : safe``}`;
}

/** The pictures of a run: its orders by price, and what both windows held against their limits. */
const pictures = (told: ToldRun): Block[] => [...prices(told), ...windows(told)];

const quiet = (text: Safe): Block => ({ is: 'words', tone: 'quiet', text: own(text) });

function prices({ view }: ToldRun): Block[] {
  const { drawn, markets } = sentOrders(view);
  const found = pricePictures(drawn, markets);
  return found.length === 0 ? [quiet(safe`No order was in a call.`)] : found;
}

function windows({ view, gauges, halts, lengthMs }: ToldRun): Block[] {
  const limits = view.run?.limits;
  if (gauges.length === 0 || limits === undefined)
    return [quiet(view.calls.sent === 0 ? safe`No weight was spent.` : safe`How full the windows were is not known.`)];
  const length = Math.max(0.1, lengthMs / 1000);
  const one = (name: 'ip' | 'uid', title: Safe): Block => {
    const { amount, windowMs } = limits[name];
    const points = gauges.map((gauge) => ({ at: gauge.atMs / 1000, used: gauge[name].used }));
    const most = grouped(points.reduce((sofar, { used }) => Math.max(sofar, used), 0));
    const label = safe`${title} weight: at most ${most} of ${grouped(amount)} per ${seconds(windowMs)}`;
    const whole = [{ at: 0, used: 0 }, ...points, { at: length, used: points.at(-1)?.used ?? 0 }];
    const drawing = { of: 'window', label, points: whole, limit: amount, length, ...haltsOf(halts, length) } as const;
    return { is: 'picture', title: own(safe`${title} weight`), drawing };
  };
  const items = halts.map((halt) => [own(safe`after ${seconds(halt.atMs)}: ${wordOf(halt)}; `), halt.why]);
  return [
    one('ip', safe`IP`),
    one('uid', accountWindow(limits)),
    ...(items.length === 0 ? [] : [{ is: 'items', items } as const]),
  ];
}

const haltsOf = (halts: readonly RunHalt[], length: number) => ({
  pauses: halts.flatMap((halt) =>
    halt.kind === 'pause' ? [{ from: halt.atMs / 1000, to: Math.min(length, halt.untilMs / 1000) }] : [],
  ),
  stops: halts.flatMap((halt) => (halt.kind === 'stop' ? [halt.atMs / 1000] : [])),
});

const wordOf = (halt: RunHalt): Safe =>
  halt.kind === 'stop' ? safe`stopping` : safe`paused for ${seconds(halt.untilMs - halt.atMs)}`;
