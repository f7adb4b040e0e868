import type { Operation } from '../../src/exchange/dialect.ts';
import type { Call } from '../../src/model/call.ts';
import type { Evidence, Received } from '../../src/model/evidence.ts';
import { err, ok, type Result } from '../../src/model/result.ts';
import type { CancelCall } from '../../src/model/cancel.ts';
import type { ListQuery, WhyFailed } from '../../src/model/listing.ts';
import type { FillsQuery } from '../../src/model/standing.ts';
import { sameSymbol } from '../../src/model/symbol.ts';
import type { Exchange } from '../../src/ports.ts';
import type { Life } from './life.ts';
import type { Answered } from './answered.ts';
import { SYMBOLS } from './cancels/strangers.ts';
import type { Witness } from './witness.ts';

/** The book has one spelling, and what is asked about may have another. */
const ofBook = <Of extends { readonly symbol: string }>(asked: Of): Of => ({
  ...asked,
  symbol: SYMBOLS.find((one) => sameSymbol(one, asked.symbol)) ?? asked.symbol,
});

type Asked = Operation<unknown, unknown>;
const SETTINGS: ReadonlySet<string> = new Set(['account', 'symbols', 'tradable', 'money']);

/** The list of contracts, as its text. */
export async function contractsOf({ around: { venue } }: Life): Promise<Result<Received, WhyFailed>> {
  const { reply } = await venue.tells.contracts();
  if (reply === undefined) return err({ message: 'no answer' });
  const { status, body } = venue.wire.said(reply);
  return ok({ status, text: ok(body) });
}

/** What an `HttpExchange` is, with the simulated exchange in place of the wire. */
export function connectTo(life: Life, witness: Witness, origin: string): Exchange {
  const { venue } = life.around;
  const { wire } = venue;
  const ask = async (words: string, asking: () => Promise<Answered>, query?: ListQuery): Promise<Answered> => {
    witness.asking(words);
    const answered = await asking();
    if (!life.isDead) witness.heard(answered, query);
    return answered;
  };
  const cancel = async (method: string, { path, body }: CancelCall, timestampMs: number): Promise<Evidence> => {
    const request = wire.readCancel({ method, path, body });
    witness.cancelling(request);
    const answered = await venue.cancel(request, timestampMs);
    if (!life.isDead) witness.cancelAnswered(request, answered);
    return answered.evidence;
  };
  const evidenceOf = async (operation: Asked, asked: unknown, timestampMs: number): Promise<Evidence> => {
    const { name } = operation;
    if (name === 'time') return (await ask('the time', () => venue.time())).evidence;
    if (Object.hasOwn(wire.operations.list, name)) {
      const query = wire.readQuery(asked as ListQuery, operation.target(asked));
      return (await ask(query.list, () => venue.list(query, timestampMs), query)).evidence;
    }
    if (name === 'fills')
      return (await ask('trades', () => venue.tells.fills(ofBook(asked as FillsQuery), timestampMs))).evidence;
    if (name === 'market' || name === 'position') {
      const { symbol } = ofBook(asked as { readonly symbol: string });
      const target = operation.target(asked);
      const told = {
        market: () => venue.tells.market(symbol, target, timestampMs),
        position: () => venue.tells.position(symbol, timestampMs),
      };
      return (await ask(name, told[name])).evidence;
    }
    if (name === 'positions') return (await ask(name, () => venue.tells.positions(timestampMs))).evidence;
    if (SETTINGS.has(name)) {
      const answered = await ask(name, () => venue.settings(name, timestampMs));
      if (answered.told === undefined && !life.isDead) witness.settingsUntold();
      return answered.evidence;
    }
    if (name.startsWith('cancel-')) return cancel(operation.method, asked as CancelCall, timestampMs);
    const call = asked as Call;
    const request = wire.readPlaced(call.path, call.body);
    witness.placing(request);
    const answered = await venue.place(request, timestampMs);
    if (!life.isDead) witness.answered(request, answered);
    return answered.evidence;
  };
  return {
    operations: wire.operations,
    keyFingerprint: () => origin,
    send: (operation, asked, timestampMs) =>
      life.later('exchange', async () => {
        const evidence = await evidenceOf(operation as Asked, asked, timestampMs);
        return operation.judge(evidence, asked, { refusalCodes: new Set(), clean: (words) => words });
      }),
    close: () => Promise.resolve(),
  };
}
