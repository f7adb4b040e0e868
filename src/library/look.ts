/** A look at a session's account, for programs: what is covered, naked and not known, by what the exchange tells now. */
import { checkCanAsk } from '../actions/prepare/account-checks.ts';
import { isPartial } from '../actions/refresh.ts';
import { accountStatus } from '../actions/status.ts';
import { troubleLine } from '../actions/trouble-line.ts';
import { defined } from '../model/defined.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { protectionEvent } from '../protection/protection-event.ts';
import type { Working } from './holding.ts';
import type { PlanProtection } from './protection.ts';

export interface LookedAccount {
  readonly protection: PlanProtection;
  /** The same as of `ordo status --refresh`: 7 where something is not known, 11 where something is naked and a stop is required. */
  readonly exitCode: ExitCode;
}

/** Where nothing of the ledger is at stake, or stood today, nobody is asked. Throws RefusalError where nobody may be. */
export async function lookAtHeld(
  { session, config, connect, telling, account: { origin } }: Working,
  signal: AbortSignal,
): Promise<LookedAccount> {
  checkCanAsk(config);
  await connect();
  const look = await session.look(signal);
  const trouble = troubleLine(session, origin);
  if (trouble !== undefined) telling.emit({ event: 'note', message: trouble });
  const account = await session.account();
  const { protection, exitCode } = accountStatus({ account, config, ...defined({ look }) });
  const { event: _, ...shown } = protectionEvent(protection, await session.halted());
  return { protection: shown, exitCode: look !== undefined && isPartial(look) ? EXIT.unknown : exitCode };
}
