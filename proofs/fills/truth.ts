/** What the reference makes of the true path, candle by candle: its result, its depth and its bare time. */
import { placedReferences } from './path-check.ts';
import type { Reference } from './reference.ts';
import type { Scene } from './scene.ts';
import type { Part } from './trace.ts';
import { compared, moneyText, sumOf } from './figures.ts';

interface Truth {
  readonly result: string;
  readonly deepest: string;
  readonly bareMs: number;
}

/** A moment of a symbol, with the lowest that its result was in it and what it was after it. */
interface Moment {
  readonly ms: number;
  readonly lowest: bigint;
  readonly result: bigint;
  readonly isBare: boolean;
}

export function truthOf(scene: Scene, sent: readonly string[], parts: readonly (readonly Part[])[]): Truth {
  const references = placedReferences(scene, sent);
  const lowestAtFirst = references.map(({ lowest }) => lowest);
  const moments = references.map((market, symbol) => momentsOf(market, parts[symbol] ?? []));
  const end = Math.max(...parts.flatMap((all) => all.map(({ openMs, lengthMs }) => openMs + lengthMs)));
  const text = (results: readonly bigint[]): string => sumOf(results.map((one, at) => moneyText(one, scene, at)));
  let [deepest, bareMs] = [lower('0', text(lowestAtFirst)), 0];
  const at = moments.map(() => 0);
  for (;;) {
    const now = moments.map((all, symbol) => all[at[symbol] as number] as Moment);
    const nexts = moments.map((all, symbol) => all[(at[symbol] as number) + 1]?.ms ?? end);
    const [from, to] = [Math.max(...now.map(({ ms }) => ms)), Math.min(...nexts)];
    const isJustNow = now.map(({ ms }) => ms === from);
    deepest = lower(
      deepest,
      text(now.map(({ lowest, result }, symbol) => (isJustNow[symbol] === true ? lowest : result))),
    );
    if (now.some(({ isBare }) => isBare)) bareMs += to - from;
    if (to === end) break;
    for (const [symbol, ms] of nexts.entries()) if (ms === to) at[symbol] = (at[symbol] as number) + 1;
  }
  return { result: text(references.map((one) => one.result())), deepest, bareMs };
}

/** Above every result: what was before a moment is no part of it. */
const UNSEEN = 10n ** 60n;

const lower = (one: string, other: string): string => (compared(other, one) < 0 ? other : one);

function momentsOf(market: Reference, parts: readonly Part[]): readonly Moment[] {
  const moments: Moment[] = [];
  const note = (ms: number): void => {
    const result = market.result();
    const lowest = market.lowest < result ? market.lowest : result;
    const moment = { ms, lowest, result, isBare: market.isBare() };
    market.lowest = UNSEEN;
    if (moments.at(-1)?.ms === ms) moments.pop();
    moments.push(moment);
  };
  market.lowest = UNSEEN;
  for (const { gap, ticks, openMs, lengthMs } of parts) {
    if (gap !== undefined) market.jump(gap);
    note(openMs);
    for (const [at, way] of ticks.entries()) {
      market.tick(way);
      note(openMs + (lengthMs * (at + 1)) / (ticks.length + 1));
    }
  }
  return moments;
}
