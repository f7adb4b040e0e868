/** The account file of a config, read only where a size is a share of its equity. */
import { dirname } from 'node:path';
import { loadAccount } from '../../config/load-account.ts';
import type { Config } from '../../model/config.ts';
import type { AccountAnswer, NoAccount } from '../../model/account-file.ts';
import { shellWord } from '../../report/text/phrases.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { Files } from '../world.ts';
import { accountFile, isThere, readText, shown } from './input-files.ts';

interface AccountSource {
  readonly files: Files;
  /** Where it is looked for if `files` are of a commit that lacks it: git seldom has an account. */
  readonly today: Files | undefined;
  readonly config: Config;
  readonly configFile: string | undefined;
  readonly bytesRead: Map<string, Uint8Array>;
}

export class AccountInput {
  readonly #files: Files;
  readonly #config: Config;
  readonly #configFile: string | undefined;
  readonly #bytesRead: Map<string, Uint8Array>;
  /** What is wrong with the file itself. */
  diagnostics: readonly Diagnostic[] = [];
  /** The file that was read, by its absolute path. */
  file: string | undefined;
  /** The file that was asked for and is not there, by its absolute path. */
  missing: string | undefined;

  constructor({ files, today, config, configFile, bytesRead }: AccountSource) {
    const named = configFile === undefined ? undefined : accountFile(config, configFile);
    const isHere = named === undefined || today === undefined || isThere(files, named);
    this.#files = isHere ? files : today;
    this.#config = config;
    this.#configFile = configFile;
    this.#bytesRead = bytesRead;
  }

  readonly read = (): AccountAnswer => {
    const [files, configFile] = [this.#files, this.#configFile];
    if (configFile === undefined) {
      return {
        why: 'the size is a share of the equity, and without a config there is no account file',
        hint: 'make a config, whose folder the account file lies in: ordo init',
      };
    }
    const file = accountFile(this.#config, configFile);
    const name = shown(files, file);
    if (!isThere(files, file)) {
      this.missing = file;
      return noAccountFile(name, 'is not there');
    }
    const bytes = files.read(file);
    if (!bytes.ok) return noAccountFile(name, `cannot be read: ${bytes.error}`);
    const how = { what: 'the account file', within: dirname(configFile), bytesRead: this.#bytesRead };
    const text = readText(files, file, how);
    const { account, diagnostics } = text.ok
      ? loadAccount(text.value)
      : { account: undefined, diagnostics: [text.error] };
    this.diagnostics = diagnostics;
    this.file = file;
    return account ?? 'reported';
  };
}

/** `name` is the file's, as a person would write it. */
export const noAccountFile = (name: string, why: string): NoAccount => ({
  why: `the size is a share of the equity, and ${name} ${why}`,
  hint: `write it: ordo account --out ${shellWord(name)}`,
});
