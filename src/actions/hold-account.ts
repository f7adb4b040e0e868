/** Locks an account of a journal, or one plan of it, for whoever places, cancels or settles in it, and puts right what an earlier run left. */
import type { Holder } from '../journal/records/ledger.ts';
import type { Config } from '../model/config.ts';
import { ASK_PLAN } from '../model/own-plans.ts';
import { refuse } from '../refusal.ts';
import { openSession, type Session, type SessionOptions } from '../session/session.ts';
import { holderWords } from './prepare/account-checks.ts';

interface HoldOptions extends Omit<SessionOptions, 'limits' | 'settings'> {
  readonly config: Config;
}

/** Refuses (exit 10) where another has the lock. */
export async function holdAccount({ config, ...options }: HoldOptions): Promise<Session> {
  const { exchange, execution } = config;
  const opened = await openSession({ ...options, limits: exchange.limits, settings: execution });
  return opened.ok ? opened.value : refuseHeld(opened.error, options.scope.plan?.plan);
}

function refuseHeld(holder: Holder | undefined, plan: string | undefined): never {
  const who = holder === undefined ? '' : `: ${holderWords(holder)}`;
  const held = holder === undefined ? plan : holder.plan;
  const what = held === undefined ? 'this account and journal' : `the plan ${held} of this account`;
  if (held === ASK_PLAN.plan)
    refuse('account/locked', `ordo account is asking the exchange${who}`, 'it takes some seconds: repeat this command');
  if (holder?.isWatch === true)
    refuse(
      'account/locked-by-watch',
      `a watch has locked ${what}${who}`,
      'a watch does not end by itself: press q in its terminal, then repeat this command',
    );
  if (holder?.isFollow === true)
    refuse(
      'account/locked',
      `another run has locked ${what}${who}`,
      'it may go on for days: end it with Ctrl-C in its terminal, then repeat this command',
    );
  return refuse(
    'account/locked',
    `another run has locked ${what}${who}`,
    held !== undefined && held === plan
      ? 'wait for it to end; other plans of the account may run at the same time'
      : 'wait for it to end; the lock goes with the process',
  );
}
