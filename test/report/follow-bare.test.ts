/** What is said of a group without its stop: what comes next, only where something does. */
import { expect, test } from 'vitest';
import type { PublicEvent, RunEvent } from '../../src/model/event.ts';
import { safe } from '../../src/model/safe-text.ts';
import { bareWords } from '../../src/report/run/bare-words.ts';
import { group, order, STEP, stopping, told } from '../support/follow-told.ts';
import { started, viewAfter } from '../support/run-events.ts';

const NAKED: Extract<PublicEvent, { event: 'protection' }> = {
  event: 'protection',
  state: 'naked',
  basis: 'look',
  unknown: 0,
  positions: [
    {
      symbol: 'cmt_btcusdt',
      side: 'long',
      marginMode: 'cross',
      state: 'naked',
      working: '0',
      covered: '0',
      naked: '0.3',
      unknown: '0',
      lossAtStops: '0',
      why: [],
      groups: [{ entries: ['entry'], held: '0.3', covered: '0', naked: '0.3', unknown: '0' }],
    },
  ],
};

function words(...after: readonly RunEvent[]): string[] {
  const view = viewAfter([started([order('entry', 'open-long'), order('stop', 'close-long')]), STEP, ...after]);
  const said = bareWords(NAKED, view, new Map([['stop', safe`stop was rejected (40015)`]]));
  return said.map((one) => one.words);
}

const stated = (isLetGo: boolean): RunEvent => ({
  event: 'follow-stated',
  atMs: 0,
  orders: [told('stop', 'rejected', { kind: 'stop', ...(isLetGo && { isLetGo }) })],
  groups: [group({ naked: '0.3' })],
});

const BARE = '0.3 long cmt_btcusdt (entry) has no stop: stop was rejected (40015)';

test('it is tried again while it is followed and not let go; later only by whoever follows it again', () => {
  expect(words(stated(false))).toEqual([`${BARE}; tried again at the next look`]);
  expect(words(stated(true))).toEqual([`${BARE}; nothing more of it is sent`]);
  expect(words(stated(false), stopping('interrupted'))).toEqual([`${BARE}; tried again once it is followed`]);
});

test('of a past run nothing comes next', () => {
  expect(words()).toEqual([BARE]);
});

const withStop = (is: 'unknown' | 'works') =>
  viewAfter([
    started([order('entry', 'open-long'), order('stop', 'close-long')]),
    STEP,
    { event: 'follow-stated', atMs: 0, orders: [told('stop', is, { kind: 'stop' })], groups: [group({})] },
  ]);

test('a stop whose answer is late is named, until something is said of it', () => {
  const [position = expect.fail('a position')] = NAKED.positions;
  const groups = [{ entries: ['entry'], held: '0.3', covered: '0', naked: '0', unknown: '0.3' }];
  const event = { ...NAKED, positions: [{ ...position, groups }] };
  const said = (is: 'unknown' | 'works', trouble: [string, ReturnType<typeof safe>][] = []): string[] =>
    bareWords(event, withStop(is), new Map(trouble)).map((one) => one.words);
  expect(said('unknown')).toEqual(['0.3 long cmt_btcusdt (entry) may be bare: stop has no answer yet']);
  expect(said('works')).toEqual(['0.3 long cmt_btcusdt (entry) may be bare until that is known']);
  expect(said('unknown', [['stop', safe`the answer to stop was lost`]])).toEqual([
    '0.3 long cmt_btcusdt (entry) may be bare until that is known: the answer to stop was lost; looked for at each look',
  ]);
});
