import { Decimal } from '../../model/decimal.ts';
import { joined, partOf, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { dotted } from '../../report/text/columns.ts';
import { line, type Page } from '../../report/text/page.ts';
import { accountWindow, amountOf, grouped } from '../../report/text/phrases.ts';
import type { Drawn } from '../../report/text/tones.ts';
import type { RunView } from '../../report/view/run-view.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import { moneyText } from '../../protection/money.ts';
import type { Position } from '../../views/figures/exposure.ts';
import { lossParts } from '../../views/run/closing-line.ts';
import { drawingOf, problemCounts } from './plan-figures.ts';

/**
 * `this save: 1 added, 1 price · notional 56,500 → 57,700 · loss at stops 1,943, NAKED 0.02 · UID 20 → 25`, in at most
 * so many lines: what has no room in one is left out. The figures are of what stands, with this file.
 * Before the first save `to place: 11 orders in 3 calls · 5 IP · 20 UID`.
 */
export function saveLines(page: Page, watch: WatchView, most: 1 | 2): Drawn[] {
  const { errors } = problemCounts(watch);
  if (errors > 0) {
    const words = watch.run.run === undefined ? safe`` : safe`; the plan above is the last good one`;
    return [line(page.paint, [['rejected', safe`this save: ${amountOf(errors, 'error')}`], words], page.width)];
  }
  const { save } = watch;
  if (save === undefined) return toPlace(page, watch.run);
  const raised = generationWords(save.before, watch.run);
  const first = raised[0] ?? changeWords(save);
  const more = [
    ...raised.slice(1),
    ...totalWords(save.before, watch.run),
    ...weightChange(save, accountWindow(watch.run.run?.limits)),
  ];
  const lead = safe`this save: `;
  const parts = [safe`${lead}${first}`, ...more];
  if (most === 1) while (parts.length > 1 && dotted(parts, page.width).length > 1) parts.pop();
  const [start = safe``, ...rest] = dotted(parts, page.width);
  return [
    line(page.paint, [['quiet', lead], partOf(start, lead.length)], page.width),
    line(page.paint, [joined(rest, safe` `)], page.width),
  ];
}

/** What the plan as it is shown would cost. */
function toPlace(page: Page, { orders, calls, compiled, run }: RunView): Drawn[] {
  if (compiled === undefined || orders.planned === 0) return [];
  const { ip, uid } = compiled.weight;
  const what = safe`${amountOf(orders.planned, 'order')} in ${amountOf(calls.planned, 'call')}`;
  return [
    line(
      page.paint,
      [['quiet', safe`to place: `], safe`${what} · ${grouped(ip)} IP · ${grouped(uid)} ${accountWindow(run?.limits)}`],
      page.width,
    ),
  ];
}

type Save = NonNullable<WatchView['save']>;

const counted = new WeakMap<Save, Safe>();

/** `1 added, 1 removed, 2 prices, 1 size`: counted once, however many there are. */
function changeWords(save: Save): Safe {
  const words = counted.get(save) ?? joined(countsOf(save), safe`, `);
  counted.set(save, words);
  return words;
}

function countsOf({ change, fields }: Save): Safe[] {
  const changed = new Map<string, number>();
  for (const one of fields.values())
    for (const field of Object.keys(one)) changed.set(field, (changed.get(field) ?? 0) + 1);
  const words = [
    ...(change.added.length > 0 ? [safe`${grouped(change.added.length)} added`] : []),
    ...(change.removed.length > 0 ? [safe`${grouped(change.removed.length)} removed`] : []),
    ...[...changed].map(([field, amount]) => amountOf(amount, NAMES[field] ?? field)),
  ];
  return words.length === 0 ? [safe`no order changed`] : words;
}

/** Fields whose plural is not made by an s. */
const NAMES: Readonly<Record<string, string>> = { stopLoss: 'stop', takeProfit: 'target' };

/** A raised generation places every order once more, and those of the earlier ones stay open. */
function generationWords(before: RunView, after: RunView): Safe[] {
  const [was, is] = [before.plan?.generation, after.plan?.generation];
  if (was === undefined || is === undefined || was === is) return [];
  const others = after.standing.filter(({ plan, generation }) => plan === after.plan?.name && generation !== is);
  const open = others.length === 0 ? [] : [safe`${amountOf(others.length, 'order')} of other generations may be open`];
  const again = after.orders.planned;
  return [
    safe`generation ${was} → ${is}`,
    ...(again === 0 || others.length === 0 ? [] : [safe`places ${grouped(again)} once more`]),
    ...open,
  ];
}

function totalWords(before: RunView, after: RunView): Safe[] {
  if (before.run === undefined) return [];
  const [was, is] = [before, after].map((run) => drawingOf(run).positions) as [
    readonly Position[],
    readonly Position[],
  ];
  const [worth, worthNow] = [was, is].map(notionalOf) as [Safe, Safe];
  const [[loss = safe``], [lossNow = safe``]] = [lossParts(was), lossParts(is)];
  return [
    ...(worth === worthNow ? [] : [safe`notional ${worth} → ${worthNow}`]),
    ...(loss === lossNow ? [] : [lossNow === '' ? safe`loss at stops none` : lossNow]),
  ];
}

/** The value of all that opens. */
const notionalOf = (positions: readonly Position[]): Safe =>
  safeText(
    moneyText(
      positions.reduce(
        (total, { opens, ofRun }) => total.plus((opens && ofRun.notional) || Decimal.zero),
        Decimal.zero,
      ),
      'loss',
    ),
  );

const weightChange = ({ change: { weight } }: Save, account: Safe): Safe[] =>
  (['ip', 'uid'] as const).flatMap((name) => {
    const [before = 0, after = 0] = weight[name];
    return before === after ? [] : [safe`${name === 'ip' ? safe`IP` : account} ${before} → ${after}`];
  });
