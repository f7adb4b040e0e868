import type { Exchange } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import type { Setup } from '../inputs/setup.ts';
import { refuseOthersFiles } from './whose-files.ts';
import { trustedProgram } from './trusted-program.ts';
import type { World } from '../world.ts';
import type { Session } from '../../session/session.ts';
import { checkKey } from '../../actions/prepare/account-checks.ts';
import type { JournalPlace } from '../../journal/records/scope.ts';

const VARIABLES = 'set ORDO_API_KEY, ORDO_API_SECRET and ORDO_API_PASSPHRASE';

/**
 * A connection with the keys of the environment or of the config's command; without them a refusal (exit 2). No key is read
 * for a config or a list of instruments that others may have written.
 */
export async function connectLive(world: World, setup: Setup, origin: string): Promise<Exchange> {
  refuseOthersFiles(world.files, setup);
  const { config, configFile } = setup;
  const { locale, timeoutMs, refusalCodes, keysCommand: command } = config.exchange;
  const connected = await world.exchanges.connect({
    origin,
    speaking: config.exchange,
    locale,
    timeoutMs,
    refusalCodes: new Set(refusalCodes),
    ...(command !== undefined &&
      configFile !== undefined && {
        keysCommand: () => trustedProgram(world, 'exchange.keysCommand', command, configFile),
      }),
  });
  if (connected.ok) return connected.value;
  return refuse(
    'keys/unusable',
    connected.error,
    command === undefined
      ? `${VARIABLES}, or name an exchange.keysCommand in the config`
      : `exchange.keysCommand is in ${configFile}; if all three variables are set, they are used instead`,
  );
}

/** Connects the session, and checks that the account's key is the one that the journal knows. */
export async function connectKnown(
  world: World,
  what: {
    readonly setup: Setup;
    readonly session: Session;
    readonly place: Pick<JournalPlace, 'account'>;
    readonly rebind: boolean;
    /** What is connected already. */
    readonly connected?: (() => Exchange) | undefined;
  },
): Promise<void> {
  const { setup, session, place, rebind, connected } = what;
  const connect = async (): Promise<Exchange> => connected?.() ?? connectLive(world, setup, place.account.origin);
  checkKey(await session.connect(connect, rebind), place);
}
