/** Small candles, of which every price and every state is walked by the reference: the range is exact, not merely a bound. */
import { randomOf } from '../random.ts';
import { askedOf, onCandles } from './asked.ts';
import { compared, moneyText } from './figures.ts';
import { placedReferences } from './path-check.ts';
import type { Reference } from './reference.ts';
import type { Scene } from './scene.ts';
import { candlesOf, cut, gapsIn } from './trace.ts';

/** A state at a price, with the least and the most money that leads there. */
interface Node {
  readonly market: Reference;
  readonly flags: number;
  least: bigint;
  most: bigint;
}

interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

const HIGHEST = 8;

/** Undefined if nothing is wrong, `skipped` where a candle is too high to be walked. */
export function checkExact(scene: Scene, seed: number): string | undefined {
  const random = randomOf(seed, 57);
  const asked = askedOf(scene);
  const [start = 0] = scene.starts;
  const moves = scene.moves[0] ?? [];
  const parts = cut(random, start, moves, { count: gapsIn(moves) + random.int(1, 3), missing: false });
  const candles = candlesOf(scene, 0, start, parts);
  const rows = Array.from(candles.open, (open, at): Candle => {
    const [high, low, close] = [candles.high[at], candles.low[at], candles.close[at]] as [number, number, number];
    return { open, high, low, close };
  });
  if (rows.some(({ high, low }) => high - low > HIGHEST)) return 'skipped';
  const simulated = onCandles(asked, [candles]);
  const [market] = placedReferences(scene, asked.sent);
  const walked = walkAll(market as Reference, rows);
  const text = (units: bigint): string => moneyText(units, scene, 0);
  const figures = [
    ['worst result', simulated.result[0], text(walked.least)],
    ['best result', simulated.result[1], text(walked.most)],
    ['deepest', simulated.deepest[0], text(walked.deepest < 0n ? walked.deepest : 0n)],
  ] as const;
  const wrong = figures.find(([, got, wanted]) => compared(got, wanted) !== 0);
  return wrong === undefined ? undefined : `${wrong[0]}: ${wrong[1]}, and by walking all ${wrong[2]}`;
}

function walkAll(placed: Reference, rows: readonly Candle[]) {
  let deepest = placed.lowest;
  let nodes: Node[] = [{ market: placed, flags: 0, least: placed.cash, most: placed.cash }];
  for (const [index, candle] of rows.entries()) {
    const opened = index === 0 ? nodes : nodes.map((node) => after(node, 0, (market) => market.jump(candle.open)));
    nodes = through(opened, candle);
  }
  const results = nodes.map(({ market, least, most }) => [resultOf(market, least), resultOf(market, most)] as const);
  const least = results.reduce((low, [one]) => (one < low ? one : low), results[0]?.[0] ?? 0n);
  const most = results.reduce((high, [, one]) => (one > high ? one : high), results[0]?.[1] ?? 0n);
  return { least, most, deepest };

  /** What comes of a node; the lowest of it is looked at with the least money. */
  function after({ market, least: low, most: high }: Node, flags: number, go: (market: Reference) => void): Node {
    const next = market.copy();
    next.cash = low;
    next.lowest = next.result();
    go(next);
    if (next.lowest < deepest) deepest = next.lowest;
    return { market: next, flags, least: next.cash, most: high + next.cash - low };
  }

  function through(opened: readonly Node[], { high, low, close }: Candle): Node[] {
    const known = new Map<string, Node>();
    const queue: Node[] = [];
    const reach = (node: Node): void => {
      const flags = node.flags | (node.market.last === high ? 1 : 0) | (node.market.last === low ? 2 : 0);
      const key = `${node.market.state()}|${node.market.last}|${flags}`;
      const other = known.get(key);
      if (other !== undefined && other.least <= node.least && other.most >= node.most) return;
      const best = {
        market: node.market,
        flags,
        least: other !== undefined && other.least < node.least ? other.least : node.least,
        most: other !== undefined && other.most > node.most ? other.most : node.most,
      };
      known.set(key, best);
      queue.push(best);
    };
    for (const node of opened) reach(node);
    for (let node = queue.pop(); node !== undefined; node = queue.pop())
      for (const way of [1, -1] as const) {
        const to = node.market.last + way;
        if (to <= high && to >= low) reach(after(node, node.flags, (market) => market.tick(way)));
      }
    return [...known.values()].filter(({ flags, market }) => flags === 3 && market.last === close);
  }
}

function resultOf(market: Reference, cash: bigint): bigint {
  const copy = market.copy();
  copy.cash = cash;
  return copy.result();
}
