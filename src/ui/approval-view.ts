import { joined, safe, safeText } from '../model/safe-text.ts';
import { atStakeLines } from '../report/dry-run/at-stake-lines.ts';
import { line, type Page } from '../report/text/page.ts';
import { amountOf } from '../report/text/phrases.ts';
import type { Drawn } from '../report/text/tones.ts';
import type { WatchView } from '../report/view/watch-view.ts';
import { problemCounts } from './problems-view.ts';

/** What a person approves: what, where, for whom, and what is at stake. The code is typed below, on a line of its own. */
export function approvalLines(page: Page, watch: WatchView): Drawn[] {
  const { plan, run, orders, calls, compiled } = watch.run;
  if (plan === undefined || run === undefined) return [];
  const { ip, uid } = compiled?.weight ?? { ip: 0, uid: 0 };
  const where = [
    safeText(run.exchange),
    ...(run.live === undefined ? [] : [safe`account ${safeText(run.live.account)}`]),
  ];
  const amount = safe`${amountOf(orders.planned, 'order')} in ${amountOf(calls.planned, 'call')}, ${ip} IP, ${uid} UID`;
  return [
    line(page.paint, [safe`Place  `, ['plan', safeText(plan.name)], safe`  generation ${plan.generation}`], page.width),
    line(page.paint, [safe`  ${amount}`], page.width),
    line(page.paint, [safe`  ${joined(where, safe`  `)}`], page.width),
    safe``,
    ...atStakeLines(page, watch.run, problemCounts(watch).warnings),
  ];
}
