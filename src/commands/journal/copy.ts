/** `ordo journal copy <file> <server>`: the records go to a server as they are, and the file is sealed. */
import { isAbsolute, resolve } from 'node:path';
import type { Verified } from '../../journal/records/head.ts';
import type { Copied } from '../../journal/records/moved.ts';
import { isServerUrl, looksLikeAddress } from '../../journal/postgres/journal-url.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { refuse } from '../../refusal.ts';
import { copiedSheet } from '../../views/journal.ts';
import { holderWords } from '../../actions/prepare/account-checks.ts';
import { outputKind, writeSheet } from '../command-line/output-kind.ts';
import type { Arguments } from '../command-line/arguments.ts';
import type { World } from '../world.ts';

export const COPY_HELP = `ordo journal copy <file> postgres://user@host/database copies every record to an
empty journal on a server, and seals the file: no command opens it again. If it
is interrupted, run the same copy again. A server cannot be copied to a file.`;

const SHAPE = 'write ordo journal copy <file> postgres://user@host/database';

export async function copy(world: World, given: Arguments, paths: readonly string[]): Promise<ExitCode> {
  const option = ['journal', 'head'].find((name) => given.has(name));
  if (option !== undefined) refuse('option/conflict', `journal copy takes no --${option}`, SHAPE);
  const [from = '', to = '', ...more] = paths;
  if (from === '' || to === '' || more.length > 0)
    refuse('command/names', 'journal copy needs the file, and the server that it goes to', SHAPE);
  if (isServerUrl(from))
    refuse(
      'journal/address',
      'a journal on a server cannot be copied from there',
      'back it up with the server’s own tools',
    );
  // What looks like an address may hold a password, and is not shown.
  if (looksLikeAddress(from)) refuse('journal/address', 'the first name is not the path of a file', SHAPE);
  const second = looksLikeAddress(to) ? 'the second name' : to;
  if (!isServerUrl(to)) refuse('journal/address', `${second} is not the address of a server`, SHAPE);
  const file = isAbsolute(from) ? resolve(from) : resolve(world.files.folder, from);
  const done = await world.journals.copy(file, to);
  await writeSheet(world.terminal, outputKind(given.value('output') ?? 'lines', world), copiedSheet(copied(done)));
  return EXIT.done;
}

type Done = Extract<Copied, { kind: 'copied' }>;

function copied(what: Copied): Done {
  if (what.kind === 'copied') return what;
  if (what.kind === 'held') {
    const who = what.holder === undefined ? '' : `: ${holderWords(what.holder)}`;
    return refuse(
      'account/locked',
      `another run has locked an account of this journal${who}`,
      'wait for it to end; the lock goes with the process',
    );
  }
  return refuseAltered(what.name, what);
}

/** What a look at every record found first (exit 5). */
export function refuseAltered(
  name: string,
  { record, about, what }: Omit<Extract<Verified, { kind: 'broken' }>, 'kind'>,
): never {
  const which = record === 0 ? about : `record ${record}, ${about},`;
  refuse(
    'journal/altered',
    `the journal ${name} is not as it was written: ${which} ${what}`,
    'keep it and look into it; nothing is sent on a journal that is damaged',
  );
}
