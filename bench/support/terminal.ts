/** A terminal in memory, for a screen that nobody sees. */
import { Readable, Writable } from 'node:stream';

export class Terminal extends Writable {
  readonly isTTY = true;
  readonly columns = 120;
  readonly rows = 50;
  bytes = 0;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.bytes += chunk.length;
    done();
  }
}

/** A keyboard on which `push` presses. */
export const keyboard = (): Readable =>
  Object.assign(new Readable({ read: () => undefined }), {
    isTTY: true,
    setRawMode: () => undefined,
    ref: () => undefined,
    unref: () => undefined,
  });
