/** The journal cannot be opened, read or written: nothing may be sent. `hint` says what to do about it. */
export class JournalError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
