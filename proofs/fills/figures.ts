/** Figures of the reference and of the program in one unit, without the program's decimals. */
import type { Scene } from './scene.ts';

/** A number from its text: so many of the last of its places. */
interface Exact {
  readonly units: bigint;
  readonly places: number;
}

function exact(text: string): Exact {
  const [whole = '', part = ''] = text.split('.');
  return { units: BigInt(whole + part), places: part.length };
}

/** Negative, zero or positive as one text is below, equal to or above the other. */
export function compared(one: string, other: string): number {
  const [a, b] = [exact(one), exact(other)];
  const difference = a.units * 10n ** BigInt(b.places) - b.units * 10n ** BigInt(a.places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Of a symbol's money in millionths of a tenth of a tick times a step. */
export function moneyText(units: bigint, { symbols }: Scene, symbol: number): string {
  const { tick, step } = symbols[symbol] as Scene['symbols'][number];
  const [a, b] = [exact(tick), exact(step)];
  return textOf(units * a.units * b.units, a.places + b.places + 7);
}

function textOf(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

export function sumOf(texts: readonly string[]): string {
  const all = texts.map(exact);
  const places = Math.max(0, ...all.map((one) => one.places));
  const sum = all.reduce((total, one) => total + one.units * 10n ** BigInt(places - one.places), 0n);
  return textOf(sum, places);
}

/** So many of a unit, as a text. */
export function times(count: number, unit: string): string {
  const { units, places } = exact(unit);
  return textOf(units * BigInt(count), places);
}
