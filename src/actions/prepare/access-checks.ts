/** The checks of the way to the exchange: its clock, the key, and what the key may do. */
import { accountCheckOf, type Config } from '../../model/config.ts';
import type { EventSink } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import type { AccountChecked } from '../../session/account-check.ts';
import type { Session } from '../../session/session.ts';
import type { Check, GoThrough } from './checks.ts';
import { refuseForTrouble } from './found-elsewhere.ts';
import type { PreparedRun } from './prepared-run.ts';

export interface CheckingWith {
  /** Whether the plan was ever placed from this journal: if not, a look of its own follows for who placed it. */
  readonly wasPlaced: boolean;
  readonly session: Session;
  readonly emit: EventSink;
  readonly nowMs: () => number;
  readonly through: GoThrough;
  /** Nobody is asked any more once it is aborted. */
  readonly asksUntil?: AbortSignal;
}

/** What is asked of an account whatever is placed; `exchange`: its origin. */
interface Asked {
  readonly session: Session;
  readonly checked: AccountChecked;
  readonly config: Config;
  readonly exchange: string;
}

/** Whether the key is taken, and may trade. Without these nothing else is judged. */
export const ACCESS_CHECKS: readonly Check<Asked>[] = [
  {
    name: 'exchange',
    ask: (asked) => {
      const { trouble } = asked.checked;
      if (trouble !== undefined && trouble.kind !== 'access' && isOver(asked))
        refuseForTrouble(trouble, asked.exchange);
      if (trouble !== undefined && trouble.kind !== 'access') return undefined;
      return async () => `${asked.exchange} answers${clockWords(await asked.session.clockOfExchange())}`;
    },
  },
  {
    name: 'key',
    needs: ['exchange'],
    ask: (asked) => {
      const { trouble } = asked.checked;
      if (trouble !== undefined && isOver(asked)) refuseForTrouble(trouble, asked.exchange);
      return trouble === undefined ? 'the exchange takes it' : undefined;
    },
  },
  { name: 'trading', needs: ['key'], ask: ({ checked }) => refuseNoTrading(checked) },
];

/** So far may the wall clock of a request be off. */
const CLOCKS_APART_S = 30;

function clockWords(clock: Awaited<ReturnType<Session['clockOfExchange']>>): string {
  if (clock === undefined) return ', and does not give its time';
  const { tookMs, aheadMs } = clock;
  const ahead = `${aheadMs < 0 ? '-' : '+'}${(Math.abs(aheadMs) / 1000).toFixed(1)}`;
  return `, ${Math.round(tookMs)} ms, its clock ${ahead} s of ${CLOCKS_APART_S}`;
}

/** What the account is, where no plan says what is placed: by the same checks, of the money alone. */
export async function checkAccess(
  { session, through }: Pick<CheckingWith, 'session' | 'through'>,
  { config, exchange }: Pick<Asked, 'config' | 'exchange'>,
): Promise<void> {
  const checked = await session.check({ symbols: [], asksMoney: true });
  await through(ACCESS_CHECKS, { session, checked, config, exchange });
}

export const judgesStrictly = ({ config }: Pick<PreparedRun, 'config'>): boolean => accountCheckOf(config) === 'refuse';

/** Where the key is refused nothing can be placed, whatever is only warned of. */
function isOver({ checked: { trouble }, config }: Asked): boolean {
  const isStrict = judgesStrictly({ config });
  return trouble !== undefined && (isStrict || trouble.kind === 'access');
}

function refuseNoTrading({ settings }: AccountChecked): void {
  if (settings?.account.kind === 'told' && !settings.account.value.mayTrade)
    refuse('account/settings', 'this account may not trade', 'look at it on the exchange; nothing was sent');
}

export interface Against {
  readonly unread: readonly string[];
  readonly against: readonly string[];
  readonly mend: string;
}

/** A first send is asked about by its own look as well. */
export const mendOf = (wasPlaced: boolean): string =>
  wasPlaced
    ? 'nothing was sent; execution.accountCheck: warn sends anyway'
    : 'nothing was sent; execution.accountCheck: warn continues anyway, and exchange.queries: false asks nothing';
