/**
 * Candles of made-up prices that are the same for a seed, whoever asks and whenever. They are those of no market, and have nothing
 * to do with the book. A longer candle is what its minutes come to.
 */
import { Rational } from '../model/rational.ts';
import type { Contract } from './v2/order/instruments.ts';

const MINUTE_MS = 60_000;

/** In minutes. */
const LENGTHS: Readonly<Record<string, number>> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '4h': 240,
  '12h': 720,
  '1d': 1440,
  '1w': 10_080,
};

/** As a parameter of the address. */
export const CANDLE_LENGTH = new RegExp(`^(?:${Object.keys(LENGTHS).join('|')})$`);

/** 2024-01-01, a Monday: before that there is nothing, and every length begins then. */
const FIRST_MINUTE = Date.UTC(2024, 0, 1) / MINUTE_MS;

interface CandlesAsked {
  readonly contract: Contract;
  readonly seed: number;
  readonly length: string;
  readonly limit: number;
  /** Both included; they are of opening times. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly wallMs: number;
}

export interface PaperCandle {
  readonly openMs: number;
  readonly lengthMs: number;
  /** In ticks: open, high, low, close. */
  readonly prices: readonly [number, number, number, number];
  /** In steps of the size. */
  readonly traded: number;
}

/** The newest first, with the candle that is still open. */
export function paperCandles({ contract, seed, length, limit, fromMs, toMs, wallMs }: CandlesAsked): PaperCandle[] {
  const minutes = LENGTHS[length] as number;
  const now = Math.floor(wallMs / MINUTE_MS);
  const placeOf = (minute: number): number => Math.floor((minute - FIRST_MINUTE) / minutes);
  const newest = Math.min(placeOf(now), placeOf(Math.floor(Math.min(toMs, wallMs) / MINUTE_MS)));
  const oldest = Math.max(0, newest - limit + 1, Math.ceil((fromMs / MINUTE_MS - FIRST_MINUTE) / minutes));
  const course = new Course(contract, seed);
  const candles: PaperCandle[] = [];
  for (let place = newest; place >= oldest; place--) {
    const start = FIRST_MINUTE + place * minutes;
    const end = Math.min(start + minutes, now + 1);
    const [high, low, traded] = rangeOf(course, start, end);
    candles.push({
      openMs: start * MINUTE_MS,
      lengthMs: minutes * MINUTE_MS,
      prices: [course.at(start), high, low, course.at(end)],
      traded,
    });
  }
  return candles;
}

function rangeOf(course: Course, start: number, end: number): readonly [high: number, low: number, traded: number] {
  let [high, low, traded] = [0, Number.POSITIVE_INFINITY, 0];
  for (let minute = start; minute < end; minute++) {
    const [open, close] = [course.at(minute), course.at(minute + 1)];
    const random = course.noise(0, minute);
    high = Math.max(high, Math.max(open, close) + (random % REACH));
    low = Math.min(low, Math.max(1, Math.min(open, close) - ((random >>> 8) % REACH)));
    traded += 1 + ((random >>> 16) % MOST_TRADED);
  }
  return [high, low, traded];
}

/** How far a minute leaves its open and its close, in ticks; and how much it trades, in steps. */
const [REACH, MOST_TRADED] = [16, 4000] as const;

/** Waves of these lengths in minutes, each higher than the one before: in an hour the price moves by per mille, in a month by per cent. */
const WAVES = [2, 8, 32, 128, 512, 2048, 8192, 32_768] as const;
/** The height of the first wave as a part of the price. */
const HEIGHT = 5000;

class Course {
  readonly #middle: number;
  readonly #key: number;

  constructor({ record, last, tick }: Contract, seed: number) {
    this.#middle = Number(Rational.of(last).wholeUnits(tick));
    let key = seed | 0;
    for (const character of record.symbol) key = Math.imul(key ^ (character.codePointAt(0) as number), 0x01000193);
    this.#key = key;
  }

  /** The price at the beginning of a minute, in ticks. */
  at(minute: number): number {
    let price = this.#middle;
    for (const [place, length] of WAVES.entries()) {
      const [before, after] = [this.#wave(place + 1, minute, length), this.#wave(place + 1, minute + length, length)];
      const part = (minute % length) / length;
      price += (before + (after - before) * part) * (this.#middle / HEIGHT) * 2 ** place;
    }
    return Math.max(REACH + 1, Math.round(price));
  }

  /** From -1 to 1. */
  #wave(place: number, minute: number, length: number): number {
    return this.noise(place, Math.floor(minute / length)) / 2 ** 31 - 1;
  }

  /** 32 bits that are the same for the same. */
  noise(kind: number, place: number): number {
    let mixed = Math.imul(this.#key ^ Math.imul(kind + 1, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(place, 0xc2b2ae35);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
    mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }
}
