/** The figures of a simulation: sums over its symbols, and what lies between results in time. */
import { Decimal } from '../model/decimal.ts';
import { Rational } from '../model/rational.ts';
import { moneyOf } from './money.ts';
import { shallowOf, together, worstOf, type SpansFound } from './spans.ts';
import type { BareFrom, Ends, Simulated, SimulatedPosition } from '../model/simulated.ts';
import type { SymbolRun } from './symbol-run.ts';
import { modeOf, sideOf } from './tally.ts';
import type { Happened, ToldSymbol } from './told.ts';

type Figures = Pick<
  Simulated,
  | 'bound'
  | 'noBoundFrom'
  | 'result'
  | 'realised'
  | 'open'
  | 'fees'
  | 'deepest'
  | 'deepestAt'
  | 'bareMs'
  | 'bareFrom'
  | 'positions'
>;

/** Decimals of a quotient that is told. */
const TOLD = Decimal.of('0.00000001');
const ENDS = [0, 1] as const;

const both = <T>(of: (end: 0 | 1) => T): Ends<T> => [of(0), of(1)];

export function figuresOf(runs: readonly SymbolRun[], { told }: Happened, scale: number): Figures {
  const results = both((end) =>
    moneyOf(
      runs.reduce((all, { ends }) => all + ends[end].result, 0n),
      scale,
    ),
  );
  const realised = both((end) => realisedIn(told, end));
  const text = (ends: Ends<Decimal>): Ends<string> => both((end) => ends[end].canonical());
  return {
    ...boundOf(runs),
    result: text(results),
    realised: text(realised),
    open: text(both((end) => results[end].minus(realised[end]))),
    fees: text(both((end) => told.reduce((all, { ends }) => all.plus(ends[end].tally.fees), Decimal.zero))),
    ...deepestIn(runs, scale),
    ...bareIn(runs, told),
    positions: both((end) => told.flatMap((one) => positionsOf(one, end))),
  };
}

function realisedIn(told: readonly ToldSymbol[], end: 0 | 1): Decimal {
  const all = told.reduce((sum, { ends }) => sum.plus(ends[end].tally.realised), Rational.of(Decimal.zero));
  return all.toDecimal() ?? all.nearest(TOLD);
}

function boundOf(runs: readonly SymbolRun[]): Pick<Figures, 'bound' | 'noBoundFrom'> {
  const cuts = runs.flatMap(({ outcome, scene }) =>
    outcome?.cutAt === undefined ? [] : [scene.used?.candles.openMs[outcome.cutAt] as number],
  );
  return cuts.length === 0 ? { bound: true } : { bound: false, noBoundFrom: Math.min(...cuts) };
}

function deepestIn(runs: readonly SymbolRun[], scale: number): Pick<Figures, 'deepest' | 'deepestAt'> {
  const [worst, best] = deepestOf(runs);
  const text = ({ result }: SpansFound): string => moneyOf(result, scale).canonical();
  return { deepest: [text(worst), text(best)], deepestAt: [worst.at, best.at] };
}

function deepestOf(runs: readonly SymbolRun[]): readonly [SpansFound, SpansFound] {
  const paths = runs.flatMap(({ path }) => path ?? []);
  if (paths.length > 0) {
    const sums = (paths[0]?.lowest ?? []).map((_, at) =>
      paths.reduce((all, { lowest }) => all + (lowest[at] as bigint), 0n),
    );
    const least = sums.reduce((low, one) => (one < low ? one : low), 0n);
    const found = { result: least, at: least < 0n ? sums.indexOf(least) : undefined };
    return [found, found];
  }
  const [only] = runs;
  if (runs.length === 1 && only?.outcome !== undefined) {
    const { openMs } = (only.scene.used as NonNullable<typeof only.scene.used>).candles;
    const [worst, best] = only.outcome.deepest.map(({ result, index }) => ({
      result,
      at: result < 0n ? openMs[index] : undefined,
    }));
    return [worst as SpansFound, best as SpansFound];
  }
  const stretches = runs.map(({ outcome }) => outcome?.stretches ?? []);
  return [worstOf(stretches), shallowOf(stretches)];
}

function bareIn(runs: readonly SymbolRun[], told: readonly ToldSymbol[]): Pick<Figures, 'bareMs' | 'bareFrom'> {
  const outcomes = runs.flatMap(({ outcome }) => outcome ?? []);
  if (outcomes.length === 0) return {};
  const bareMs = both((end) => together(outcomes.flatMap(({ bare }) => bare[end])));
  const firsts = told.flatMap((one): readonly BareFrom[] => {
    const from = one.run.outcome?.bareFrom;
    if (from === undefined) return [];
    const opened = openedBy(from.state.least.last, one);
    const { symbol } = one.run.scene;
    return [{ at: one.ends[0].atOf(from.index), symbol, ...(opened !== undefined && { id: opened }) }];
  });
  const [bareFrom] = firsts.toSorted((one, other) => one.at - other.at);
  return bareFrom === undefined ? { bareMs } : { bareMs, bareFrom };
}

/** The last order that opened something. */
function openedBy(last: ToldSymbol['ends'][0]['acts'][number] | undefined, { ends }: ToldSymbol): string | undefined {
  for (let act = last; act !== undefined; act = act.before) {
    const opened = act.happened.findLast((one) => one.kind === 'filled' && one.order.terms.opens);
    if (opened?.kind === 'filled') return ends[0].idOf(opened.order.root);
  }
  return undefined;
}

function positionsOf({ run, ends }: ToldSymbol, end: (typeof ENDS)[number]): readonly SimulatedPosition[] {
  const { symbol, used, path, start } = run.scene;
  const last = used === undefined ? (path?.steps.at(-1)?.to ?? start) : (used.candles.close[used.last] as number);
  return ends[end].tally.held.map(({ position, size, cost }) => ({
    symbol,
    side: sideOf(position),
    marginMode: modeOf(position),
    size: size.canonical(),
    average: cost.dividedBy(Rational.of(size)).nearest(TOLD).canonical(),
    last: ends[end].priceIn(last),
  }));
}
