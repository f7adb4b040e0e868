/** Our whole send path: compile, weight, intent on disk, signature, send, reading, verdicts on disk, events. */
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { http1Agent } from '../../src/exchange/send/http1-agent.ts';
import { HttpExchange } from '../../src/exchange/send/http-exchange.ts';
import { Secret } from '../../src/exchange/keys/secret.ts';
import type { Claim } from '../../src/journal/records/ledger.ts';
import { Placing } from '../../src/session/place/placing.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import type { Limits } from '../../src/model/call.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import type { Order, Plan } from '../../src/model/order.ts';
import type { Exchange } from '../../src/ports.ts';
import type { Placed } from '../../src/exchange/dialect.ts';
import { realClock } from '../../src/system/clock.ts';
import { benchClaim } from '../support/journal.ts';
import { BATCH, CONCURRENCY, type Client, type Place } from './batch-client.ts';
import { OPERATIONS } from '../../src/exchange/v2/operations.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

const AMPLE = { amount: 1_000_000, windowMs: 1000 };
const LIMITS: Limits = { ip: AMPLE, uid: AMPLE, orderCalls: AMPLE, inFlight: CONCURRENCY };

function planOf(name: string, calls: number): Plan {
  const orders = Array.from({ length: calls * BATCH }, (_, index): Order => {
    const id = `order-${index}`;
    return {
      id,
      clientOid: clientOrderId(name, 1, id, 0),
      lineage: 0,
      symbol: 'cmt_btcusdt',
      marginMode: 'cross',
      side: 'open-long',
      size: Decimal.of('0.01'),
      price: { kind: 'limit', at: Decimal.of(`${60_000 + (index % 4000)}`) },
      timeInForce: 'normal',
      line: index + 1,
    };
  });
  return { name, generation: 1, orders, ladders: [], limits: {} };
}

const onDisk = ({ origin, folder }: Place, plan: string): Promise<Claim> =>
  benchClaim(`${folder}/${plan}-${process.pid}.db`, origin, (act) => void setImmediate(act));

const NO_GAUGE = { used: 0, limit: 0 };

/** Records nothing: what is left is the price of all the rest. */
const nowhere: Pick<Claim, 'intend' | 'conclude' | 'gauges' | 'halted'> = {
  intend: (requests) =>
    Promise.resolve({ attempts: requests.map((_, id) => ({ id, cost: { ip: 0, uid: 0 }, atMs: 0 })) }),
  conclude: (_, ending) => Promise.resolve('verdicts' in ending ? ending.verdicts : []),
  gauges: () => ({ ip: NO_GAUGE, uid: NO_GAUGE }),
  halted: () => Promise.resolve(undefined),
};

/** Throws unless every order of a call was accepted. */
const checked = (exchange: Exchange): Pick<Exchange, 'operations' | 'send'> => ({
  operations: exchange.operations,
  send: async (operation, asked, timestampMs) => {
    const result = await exchange.send(operation, asked, timestampMs);
    const verdicts = result.kind === 'answered' ? (result.value as Placed).verdicts : [];
    const accepted = verdicts.filter(({ outcome }) => outcome === 'accepted');
    if (accepted.length !== BATCH) throw new Error(`${operation.name}: ${JSON.stringify(result)}`);
    return result;
  },
});

/** Each run is a plan of its own in a journal of its own; the plan is made before anything is timed. */
export function ordo(place: Place, isRecorded: boolean): Client {
  const { origin } = place;
  const word = new Secret('paper');
  const agent = http1Agent();
  if (!agent.ok) throw new Error(agent.error);
  const http = new HttpExchange({
    operations: OPERATIONS,
    origin,
    agent: agent.value,
    credentials: { key: word, secret: word, passphrase: word },
    locale: 'en-US',
    timeoutMs: 10_000,
    userAgent: 'ordo/bench',
  });
  const prepare = (name: string, calls: number): (() => Promise<void>) => {
    const plan = planOf(name, calls);
    return async () => {
      const schedule = compilePlan(v2.calls, plan, emptyJournal, {
        batchPresets: false,
        maxOrdersPerCall: BATCH,
        limits: LIMITS,
      });
      const claim = isRecorded ? await onDisk(place, name) : undefined;
      await claim?.begin({ plan: name, generation: 1, planFile: 'plan.yaml', digest: schedule.digest });
      let accepted = 0;
      const placing = new Placing(schedule, {
        exchange: checked(http),
        claim: claim ?? nowhere,
        clock: realClock,
        emit: (event) => {
          if (event.event === 'order-outcome' && event.outcome === 'accepted') accepted += 1;
        },
        limits: LIMITS,
        settings: defaultConfig.execution,
        spool: () => {
          throw new Error('the journal failed');
        },
      });
      await placing.run();
      await claim?.release();
      if (schedule.calls.length !== calls || accepted !== calls * BATCH) throw new Error(`${accepted} orders accepted`);
    };
  };
  return { prepare };
}
