/** Locks an account, or one plan of it, for a command, also where another has it and lets go. */
import type { HoldingFollower } from '../../actions/asked-followers.ts';
import { onceFree as onceIsFree } from '../../actions/once-free.ts';
import { defined } from '../../model/defined.ts';
import type { Session } from '../../session/session.ts';
import { withLiveSession } from './live-session.ts';
import type { World } from '../world.ts';

type Place = Parameters<typeof withLiveSession>[1];

interface OnceFree extends Place {
  readonly waits: boolean;
  /** The command that asks whoever follows it to end; absent: nobody is asked. */
  readonly command?: string;
  /** Those that are asked already. */
  readonly asked?: readonly HoldingFollower[];
}

/** Refuses (exit 10) where another has it still, and names that. */
export async function onceFree<Value>(
  world: World,
  { waits, command, asked, ...holding }: OnceFree,
  body: (session: Session) => Promise<Value>,
): Promise<Value> {
  const { account, journal, plan } = holding.place;
  const ledger = await world.journals.open(journal.url);
  const how = { ledger, account, clock: world.clock, emit: holding.emit, waits, ...defined({ plan, command, asked }) };
  return onceIsFree(how, (has) =>
    withLiveSession(world, holding, (session) => {
      has();
      return body(session);
    }),
  );
}
