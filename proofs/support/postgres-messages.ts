/** PostgreSQL's protocol, as far as where its messages begin and end: a type, and a length that counts itself but not the type. */

export interface Message {
  /** Its letter; `startup` has none. */
  readonly type: string;
  /** All of it. */
  readonly bytes: Buffer;
}

const LENGTH = 4;

/** The whole messages of one direction of one connection, however the bytes come. */
export class MessageReader {
  #pending: Buffer = Buffer.alloc(0);
  /** The first that a client says is a length without a type. */
  #isStartup: boolean;

  constructor(isClient: boolean) {
    this.#isStartup = isClient;
  }

  *read(bytes: Buffer): Generator<Message> {
    this.#pending = Buffer.concat([this.#pending, bytes]);
    for (;;) {
      const head = this.#isStartup ? 0 : 1;
      if (this.#pending.length < head + LENGTH) return;
      const end = head + this.#pending.readInt32BE(head);
      if (this.#pending.length < end) return;
      const type = this.#isStartup ? 'startup' : this.#pending.toString('latin1', 0, 1);
      const message = { type, bytes: this.#pending.subarray(0, end) };
      this.#pending = this.#pending.subarray(end);
      this.#isStartup = false;
      yield message;
    }
  }
}
