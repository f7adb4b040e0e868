/**
 * Writes of one claim, in the order they are asked for. Those of one turn of the event loop share a commit, since a commit
 * costs far more than a record.
 */
import type { Append, RecordLog } from '../records/record-log.ts';

interface Write {
  readonly despite: boolean;
  readonly isTrial: boolean;
  readonly run: (append: Append) => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface WriteHow {
  /** Tried though an earlier write has failed. */
  readonly despite?: boolean;
  /** Its failure says nothing of what is written later. */
  readonly isTrial?: boolean;
}

/** Runs something once the current turn has ended. */
export type Defer = (act: () => void) => void;

export class Writer {
  readonly #log: RecordLog;
  readonly #defer: Defer;
  readonly #writes: Write[] = [];
  /** The commit that is under way. */
  #committing: Promise<void> | undefined;
  /** The first failure: what may not come after one fails of it too. */
  #failure: { readonly error: unknown } | undefined;

  constructor(log: RecordLog, defer: Defer) {
    this.#log = log;
    this.#defer = defer;
  }

  /** Resolves with what `write` gives, once that is durable. */
  add<T>(write: (append: Append) => T, { despite = false, isTrial = false }: WriteHow = {}): Promise<T> {
    if (this.#failure !== undefined && !despite) return Promise.reject(this.#failure.error);
    return new Promise((resolve, reject) => {
      let value: T;
      this.#writes.push({
        despite,
        isTrial,
        run: (append) => void (value = write(append)),
        resolve: () => resolve(value),
        reject,
      });
      if (this.#writes.length === 1 && this.#committing === undefined) this.#defer(() => void this.flush());
    });
  }

  /** Writes what is waiting; a store on this machine has written it when this returns. */
  flush(): Promise<void> | undefined {
    if (this.#committing !== undefined) return this.#committing.then(() => this.flush());
    const writes = this.#due();
    if (writes.length === 0) return undefined;
    try {
      const committing = this.#log.transact((append) => writes.forEach(({ run }) => run(append)));
      if (committing instanceof Promise) return this.#ended(writes, committing);
      for (const { resolve } of writes) resolve();
    } catch (error) {
      this.#failed(writes, error);
    }
    return undefined;
  }

  /** What may not come after a failure fails of it. */
  #due(): readonly Write[] {
    const writes = this.#writes.splice(0);
    const { error } = this.#failure ?? {};
    if (this.#failure === undefined) return writes;
    for (const { despite, reject } of writes) if (!despite) reject(error);
    return writes.filter(({ despite }) => despite);
  }

  #ended(writes: readonly Write[], committing: Promise<void>): Promise<void> {
    return (this.#committing = committing
      .then(
        () => writes.forEach(({ resolve }) => resolve()),
        (error: unknown) => this.#failed(writes, error),
      )
      .then(() => {
        this.#committing = undefined;
        return this.flush();
      }));
  }

  #failed(writes: readonly Write[], error: unknown): void {
    if (!writes.every(({ isTrial }) => isTrial)) this.#failure ??= { error };
    for (const { reject } of writes) reject(error);
  }
}
