/** What became of an order, in a few words; where the ends differ, both. */
import { Decimal } from '../../model/decimal.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { Ends, OrderFate, SimulatedOrder } from '../../model/simulated.ts';
import type { SimulationWords } from './words.ts';

type Filled = Extract<OrderFate, { kind: 'filled' }>;
type Waiting = Extract<OrderFate, { kind: 'waiting' }>;

export function fateWords({ fate, size, price }: SimulatedOrder, words: SimulationWords): Safe {
  const filled = (one: Filled): Safe => filledWords(one, { size, price }, words);
  const whole = (one: OrderFate): Safe =>
    one.kind === 'filled' ? safe`${filled(one)}${closedWords(one.closed, words)}` : unfilledWords(one, words);
  const [worst, best] = fate;
  if (whole(worst) === whole(best)) return whole(worst);
  if (worst.kind === 'filled' && best.kind === 'filled')
    return filled(worst) === filled(best)
      ? safe`${filled(worst)}${closedEither([worst.closed, best.closed], words)}`
      : safe`${whole(worst)}, or ${whole(best)}`;
  const [met, other] = worst.kind === 'filled' ? [worst, best] : [best, worst];
  if (met.kind !== 'filled') return safe`${whole(worst)}, or ${whole(best)}`;
  return safe`filled ${whole(met)}, or not: ${whole(other)}`;
}

/** `01:00`, with the price and the size where they are not those of the order. */
function filledWords(fate: Filled, order: Pick<SimulatedOrder, 'size' | 'price'>, { time }: SimulationWords): Safe {
  const part = isSame(fate.size, order.size) ? safe`` : safe`, ${safeText(fate.size)} of it`;
  const price = isSame(fate.price, order.price) ? safe`` : safe` at ${safeText(fate.price)}`;
  return safe`${time(fate.at)}${price}${part}`;
}

/** By value: a plan may write 0.10, and a fill is told as 0.1. `market` is never the price of a fill. */
const isSame = (filled: string, planned: string): boolean => Decimal.parse(planned)?.compare(Decimal.of(filled)) === 0;

const byWords = ({ by, id }: NonNullable<Filled['closed']>): Safe => (by === 'order' ? safeText(id) : safe`${by}`);

const closedWords = (closed: Filled['closed'], { time }: SimulationWords): Safe =>
  closed === undefined ? safe`` : safe`, closed ${time(closed.at)}: ${byWords(closed)}`;

function closedEither([worst, best]: Ends<Filled['closed']>, words: SimulationWords): Safe {
  if (worst === undefined || best === undefined) return safe`${closedWords(worst ?? best, words)}, or not`;
  if (worst.at === best.at) return safe`${closedWords(worst, words)} or ${byWords(best)}`;
  return safe`${closedWords(worst, words)}, or ${words.time(best.at)}: ${byWords(best)}`;
}

function unfilledWords(fate: Exclude<OrderFate, Filled>, words: SimulationWords): Safe {
  switch (fate.kind) {
    case 'waiting':
      return nearWords(fate, words);
    case 'cancelled':
      return safe`cancelled ${words.time(fate.at)}: ${CANCELLED[fate.why]}`;
    case 'refused':
      return safe`refused: ${safeText(fate.message)}`;
    case 'withheld':
      return safe`withheld: ${fate.message === undefined ? (WITHHELD[fate.reason] ?? safeText(fate.reason)) : safeText(fate.message)}`;
  }
}

const nearWords = ({ near }: Waiting, { time }: SimulationWords): Safe =>
  near.touched
    ? safe`touched ${time(near.at)}, not passed`
    : safe`not reached: ${near.extreme} ${safeText(near.price)}`;

const CANCELLED: Readonly<Record<Extract<OrderFate, { kind: 'cancelled' }>['why'], Safe>> = {
  'post-only': safe`post-only, and it would take`,
  fok: safe`fok, and it would wait`,
  ioc: safe`ioc, and it would wait`,
  'position-gone': safe`its position was gone`,
  'nothing-to-close': safe`nothing to close`,
  'until-for': safe`its time was over`,
  'until-at': safe`its time was over`,
  'until-filled': safe`what ends it was filled`,
  'nothing-held': safe`nothing was held`,
  excess: safe`more than was held`,
  replaced: safe`another took its place`,
  'stop-fired': safe`the stop fired`,
  'stop-passed': safe`the market had passed the stop`,
  'close-out': safe`all was closed`,
  passed: safe`the market had passed it`,
};

const WITHHELD: Readonly<Record<string, Safe>> = {
  dependency: safe`what it waits for is not placed`,
  'not-selected': safe`not selected`,
  waiting: safe`what it waits for did not happen`,
  missed: safe`it was too late`,
  'not-needed': safe`not needed any more`,
  'let-go': safe`refused too often`,
};
