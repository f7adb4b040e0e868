/** Money and times of a simulation in words. Both come as texts and numbers of its value, which has all digits. */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { lengthText } from '../../simulate/candles/times.ts';
import type { Ends, Simulated } from '../../model/simulated.ts';

export interface SimulationWords {
  readonly money: (text: string) => Safe;
  /** The time of a candle, or the number of a step of a path. */
  readonly time: (at: number) => Safe;
}

export const wordsOf = (simulated: Simulated): SimulationWords => {
  const places = placesOf(simulated);
  return { money: (text) => moneyText(text, places), time: clockOf(simulated) };
};

const [USUAL_PLACES, SMALL_PLACES] = [2, 4] as const;

/** Four decimals where no figure reaches 1. */
function placesOf({ result, realised, open, fees, deepest, deciding }: Simulated): number {
  const all = [result, realised, open, fees, deepest].flat().concat(deciding.map(({ apart }) => apart));
  const some = all.filter((text) => text !== '0');
  return some.length > 0 && some.every((text) => /^-?0(\.|$)/.test(text)) ? SMALL_PLACES : USUAL_PLACES;
}

/** `-23.64`: halves go away from zero. */
function moneyText(text: string, places: number): Safe {
  const [whole = '', part = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + part.slice(0, places + 1).padEnd(places + 1, '0'));
  const rounded = String((digits + 5n) / 10n).padStart(places + 1, '0');
  const sign = text.startsWith('-') && /[1-9]/.test(rounded) ? '-' : '';
  const thousands = rounded.slice(0, -places).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return safeText(`${sign}${thousands}.${rounded.slice(-places)}`);
}

const [DAY_MS, MINUTE_MS] = [86_400_000, 60_000] as const;

/** `04:00` where all is within one day, else `11-20 04:00`; of a path `step 3`. */
function clockOf({ candles }: Simulated): SimulationWords['time'] {
  if (candles === undefined) return (step) => (step === 0 ? safe`at once` : safe`step ${step}`);
  const [from, to] = spanOf(candles.symbols);
  const isOneDay = Math.floor(from / DAY_MS) === Math.floor((to - 1) / DAY_MS);
  const start = isOneDay ? 'yyyy-mm-ddT'.length : 'yyyy-'.length;
  const hasSeconds = candles.symbols.some((one) => one.lengthMs % MINUTE_MS !== 0 || one.from % MINUTE_MS !== 0);
  const end = hasSeconds ? 'yyyy-mm-ddThh:mm:ss'.length : 'yyyy-mm-ddThh:mm'.length;
  return (ms) => safeText(new Date(ms).toISOString().slice(start, end).replace('T', ' '));
}

/** From the first open to the last close. */
export const spanOf = (symbols: readonly { readonly from: number; readonly to: number }[]): Ends<number> => [
  Math.min(...symbols.map(({ from }) => from)),
  Math.max(...symbols.map(({ to }) => to)),
];

/** `2026-11-20 00:00 to 08:00` */
export function spanWords([from, to]: Ends<number>): Safe {
  const [first, last] = [from, to].map((ms) => {
    const [date = '', time = ''] = new Date(ms).toISOString().split('T');
    return { date, time: time.slice(0, time.startsWith(':00.000Z', 5) ? 5 : 8) };
  }) as [{ date: string; time: string }, { date: string; time: string }];
  return safeText(`${first.date} ${first.time} to ${last.date === first.date ? '' : `${last.date} `}${last.time}`);
}

/** `4 h` */
export const lasting = (ms: number): Safe => (ms === 0 ? safe`0 min` : safeText(lengthText(ms)));

/** One where both are the same. */
export const eitherOf = (ends: Ends<Safe>, between: Safe): Safe =>
  ends[0] === ends[1] ? ends[0] : safe`${ends[0]}${between}${ends[1]}`;
