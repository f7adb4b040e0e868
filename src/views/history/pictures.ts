/** The pictures of a run: its orders by price, and what both windows held against their limits. */
import { safe, type Safe } from '../../model/safe-text.ts';
import { accountWindow, grouped, seconds } from '../../report/text/phrases.ts';
import { own, type Block } from '../../show/sheet.ts';
import { pictures as pricePictures } from '../figures/picture.ts';
import { sentOrders } from '../figures/sent-orders.ts';
import type { Halt, ToldRun } from './told-run.ts';

export const pictures = (told: ToldRun): Block[] => [...prices(told), ...windows(told)];

const quiet = (text: Safe): Block => ({ is: 'words', tone: 'quiet', text: own(text) });

function prices({ view }: ToldRun): Block[] {
  const { drawn, markets } = sentOrders(view);
  const found = pricePictures(drawn, markets);
  return found.length === 0 ? [quiet(safe`No order was in a call.`)] : found;
}

function windows({ view, gauges, halts, lengthMs }: ToldRun): Block[] {
  const limits = view.run?.limits;
  if (gauges.length === 0 || limits === undefined)
    return [quiet(view.calls.sent === 0 ? safe`No weight was spent.` : safe`What the windows held is not known.`)];
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

const haltsOf = (halts: readonly Halt[], length: number) => ({
  pauses: halts.flatMap((halt) =>
    halt.kind === 'pause' ? [{ from: halt.atMs / 1000, to: Math.min(length, halt.untilMs / 1000) }] : [],
  ),
  stops: halts.flatMap((halt) => (halt.kind === 'stop' ? [halt.atMs / 1000] : [])),
});

const wordOf = (halt: Halt): Safe =>
  halt.kind === 'stop' ? safe`stopping` : safe`paused for ${seconds(halt.untilMs - halt.atMs)}`;
