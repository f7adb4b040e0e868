/** Writes to stdout, and knows whether the text got out. */
import { fstatSync, writeSync } from 'node:fs';
import type { OutputLoss } from '../commands/world.ts';

interface WatchedOutput {
  readonly write: (text: string) => void;
  /** Calls the listener when the output is lost, or at once if it already is. */
  readonly onLoss: (listener: (loss: OutputLoss) => void) => () => void;
  /** Resolves once everything written is out, or lost. */
  readonly flush: () => Promise<OutputLoss | undefined>;
}

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file would be too large',
  EPIPE: 'its reader is gone',
  EIO: 'the device failed',
};

export function watchedOutput(stream: NodeJS.WriteStream & { readonly fd: number }): WatchedOutput {
  const listeners = new Set<(loss: OutputLoss) => void>();
  const waiting: (() => void)[] = [];
  let pending = 0;
  let loss: OutputLoss | undefined;
  const lose = (error: unknown): void => {
    if (loss !== undefined) return;
    const { code = '' } = error as NodeJS.ErrnoException;
    // A closed terminal fails as a broken device does.
    const isUnread = code === 'EPIPE' || (code === 'EIO' && stream.isTTY);
    loss = { why: WORDS[code] ?? (code === '' ? String(error) : code), isUnread };
    for (const listener of listeners) listener(loss);
  };
  const written = (error?: Error | null): void => {
    pending -= 1;
    if (error) lose(error);
    if (pending === 0) for (const resume of waiting.splice(0)) resume();
  };
  // Also covers what other code writes to the stream, such as the screen.
  stream.on('error', lose);
  const isFile = leadsToFile(stream);
  return {
    write: (text) => {
      if (loss !== undefined) return;
      if (!isFile) {
        pending += 1;
        stream.write(text, written);
        return;
      }
      try {
        writeWhole(stream.fd, text);
      } catch (error) {
        lose(error);
      }
    },
    onLoss: (listener) => {
      listeners.add(listener);
      if (loss !== undefined) listener(loss);
      return () => listeners.delete(listener);
    },
    flush: async () => {
      if (pending > 0) await new Promise<void>((resolve) => void waiting.push(resolve));
      return loss;
    },
  };
}

/**
 * Node writes to a terminal until it has taken all: one that is stopped stops the process. A pipe it writes beside, and so it does to a
 * terminal after this. Only for what has to go on: texts of two streams may then meet in another order on a slow terminal.
 */
export function withoutWaiting(stream: NodeJS.WriteStream): void {
  if (!stream.isTTY) return;
  const { _handle: handle } = stream as { readonly _handle?: { readonly setBlocking?: (blocks: boolean) => unknown } };
  handle?.setBlocking?.(false);
}

/** Whether it is a file, or a device such as /dev/full. */
function leadsToFile({ fd, isTTY }: { readonly fd: number; readonly isTTY: boolean }): boolean {
  if (isTTY) return false;
  try {
    const stat = fstatSync(fd);
    return stat.isFile() || stat.isCharacterDevice();
  } catch {
    return false;
  }
}

/** Writes all of a text. A nearly full disk takes a part of it and only returns its length; Node's stream drops the rest. */
function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}
