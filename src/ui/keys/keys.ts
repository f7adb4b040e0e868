/**
 * What a key does. Pure: what is chosen and what is seen in, what is chosen now and what is wished for out.
 *
 * Invariants
 * 1. A wish to place carries the code that was on the screen when it was asked for, is on it still, and was typed.
 * 2. What was pasted is text: it is typed where something is typed, and does nothing elsewhere.
 */
import { unreachable } from '../../model/result.ts';
import type { NamedKey, Press, Pressed, Sight } from './key-event.ts';
import { moved } from './scroll.ts';
import { approving, current, filtered } from './typing.ts';
import { following, placeOf, withPlace, type Tab, type Viewing } from './viewing.ts';

export function press(before: Viewing, pressed: Press, sight: Sight): Pressed {
  const now = current(before, sight);
  if ('key' in pressed && pressed.key === 'interrupt')
    return { viewing: { ...now, typing: undefined, isEnding: true }, wish: { kind: 'interrupt' } };
  // What ends a prompt is read before anything else is done.
  if (now.typing !== before.typing) return { viewing: now };
  const viewing = now.said === undefined ? now : { ...now, said: undefined };
  switch (viewing.typing?.kind) {
    case 'filter':
      return { viewing: filtered(viewing, viewing.typing, pressed) ?? movedBy(viewing, pressed, sight) };
    case 'approval':
      return approving(viewing, viewing.typing, pressed, sight);
    case undefined:
      return commanded(viewing, pressed, sight);
  }
}

const movedBy = (viewing: Viewing, pressed: Press, sight: Sight): Viewing =>
  'key' in pressed ? moving(viewing, pressed.key, sight) : viewing;

function commanded(viewing: Viewing, pressed: Press, sight: Sight): Pressed {
  if ('key' in pressed) return { viewing: moving(viewing, pressed.key, sight) };
  const { text, isPasted } = pressed;
  if (isPasted) return { viewing };
  const tab = sight.tabs[TAB_KEYS.indexOf(text)];
  if (tab !== undefined) return { viewing: { ...viewing, tab, over: 'nothing' } };
  return COMMANDS.get(text)?.(viewing, sight) ?? { viewing };
}

const TAB_KEYS: readonly string[] = ['1', '2', '3', '4', '5'];

const seen =
  (of: (viewing: Viewing, sight: Sight) => Viewing) =>
  (viewing: Viewing, sight: Sight): Pressed => ({ viewing: of(viewing, sight) });

const COMMANDS: ReadonlyMap<string, (viewing: Viewing, sight: Sight) => Pressed> = new Map([
  ['p', asked],
  [' ', held],
  ['r', looked],
  ['q', (viewing: Viewing): Pressed => ({ viewing: { ...viewing, isEnding: true }, wish: { kind: 'quit' } })],
  ['/', seen(typingFilter)],
  ['?', seen((viewing) => ({ ...viewing, over: viewing.over === 'help' ? 'nothing' : 'help' }))],
  ['f', seen((viewing) => withPlace(viewing, followed(viewing)))],
  ['j', seen((viewing, sight) => moving(viewing, 'down', sight))],
  ['k', seen((viewing, sight) => moving(viewing, 'up', sight))],
]);

function held(viewing: Viewing, { isHeld }: Sight): Pressed {
  if (isHeld === undefined) return { viewing: { ...viewing, said: 'nothing-sent' } };
  return { viewing, wish: { kind: isHeld ? 'resume' : 'pause' } };
}

/** Only a watch that holds a live account has somebody to ask. */
function looked(viewing: Viewing, { canLook, isHeld }: Sight): Pressed {
  if (!canLook) return { viewing: { ...viewing, said: isHeld === undefined ? 'cannot-look' : 'placing' } };
  return { viewing, wish: { kind: 'look' } };
}

function followed(viewing: Viewing): Viewing['places']['orders'] {
  const place = placeOf(viewing);
  return place.isFollowing ? { ...place, isFollowing: false } : following;
}

/** Only orders are filtered. */
function typingFilter(viewing: Viewing): Viewing {
  return { ...viewing, tab: 'orders', over: 'nothing', typing: { kind: 'filter', text: viewing.filter } };
}

function asked(viewing: Viewing, { approvable: code, isCheckedFirst, whyNot }: Sight): Pressed {
  if (code === undefined) return { viewing: { ...viewing, said: whyNot } };
  const asking: Viewing = { ...viewing, typing: { kind: 'approval', text: '', code } };
  return isCheckedFirst ? { viewing: asking, wish: { kind: 'check', code } } : { viewing: asking };
}

function moving(viewing: Viewing, key: NamedKey, sight: Sight): Viewing {
  switch (key) {
    case 'enter':
      return opened(viewing, sight);
    case 'escape':
      return closed(viewing);
    case 'tab':
    case 'back-tab':
      return turned(viewing, sight.tabs, key === 'tab' ? 1 : -1);
    case 'erase':
    case 'erase-all':
    case 'interrupt':
      return viewing;
    case 'up':
    case 'down':
    case 'page-up':
    case 'page-down':
    case 'home':
    case 'end':
      return withPlace(viewing, moved(placeOf(viewing), key, sight.extent));
    default:
      return unreachable(key);
  }
}

function turned(viewing: Viewing, tabs: readonly Tab[], by: 1 | -1): Viewing {
  const tab = tabs.at((tabs.indexOf(viewing.tab) + by) % tabs.length);
  return { ...viewing, tab: tab ?? viewing.tab, over: 'nothing' };
}

/** Opens what is selected, or the first row in view; a second time closes it. */
function opened(viewing: Viewing, { extent, hasDetail }: Sight): Viewing {
  if (viewing.over !== 'nothing') return { ...viewing, over: 'nothing' };
  if (!hasDetail || extent.length === 0) return viewing;
  const place = placeOf(viewing);
  const isThere = place.selected !== undefined && extent.positionOf(place.selected) >= 0;
  const chosen = isThere ? place : moved(place, 'down', extent);
  const detail = { isFollowing: false, top: 0 };
  const next = withPlace(viewing, chosen);
  return { ...next, over: 'detail', places: { ...next.places, detail } };
}

function closed(viewing: Viewing): Viewing {
  if (viewing.over !== 'nothing') return { ...viewing, over: 'nothing' };
  if (viewing.filter !== '') return { ...viewing, filter: '' };
  return withPlace(viewing, viewing.tab === 'orders' || viewing.tab === 'calls' ? following : placeOf(viewing));
}
