/** The program on a path against the reference: every fill, every fee, every figure, what became of each order. */
import type { Simulated } from '../../src/model/simulated.ts';
import { askedOf, onPath } from './asked.ts';
import { compared, moneyText, sumOf, times } from './figures.ts';
import { Reference, type ReferenceFill } from './reference.ts';
import type { Scene, SceneOrder } from './scene.ts';

/** The reference of each symbol, with all orders placed. */
export function placedReferences(scene: Scene, sent: readonly string[]): Reference[] {
  const { spoken, fills, fees, starts, hold } = scene;
  const rules = { spread: fills === 'touch' ? 0 : 1, fees, isThird: spoken === 'v3' } as const;
  const all = starts.map(
    (start, symbol) =>
      new Reference(
        rules,
        start,
        hold.filter((one) => one.symbol === symbol),
      ),
  );
  const byId = new Map(scene.orders.map((order) => [order.id, order]));
  const accepted = new Set<string>();
  for (const id of sent) {
    const order = byId.get(id) as SceneOrder;
    const market = all[order.symbol] as Reference;
    if (order.after?.some((one) => !accepted.has(one)) === true) market.fates.set(id, 'withheld');
    else if (market.place(order)) accepted.add(id);
  }
  return all;
}

/** A fill in words, the same of both. */
const told = (step: number, { id, part, size, price, role }: ReferenceFill & { readonly size: number | string }) =>
  `${step} ${id} ${part} ${size} @ ${price} ${role}`;

const PARTS = {
  market: 'placed',
  limit: 'placed',
  trigger: 'fired',
  'take-profit': 'target',
  'stop-loss': 'stop',
} as const;

/** What is wrong; undefined if nothing is. */
export function checkPath(scene: Scene): string | undefined {
  const asked = askedOf(scene);
  const simulated = onPath(asked, scene);
  const references = placedReferences(scene, asked.sent);
  const steps = scene.moves[0]?.length ?? 0;
  const lines: string[][] = references.map(() => []);
  const lowest: string[] = [];
  for (let step = 0; step <= steps; step++) {
    const low = references.map((market, symbol) => {
      const from = market.fills.length;
      const move = scene.moves[symbol]?.[step - 1];
      if (step > 0) market.lowest = market.result();
      if (move !== undefined)
        if (move.gap) market.jump(move.to);
        else market.move(move.to);
      const first = step === 0 ? 0 : from;
      for (const fill of market.fills.slice(first)) lines[symbol]?.push(told(step, fill));
      return moneyText(market.lowest, scene, symbol);
    });
    lowest.push(sumOf(low));
  }
  return (
    differing(
      'fills',
      fillsOf(simulated, scene),
      lines.flatMap((all, symbol) => all.map((one) => `${symbol} ${one}`)),
    ) ??
    figure('result', simulated.result, sumOf(references.map((one, at) => moneyText(one.result(), scene, at)))) ??
    figure('fees', simulated.fees, sumOf(references.map((one, at) => moneyText(one.paid, scene, at)))) ??
    figure(
      'deepest',
      simulated.deepest,
      lowest.reduce((low, one) => (compared(one, low) < 0 ? one : low), '0'),
    ) ??
    figure(
      'realised and open',
      [sumOf([simulated.realised[0], simulated.open[0]]), simulated.result[0]],
      simulated.result[1],
    ) ??
    differing('positions', positionsOf(simulated), heldOf(references, scene)) ??
    differing(
      'fates',
      simulated.orders.map(({ id, fate }) => `${id} ${fate[0].kind}`),
      scene.orders.map(({ id, symbol }) => `${id} ${references[symbol]?.fates.get(id)}`),
    )
  );
}

/** So many of a unit. */
const whole = (text: string, unit: string): number => Math.round(Number(text) / Number(unit));

function fillsOf({ fills }: Simulated, { symbols }: Scene): readonly string[] {
  const lines = fills.map(({ at, id, why, size, price, role, symbol }) => {
    const number = symbols.findIndex(({ name }) => name === symbol);
    const { tick, step } = symbols[number] as Scene['symbols'][number];
    const fill = { id, part: PARTS[why], size: whole(size, step), price: whole(price, tick), role };
    return { number, line: `${number} ${told(at, fill)}` };
  });
  return lines.toSorted((one, other) => one.number - other.number).map(({ line }) => line);
}

const positionsOf = ({ positions }: Simulated): readonly string[] =>
  positions[0]
    .map(({ symbol, side, marginMode, size }) => `${symbol} ${side} ${marginMode} ${Number(size)}`)
    .toSorted();

const heldOf = (references: readonly Reference[], { symbols }: Scene): readonly string[] =>
  references
    .flatMap(({ held }, at) => {
      const { name, step } = symbols[at] as Scene['symbols'][number];
      return [...held].map(([key, size]) => `${name} ${key} ${Number(times(size, step))}`);
    })
    .toSorted();

function figure(name: string, ends: readonly string[], wanted: string): string | undefined {
  const wrong = ends.find((end) => compared(end, wanted) !== 0);
  return wrong === undefined ? undefined : `${name}: ${wrong}, and by the reference ${wanted}`;
}

function differing(name: string, got: readonly string[], wanted: readonly string[]): string | undefined {
  const at = Array.from({ length: Math.max(got.length, wanted.length) }, (_, index) => index).find(
    (index) => got[index] !== wanted[index],
  );
  return at === undefined
    ? undefined
    : `${name}: ${got[at] ?? 'nothing'}, and by the reference ${wanted[at] ?? 'nothing'}`;
}
