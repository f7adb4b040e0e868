/** Orders of ours and rows of a look, for the tests of what a look adds, said in one line each. */
import { withLook, type OrderSeen, type SymbolLook } from '../../src/protection/journal/look.ts';
import type { JournalOrder } from '../../src/protection/journal/of-journal.ts';
import { protectionOf } from '../../src/protection/protection.ts';
import { BTC, d, order, range, told, type Said } from './scenes.ts';

export const LOOKED = 1000;

export const ours = (
  side: Parameters<typeof order>[0],
  said: Said & Partial<Omit<JournalOrder, keyof Said>>,
): JournalOrder => ({
  ...order(side, said),
  plan: 'p',
  generation: 1,
  id: said.id ?? 'in',
  clientOid: said.id ?? 'in',
  sentAtMs: said.sentAtMs ?? 0,
  toldAtMs: said.toldAtMs ?? 990,
  filledAtMs: said.filledAtMs ?? said.toldAtMs ?? 990,
  isCancelOpen: said.isCancelOpen ?? false,
});

let ids = 0;
export const row = (side: OrderSeen['side'], of: Partial<OrderSeen>): OrderSeen => ({
  orderId: `9${ids++}`,
  symbol: BTC,
  side,
  marginMode: 'cross',
  size: d('1'),
  price: { kind: 'market' },
  ...of,
});
export const limit = (at: string) => ({ kind: 'limit', at: d(at) }) as const;

export const NOTHING = { market: range('95'), orders: [], triggers: [], positions: [] };

export function seen(orders: readonly JournalOrder[], look: Partial<SymbolLook>, cancelWaitMs = 100): string {
  const saw = { atMs: LOOKED, symbols: new Map([[BTC, { ...NOTHING, ...look }]]) };
  return told(protectionOf({ basis: 'look', ...withLook(orders, saw, { cancelWaitMs }) }));
}
