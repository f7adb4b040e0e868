/** Time, prices and contracts (docs/exchange.md#time, docs/exchange.md#contracts). */
import { err, ok, type Result } from '../model/result.ts';
import { contracts, type Contract } from './instruments.ts';
import type { Asked } from './query.ts';
import { parameterBad, type Refusal } from './refusals.ts';

export function time({ wallMs }: Asked): Result<unknown, Refusal> {
  const timestamp = Math.floor(wallMs);
  return ok({ epoch: (timestamp / 1000).toFixed(3), iso: new Date(timestamp).toISOString(), timestamp });
}

export function ticker({ params, book, wallMs }: Asked): Result<unknown, Refusal> {
  const contract = book.contracts.get(params.get('symbol') ?? '');
  if (contract === undefined) return err(parameterBad('symbol', 'is not a trading pair'));
  const last = contract.last.toString();
  return ok({
    symbol: contract.record.symbol,
    last,
    best_ask: contract.ask.toString(),
    best_bid: contract.bid.toString(),
    high_24h: last,
    low_24h: last,
    volume_24h: '0',
    timestamp: String(Math.floor(wallMs)),
    priceChangePercent: '0',
    base_volume: '0',
    markPrice: last,
    indexPrice: last,
  });
}

export function listContracts({ params }: Asked): Result<unknown, Refusal> {
  const symbol = params.get('symbol');
  if (symbol === undefined) return ok([...contracts.values()].map(({ record }) => record));
  const contract: Contract | undefined = contracts.get(symbol);
  return contract === undefined ? err(parameterBad('symbol', 'is not a trading pair')) : ok([contract.record]);
}
