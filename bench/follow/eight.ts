/** Eight plans of one account that are followed at once: whether the exchange refuses any of it, and what its windows hold at most. */
import type { PaperExchange } from '../../src/paper/server.ts';
import { Desk, until } from './desk.ts';

const FOLLOWERS = 8;
/** Of each follower after its orders are placed: what they keep free for each other is in force in all of them. */
const [LOOKS, QUICK_LOOKS] = [6, 3];
/** Two cores start all of them. */
const MOST_MS = 180_000;
/** The exchange's own windows of version 2. */
const WINDOW_MS = 10_000;
export const WINDOW_WEIGHT = 500;

interface Eight {
  readonly refused: number;
  readonly ip: number;
  readonly uid: number;
}

export async function eight(cli: string, folder: string, isQuick: boolean): Promise<Eight> {
  const desk = await Desk.open(cli, folder);
  const { paper } = desk;
  try {
    for (let number = 0; number < FOLLOWERS; number++) {
      desk.write(`p${number}.yaml`, planOf(number));
      desk.follow(`p${number}.yaml`);
    }
    await waited(desk, () => paper.orders.filter(isExit).length >= 2 * FOLLOWERS);
    const most = desk.looks + FOLLOWERS * (isQuick ? QUICK_LOOKS : LOOKS);
    await waited(desk, () => desk.looks >= most);
    return { refused: paper.refusedByRate, ip: fullest(paper, 'ip'), uid: fullest(paper, 'uid') };
  } finally {
    await desk.close();
  }
}

const waited = (desk: Desk, is: () => boolean): Promise<void> =>
  until(() => {
    desk.check();
    return is();
  }, MOST_MS);

/** Stops and targets: the entries of these plans have no trigger. */
const isExit = ({ trigger }: PaperExchange['orders'][number]): boolean => trigger !== undefined;

/** One entry is filled as it is placed, the other rests, so each follower looks on. */
const planOf = (number: number): string => `version: 1
name: p${number}
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 10% }
orders:
  - { id: entry, side: open-long, size: 0.1, price: market }
  - { id: rest, side: open-long, size: 0.1, price: 60000 }
  - { id: stop, side: close-long, size: { filled: [entry, rest] }, trigger: 59000, price: market }
  - { id: target, side: close-long, size: { filled: [entry, rest] }, price: 68000, trigger: =price }
`;

/** The most weight that any window held, wherever it begins. */
function fullest({ requests }: PaperExchange, of: 'ip' | 'uid'): number {
  let [most, held, from] = [0, 0, 0];
  for (const { receivedAtMs, weight } of requests) {
    held += weight[of];
    for (
      let old = requests[from];
      old !== undefined && old.receivedAtMs <= receivedAtMs - WINDOW_MS;
      old = requests[++from]
    )
      held -= old.weight[of];
    most = Math.max(most, held);
  }
  return most;
}
