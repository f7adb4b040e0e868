/** The last line of a dry run: all that one decides by. */
import type { Limits } from '../../model/call.ts';
import { Decimal } from '../../model/decimal.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { moneyText } from '../../protection/money.ts';
import { amountOf, grouped, seconds, costWords } from '../../report/text/phrases.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { positionsOf, type Position } from '../figures/exposure.ts';
import type { Loss } from '../figures/exposure-figures.ts';
import { sentOrders } from '../figures/sent-orders.ts';
import { lossWords } from '../figures/exposure-table.ts';
import { codeOf } from './head.ts';

/** The parts of the closing line, for who needs nothing else of the positions. */
export function closingOf(view: RunView, warnings: number): Safe[] {
  const { drawn, standing, markets, account } = sentOrders(view);
  return closingParts(view, positionsOf(drawn, standing, markets, account), warnings);
}

/** What answers say may tighten or widen the windows of orders. */
function whenWords(forecastMs: number, limits: Pick<Limits, 'countsOrders'> | undefined): Safe {
  if (forecastMs === 0) return safe`now`;
  const by = limits?.countsOrders === true ? safe` by the config` : safe``;
  return safe`the last after ${seconds(forecastMs)}${by}`;
}

/** Its parts; `warnings` are all that the dry run has shown. */
export function closingParts(view: RunView, positions: readonly Position[], warnings: number): Safe[] {
  const { plan, run, compiled, orders } = view;
  const name = safeText(plan?.name ?? '');
  const said = warnings === 0 ? [] : [safe`${amountOf(warnings, 'warning')}`];
  const off = offWords(view);
  const sends = orders.planned + off.length + view.steps.length > 0;
  if (plan === undefined || compiled === undefined || !sends) return [safe`${name}: nothing to send`, ...said];
  const { forecastMs } = compiled;
  const calls = compiled.calls - view.calls.cancels.length;
  const [first = safe``, ...rest] = [...off, ...placedWords(view, calls)];
  return [
    safe`${name}: ${first}`,
    ...rest,
    ...([true, false] as const).flatMap((isLong) => notionalOf(positions, isLong)),
    ...lossParts(positions),
    safe`${costWords(compiled, run?.limits)}, ${whenWords(forecastMs, run?.limits)}`,
    ...said,
    codeOf(plan.digest, run?.target === 'live' ? plan.approval : undefined),
  ];
}

/** `1 order in 1 call, 5 more as it fills`. */
function placedWords(view: RunView, calls: number): Safe[] {
  const { planned } = view.orders;
  const now = planned === 0 ? [] : [safe`${amountOf(planned, 'order')} in ${amountOf(calls, 'call')}`];
  const all = [...now, ...laterWords(view)];
  return all.length === 0 ? [] : [joined(all, safe`, `)];
}

/** `5 more as it fills`, `12 at their times`: what only a follower sends. */
function laterWords({ steps, orders }: RunView): Safe[] {
  const places = steps.filter(({ does }) => does === 'place');
  const fills = places.filter(({ kind }) => kind !== undefined).length;
  const others = places.length - fills;
  const more = orders.planned === 0 ? safe`` : safe` more`;
  return [
    ...(others === 0 ? [] : [safe`${grouped(others)}${more} at ${others === 1 ? 'its time' : 'their times'}`]),
    ...(fills === 0 ? [] : [safe`${grouped(fills)} more as it fills`]),
  ];
}

/** `cancels 2 orders in 1 call`: what goes off the exchange first. */
function offWords({ calls: { cancels } }: RunView): Safe[] {
  if (cancels.length === 0) return [];
  const orders = cancels.reduce((sum, call) => sum + call.orders.length, 0);
  return [safe`cancels ${amountOf(orders, 'order')} in ${amountOf(cancels.length, 'call')}`];
}

/** What the run opens in one direction, over all symbols. */
function notionalOf(positions: readonly Position[], isLong: boolean): Safe[] {
  const own = positions.filter((one) => one.opens && one.isLong === isLong);
  if (own.length === 0) return [];
  const notional = own.reduce((sum, { ofRun }) => sum.plus(ofRun.notional ?? Decimal.zero), Decimal.zero);
  const unvalued = own.reduce((sum, { ofRun }) => sum + ofRun.unvalued.orders, 0);
  const amounts = [
    ...(notional.isZero ? [] : [safeText(moneyText(notional, 'loss'))]),
    ...(unvalued === 0 ? [] : [safe`${grouped(unvalued)} at market`]),
  ];
  return [safe`${isLong ? 'long' : 'short'} ${safeText(amounts.join(' + '))}`];
}

/** `loss at stops 9.8, NAKED 0.02`: what it leaves out stands right behind it. Nothing, where nothing opens. */
export function lossParts(positions: readonly Position[]): Safe[] {
  const losses = positions.flatMap(({ ofRun }) => ofRun.loss ?? []);
  if (losses.length === 0) return [];
  const sum = (of: (loss: Loss) => Decimal): Decimal =>
    losses.reduce((total, loss) => total.plus(of(loss)), Decimal.zero);
  const loss = {
    amount: sum((one) => one.amount),
    covered: sum((one) => one.covered),
    unpriced: sum((one) => one.unpriced),
  };
  const bare = (['naked', 'unknown'] as const).flatMap((what) => bareWords(losses, what));
  return [joined([safe`loss at stops ${lossWords(loss)}`, ...bare], safe`, `)];
}

const BARE = { naked: safe`NAKED`, unknown: safe`UNKNOWN` };

/** Base coin of one position, quote coin of several. */
function bareWords(losses: readonly Loss[], what: 'naked' | 'unknown'): Safe[] {
  const those = losses.filter((loss) => !loss[what].isZero);
  const [first] = those;
  if (first === undefined) return [];
  if (those.length === 1) return [safe`${BARE[what]} ${grouped(first[what])}`];
  const worths = those.map(({ worth }) => worth[what]);
  if (worths.includes(undefined)) return [safe`${BARE[what]} in ${amountOf(those.length, 'position')}`];
  const total = (worths as Decimal[]).reduce((all, worth) => all.plus(worth));
  return [safe`${BARE[what]} ${safeText(moneyText(total, 'loss'))}`];
}
