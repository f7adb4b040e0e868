/** Exposure and price ladder of the plan that is shown, drawn as the dry run draws them; on paper with what the account holds. */
import type { PaperPosition } from '../model/event.ts';
import { Decimal } from '../model/decimal.ts';
import { safe, safeText, type Safe } from '../model/safe-text.ts';
import { bySymbol, drawnOrder, type DrawnOrder } from '../report/dry-run/drawn-order.ts';
import { exposureLines } from '../report/dry-run/exposure-lines.ts';
import { positionsOf, type Position } from '../report/dry-run/exposure.ts';
import { pictureLines } from '../report/dry-run/picture.ts';
import { sentOrders } from '../report/dry-run/sent-orders.ts';
import { dotted } from '../report/text/columns.ts';
import { line, stack, type Page } from '../report/text/page.ts';
import { grouped } from '../report/text/phrases.ts';
import type { Drawn } from '../report/text/tones.ts';
import type { RunView } from '../report/view/run-view.ts';
import type { WatchView } from '../report/view/watch-view.ts';

interface Drawing {
  readonly drawn: readonly DrawnOrder[];
  readonly positions: readonly Position[];
  readonly title: Safe;
}

const drawings = new WeakMap<RunView, { planned: number; drawing: Drawing }>();

/** What is to be placed; where nothing is, all of the plan. Made once for each plan, as it walks all orders. */
function drawingOf(run: RunView): Drawing {
  const { planned, length } = run.orders;
  const known = drawings.get(run);
  if (known?.planned === planned) return known.drawing;
  const sent = sentOrders(run);
  const whole = planned > 0 ? sent.drawn : planOf(run);
  const drawing = {
    drawn: whole,
    positions: positionsOf(whole, planned > 0 ? sent.standing : []),
    title: planned > 0 && planned < length ? safe`of ${planned} to be placed` : safe``,
  };
  drawings.set(run, { planned, drawing });
  return drawing;
}

const planOf = ({ orders }: RunView): DrawnOrder[] =>
  [...orders].flatMap(({ headline }) => (headline === undefined ? [] : (drawnOrder(headline) ?? [])));

interface Kept {
  readonly drawing: Drawing;
  readonly width: number;
  readonly market: WatchView['market'];
  readonly lines: readonly Drawn[];
}

const kept = new WeakMap<Drawing, Kept>();

export function pictureView(page: Page, watch: WatchView, room: number): readonly Drawn[] {
  const drawing = drawingOf(watch.run);
  const known = kept.get(drawing);
  if (known?.width === page.width && known.market === watch.market) return known.lines;
  const { drawn, positions } = drawing;
  const above = [exposureLines(page, positions), positionLines(page, watch, positions)];
  const left = Math.max(LEAST_PICTURE, room - stack(above).length - 1);
  const lines =
    drawn.length === 0 ? [safe`  no order to draw`] : stack([...above, pictureLines(page, bySymbol(drawn), left)]);
  kept.set(drawing, { drawing, width: page.width, market: watch.market, lines });
  return lines;
}

/** A picture that has less room is scrolled. */
const LEAST_PICTURE = 15;

/** `position  long 0.06 at 62,750 · plan 0.9 · profit -12.3`, where the paper account holds something. */
function positionLines(page: Page, { market }: WatchView, positions: readonly Position[]): Drawn[] {
  if (market === undefined) return [];
  const priceOf = new Map(market.prices.map(({ symbol, price }) => [symbol, price]));
  const several = market.prices.length > 1;
  const held = market.positions.flatMap((one) => {
    const name = several ? safe`${safeText(one.symbol)} ` : safe``;
    return dotted([safe`  position  ${name}${positionWords(one)}`, ...besides(one, positions)], page.width);
  });
  const prices = [...priceOf].map(([symbol, price]) =>
    several ? safe`${safeText(symbol)} at ${number(price)}` : safe`at ${number(price)}`,
  );
  const first =
    prices.length === 0
      ? []
      : dotted([safe`  paper market  ${prices[0] as Safe}`, ...prices.slice(1), REHEARSAL], page.width);
  return [...first.map((text) => line(page.paint, [['quiet', text]])), ...held];
}

const REHEARSAL = safe`a rehearsal of mechanics, it predicts nothing`;

const positionWords = ({ side, size, average }: PaperPosition): Safe =>
  safe`${side} ${number(size)} at ${number(average)}`;

function besides({ symbol, side, profit }: PaperPosition, positions: readonly Position[]): Safe[] {
  const planned = positions.find((one) => one.symbol === symbol && one.isLong === (side === 'long') && one.opens);
  return [
    ...(planned === undefined ? [] : [safe`plan ${grouped(planned.ofRun.size)}`]),
    safe`profit ${number(profit)}`,
  ];
}

function number(text: string): Safe {
  const value = Decimal.parse(text.replace(/^-/, ''));
  if (value === undefined) return safeText(text);
  return text.startsWith('-') ? safe`-${grouped(value)}` : grouped(value);
}

/** Notional and loss at the stops of a whole plan; undefined while none is there. */
export function planTotals(run: RunView): { readonly notional: Decimal; readonly loss: Decimal } {
  const known = totals.get(run);
  if (known !== undefined) return known;
  const positions = positionsOf(planOf(run), []);
  const opening = positions.filter(({ opens }) => opens);
  const sum = (of: (one: Position) => Decimal | undefined): Decimal =>
    opening.reduce((total, one) => total.plus(of(one) ?? Decimal.zero), Decimal.zero);
  const found = { notional: sum(({ ofRun }) => ofRun.notional), loss: sum(({ ofRun }) => ofRun.loss?.amount) };
  totals.set(run, found);
  return found;
}

const totals = new WeakMap<RunView, { readonly notional: Decimal; readonly loss: Decimal }>();
