/** The pictures of a run, each with its words: what it shows, and what cannot be drawn. Loaded for a page only, with what draws them. */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { bySymbol, type DrawnSymbol } from '../../report/dry-run/drawn-order.ts';
import { sentOrders } from '../../report/dry-run/sent-orders.ts';
import { accountWindow, grouped, seconds } from '../../report/text/phrases.ts';
import { STATES } from '../../report/text/states.ts';
import type { OrderRows } from '../../report/view/order-list.ts';
import { own, type Block } from '../../show/sheet.ts';
import { KEY_STATES, ladderPicture, windowPicture } from './charts.ts';
import { ladderOf, MOST_PRICES } from './ladder.ts';
import type { GaugedAt, Halt, ToldRun } from './told-run.ts';

export const pictures = (told: ToldRun): Block[] => [...ladders(told), ...windows(told)];

const quiet = (text: Safe): Block => ({ is: 'words', tone: 'quiet', text: own(text) });

/** A ladder for each symbol of which orders are in a call. */
function ladders({ view }: ToldRun): Block[] {
  const symbols = bySymbol(sentOrders(view).drawn);
  if (symbols.length === 0) return [quiet(safe`No order was in a call.`)];
  return symbols.flatMap((one) => ladder(one, view.orders));
}

function ladder(one: DrawnSymbol, orders: OrderRows): Block[] {
  const { ladder: drawn, market, isGrouped } = ladderOf(one, orders);
  const title = [own(safe`Prices of `), safeText(one.symbol)];
  const shared = isGrouped ? safe` Near prices share a row: there are at most ${MOST_PRICES}.` : safe``;
  const bars = safe`. Bars are sizes, buys to the right and sells to the left.${shared} × stop, △ target, ◇ trigger.`;
  const blocks: Block[] = [];
  if (drawn.rows.length > 0)
    blocks.push({ is: 'picture', title, caption: [drawn.label, own(bars)], key: KEY, svg: ladderPicture(drawn) });
  if (market.length > 0) blocks.push({ is: 'items', title: [...title, own(safe`, at market`)], items: market });
  return blocks;
}

/** How the parts of a bar look. */
const KEY = KEY_STATES.map((state) => STATES[state]);

/** What both windows held, against their limits. */
function windows({ view, gauges, halts, lengthMs }: ToldRun): Block[] {
  const limits = view.run?.limits;
  if (gauges.length === 0 || limits === undefined)
    return [quiet(view.calls.sent === 0 ? safe`No weight was spent.` : safe`What the windows held is not known.`)];
  const length = Math.max(0.1, lengthMs / 1000);
  const one = (name: 'ip' | 'uid', title: Safe): Block => {
    const { amount, windowMs } = limits[name];
    const points = gauges.map((gauge) => ({ at: gauge.atMs / 1000, used: gauge[name].used }));
    const last = points.at(-1)?.used ?? 0;
    const most = grouped(mostOf(gauges, name));
    const label = safe`${title} weight: at most ${most} of ${grouped(amount)} per ${seconds(windowMs)}`;
    const whole = [{ at: 0, used: 0 }, ...points, { at: length, used: last }];
    const svg = windowPicture({ points: whole, limit: amount, length, halts, label });
    const caption = own(safe`${label}, as it stood at each change.`);
    return { is: 'picture', title: own(safe`${title} weight`), caption, svg };
  };
  const items = halts.map((halt) => [own(safe`after ${seconds(halt.atMs)}: ${wordOf(halt)}; `), halt.why]);
  return [
    one('ip', safe`IP`),
    one('uid', accountWindow(limits)),
    ...(items.length === 0 ? [] : [{ is: 'items', items } as const]),
  ];
}

const mostOf = (gauges: readonly GaugedAt[], name: 'ip' | 'uid'): number =>
  gauges.reduce((most, gauge) => Math.max(most, gauge[name].used), 0);

const wordOf = (halt: Halt): Safe =>
  halt.kind === 'stop' ? safe`stopping` : safe`paused for ${seconds(halt.untilMs - halt.atMs)}`;
