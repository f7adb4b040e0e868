import type { AccountAnswer, AccountFile } from '../../model/account-file.ts';

/** The account file, asked for by the first size that needs it: a plan without one depends on no equity. */
export class AccountMeant {
  readonly #ask: () => AccountAnswer;
  #answer: AccountAnswer | undefined;

  constructor(ask: () => AccountAnswer) {
    this.#ask = ask;
  }

  get answer(): AccountAnswer {
    return (this.#answer ??= this.#ask());
  }

  /** Whether the file was asked for, and has mistakes of its own. */
  get isReported(): boolean {
    return this.#answer === 'reported';
  }

  /** The file that sizes were computed from; undefined where none was. */
  get used(): AccountFile | undefined {
    const answer = this.#answer;
    return typeof answer === 'object' && 'equity' in answer ? answer : undefined;
  }
}
