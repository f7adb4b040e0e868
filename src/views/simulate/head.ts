/** What was simulated: the plan, the prices, and what was assumed. */
import { Decimal } from '../../model/decimal.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf, seconds } from '../../report/text/phrases.ts';
import { own, together, toned, type Block, type Text } from '../../show/sheet.ts';
import type { JoinedCandles } from '../../simulate/candles/joined.ts';
import { lengthText, timeText } from '../../simulate/candles/times.ts';
import type { CandleFile } from '../../simulate/candles/reader.ts';
import type { Simulated, SimulatedSettings, UsedPath } from '../../model/simulated.ts';
import type { ToldSimulation } from './told.ts';
import { lasting, spanOf, spanWords } from './words.ts';

export function headBlocks({ simulated, candles }: ToldSimulation): Block[] {
  const { plan, path = [] } = simulated;
  const heading: Text[] = [
    toned('plan', safeText(plan.name)),
    own(safe`generation ${plan.generation}`),
    own(['paper', safe`SIMULATED`]),
    own(safe`nothing is sent`),
  ];
  const parts = [...candles.map((one) => candleParts(one, simulated)), ...path.map(pathParts), settingParts(simulated)];
  return [
    {
      is: 'group',
      blocks: [
        { is: 'heading', text: together(heading, safe`  `) },
        ...parts.map((all): Block => ({ is: 'parts', parts: all, tone: 'quiet' })),
      ],
    },
  ];
}

/** `cmt_btcusdt · btc-1h.csv: CSV, times are opens, UTC · 8 candles of 1 h` */
function candleParts({ candles, files, gaps, leftOut }: JoinedCandles, { candles: used }: Simulated): Text[] {
  const one = used?.symbols.find(({ symbol }) => symbol === candles.symbol);
  const all = files.map(({ lengthMs }) => lengthMs);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const lengths = least === most ? lengthText(least) : `${lengthText(least)} to ${lengthText(most)}`;
  const moved = files.reduce((sum, file) => sum + file.moved, 0);
  const out = (one?.leftOut ?? 0) + leftOut;
  return [
    safeText(candles.symbol),
    ...files.map(fileWords),
    own(safe`${amountOf(one?.count ?? 0, 'candle')} of ${safeText(lengths)}`),
    ...(out > 0 ? [own(safe`${amountOf(out, 'candle')} left out`)] : []),
    ...(moved > 0 ? [own(safe`${amountOf(moved, 'candle')} not on the tick, moved to it`)] : []),
    ...(gaps.longest === undefined
      ? []
      : [
          own(
            safe`${amountOf(gaps.count, 'gap')} of ${lasting(gaps.missingMs)}, the longest ${lasting(gaps.longest.lengthMs)} from ${safeText(timeText(gaps.longest.fromMs))}`,
          ),
        ]),
  ];
}

function fileWords({ file, format, times, isNewestFirst }: CandleFile): Text {
  const order = isNewestFirst ? safe`, newest first` : safe``;
  const unit = times === 'ISO 8601' ? safe`` : safe` in ${times}`;
  return [safeText(file), own(safe`: ${safeText(format)}${order}, times are opens${unit}, UTC`)];
}

/** Most steps of a path that are shown. */
const MOST_STEPS = 6;

function pathParts({ symbol, steps }: UsedPath): Text[] {
  const shown = steps.slice(0, MOST_STEPS).join(', ');
  const more = steps.length > MOST_STEPS ? safe`, … ${amountOf(steps.length - 1, 'step')} in all` : safe``;
  return [safeText(symbol), own(safe`path ${safeText(shown)}${more}`)];
}

function settingParts({ candles, settings, forecastMs }: Simulated): Text[] {
  const { fills, hold } = settings;
  const shortest = Math.min(...(candles?.symbols ?? []).map(({ lengthMs }) => lengthMs));
  return [
    ...(candles === undefined ? [] : [own(spanWords(spanOf(candles.symbols)))]),
    own(feesWords(settings)),
    ...(fills === 'touch' ? [own(safe`a limit fills on touch`)] : []),
    ...hold.map(heldBefore),
    ...(forecastMs > shortest ? [own(safe`sending takes ${seconds(forecastMs)}, longer than a candle`)] : []),
  ];
}

/** `fees 0.02 % maker, 0.08 % taker (assumed)` */
export const feesWords = ({ fees: { maker, taker, assumed } }: SimulatedSettings): Safe =>
  safe`fees ${percent(maker)} maker, ${percent(taker)} taker${assumed ? safe` (assumed)` : safe``}`;

const heldBefore = ({ symbol, side, size, price }: SimulatedSettings['hold'][number]): Text => [
  own(safe`held before `),
  safeText(`${symbol} ${side} ${size} at ${price}`),
];

/** `0.02 %` */
function percent(part: string): Safe {
  const isBelow = part.startsWith('-');
  const value = Decimal.of(isBelow ? part.slice(1) : part).multiplied(100n);
  return safe`${isBelow ? '-' : ''}${value} %`;
}
