/** Runs that keep weight for themselves, beside an exchange that counts what they send. */
import { OPERATIONS, LISTS, POSITION, CANCELS } from '../../src/exchange/v2/requests.ts';
import type { Attempt, Intent, LedgerRequest } from '../../src/journal/records/request.ts';
import type { KeptReserve, ReserveWanted } from '../../src/journal/records/reserve.ts';
import { openLedger } from '../../src/journal/open.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import type { Claim } from '../../src/journal/records/ledger.ts';
import type { Cost, Limits } from '../../src/model/call.ts';
import { WALL_START_MS } from '../../proofs/support/sim-clock.ts';
import { intentOf, newFile, reader } from './journal-files.ts';
import { anOrder } from './plan-builder.ts';

export const WINDOW_MS = 10_000;
export const LIMITS: Limits = {
  ip: { amount: 500, windowMs: WINDOW_MS },
  uid: { amount: 500, windowMs: WINDOW_MS },
  orderCalls: { amount: 10, windowMs: 1_000 },
  inFlight: 8,
};
const ACCOUNT = { origin: 'http://127.0.0.1:1', name: 'main' };
const OPEN = { look: 'open' } as const;
export const LOOK: readonly LedgerRequest[] = [
  { ...LISTS['open-triggers'], ...OPEN },
  { ...LISTS.open, ...OPEN },
  { ...POSITION, ...OPEN },
];
export const WANTED: ReserveWanted = {
  look: { ip: 7, uid: 8 },
  everyMs: 2000,
  room: {
    ip: 2 * (OPERATIONS.trigger.weight.ip + CANCELS.trigger.weight.ip),
    uid: 2 * (OPERATIONS.trigger.weight.uid + CANCELS.trigger.weight.uid),
    orderCalls: 4,
  },
  orders: 2,
};

export class Bench {
  nowMs = 0;
  readonly file = newFile();
  /** What the exchange counts, and until when at the latest. */
  readonly spent: { readonly cost: Required<Cost>; untilMs: number; callsUntilMs: number }[] = [];
  #orders = 0;

  /** A process of its own: locks as they are, and a clock that the test moves. */
  async claim(plan: string): Promise<Claim> {
    const ledger = openLedger(sqliteUrl(this.file), {
      self: { host: 'here', user: 'tester', pid: 7, since: '' },
      monotonicMs: () => this.nowMs,
      wallMs: () => WALL_START_MS + this.nowMs,
      defer: (act) => act(),
    });
    const claimed = await ledger.claim({ account: ACCOUNT, plan: { plan, generation: 1 } }, LIMITS);
    if (!claimed.ok) throw new Error('held');
    return claimed.value;
  }

  async following(plan: string, wanted = WANTED): Promise<{ readonly claim: Claim; readonly kept: KeptReserve }> {
    const claim = await this.claim(plan);
    const run = { plan, generation: 1, planFile: 'plan.yaml', digest: 'd', isFollow: true, reserve: wanted } as const;
    const begun = await claim.begin(run);
    if (!begun.ok || begun.value === undefined) throw new Error('nothing is kept');
    return { claim, kept: begun.value };
  }

  async placing(plan: string): Promise<Claim> {
    const claim = await this.claim(plan);
    await claim.begin({ plan, generation: 1, planFile: 'plan.yaml', digest: 'd' });
    return claim;
  }

  /** The exchange counts it at once, and has it until a window after its answer. */
  async send(claim: Claim, request: LedgerRequest): Promise<Attempt | undefined> {
    const { attempts } = await claim.intend([request]);
    const [attempt] = attempts;
    if (attempt === undefined) return undefined;
    const { ip, uid, orderCalls = 1 } = attempt.cost;
    this.spent.push({
      cost: { ip, uid, orderCalls },
      untilMs: this.nowMs + WINDOW_MS,
      callsUntilMs: this.nowMs + 1000,
    });
    return attempt;
  }

  answer(claim: Claim, attempt: Attempt): Promise<unknown> {
    const verdicts =
      attempt.id > 0 && attempt.cost.orderCalls === undefined ? [{ outcome: 'rejected', message: '' }] : [];
    return claim.conclude(attempt, { how: 'answered', verdicts: verdicts as never, latencyMs: 1 });
  }

  inWindow(): Required<Cost> {
    const sum = { ip: 0, uid: 0, orderCalls: 0 };
    for (const { cost, untilMs, callsUntilMs } of this.spent) {
      if (untilMs > this.nowMs) [sum.ip, sum.uid] = [sum.ip + cost.ip, sum.uid + cost.uid];
      if (callsUntilMs > this.nowMs) sum.orderCalls += cost.orderCalls;
    }
    return sum;
  }

  order(side: 'open-long' | 'close-long' = 'open-long'): Intent {
    const id = `o${++this.#orders}`;
    return intentOf([anOrder({ id, side })]);
  }

  target(): LedgerRequest {
    const sent = this.order('close-long');
    const [order] = sent.orders;
    return order === undefined ? sent : { ...sent, orders: [{ ...order, marks: { isTarget: true } }] };
  }

  /** How many of these it gets at this moment. */
  async most(claim: Claim, request: () => LedgerRequest): Promise<number> {
    for (let count = 0; ; count++) {
      const attempt = await this.send(claim, request());
      if (attempt === undefined) return count;
      await this.answer(claim, attempt);
    }
  }

  async records(): Promise<number> {
    let count = 0;
    await reader(this.file).records(() => void (count += 1));
    return count;
  }
}
