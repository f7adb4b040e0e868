/** A strategy in thirty lines: it makes a plan in memory, compiles it, shows it, and places it at most once. */
import * as ordo from 'ordo';

const { orThrow } = ordo;
const market = 64_000;
const plan = ordo.loadPlan(
  {
    version: 1,
    name: 'dip-buyer',
    defaults: { symbol: 'cmt_btcusdt', marginMode: 'isolated', timeInForce: 'post-only' },
    orders: [3, 6, 9].map((percent) => {
      const price = market - (market / 100) * percent;
      return { id: `dip-${percent}`, side: 'open-long', size: { risk: 25 }, price, stopLoss: price - 1_000 };
    }),
  },
  { instruments: ordo.paperInstruments },
);
const compiled = orThrow(ordo.compilePlan(orThrow(plan)));

await using paper = orThrow(await ordo.startPaperExchange());
console.log(ordo.dryRunText(compiled, { connection: paper }));

// A second session on the same ledger is what a second run of the program would be.
const ledger = orThrow(ordo.openLedger('memory:'));
for (const run of ['first', 'second']) {
  await using session = orThrow(await ordo.openSession({ ledger, connection: paper }));
  const { end, counts } = orThrow(await session.place(compiled));
  console.log(`${run} run: ${end}, ${counts.accepted} accepted, ${counts.withheld} withheld`);
}
console.log(`the exchange has ${paper.taken().length} orders`);
