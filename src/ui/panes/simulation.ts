/** What becomes of the orders of the newest good save on its prices, and what that save changed. */
import type { Simulated } from '../../model/simulated.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { own, type Block } from '../../show/sheet.ts';
import { sheetLines } from '../../show/terminal.ts';
import { line, stack, type Page } from '../../report/text/page.ts';
import type { Drawn } from '../../report/text/tones.ts';
import type { SimulationView, WatchView } from '../../report/view/watch-view.ts';
import { candlesWords, changedOrders, figuresTable } from '../../views/simulate/change.ts';
import { detailBlocks } from '../../views/simulate/sheet.ts';
import { spanOf, spanWords } from '../../views/simulate/words.ts';
import { whole } from '../frame/head.tsx';
import { problemCounts } from '../frame/plan-figures.ts';
import { framedLines } from './problems.ts';

export function simulationLines(page: Page, watch: WatchView, wallMs: number): Drawn[] {
  const { simulation } = watch;
  const { now, why } = simulation ?? {};
  const state = stateWords(watch, wallMs);
  return stack([
    [
      ...(state === undefined ? [] : [line(page.paint, [['notice', safe`  ${state}`]], page.width)]),
      ...(why === undefined ? [] : framedLines(page, why)),
    ],
    now === undefined ? [] : figureLines(page, simulation as SimulationView),
  ]);
}

/** Why the figures are not those of the newest save, if they are not. */
function stateWords(watch: WatchView, wallMs: number): Safe | undefined {
  const { now, isRunning = false, why } = watch.simulation ?? {};
  const old =
    now === undefined ? safe`` : safe`; these are figures of ${whole(Math.max(0, wallMs - now.savedAtMs))} ago`;
  if (problemCounts(watch).errors > 0) return safe`this save is not simulated: it has errors (4)${old}`;
  if (why !== undefined) return safe`this save could not be simulated${old}`;
  if (isRunning) return safe`simulating this save …${old}`;
  return now === undefined ? safe`nothing is simulated yet` : undefined;
}

const kept = new WeakMap<SimulationView, { readonly width: number; readonly lines: readonly Drawn[] }>();

/** Asked for with each frame, and drawn once. */
function figureLines(page: Page, view: SimulationView): readonly Drawn[] {
  const known = kept.get(view);
  if (known?.width === page.width) return known.lines;
  const lines = sheetLines(page, { blocks: blocksOf(view) });
  kept.set(view, { width: page.width, lines });
  return lines;
}

function blocksOf({ now, before }: SimulationView): Block[] {
  if (now === undefined) return [];
  const { simulated, notes } = now;
  const told = { simulated, notes, candles: [], warnings: [], found: [], canAsk: false };
  return [
    { is: 'parts', parts: [own(pricesWords(simulated))], tone: 'quiet' },
    ...figuresTable(before, simulated, safe``),
    ...changedOrders(before, simulated),
    ...detailBlocks(told),
  ];
}

/** `8 candles of 1 h, 2026-11-20 00:00 to 08:00 UTC` */
function pricesWords(simulated: Simulated): Safe {
  const { candles, path = [] } = simulated;
  if (candles !== undefined) return safe`${candlesWords(simulated)}, ${spanWords(spanOf(candles.symbols))} UTC`;
  return safe`path ${safeText(path.map(({ steps }) => steps.slice(0, MOST_STEPS).join(', ')).join(' · '))}`;
}

const MOST_STEPS = 6;
