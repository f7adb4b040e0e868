/** Sessions of the library on the paper exchange, closed after the test. */
import { place } from '../../proofs/support/ordo.ts';
import {
  compilePlan,
  loadPlan,
  openLedger,
  openSession,
  orThrow,
  paperInstruments,
  startPaperExchange,
  type CompiledPlan,
  type OrderSession,
  type OrderSessionOptions,
  type PaperConnection,
  type PaperExchangeOptions,
  type PlanOptions,
  type SessionLedger,
} from '../../src/index.ts';
import { afterTest } from './live.ts';

export const compiledOf = (text: string, options: PlanOptions = {}): CompiledPlan =>
  orThrow(compilePlan(orThrow(loadPlan(text, { instruments: paperInstruments, ...options }))));

export async function paperOf(options: PaperExchangeOptions = {}): Promise<PaperConnection> {
  const paper = orThrow(await startPaperExchange(options));
  afterTest(() => paper.close());
  return paper;
}

export const memory = (): OrderSessionOptions['ledger'] => orThrow(openLedger('memory:'));

export async function held(options: OrderSessionOptions): Promise<OrderSession> {
  const session = orThrow(await openSession(options));
  afterTest(() => session.close());
  return session;
}

export function folder(): string {
  const at = place();
  afterTest(() => at.remove());
  return at.folder;
}

export const ONE_BY_ONE = 'version: 1\nexecution: { maxOrdersPerCall: 1 }\nexchange: { inFlight: 1 }\n';

/** The same ledger as an object of its own; `claim` in place of its own. */
export const ledgerOf = (inner: SessionLedger, claim: SessionLedger['claim']): SessionLedger => ({
  name: inner.name,
  account: (account) => inner.account(account),
  hasSent: (account) => inner.hasSent(account),
  accountWithLook: (account) => inner.accountWithLook(account),
  newestLook: (account) => inner.newestLook(account),
  halted: (account) => inner.halted(account),
  setHalt: (account, how, why, mostMs) => inner.setHalt(account, how, why, mostMs),
  askToEnd: (account, request) => inner.askToEnd(account, request),
  holder: (account) => inner.holder(account),
  sendings: (scope, id) => inner.sendings(scope, id),
  approvals: (scope) => inner.approvals(scope),
  records: (onRecord) => inner.records(onRecord),
  verify: (kept) => inner.verify(kept),
  objection: () => inner.objection(),
  questions: (account, limits) => inner.questions(account, limits),
  claim,
});

/** Time that is over as soon as somebody waits for it. */
export function quickClock(): NonNullable<OrderSessionOptions['clock']> {
  let nowMs = Date.UTC(2026, 0);
  const now = (): number => nowMs;
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const atMs = nowMs + ms;
      setImmediate(() => {
        nowMs = Math.max(nowMs, atMs);
        resolve();
      });
    });
  return { monotonicMs: now, wallMs: now, sleep };
}
