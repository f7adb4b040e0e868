/**
 * A journal of as many records as are asked for, each written as a run writes it: three accounts, several plans of each, run after
 * run, most calls of one order and some of twenty, what became of the orders, and looks at the account.
 */
import type { Claim, Sighting } from '../../src/journal/records/ledger.ts';
import type { Attempt, IntendedOrder, LedgerRequest } from '../../src/journal/records/request.ts';
import type { AccountName, PlanName } from '../../src/journal/records/scope.ts';
import type { Verdict } from '../../src/model/outcome.ts';
import { benchLedger, AMPLE_LIMITS } from '../support/journal.ts';
import { benchIntent } from './intent.ts';

export const ORIGIN = 'http://127.0.0.1:1';
/** The one of them that is asked about. */
export const ACCOUNT = 'bench';

const ACCOUNTS = [ACCOUNT, 'second', 'third'];
const PLANS = ['morning', 'grid', 'breakout', 'hedge'];
const CALLS = 240;
const BATCH = 20;

/** How many it came to. */
export async function bigJournal(file: string, records: number): Promise<number> {
  const ledger = benchLedger(
    file,
    (act) => setImmediate(act),
    () => wallMs,
  );
  let written = 0;
  for (let turn = 0; written < records; turn++) {
    const account: AccountName = { origin: ORIGIN, name: ACCOUNTS[turn % ACCOUNTS.length] as string };
    const claim = await ledger.claim({ account }, AMPLE_LIMITS);
    if (!claim.ok) throw new Error('somebody holds a new journal');
    // One claim for many runs: a claim reads all records. Each run is a generation: its orders have client order ids of their own.
    for (let one = 0; one < RUNS_A_CLAIM && written < records; one++) {
      const run = { plan: PLANS[one % PLANS.length] as string, generation: turn * RUNS_A_CLAIM + one + 1 };
      written = await placed(claim.value, run);
      wallMs = Math.min(wallMs + RUN_EVERY_MS, Date.now());
    }
    await claim.value.release();
  }
  return written;
}

const RUNS_A_CLAIM = 20;
/** Half a year of runs. */
const RUN_EVERY_MS = 24 * 3_600_000;
let wallMs = Date.now() - 200 * 86_400_000;

/** The number of its last record. */
async function placed(claim: Claim, run: PlanName): Promise<number> {
  await claim.begin({ ...run, planFile: `/plans/${run.plan}.yaml`, digest: 'd'.repeat(64), announced: [] });
  const intents = Array.from({ length: CALLS }, (_, at) => benchIntent(run, at, at % 20 === 0 ? BATCH : 1));
  const asked: LedgerRequest[] = intents.flatMap((intent, at) =>
    at % 5 === 0 ? [intent, { path: '/capi/v2/order/current', weight: { ip: 1, uid: 1 } }] : [intent],
  );
  const { attempts } = await claim.intend(asked);
  await Promise.all(attempts.map((attempt, at) => ended(claim, attempt, asked[at] as LedgerRequest)));
  await claim.see(intents.flatMap(({ orders }) => orders.map(seen)));
  const filled = intents.flatMap(({ orders }) => orders.filter((_order, at) => isFilledAt(at)));
  await claim.settle(
    filled.map(({ clientOid }) => ({ clientOid, isClosed: true, rule: 'by-person', evidence: 'sold' })),
  );
  const { record } = await claim.finish({ exitCode: 0 } as never);
  return record;
}

const isFilledAt = (at: number): boolean => at % 5 === 1;

/** Of a batch four of five are taken off unfilled, and the fifth is filled. */
function seen({ clientOid, content: { size = '' } }: IntendedOrder, at: number): Sighting {
  const isFilled = isFilledAt(at);
  const [step, filledSize] = isFilled ? (['filled', size] as const) : (['cancelled', '0'] as const);
  return {
    clientOid,
    step,
    seen: { state: step, filledSize, ...(isFilled && { averagePrice: '64000.5' }), atMs: Date.now() },
    rule: `seen-${step}`,
    message: `its record says ${step}`,
  };
}

const ended = (claim: Claim, attempt: Attempt, request: LedgerRequest): Promise<unknown> =>
  claim.conclude(attempt, {
    how: 'answered',
    verdicts: 'call' in request ? request.orders.map(accepted) : [],
    latencyMs: 41.5,
  });

/** Every order id once. */
let orderId = 596_471_064_624_628_269n;

const accepted = (): Verdict => ({
  outcome: 'accepted',
  orderId: String(orderId++),
  rule: 'entry-accepted',
});
