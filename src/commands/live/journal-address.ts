/** Where the journal is: a file of this user, or a server that any number of machines share. */
import type { JournalAddress } from '../../journal/records/scope.ts';
import { isAbsolute, join, resolve } from 'node:path';
import { besideServer, stateFolderOf } from '../../journal/files/journal-folder.ts';
import { isServerUrl, looksLikeAddress, serverAddress } from '../../journal/postgres/journal-url.ts';
import { isNamedInFile } from '../../journal/postgres/password-file.ts';
import { sqliteUrl } from '../../journal/url.ts';
import type { Config } from '../../model/config.ts';
import { refuse } from '../../refusal.ts';
import { shellWord } from '../../report/text/phrases.ts';
import type { World } from '../world.ts';
import type { Distrust } from './whose-files.ts';

type Named = Pick<Config, 'journal'>;

const SERVER_SHAPE = 'write postgres://user@host/database, or the path of a file';

/** `--journal`, or ORDO_JOURNAL, or the config's `journal`, or the file in the user's state folder. */
export async function journalAt(world: World, asked: string | undefined, config: Named = {}): Promise<JournalAddress> {
  const { text } = namedJournal(world, asked, config);
  if (!isServerUrl(text)) {
    const { name } = await world.journals.open(sqliteUrl(journalFile(world, asked, config)));
    return { url: sqliteUrl(name), name };
  }
  const { name } = await world.journals.open(text);
  const distrusted = distrustedServer(world, asked, config);
  if (distrusted !== undefined) refuse('journal/untrusted', distrusted.why, distrusted.mend);
  return { url: text, name };
}

/**
 * Why the server that would be the journal is not asked: who wrote the config may be anybody, as with a branch that is looked at, and
 * would be told the password, or enough to guess it. So a server is the journal by the user's own word alone.
 */
export function distrustedServer(world: World, asked: string | undefined, config: Named): Distrust | undefined {
  const { who, text } = namedJournal(world, asked, config);
  const address = isServerUrl(text) ? serverAddress(text) : undefined;
  if (who !== CONFIG || address?.ok !== true || isNamedInFile(address.value, world.variables)) return undefined;
  const { name, host } = address.value;
  return {
    why: `the journal ${name} is named only by the config, and ordo connects to no server that you did not name yourself`,
    mend: `if it is yours, name it with --journal ${shellWord(name)} or ORDO_JOURNAL, or add a line with the host ${host} to ~/.pgpass`,
  };
}

interface NamedJournal {
  readonly who: string;
  /** Empty: the file in the user's state folder. */
  readonly text: string;
}

const CONFIG = 'journal in the config';

/** By whom the journal is named, and what. Refuses (exit 2) an empty name: it would mean another journal than the one that was meant. */
function namedJournal({ variables }: World, asked: string | undefined, { journal = '' }: Named): NamedJournal {
  const given = [
    { who: '--journal', text: asked, mend: 'leave it out' },
    { who: 'ORDO_JOURNAL', text: variables['ORDO_JOURNAL'], mend: 'unset it' },
  ].find(({ text }) => text !== undefined);
  if (given === undefined) return { who: CONFIG, text: journal.trim() };
  const text = given.text?.trim() ?? '';
  if (text === '') refuse('journal/address', `${given.who} is empty`, `name a file or a server, or ${given.mend}`);
  return { who: given.who, text };
}

/**
 * The file of the journal. Only a person's own word on the command line may depend on the current folder: by any other, a plan
 * that is run from two folders would have two journals, and be placed twice.
 */
export function journalFile(world: World, asked: string | undefined, config: Named = {}): string {
  const { who, text } = namedJournal(world, asked, config);
  if (text === '') return ownJournalFile(world);
  // It is not shown, as it may hold a password.
  if (looksLikeAddress(text))
    refuse('journal/address', `${who} is not the address of a journal that ordo knows`, SERVER_SHAPE);
  if (isAbsolute(text)) return resolve(text);
  if (asked !== undefined) return resolve(world.files.folder, text);
  return refuse(
    'journal/address',
    `${who} ${text} is not an absolute path, so each folder would have a journal of its own`,
    'write the whole path, or name the file with --journal',
  );
}

/** The journal of this user on this machine, where nothing else is named. */
export const ownJournalFile = (world: World): string => join(stateFolder(world), 'ordo', 'journal.db');

/** Next to a file; what a server cannot take goes to the user's state folder, by what that journal is (`Claim.journal`). */
export const besideJournalOf = (world: World, { url }: JournalAddress, journal: string): string =>
  isServerUrl(url) ? sqliteUrl(besideServer(stateFolder(world), journal)) : url;

function stateFolder(world: World): string {
  const folder = stateFolderOf(world.variables, world.home);
  if (folder !== undefined) return folder;
  const home = world.variables['HOME'];
  const why =
    home === undefined ? 'not set, and the system knows none' : home === '' ? 'empty' : `${home}, a relative path`;
  return refuse(
    'environment/no-folder',
    `the default journal path depends on the home folder, and HOME is ${why}`,
    'name a file with --journal, or set XDG_STATE_HOME or HOME to an absolute path',
  );
}
