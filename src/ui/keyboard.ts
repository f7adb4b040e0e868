/**
 * The keys of a terminal, which Ink hears: raw mode, sequences that come in pieces, and pastes are its work. It draws on
 * nothing, as the screen writes its frames itself and no byte of anybody else may come between them.
 */
import { Writable } from 'node:stream';
import { render, useInput, usePaste } from 'ink';
import { createElement, useEffect } from 'react';
import { pasteOf, pressOf } from './keys/heard-keys.tsx';
import type { Press } from './keys/key-event.ts';

interface KeysProps {
  readonly onPress: (press: Press) => void;
  /** When nothing is heard any more, be it that the process ends by a signal which nothing else awaits. */
  readonly onEnd: () => void;
}

function Keys({ onPress, onEnd }: KeysProps): null {
  useInput((input, key) => {
    const press = pressOf(input, key);
    if (press !== undefined) onPress(press);
  });
  usePaste((text) => onPress(pasteOf(text)));
  useEffect(() => onEnd, [onEnd]);
  return null;
}

/** Hears them until what it returns is called. `stdin` is a terminal. */
export function hearKeys(stdin: NodeJS.ReadStream, keys: KeysProps): () => void {
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Ink asks the system for a size that it is not told.
  const nowhere = Object.assign(sink, { columns: 80, rows: 24 }) as unknown as NodeJS.WriteStream;
  const ends = { stdin, stdout: nowhere, stderr: nowhere };
  return render(createElement(Keys, keys), { ...ends, interactive: false, exitOnCtrlC: false, patchConsole: false })
    .unmount;
}
