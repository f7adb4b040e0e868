import type { Operation } from '../../src/exchange/dialect.ts';
import type { Call } from '../../src/model/call.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import type { CancelCall } from '../../src/model/cancel.ts';
import type { ListQuery } from '../../src/model/listing.ts';
import type { FillsQuery } from '../../src/model/standing.ts';
import type { Exchange } from '../../src/ports.ts';
import type { Life } from './life.ts';
import type { Answered } from './answered.ts';
import type { Witness } from './witness.ts';

type Asked = Operation<unknown, unknown>;
const SETTINGS: ReadonlySet<string> = new Set(['account', 'symbols', 'tradable', 'money']);

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
    if (name === 'fills') return (await ask('trades', () => venue.fills(asked as FillsQuery, timestampMs))).evidence;
    if (name === 'market' || name === 'position') {
      const { symbol } = asked as { readonly symbol: string };
      const target = operation.target(asked);
      const told = {
        market: () => venue.market(symbol, target, timestampMs),
        position: () => venue.position(symbol, timestampMs),
      };
      return (await ask(name, told[name])).evidence;
    }
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
