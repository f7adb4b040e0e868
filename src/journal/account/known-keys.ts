/** The key that each account was used with, by its fingerprint. */
import type { KeyRefusal } from '../records/ledger.ts';
import type { AccountName } from '../records/scope.ts';

export class KnownKeys {
  /** By the number of the account's record. */
  readonly #names = new Map<number, AccountName>();
  readonly #keys = new Map<number, string>();

  name(account: number, name: AccountName): void {
    this.#names.set(account, name);
  }

  tie(account: number, fingerprint: string): void {
    this.#keys.set(account, fingerprint);
  }

  /** Why this key may not act for the account, which has no number yet where it is new; undefined where it may. */
  refusal(account: number | undefined, fingerprint: string): KeyRefusal | 'new' | undefined {
    const own = account === undefined ? undefined : this.#keys.get(account);
    if (own === fingerprint) return undefined;
    if (own !== undefined) return { kind: 'other-key' };
    const other = [...this.#keys].find(([, known]) => known === fingerprint);
    const owner = other === undefined ? undefined : this.#names.get(other[0]);
    return owner === undefined ? 'new' : { kind: 'other-account', owner };
  }
}
