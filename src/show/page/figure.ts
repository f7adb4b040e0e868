/** A picture on a page, with what it shows in words. */
import { joined, safe, type Safe } from '../../model/safe-text.ts';
import { STATES } from '../../report/text/states.ts';
import type { Picture } from '../sheet.ts';
import type { PricedSide } from '../drawing.ts';
import { html, ifAny, nothing, ready, type Markup } from './markup.ts';

/** Draws a picture as SVG. What does it is large, and loaded for a page that has one. */
export type Draw = (drawing: Picture['drawing']) => string;

export function figure(drawing: Picture['drawing'], draw: Draw = () => ''): Markup {
  const isOfPrices = drawing.of === 'prices';
  const market = isOfPrices ? drawing.market : [];
  return html`<figure>
      <div class="box picture" tabindex="0" role="region" aria-label="A picture that scrolls">
        ${ready(draw(drawing))}
      </div>
      <figcaption>
        ${drawing.label}${SAID[drawing.of]}
        ${isOfPrices ? KEY.map(({ tone, sign, word }) => html`<span class="swatch ${safe`${tone}`}">${sign}</span> ${word} `) : nothing}
      </figcaption>
    </figure>
    ${ifAny(
      market,
      (sides) =>
        html`<ul>
          ${sides.map((side) => html`<li>at market: ${signsOf(side)}${side.size} ${side.side}: ${side.words(WORDS_ROOM)}</li> `)}
        </ul>`,
    )}`;
}

/** What is to be known of each kind of picture. */
const SAID: Readonly<Record<Picture['drawing']['of'], Safe>> = {
  prices: safe`. Bars are sizes, buys to the right and sells to the left. Near prices may share a row: its bar is the mean of its orders. × stop, △ target, ◇ trigger. `,
  window: safe`, as it was at each change.`,
  candles: safe`; more than 600 share columns. △ bought, ▽ sold, filled where both ends of the range have it, hollow where one does. Below, the result over time: a line for the pessimistic end, dashes for the optimistic one.`,
};

/** The outcomes that the key of a picture explains. */
const KEY = (['accepted', 'rejected', 'unknown', 'withheld'] as const).map((state) => STATES[state]);

const WORDS_ROOM = 200;

/** `✓ `, or with their numbers where there are several: `✓8 ✗1 `. */
export const signsOf = ({ bars }: PricedSide): Safe =>
  joined(
    bars.flatMap(({ state, orders }) =>
      bars.length === 1 && state === 'waiting' ? [] : [safe`${STATES[state].sign}${bars.length === 1 ? '' : orders} `],
    ),
    safe``,
  );
