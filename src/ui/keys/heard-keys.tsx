/** What Ink hears, in the words of the keys: raw mode, sequences that come in pieces, and pastes are its work. */
import { useApp, useInput, usePaste, type Key } from 'ink';
import { useEffect } from 'react';
import type { Press } from './key-event.ts';

export interface KeysProps {
  readonly onPress: (press: Press) => void;
  readonly isActive: boolean;
  /** Gets what gives the terminal back at once, its frame settled and erased. */
  readonly onTaken: (giveBack: () => Promise<unknown>) => void;
  /** When Ink ends, be it that the process ends by a signal which nothing else awaits. */
  readonly onEnd: () => void;
}

export function Keys({ onPress, isActive, onTaken, onEnd }: KeysProps): null {
  const { suspendTerminal } = useApp();
  useInput(
    (input, key) => {
      const press = pressOf(input, key);
      if (press !== undefined) onPress(press);
    },
    { isActive },
  );
  usePaste((text) => onPress(pasteOf(text)), { isActive });
  useEffect(() => {
    onTaken(suspendTerminal);
    return onEnd;
  }, [onTaken, onEnd, suspendTerminal]);
  return null;
}

const NAMED = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['pageUp', 'page-up'],
  ['pageDown', 'page-down'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'escape'],
  ['backspace', 'erase'],
  ['delete', 'erase'],
] as const satisfies readonly (readonly [keyof Key, string])[];

/** Undefined for what does nothing: a key that has no name here, or a sequence that nobody typed. */
function pressOf(input: string, key: Key): Press | undefined {
  if (key.ctrl) return ofControl(input);
  for (const [name, pressed] of NAMED) if (key[name]) return { key: pressed };
  if (key.tab) return { key: key.shift ? 'back-tab' : 'tab' };
  if (key.meta || key.super || key.hyper || isStray(input)) return undefined;
  return { text: input, isPasted: Array.from(input).length > 1 };
}

function ofControl(input: string): Press | undefined {
  if (input === 'c') return { key: 'interrupt' };
  return input === 'u' ? { key: 'erase-all' } : undefined;
}

/** The rest of a sequence that has lost its first character, or a control character that is no key here. */
const isStray = (input: string): boolean => input === '' || /^(?:\[[0-9;]*[A-Za-z~]?|\p{Cc})$/u.test(input);

/** What came between the marks of a paste is text, whatever it is. */
const pasteOf = (text: string): Press => ({ text, isPasted: true });
