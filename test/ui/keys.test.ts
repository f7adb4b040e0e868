/** What a key does, and above all what none of them ever does: place what was not looked at. */
import { array, assert, boolean, constantFrom, oneof, property, record, string, type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { press } from '../../src/ui/keys/keys.ts';
import type { NamedKey, Press, Pressed, Sight } from '../../src/ui/keys/key-event.ts';
import { CODE_TYPED, current } from '../../src/ui/keys/typing.ts';
import type { Extent } from '../../src/ui/keys/scroll.ts';
import { atFirst, tabsWith, type KeyAnswer, type Viewing } from '../../src/ui/keys/viewing.ts';

const CODE = `62a81732f0b4${'a'.repeat(52)}`;
const OTHER = `0b4c${'d'.repeat(60)}`;

const rows = (length: number): Extent => ({
  length,
  height: 10,
  keyAt: (position) => (position < length ? `o-${position}` : undefined),
  positionOf: (key) => Number(key.slice(2)),
});

const sight = (fields: Partial<Sight> = {}): Sight => ({
  extent: rows(30),
  tabs: tabsWith(false),
  approvable: CODE,
  isCheckedFirst: false,
  check: undefined,
  whyNot: 'not-yet',
  canLook: false,
  isLive: true,
  isHeld: false,
  hasDetail: true,
  ...fields,
});

const NAMED = [
  'up',
  'down',
  'page-up',
  'page-down',
  'home',
  'end',
  'enter',
  'escape',
  'tab',
  'back-tab',
  'erase',
  'erase-all',
  'interrupt',
] as const satisfies readonly NamedKey[];

const key = (name: (typeof NAMED)[number]): Press => ({ key: name });
const type = (text: string): Press[] => Array.from(text, (one) => ({ text: one, isPasted: false }));
const paste = (text: string): Press => ({ text, isPasted: true });

/** All presses one after the other, with what each wished for. */
function after(presses: readonly Press[], seen = sight(), from: Viewing = atFirst): Pressed & { wishes: object[] } {
  const wishes: object[] = [];
  let viewing = from;
  for (const one of presses) {
    const next = press(viewing, one, seen);
    if (next.wish !== undefined) wishes.push(next.wish);
    viewing = next.viewing;
  }
  return { viewing, wishes };
}

describe('a key', () => {
  test.each<[string, Press[], Partial<Viewing>]>([
    ['2 shows the picture', type('2'), { tab: 'picture' }],
    ['Tab goes on', [key('tab')], { tab: 'picture' }],
    ['Shift-Tab goes back', [key('back-tab')], { tab: 'problems' }],
    ['Tab goes round', [key('tab'), key('tab'), key('tab'), key('tab')], { tab: 'orders' }],
    ['5 is no view without prices', type('5'), { tab: 'orders' }],
    ['Enter opens', [key('enter')], { over: 'detail' }],
    ['Enter closes again', [key('enter'), key('enter')], { over: 'nothing' }],
    ['Esc closes', [key('enter'), key('escape')], { over: 'nothing' }],
    ['? opens the help', type('?'), { over: 'help' }],
    ['/ types into the filter, letters and all', type('/qp 1'), { filter: 'qp 1', tab: 'orders' }],
    ['erasing in the filter', [...type('/ab'), key('erase')], { filter: 'a' }],
    ['Enter keeps the filter', [...type('/ab'), key('enter')], { filter: 'ab', typing: undefined }],
    ['Esc ends the filter', [...type('/ab'), key('escape')], { filter: '', typing: undefined }],
    ['Esc ends a kept filter', [...type('/ab'), key('enter'), key('escape')], { filter: '' }],
    ['what is pasted is typed into the filter', [...type('/'), paste('btc\nlong')], { filter: 'btc long' }],
    ['what is pasted elsewhere does nothing', [paste('pq2?')], { tab: 'orders', over: 'nothing', typing: undefined }],
    ['q says that it ends', type('q'), { isEnding: true }],
  ])('%s', (_, presses, expected) => {
    expect(after(presses).viewing).toMatchObject(expected);
  });

  test('moves the selection, and f follows again', () => {
    expect(after([key('down'), key('down')]).viewing.places.orders.selected).toBe('o-1');
    expect(after(type('jjk')).viewing.places.orders.selected).toBe('o-0');
    expect(after([key('end')]).viewing.places.orders).toMatchObject({ selected: 'o-29', isFollowing: false });
    expect(after([key('end'), ...type('f')]).viewing.places.orders).toEqual({ isFollowing: true, top: 0 });
  });

  test('wishes: to pause and go on, to quit, to interrupt even while something is typed', () => {
    expect(after(type(' ')).wishes).toEqual([{ kind: 'pause' }]);
    expect(after(type(' '), sight({ isHeld: true })).wishes).toEqual([{ kind: 'resume' }]);
    expect(after(type(' '), sight({ isHeld: undefined }))).toMatchObject({
      wishes: [],
      viewing: { said: 'nothing-sent' },
    });
    expect(after(type('q')).wishes).toEqual([{ kind: 'quit' }]);
    for (const before of ['', '/', 'p', '?'])
      expect(after([...type(before), key('interrupt')]).wishes).toEqual([{ kind: 'interrupt' }]);
  });
});

describe('the answer to a key', () => {
  test.each<[KeyAnswer, Partial<Sight>, Partial<Sight>]>([
    ['broken', { approvable: undefined, whyNot: 'broken' }, {}],
    ['broken', { approvable: undefined, whyNot: 'broken' }, { approvable: undefined, whyNot: 'nothing-new' }],
    ['placing', { approvable: undefined, whyNot: 'placing' }, { approvable: undefined, whyNot: 'not-yet' }],
    ['reading', { approvable: undefined, whyNot: 'reading' }, {}],
    ['not-yet', { approvable: undefined, whyNot: 'not-yet' }, {}],
    ['nothing-new', { approvable: undefined, whyNot: 'nothing-new' }, { approvable: undefined, whyNot: 'not-yet' }],
    ['nothing-sent', { isHeld: undefined }, { isHeld: false }],
    ['checking', { isCheckedFirst: true, check: { code: CODE } }, { check: { code: CODE, isOver: true } }],
  ])('that says how it stands ends with that: %s', (said, then, now) => {
    const viewing = { ...atFirst, said };
    expect(current(viewing, sight(then))).toBe(viewing);
    expect(current(viewing, sight(now)).said).toBeUndefined();
    // What ends is read; the key that comes then does what it does.
    expect(press(viewing, { text: '2', isPasted: false }, sight(now)).viewing).toMatchObject({ tab: 'picture' });
  });

  test('that says what a key did stays until the next one', () => {
    for (const said of ['code-changed', 'wrong-code', 'cannot-place', 'cannot-look', 'too-short'] as const)
      expect(current({ ...atFirst, said }, sight()).said).toBe(said);
  });

  test('that the account is looked at, is no answer: the watch says it for as long as it is so', () => {
    expect(after(type('r'), sight({ canLook: true }))).toMatchObject({
      wishes: [{ kind: 'look' }],
      viewing: { said: undefined },
    });
  });
});

describe('the prompt', () => {
  const place = [{ kind: 'place', code: CODE }];

  test('live: the first six characters and Enter place, and nothing less', () => {
    const code = type('p62a817');
    expect(after(code).wishes).toEqual([]);
    expect(after([...code, key('enter')])).toMatchObject({
      wishes: place,
      viewing: { typing: undefined, over: 'nothing' },
    });
    expect(after([...type('p'), paste(' 62A81732 \n'), key('enter')]).wishes).toEqual(place);
    expect(after([...type('p'), key('enter')]).wishes).toEqual([]);
    expect(after([...type('p62a81'), key('enter')])).toMatchObject({ wishes: [], viewing: { said: 'too-short' } });
    expect(after([...code, key('escape'), key('enter')]).wishes).toEqual([]);
  });

  test('a pasted Enter is no Enter', () => {
    expect(after([...type('p'), paste('62a817\r'), paste('\r')]).wishes).toEqual([]);
  });

  test('on paper Enter is enough', () => {
    expect(after([...type('p'), key('enter')], sight({ isLive: false })).wishes).toEqual(place);
  });

  test('what is wrong sends nothing and says so; it can be typed again, or left', () => {
    const wrong = after([...type('p62a818'), key('enter')]);
    const right = [...type('62a817'), key('enter')];
    expect(wrong).toMatchObject({ wishes: [], viewing: { said: 'wrong-code', typing: { text: '' } } });
    expect(after(right, sight(), wrong.viewing).wishes).toEqual(place);
    expect(after([key('escape'), ...right], sight(), wrong.viewing).wishes).toEqual([]);
  });

  test('says why nothing can be placed', () => {
    expect(after(type('p'), sight({ approvable: undefined, whyNot: 'cannot-place' })).viewing).toMatchObject({
      said: 'cannot-place',
      typing: undefined,
    });
  });

  test('belongs to the code that was shown: with another one it ends, says so, and the key does nothing', () => {
    const asked = after(type('p62a81')).viewing;
    const changed = sight({ approvable: OTHER });
    expect(current(asked, changed)).toMatchObject({ typing: undefined, said: 'code-changed' });
    expect(after(type('7'), changed, asked)).toMatchObject({ wishes: [], viewing: { typing: undefined } });
    expect(after(type('q'), changed, asked)).toMatchObject({ wishes: [], viewing: { isEnding: false } });
    expect(after(type('7'), sight({ approvable: undefined }), asked).wishes).toEqual([]);
  });
});

const anyPress: Arbitrary<Press> = oneof(
  constantFrom(...NAMED, 'enter' as const, 'enter' as const).map(key),
  constantFrom('p', 'p', 'p').map((text) => ({ text, isPasted: false })),
  constantFrom(...Array.from(`p/qf?jk 1234${CODE.slice(0, 8)}${OTHER.slice(0, 8)}`)).map((text) => ({
    text,
    isPasted: false,
  })),
  constantFrom(CODE.slice(0, 6), CODE.slice(0, 6), CODE, OTHER.slice(0, 7), 'pq', 'p62a817').map(paste),
  string({ maxLength: 8 }).map(paste),
);

const anySight = record({
  approvable: constantFrom<(string | undefined)[]>(CODE, OTHER, undefined),
  canLook: boolean(),
  isLive: boolean(),
  isHeld: constantFrom<(boolean | undefined)[]>(true, false, undefined),
});

test('whatever is pressed, nothing is placed but the code that is on the screen at that moment, asked for by p, and typed', () => {
  let [placed, live] = [0, 0];
  const stays = constantFrom(true, true, true, false);
  const one = record({ pressed: anyPress, seen: anySight, stays });
  // Chance alone seldom types a whole code.
  const whole = [...type('p'), paste(CODE.slice(0, 6)), key('enter')];
  const typing = anySight.map((seen) => whole.map((pressed, at) => ({ pressed, seen, stays: at > 0 })));
  const steps = array(
    oneof(
      one.map((step) => [step]),
      typing,
    ),
    { maxLength: 20 },
  ).map((parts) => parts.flat());
  assert(
    property(steps, (all) => {
      let viewing = atFirst;
      let seen = sight();
      for (const step of all) {
        // Mostly the screen stays as it is, or no code would ever be typed whole.
        if (!step.stays) seen = sight(step.seen);
        const before = viewing.typing;
        const { viewing: next, wish } = press(viewing, step.pressed, seen);
        if (wish?.kind === 'place') {
          placed += 1;
          expect(before).toMatchObject({ kind: 'approval', code: wish.code });
          expect(wish.code).toBe(seen.approvable);
          expect(step.pressed).toEqual(key('enter'));
          const typed = before?.kind === 'approval' ? before.text : '';
          const isTyped = typed.length >= CODE_TYPED && wish.code.startsWith(typed);
          expect(isTyped || (typed === '' && !seen.isLive)).toBe(true);
          if (seen.isLive) live += 1;
        }
        viewing = next;
      }
    }),
    { numRuns: 2000 },
  );
  expect(placed).toBeGreaterThan(0);
  expect(live).toBeGreaterThan(0);
});
