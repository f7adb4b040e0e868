/** Where `ordo account --out` writes: a new file, or in the place of an account file, and of nothing else. */
import { resolve } from 'node:path';
import { accountText, loadAccount } from '../../config/load-account.ts';
import type { AccountTold } from '../../actions/account/account.ts';
import { readSource } from '../../source/read-source.ts';
import { refuse } from '../../refusal.ts';
import { checkReplaceable } from '../inputs/replaceable.ts';
import type { Files } from '../world.ts';

const PRIVATE = 0o600;

/** Refuses (exit 2) a file that is not an account file; before anything is asked. */
export function checkAccountOut(files: Files, out: string): void {
  if (!out.endsWith('.json'))
    refuse('option/value', `--out ${out} is not a .json file`, 'write the account as account.json');
  const isOne = (bytes: Uint8Array): boolean => {
    const source = readSource(out, bytes);
    return source.ok && loadAccount(source.value).account !== undefined;
  };
  checkReplaceable(files, out, { what: 'an account file', isOne });
}

/** For the user's own eyes, whole or not at all. Refuses (exit 2) an equity that no size can be a share of. */
export async function writeAccount(files: Files, shown: string, { money, account, atMs }: AccountTold): Promise<void> {
  const { equity, asset } = money;
  if (equity.coefficient <= 0n)
    refuse(
      'output/unwritable',
      `the equity is ${equity.toString()}, so no size can be a share of it`,
      'nothing was written',
    );
  const asOf = `${new Date(atMs).toISOString().slice(0, 19)}Z`;
  const text = accountText({ asOf, origin: account.origin, account: account.name, asset, equity });
  const written = await files.replace(resolve(files.folder, shown), text, PRIVATE);
  if (written.ok) return;
  refuse('output/unwritable', `the account file ${shown} cannot be written: ${written.error}`, 'nothing was written');
}
