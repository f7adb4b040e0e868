import type { Exchange } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import type { Setup } from '../inputs/setup.ts';
import { refuseOthersFiles, distrustOfAccess, distrustOfFile } from './whose-files.ts';
import type { World } from '../world.ts';
import type { Session } from '../../session/session.ts';
import { checkKey } from '../../actions/prepare/account-checks.ts';
import type { JournalPlace } from '../../journal/records/scope.ts';
import { dirname, resolve, sep } from 'node:path';
import type { KeysCommand } from '../../exchange/keys/keys.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { programInPath } from './program-in-path.ts';

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
      configFile !== undefined && { keysCommand: () => keysProgram(world, command, configFile) }),
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
  },
): Promise<void> {
  const { setup, session, place, rebind } = what;
  checkKey(await session.connect(() => connectLive(world, setup, place.account.origin), rebind), place);
}

// The program that prints the keys, found before it is started: beside the config where its name has a slash, else in PATH.
// Never in the working folder, where anybody's file may bear its name.

/** The command with its program as an absolute path; an error in words where there is none, or others could have written it. */
export function keysProgram(
  world: World,
  [program, ...args]: KeysCommand,
  configFile: string,
): Result<KeysCommand, string> {
  const isPath = program.includes('/') || program.includes(sep);
  const file = isPath ? resolve(dirname(configFile), program) : programInPath(world.variables, world.files, program);
  if (file === undefined)
    return err(`exchange.keysCommand: there is no program ${program} in an absolute folder of PATH`);
  const entry = world.files.entryAt(file);
  if (entry.kind !== 'file') {
    const why =
      entry.kind === 'closed' ? entry.why : entry.kind === 'nothing' ? 'there is no such file' : 'it is not a file';
    return err(`exchange.keysCommand: ${file} cannot be started: ${why}`);
  }
  const name = `the program of exchange.keysCommand, ${entry.realPath}`;
  // Many systems let a group of administrators write the folders of PATH; which those are is the user's own word.
  const found = isPath
    ? distrustOfFile(world.files, name, file)
    : distrustOfAccess(world.files, name, entry.realPath, entry.access);
  return found === undefined ? ok([file, ...args]) : err(`${found.why}: ${found.mend}`);
}
