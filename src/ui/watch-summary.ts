/** What stays below the earlier text of the terminal once a watch has ended. */
import { joined, safe, type Safe } from '../model/safe-text.ts';
import { closingOf } from '../views/run/closing-line.ts';
import { dotted } from '../report/text/columns.ts';
import { line, type Page } from '../report/text/page.ts';
import { amountOf, grouped } from '../report/text/phrases.ts';
import type { Drawn } from '../report/text/tones.ts';
import type { WatchView } from '../report/view/watch-view.ts';
import { problemCounts } from './frame/plan-figures.ts';
import { standingOf, type RowState } from './panes/standing.ts';

/** The last plan in one line, how its orders stand, and whether the newest save was broken. */
export function watchSummary(page: Page, watch: WatchView): Drawn[] {
  const { run } = watch;
  if (run.plan === undefined) return [];
  const { errors, warnings } = problemCounts(watch);
  const closing = dotted(closingOf(run, warnings), page.width);
  return [
    ...closing,
    ...dotted(stands(watch), page.width),
    ...(errors === 0 ? [] : [line(page.paint, [['rejected', safe`the newest save has ${amountOf(errors, 'error')}`]])]),
  ];
}

const STANDING = ['accepted', 'unknown', 'edited', 'removed'] as const satisfies readonly RowState[];
const NOT_THERE = ['rejected', 'absent'] as const satisfies readonly RowState[];
type Told = (typeof STANDING | typeof NOT_THERE)[number];

/** `11 accepted · 1 UNKNOWN`; nothing where the journal knows of none. */
function stands({ run }: WatchView): Safe[] {
  const amounts = new Map<RowState, number>();
  for (const order of [...run.orders, ...run.orders.removed]) {
    const standing = standingOf(order, run);
    amounts.set(standing, (amounts.get(standing) ?? 0) + 1);
  }
  const words: Readonly<Record<Told, Safe>> = {
    accepted: safe`accepted`,
    unknown: safe`UNKNOWN (ordo settle)`,
    rejected: safe`rejected`,
    edited: safe`edited after send`,
    removed: safe`removed and still live`,
    absent: safe`settled as absent`,
  };
  const told = (title: Safe, names: readonly Told[]): Safe[] => {
    const parts = names.flatMap((name) => {
      const amount = amounts.get(name) ?? 0;
      return amount === 0 ? [] : [safe`${grouped(amount)} ${words[name]}`];
    });
    return parts.length === 0 ? [] : [safe`${title}: ${joined(parts, safe`, `)}`];
  };
  return [...told(safe`stands`, STANDING), ...told(safe`not there`, NOT_THERE)];
}
