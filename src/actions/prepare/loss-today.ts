/** What the account lost since midnight, UTC, before a live run opens more (docs/contract.md#policy, exit 4). It is asked anew each time. */
import { troubleWords } from '../../exchange/answers/trouble-words.ts';
import { Rational } from '../../model/rational.ts';
import { moneyText } from '../../protection/money.ts';
import { refuse } from '../../refusal.ts';
import type { WholeAccount } from '../../session/lists/whole-account.ts';
import type { Session } from '../../session/session.ts';
import { dayOf, lossOf, openProfit } from '../trades/day.ts';
import type { TradeSum } from '../trades/trade-sums.ts';
import { tradesOf } from '../trades/trades.ts';
import { capOf, type Cap } from './cap-of.ts';
import type { Check } from './checks.ts';
import { opensAny } from './halted.ts';
import type { PreparedRun } from './prepared-run.ts';

type LossBounded = Pick<PreparedRun, 'plan' | 'config' | 'schedule' | 'target' | 'exchange'>;

/** What the day may lose, where the run would open anything of a live account. */
export const lossCapOf = (run: LossBounded): Cap | undefined =>
  run.target === 'live' && opensAny(run) ? capOf(run, 'maxLossToday') : undefined;

interface Asking {
  readonly nowMs: number;
  /** Once it is aborted nothing is sent, and nothing refused. */
  readonly signal: AbortSignal;
}

/**
 * Refuses (exit 4) a run that opens from the cap on, and where it cannot be read; for the rate limit with exit 8. It closes
 * nothing, and ends no run that goes already.
 */
async function checkLossToday(session: Session, run: LossBounded, { nowMs, signal }: Asking): Promise<void> {
  const cap = lossCapOf(run);
  if (cap === undefined) return;
  const { queries } = run.config.exchange;
  if (!queries || run.config.execution.accountCheck === 'off') {
    const why = queries ? 'execution.accountCheck is off' : 'exchange.queries is false';
    return refuse(
      'account/loss-today',
      notKnown(cap, why),
      `closing orders can be sent with --only; or leave that setting out`,
    );
  }
  const symbols = [...new Set([...run.schedule.pending.values()].map(({ symbol }) => symbol))];
  const whole = await session.whole({ symbols, trades: dayOf(nowMs), signal });
  if (signal.aborted) return;
  const loss = lossIn(whole, run);
  if (typeof loss !== 'string') return refuseFrom(cap, loss);
  if (session.limited !== undefined)
    refuse('exchange/rate-limited', notKnown(cap, session.limited), 'nothing was sent; try again later');
  const why = session.trouble === undefined ? loss : troubleWords(session.trouble, run.exchange).why;
  refuse('account/loss-today', notKnown(cap, why), 'nothing was sent; look at it: ordo account');
}

export const LOSS_CHECKS: readonly Check<Asking & { readonly session: Session; readonly run: LossBounded }>[] = [
  {
    name: 'loss today',
    ask: async ({ session, run, ...asking }) => {
      await checkLossToday(session, run, asking);
      return lossCapOf(run) === undefined ? undefined : 'below maxLossToday';
    },
  },
];

const notKnown = ({ key, who }: Cap, why: string): string =>
  `what the account lost today is not known, so ${key}.maxLossToday of ${who} forbids opening more: ${why}`;

interface DayLoss {
  readonly net: TradeSum['net'];
  readonly open: Rational;
  readonly loss: Rational;
}

/** In words what cannot be known. */
function lossIn({ held, look, trades }: WholeAccount, { config }: LossBounded): DayLoss | string {
  if (held.kind === 'failed') return `what is held could not be read: ${held.message}`;
  const told = tradesOf(trades, { known: [], config });
  if (told.kind !== 'sums') return `the trades of today: ${told.why}`;
  const open = openProfit(look);
  if (typeof open === 'string') return open;
  const { net } = told.all;
  return { net, open, loss: lossOf({ net }, open) };
}

function refuseFrom({ most, who, key }: Cap, { net, open, loss }: DayLoss): void {
  if (loss.compare(Rational.of(most)) < 0) return;
  const parts = `trades ${moneyText(net, 'gain')} after fees, open ${moneyText(open, 'gain')}`;
  refuse(
    'account/loss-today',
    `the account lost ${moneyText(loss, 'loss')} since 00:00 UTC (${parts}); ${who} allows less than ${most.toString()} (${key}.maxLossToday)`,
    'nothing was sent; closing orders can be sent with --only. Look at it: ordo account',
  );
}
