/**
 * The account's key. A key that the journal does not know is tied to the account by the first answer that proves it: a typo would
 * shut the right key out. At the latest it is tied before an order leaves, for what became of an order is asked with its key.
 */
import { JournalError } from '../../journal/records/journal-error.ts';
import type { Claim, KeyRefusal } from '../../journal/records/ledger.ts';
import type { FailureCause } from '../../model/listing.ts';
import type { Result } from '../../model/result.ts';
import type { Exchange } from '../../ports.ts';
import type { Transmitted } from '../../exchange/dialect.ts';

export class KeyTie {
  readonly #claim: Pick<Claim, 'bindKey'>;
  readonly #connection: Exchange;
  readonly #rebind: boolean;
  #isTied = false;
  /** What the last answer failed for, where a person can mend it. */
  trouble: FailureCause | undefined;

  constructor(claim: Pick<Claim, 'bindKey'>, connection: Exchange, rebind: boolean) {
    this.#claim = claim;
    this.#connection = connection;
    this.#rebind = rebind;
  }

  /** Err: the journal knows the account or the key otherwise. */
  check(): Promise<Result<void, KeyRefusal>> {
    return this.#bind(false);
  }

  /** Before an order leaves. Rejects with JournalError where another run has tied another key since. */
  async tie(): Promise<void> {
    if (this.#isTied) return;
    const bound = await this.#bind(true);
    if (!bound.ok)
      throw new JournalError(
        'the account was tied to another key a moment ago',
        'nothing was sent; check whose key it is',
        'account/other-key',
      );
    this.#isTied = true;
  }

  /** The connection, heard for an answer that proves the key, and for what questions fail for. */
  heard(): Exchange {
    const connection = this.#connection;
    const send: Exchange['send'] = (operation, asked, timestampMs) => {
      const sent = connection.send(operation, asked, timestampMs);
      return operation.isSigned ? sent.then((result) => this.#hear(result)) : sent;
    };
    return {
      operations: connection.operations,
      keyFingerprint: (salt) => connection.keyFingerprint(salt),
      send,
      close: () => connection.close(),
    };
  }

  async #hear<V>(result: Transmitted<V>): Promise<Transmitted<V>> {
    if (result.kind !== 'answered' && result.kind !== 'clock-refused') return result;
    const { kind, cause } = result.value as { readonly kind?: string; readonly cause?: FailureCause };
    this.trouble = cause;
    if (kind === 'page' || kind === 'position' || kind === 'told') await this.tie();
    return result;
  }

  #bind(isProved: boolean): Promise<Result<void, KeyRefusal>> {
    const given = { rebind: this.#rebind, isProved };
    return this.#claim.bindKey((salt) => this.#connection.keyFingerprint(salt), given);
  }
}
