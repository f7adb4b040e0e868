/** What is typed: a filter, or the approval code. */
import type { CurrentSight, Press, Pressed, Sight } from './key-event.ts';
import type { KeyAnswer, Viewing } from './viewing.ts';

/** How much of the approval code is typed. */
export const CODE_TYPED = 6;

/**
 * A prompt ends with its code, and where the account is not as it has to be; an answer to a key ends with what it says. To be called
 * before each frame and each key.
 */
export function current(before: Viewing, sight: CurrentSight): Viewing {
  const viewing = stillSo(before.said, sight) ? before : { ...before, said: undefined };
  const { typing } = viewing;
  const { approvable, isCheckedFirst, check } = sight;
  if (typing?.kind !== 'approval') return viewing;
  if (typing.code !== approvable) return { ...viewing, typing: undefined, said: 'code-changed' };
  // A note says what the account has against it.
  if (isCheckedFirst && check?.code !== typing.code) return { ...viewing, typing: undefined };
  return viewing;
}

/** Some answers say how it stands, the others what a key did. */
function stillSo(said: KeyAnswer | undefined, { approvable, whyNot, isHeld, check }: CurrentSight): boolean {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others stay until the next key
  switch (said) {
    case 'reading':
    case 'broken':
    case 'placing':
    case 'nothing-new':
    case 'not-yet':
      return approvable === undefined && whyNot === said;
    case 'checking':
      return check?.isOver !== true;
    case 'nothing-sent':
      return isHeld === undefined;
    default:
      return true;
  }
}

type TypingOf<Kind> = Extract<NonNullable<Viewing['typing']>, { kind: Kind }>;

/** Undefined for a key that does the same without a filter. */
export function filtered(viewing: Viewing, typing: TypingOf<'filter'>, pressed: Press): Viewing | undefined {
  const put = (text: string): Viewing => ({ ...viewing, filter: text, typing: { ...typing, text } });
  if ('text' in pressed) return put(`${typing.text}${oneLine(pressed.text)}`.slice(0, MOST_TYPED));
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others move, or do nothing
  switch (pressed.key) {
    case 'erase':
      return put(shortened(typing.text));
    case 'erase-all':
      return put('');
    case 'escape':
      return { ...viewing, filter: '', typing: undefined };
    case 'enter':
    case 'tab':
      return { ...viewing, typing: undefined };
    default:
      return undefined;
  }
}

/** Most characters that are kept. */
const MOST_TYPED = 100;

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ');

const shortened = (text: string): string => Array.from(text).slice(0, -1).join('');

/** Only what is of the prompt does anything. */
export function approving(viewing: Viewing, typing: TypingOf<'approval'>, pressed: Press, sight: Sight): Pressed {
  const put = (text: string): Pressed => ({ viewing: { ...viewing, typing: { ...typing, text }, said: undefined } });
  if ('text' in pressed) return typed(viewing, typing, pressed.text);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others move, or do nothing
  switch (pressed.key) {
    case 'erase':
      return put(shortened(typing.text));
    case 'erase-all':
      return put('');
    case 'escape':
      return { viewing: { ...viewing, typing: undefined } };
    case 'enter':
      return entered(viewing, typing, sight);
    default:
      return { viewing };
  }
}

function typed(viewing: Viewing, typing: TypingOf<'approval'>, added: string): Pressed {
  const text = `${typing.text}${added}`.replaceAll(/\s/gu, '').toLowerCase().slice(0, MOST_TYPED);
  return { viewing: { ...viewing, typing: { ...typing, text } } };
}

/** What differs from the code sends nothing, nor does what the account was not read for; on paper nothing need be typed. */
function entered(viewing: Viewing, typing: TypingOf<'approval'>, { isLive, isCheckedFirst, check }: Sight): Pressed {
  const { text, code } = typing;
  if (isCheckedFirst && check?.isOver !== true) return { viewing: { ...viewing, said: 'checking' } };
  const isEnough = text.length >= CODE_TYPED || (text === '' && !isLive);
  if (isEnough && code.startsWith(text)) return placed({ ...viewing, typing: undefined }, code);
  const said = isEnough ? 'wrong-code' : 'too-short';
  return { viewing: { ...viewing, typing: { ...typing, text: isEnough ? '' : text }, said } };
}

const placed = (viewing: Viewing, code: string): Pressed => ({ viewing, wish: { kind: 'place', code } });
