/**
 * Seeds of looks (`--stops`): plans whose longs have stops, and an exchange whose lists may be lost or cut but do not lie, so that the
 * truth of one moment can be held against what a look says of it.
 */
import { Random } from '../random.ts';
import { drawCancels, type CancelScenario } from './cancels/cancel-nature.ts';
import type { Nature } from './nature.ts';
import { waitingFor, type OrderWords } from './plan-text.ts';

/** How a seed draws what is not the same for each kind of seeds. */
export interface Kind {
  readonly cancels: (seed: number) => CancelScenario | undefined;
  readonly nature: (drawn: Nature) => Nature;
  readonly orders: (seed: number, drawn: OrderWords[]) => OrderWords[];
}

export const USUAL: Kind = {
  cancels: (seed) => drawCancels(new Random(seed, 'cancels')),
  nature: (drawn) => drawn,
  orders: (_, drawn) => drawn,
};

/** Cancels, fills and many looks. What somebody else has there may be of any side: it has no part in this. */
function drawLooks(random: Random): CancelScenario {
  for (;;) {
    const drawn = drawCancels(random);
    if (drawn === undefined) continue;
    const nature = { ...drawn.nature, strangers: 0, lookAlikes: 0, hasOtherPlan: false };
    const moves = random.chance(0.5) ? 0 : nature.moves;
    return { ...drawn, nature: { ...nature, moves }, refreshes: 0.1, edits: random.pick([0, 0.1, 0.3]) };
  }
}

export const truthful = ({ lists, ...nature }: Nature): Nature => ({
  ...nature,
  hidden: 0,
  late: 0,
  lists: {
    ...lists,
    doubles: 0,
    mistold: 0,
    shared: 0,
    words: lists.words === 'none' ? 'words' : lists.words,
    tellsPrices: true,
  },
});

/** Presets go by their own side. */
function asLong(random: Random, order: OrderWords): OrderWords {
  const opens = order['side']?.startsWith('open-') === true;
  const isTurned = order['takeProfit'] === undefined && (opens || random.chance(0.8));
  return { ...order, marginMode: 'cross', ...(isTurned && { side: 'open-long' }) };
}

/** Longs of one margin mode, and a stop for most of them: of the whole size, of less, or of more than one order. */
function withStops(random: Random, orders: readonly OrderWords[]): OrderWords[] {
  const few = orders.slice(0, random.pick([1, 2, 2, 3, 5, 12])).map((order) => waitingFor(order, []));
  const longs = few.map((order) => asLong(random, order));
  const stops = longs.flatMap(({ id, symbol = '', size = '', side }): OrderWords[] => {
    if (side !== 'open-long' || !random.chance(0.85)) return [];
    const part = random.chance(0.8) ? size : (Number(size) / 2).toFixed(4);
    const trigger = String(random.chance(0.8) ? random.int(20, 99) : random.int(100, 900));
    return [
      { id: `${id}-stop`, symbol, marginMode: 'cross', side: 'close-long', size: part, price: 'market', trigger },
    ];
  });
  return random.chance(0.5) ? [...longs, ...stops] : [...stops, ...longs];
}

export const LOOKS: Kind = {
  cancels: (seed) => drawLooks(new Random(seed, 'looks')),
  nature: truthful,
  orders: (seed, drawn) => withStops(new Random(seed, 'stops'), drawn),
};
