/** The ports replaced: an exchange of functions and a clock that a test moves, so that a plan is placed in no time at all. */
import {
  compilePlan,
  exchangeOf,
  loadConfig,
  loadPlan,
  openLedger,
  openSession,
  orThrow,
  type Call,
  type Clock,
} from 'ordo';

let nowMs = Date.UTC(2026, 0, 1);
const clock: Clock = {
  monotonicMs: () => nowMs,
  wallMs: () => nowMs,
  // Others must have their turn: a session also watches the time while it sends.
  sleep: (ms) =>
    new Promise((resolve) => {
      const atMs = nowMs + ms;
      setImmediate(() => {
        nowMs = Math.max(nowMs, atMs);
        resolve();
      });
    }),
};

const sent: Call[] = [];
const exchange = exchangeOf({
  place: async (call) => {
    sent.push(call);
    const verdicts = call.orders.map(({ id }) =>
      id === 'far'
        ? ({ outcome: 'rejected', code: '40015', message: 'too far away', rule: 'own' } as const)
        : ({ outcome: 'accepted', orderId: `1${sent.length}`, rule: 'own' } as const),
    );
    return { kind: 'answered', value: { verdicts } };
  },
});

// This exchange has no lists, so nothing can be looked up in them.
const config = orThrow(loadConfig({ version: 1, exchange: { queries: false }, execution: { maxOrdersPerCall: 1 } }));
const order = { symbol: 'cmt_btcusdt', side: 'open-long', size: '0.01' } as const;
const orders = [
  { id: 'near', ...order, price: 63_000 },
  { id: 'far', ...order, price: 1 },
];
const compiled = orThrow(compilePlan(orThrow(loadPlan({ version: 1, name: 'own-ports', orders }, { config }))));

await using session = orThrow(
  await openSession({
    ledger: orThrow(openLedger('memory:', { clock })),
    connection: { origin: 'https://exchange.example', exchange },
    config,
    clock,
    onEvent: (event) => event.event === 'order-outcome' && console.log(`${event.id}: ${event.outcome}`),
  }),
);
const placed = orThrow(await session.place(compiled));
console.log(`${placed.end}: ${sent.length} calls`);
