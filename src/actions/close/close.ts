/**
 * Closes a position, or a part of it, at market, for `ordo close`: `prepareClose` reads the account and decides the orders, the
 * caller has them approved, `checkAsShown` refuses another position than was shown, and `close` sends, looks until each is seen
 * filled, and records how it ended. An order of it that may have left is never sent again.
 */
import { JournalError } from '../../journal/records/journal-error.ts';
import { lineageFilled, type KnownOrder } from '../../journal/records/state.ts';
import { knownStates } from '../../journal/history/order-state-events.ts';
import { CLOSE_PLAN } from '../../model/own-plans.ts';
import { defined } from '../../model/defined.ts';
import { Decimal } from '../../model/decimal.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import type { ProtectionStated, RunEvent } from '../../model/event.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import { refuse } from '../../refusal.ts';
import type { Session } from '../../session/session.ts';
import type { Tally } from '../../session/place/tally.ts';
import { approvalIn, apart, checkApproved } from '../approval.ts';
import { place, type PlaceWith } from '../place.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import type { DecidedClose, PreparedClose } from './prepare-close.ts';
import { closeRemains, UNKNOWN } from './remains.ts';

export type CloseWith = Omit<PlaceWith, 'lookAfter' | 'hold'>;

export interface Closed {
  readonly tally: Tally;
  readonly exitCode: ExitCode;
  /** The orders as they are on record at the end; one that was withheld is not among them. */
  readonly ends: readonly KnownOrder[];
  /** What it leaves. */
  readonly protection?: ProtectionStated;
}

const LOOK_AGAIN =
  'the position, what was sent before, or a setting has changed: look at ordo close again, and approve its code';

/** Refuses (exit 5) a code of anything else: a close is over with its code, as the next one has another. */
export const checkCloseApproved = (code: string, { run }: DecidedClose, session: Session): Promise<void> =>
  checkApproved(code, approvalIn(run), {
    session,
    plan: CLOSE_PLAN,
    known: run.known,
    done: 'sent',
    mend: () => LOOK_AGAIN,
  });

/** Refuses (exit 5) where a look after the approval made another close of it. */
export function checkAsShown(shown: DecidedClose, now: DecidedClose): void {
  const [before, after] = [approvalIn(shown.run).code, approvalIn(now.run).code];
  if (before === after) return;
  const [was, is] = apart(before, after);
  refuse(
    'close/position-changed',
    `${shown.symbol} ${shown.side} has changed since it was shown: ${heldWords(shown)} then, ${heldWords(now)} now (approval ${was}, now ${is})`,
    'nothing was sent; look again, and approve that',
  );
}

const heldWords = ({ parts }: DecidedClose): string =>
  parts.map(({ held, marginMode }) => `${held.canonical()}${parts.length === 1 ? '' : ` ${marginMode}`}`).join(' and ');

/** Approved and connected. */
export async function close(how: CloseWith, prepared: PreparedClose): Promise<Closed> {
  await how.session.approve(CLOSE_PLAN, approvalIn(prepared.run));
  return sendClose(how, prepared.run, { before: prepared.look, after: (ends) => lookOnce(how, prepared, ends) });
}

interface Looks {
  /** As the account was before. */
  readonly before?: AccountLook | undefined;
  /** At the account, once the orders are over or the time has passed. */
  readonly after?: (ends: readonly KnownOrder[]) => Promise<AccountLook>;
}

/** Sends the orders of a run of ordo's own, once, and looks until each is seen filled. */
export async function sendClose(how: CloseWith, prepared: PreparedRun, { before, after }: Looks): Promise<Closed> {
  let ends: readonly KnownOrder[] = [];
  let protection: ProtectionStated | undefined;
  const emit = (event: RunEvent): void => {
    if (event.event === 'protection-stated') protection = event;
    how.emit(event);
  };
  const lookAfter = async (run: PreparedRun, tally: Tally): Promise<PreparedRun> => {
    const asIs = withLook(run, before);
    try {
      ends = await endsOf(how, run);
      for (const event of knownStates(new Map(ends.map((order) => [order.id, order])))) emit(event);
      const unknown = ends.filter(({ state }) => UNKNOWN.has(state)).length;
      tally.foundSince = Math.max(0, tally.counts.unknown - unknown);
      tally.notFilled = ends.filter((order) => order.orderId !== undefined && order.state !== 'filled').length;
      if (after === undefined || how.stop.signal.aborted) return asIs;
      return withLook(run, await after(ends));
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      tally.journalFailed = true;
      return asIs;
    } finally {
      tally.remains = closeRemains(run, ends, tally);
    }
  };
  const { tally, exitCode } = await place({ ...how, emit, lookAfter }, prepared);
  return { tally, exitCode, ends, ...defined({ protection }) };
}

/** That of the run was as it would be after it. */
function withLook(run: PreparedRun, look: AccountLook | undefined): PreparedRun {
  const { look: _after, ...known } = run;
  return { ...known, ...defined({ look }) };
}

function endsOf({ session, stop }: CloseWith, { schedule, config }: PreparedRun): Promise<readonly KnownOrder[]> {
  const clientOids = new Set(schedule.pending.keys());
  const waitMs = config.execution.cancelWaitMs;
  return session.untilOver({ plan: CLOSE_PLAN, clientOids, waitMs, signal: stop.signal });
}

const LOOK_EVERY_MS = 1000;

/** At the account, kept. Positions may lag: it is looked again until they show what was filled, at most for `execution.cancelWait`. */
async function lookOnce(
  { session, clock, emit, stop: { signal } }: CloseWith,
  { symbol, side, parts, run: { config } }: PreparedClose,
  ends: readonly KnownOrder[],
): Promise<AccountLook> {
  const untilMs = clock.monotonicMs() + config.execution.cancelWaitMs;
  const left = sum(parts.map(({ held }) => held)).minus(sum(ends.map((end) => lineageFilled(end) ?? Decimal.zero)));
  for (;;) {
    const { look } = await session.whole({ symbols: [symbol], trades: () => [], asksMoney: false, signal });
    const positions = [...look.symbols].find(([of]) => sameSymbol(of, symbol))?.[1].positions ?? [];
    const held = sum(positions.flatMap((one) => (one.side === side ? one.size : [])));
    if (held.compare(left) <= 0 || signal.aborted) return look;
    if (clock.monotonicMs() >= untilMs) {
      const message = `the exchange reports ${held.canonical()} ${side} of ${symbol}, where ${left.canonical()} should be left: it lags, or more was opened`;
      emit({ event: 'note', message });
      return look;
    }
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

const sum = (sizes: readonly Decimal[]): Decimal => sizes.reduce((all, size) => all.plus(size), Decimal.zero);
