import { SymbolMap } from '../../../model/symbol.ts';
import { Decimal } from '../../../model/decimal.ts';
import type { Instrument, InstrumentList } from '../../../model/instrument.ts';

/** One contract as `GET /capi/v2/market/contracts` serves it (docs/exchange.md#contracts). */
interface ContractRecord {
  readonly symbol: string;
  readonly underlying_index: string;
  readonly quote_currency: string;
  readonly coin: string;
  /** The size step, in base coin. */
  readonly contract_val: string;
  /** Decimal places of a size; not the step. */
  readonly size_increment: string;
  /** Decimal places of a price; not the tick, which is `priceEndStep` units of the last place. */
  readonly tick_size: string;
  readonly priceEndStep: number;
  readonly delivery: readonly string[];
  readonly forwardContractFlag: boolean;
  readonly minLeverage: number;
  readonly maxLeverage: number;
  readonly buyLimitPriceRatio: string;
  readonly sellLimitPriceRatio: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly minOrderSize: string;
  readonly maxOrderSize: string;
  readonly maxPositionSize: string;
  readonly marketOpenLimitSize: string;
}

/** A contract as the engine reads it, with prices as listed or of now. As listed the bid is the last price and the ask a tick above; where prices move, each is a tick next to it. */
export interface Contract {
  readonly record: ContractRecord;
  readonly tick: Decimal;
  readonly step: Decimal;
  readonly maxSize: Decimal;
  readonly maxMarketOpenSize: Decimal;
  readonly last: Decimal;
  readonly bid: Decimal;
  readonly ask: Decimal;
  /** For version 3: the grid of trigger prices, where it is coarser than the tick. */
  readonly triggerTick?: Decimal;
  /** For version 3: listed, though the API takes no orders of it. */
  readonly isShut?: true;
}

export interface Listing {
  readonly coin: string;
  readonly step: string;
  readonly sizePlaces: number;
  readonly pricePlaces: number;
  readonly last: string;
  readonly maxSize: string;
  readonly maxMarketOpenSize: string;
}

/** Steps and price places as seen live (docs/exchange.md#live-steps). No test plan exceeds a maximum by accident. */
const LISTINGS: readonly Listing[] = [
  {
    coin: 'btc',
    step: '0.0001',
    sizePlaces: 4,
    pricePlaces: 1,
    last: '64000',
    maxSize: '1200',
    maxMarketOpenSize: '100',
  },
  {
    coin: 'eth',
    step: '0.001',
    sizePlaces: 3,
    pricePlaces: 2,
    last: '3200',
    maxSize: '20000',
    maxMarketOpenSize: '2300',
  },
  {
    coin: 'sol',
    step: '0.1',
    sizePlaces: 1,
    pricePlaces: 2,
    last: '135',
    maxSize: '500000',
    maxMarketOpenSize: '50000',
  },
  {
    coin: 'doge',
    step: '100',
    sizePlaces: 0,
    pricePlaces: 5,
    last: '0.083',
    maxSize: '500000000',
    maxMarketOpenSize: '50000000',
  },
  {
    coin: 'xrp',
    step: '10',
    sizePlaces: 0,
    pricePlaces: 4,
    last: '1.43',
    maxSize: '50000000',
    maxMarketOpenSize: '5000000',
  },
  {
    coin: 'ada',
    step: '10',
    sizePlaces: 0,
    pricePlaces: 4,
    last: '0.2767',
    maxSize: '200000000',
    maxMarketOpenSize: '20000000',
  },
  {
    coin: 'bnb',
    step: '0.1',
    sizePlaces: 1,
    pricePlaces: 2,
    last: '615',
    maxSize: '100000',
    maxMarketOpenSize: '10000',
  },
  {
    coin: 'ltc',
    step: '0.1',
    sizePlaces: 1,
    pricePlaces: 2,
    last: '84',
    maxSize: '500000',
    maxMarketOpenSize: '50000',
  },
];

const recordOf = (listing: Listing): ContractRecord => ({
  symbol: `cmt_${listing.coin}usdt`,
  underlying_index: listing.coin.toUpperCase(),
  quote_currency: 'USDT',
  coin: 'USDT',
  contract_val: listing.step,
  size_increment: String(listing.sizePlaces),
  tick_size: String(listing.pricePlaces),
  priceEndStep: 1,
  delivery: ['00:00:00', '08:00:00', '16:00:00'],
  forwardContractFlag: true,
  minLeverage: 1,
  maxLeverage: 400,
  buyLimitPriceRatio: '0.01',
  sellLimitPriceRatio: '0.01',
  makerFeeRate: '0.0002',
  takerFeeRate: '0.0008',
  minOrderSize: listing.step,
  maxOrderSize: listing.maxSize,
  maxPositionSize: listing.maxSize,
  marketOpenLimitSize: listing.maxMarketOpenSize,
});

/** Tick = priceEndStep × 10^(−tick_size) (docs/exchange.md#tick). */
function tickOf(record: ContractRecord): Decimal {
  const places = Number(record.tick_size);
  return Decimal.of(places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`).times(
    Decimal.of(String(record.priceEndStep)),
  );
}

export function contractOf(listing: Listing): Contract {
  const record = recordOf(listing);
  const tick = tickOf(record);
  const last = Decimal.of(listing.last);
  return {
    record,
    tick,
    step: Decimal.of(record.contract_val),
    maxSize: Decimal.of(record.maxOrderSize),
    maxMarketOpenSize: Decimal.of(record.marketOpenLimitSize),
    ...pricesAt(last, tick),
  };
}

/** How many ticks the bid is below the last price and the ask above it: as listed, and where prices move. */
export const QUOTES = {
  still: { bid: 0, ask: 1 },
  through: { bid: 1, ask: 1 },
  touch: { bid: 0, ask: 0 },
} as const;

/** What is asked and bid where an order traded last. */
export const pricesAt = (
  last: Decimal,
  tick: Decimal,
  { bid, ask }: { readonly bid: number; readonly ask: number } = QUOTES.still,
): Pick<Contract, 'last' | 'bid' | 'ask'> => ({
  last,
  bid: last.minus(tick.multiplied(BigInt(bid))),
  ask: last.plus(tick.multiplied(BigInt(ask))),
});

/** Where a list says nothing of the largest size. */
const ANY_SIZE = Decimal.of('9'.repeat(40));

/** A contract as a list of instruments has it, with its last price. What such a list does not say is not looked at. */
export function contractFrom({ symbol, tick, step, minSize, maxSize = ANY_SIZE }: Instrument, last: Decimal): Contract {
  const [usual] = LISTINGS;
  const record = { ...recordOf(usual as Listing), symbol, minOrderSize: minSize.toString() };
  return { record, tick, step, maxSize, maxMarketOpenSize: maxSize, ...pricesAt(last, tick) };
}

/** Every contract of the paper exchange, by symbol. */
export const contracts: ReadonlyMap<string, Contract> = new Map(
  LISTINGS.map(contractOf).map((contract) => [contract.record.symbol, contract]),
);

const instrumentOf = ({ record, tick, step, maxSize }: Contract): Instrument => ({
  symbol: record.symbol,
  tick,
  step,
  minSize: Decimal.of(record.minOrderSize),
  maxSize,
});

/** The same contracts, as the list that a plan is checked against. */
export const paperInstruments: InstrumentList = {
  source: 'the embedded paper exchange',
  asOf: '2026-11-21T00:00:00Z',
  bySymbol: new SymbolMap([...contracts].map(([symbol, contract]) => [symbol, instrumentOf(contract)] as const)),
};
