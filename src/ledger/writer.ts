/**
 * Writes of one claim, in the order they are asked for. Those of one turn of the event loop share a commit, since a commit
 * costs far more than a record.
 */
import type { Append, RecordLog } from './record-log.ts';

interface Write {
  readonly run: (append: Append) => void;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

/** Runs something once the current turn has ended. */
export type Defer = (act: () => void) => void;

export class Writer {
  readonly #log: RecordLog;
  readonly #defer: Defer;
  readonly #writes: Write[] = [];
  /** The first failure: what may not come after one fails of it too. */
  #failure: { readonly error: unknown } | undefined;

  constructor(log: RecordLog, defer: Defer) {
    this.#log = log;
    this.#defer = defer;
  }

  /** Resolves with what `write` gives, once that is durable. `despite`: tried though an earlier write has failed. */
  add<T>(write: (append: Append) => T, how: { readonly despite: boolean }): Promise<T> {
    if (this.#failure !== undefined && !how.despite) return Promise.reject(this.#failure.error);
    return new Promise((resolve, reject) => {
      let value: T;
      this.#writes.push({
        run: (append) => void (value = write(append)),
        done: () => resolve(value),
        fail: reject,
      });
      if (this.#writes.length === 1) this.#defer(() => this.flush());
    });
  }

  /** Writes what is waiting. */
  flush(): void {
    const writes = this.#writes.splice(0);
    if (writes.length === 0) return;
    try {
      this.#log.transact((append) => writes.forEach(({ run }) => run(append)));
    } catch (error) {
      this.#failure ??= { error };
      for (const { fail } of writes) fail(error);
      return;
    }
    for (const { done } of writes) done();
  }
}
