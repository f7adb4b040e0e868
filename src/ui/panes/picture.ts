/** Exposure and price ladder of what stands with this file, drawn as the dry run draws them; on paper with what the account holds. */
import type { PaperPosition } from '../../model/watch-event.ts';
import { Decimal } from '../../model/decimal.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { exposureTable } from '../../views/figures/exposure-table.ts';
import type { Position } from '../../views/figures/exposure.ts';
import { pictures } from '../../views/figures/picture.ts';
import { pictureLines } from '../../show/price-lines.ts';
import { sheetLines } from '../../show/terminal.ts';
import { dotted } from '../../report/text/columns.ts';
import { line, stack, type Page } from '../../report/text/page.ts';
import { grouped } from '../../report/text/phrases.ts';
import type { Drawn } from '../../report/text/tones.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import { drawingOf, type Drawing } from '../frame/plan-figures.ts';

interface Kept {
  readonly width: number;
  readonly left: number;
  readonly exposure: readonly Drawn[];
  readonly picture: readonly Drawn[];
}

const kept = new WeakMap<Drawing, Kept>();

/** `room`: rows in view. */
export function pictureView(page: Page, watch: WatchView, room: number): readonly Drawn[] {
  const drawing = drawingOf(watch.run);
  if (drawing.drawn.length === 0) return [page.paint('quiet', safe`  no order to draw`)];
  const market = positionLines(page, watch);
  const { exposure, picture } = drawn(page, drawing, room - market.length);
  return stack([exposure, market, picture]);
}

/** Prices move, and the drawing stays. */
function drawn(page: Page, drawing: Drawing, left: number): Kept {
  const known = kept.get(drawing);
  if (known?.width === page.width && known.left === left) return known;
  const exposure = sheetLines(page, { blocks: exposureTable(drawing.positions) });
  const most = Math.max(LEAST_PICTURE, left - exposure.length - 2);
  const picture = pictureLines(page, pictures(drawing.drawn, drawing.markets), most);
  const made = { width: page.width, left, exposure, picture };
  kept.set(drawing, made);
  return made;
}

/** A picture that has less room is scrolled. */
const LEAST_PICTURE = 15;

/** `position  long 0.06 at 62,750 · plan 0.9 · profit -12.3`, where the paper account holds something. */
function positionLines(page: Page, { market, run }: WatchView): Drawn[] {
  if (market === undefined) return [];
  const { positions } = drawingOf(run);
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
