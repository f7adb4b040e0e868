/** What an order that is to be taken off comes to: every answer of its cancel beside every look at it. */
import { describe, expect, it } from 'vitest';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { REQUEST_DEAD_AFTER_MS } from '../../src/model/call.ts';
import type { OrderState } from '../../src/model/outcome.ts';
import type { ExchangeState } from '../../src/model/standing.ts';
import {
  asNamed,
  leftAs,
  mayRepeat,
  overAs,
  overBefore,
  standsAs,
  type Followed,
} from '../../src/session/cancel/cancel-end.ts';
import type { CancelSent } from '../../src/session/cancel/cancelling.ts';
import type { Stand } from '../../src/session/lists/stand.ts';

const NOW_MS = 1_764_000_000_000;
/** A look that no list lags behind. */
const NOW = { wallMs: NOW_MS, uptimeMs: null };
const LATER = { now: NOW, sinceAnswerMs: 2000 };

const known = (state: OrderState = 'accepted', changedAtMs = NOW_MS): KnownOrder => ({
  id: 'entry',
  clientOid: 'ordoentry',
  lineage: 0,
  state,
  content: {},
  sentAtMs: NOW_MS,
  changedAtMs,
  changedUptimeMs: null,
  orderId: '596471064624628269',
});

const SENT = {
  taken: { answer: 'taken', rule: 'cancel-taken' },
  refused: { answer: 'refused', code: '50005', message: 'no such order', rule: 'cancel-refused' },
  unknown: { answer: 'unknown', message: 'no answer', rule: 'timeout' },
  'not-sent': { answer: 'not-sent', message: 'no connection' },
  never: undefined,
} as const satisfies Record<string, CancelSent | undefined>;
type SentName = keyof typeof SENT;
const SENT_NAMES = Object.keys(SENT) as SentName[];

const OVER: readonly ExchangeState[] = ['filled', 'cancelled', 'triggered'];
const seen = (state: ExchangeState): Stand => ({
  kind: 'seen',
  seen: { state, atMs: NOW_MS },
  isOver: OVER.includes(state),
  lists: ['open'],
});
const STANDS = {
  open: seen('open'),
  'partly-filled': seen('partly-filled'),
  filled: seen('filled'),
  cancelled: seen('cancelled'),
  triggered: seen('triggered'),
  'not-found': { kind: 'not-found', atMs: NOW_MS },
  failed: { kind: 'failed', message: 'the list was cut' },
  'not looked': undefined,
} as const satisfies Record<string, Stand | undefined>;
type StandName = keyof typeof STANDS;
const STAND_NAMES = Object.keys(STANDS) as StandName[];

const followed = (sent: SentName, stand: StandName, more: Partial<Followed> = {}): Followed => ({
  before: known(),
  sent: SENT[sent],
  stand: STANDS[stand],
  ...more,
});

/** The end that is told at once, at a look; a dash where nothing is. */
function endOf(sent: SentName, stand: StandName, more: Partial<Followed> = {}): string {
  const one = followed(sent, stand, more);
  return (overAs(one) ?? standsAs(one, LATER))?.outcome ?? '-';
}

/** Refused with this code, and seen to rest by a look that began so long after. */
const refusedBy = (code: string, sinceAnswerMs: number, message = 'no'): string => {
  const one: Followed = { ...followed('refused', 'open'), sent: { ...SENT.refused, code, message } };
  return standsAs(one, { now: NOW, sinceAnswerMs })?.outcome ?? '-';
};

/** Refused, and it rests, so long after an earlier cancel whose end nobody saw. */
const refusedAfter = (agoMs: number): string =>
  endOf('refused', 'open', { before: known('cancel-unknown', NOW_MS - agoMs) });

describe('at a look', () => {
  it.each([
    ['cancelled', 'cancelled', 'seen-cancelled'],
    ['filled', 'filled', 'seen-filled'],
    ['triggered', 'filled', 'seen-triggered'],
  ] as const)('a record that says %s ends it as %s, whatever was answered', (stand, outcome, rule) => {
    for (const sent of SENT_NAMES)
      expect([sent, overAs(followed(sent, stand))]).toMatchObject([sent, { outcome, rule, step: outcome }]);
  });

  it.each(STAND_NAMES.filter((name) => !(OVER as readonly string[]).includes(name)))(
    '%s: nothing of it says cancelled or filled',
    (stand) => {
      for (const sent of SENT_NAMES) expect([sent, overAs(followed(sent, stand))]).toEqual([sent, undefined]);
    },
  );

  it.each(['open', 'partly-filled'] as const)(
    '%s: it is refused where the cancel was, did not leave, or was none',
    (stand) => {
      expect(SENT_NAMES.map((sent) => `${sent} ${endOf(sent, stand)}`)).toEqual([
        'taken -',
        'refused refused',
        'unknown -',
        'not-sent refused',
        'never refused',
      ]);
    },
  );

  it('of nothing that was not seen to rest it is said that it stands', () => {
    for (const stand of ['not-found', 'failed', 'not looked'] as const)
      for (const sent of SENT_NAMES) expect([stand, sent, endOf(sent, stand)]).toEqual([stand, sent, '-']);
  });

  it('a refusal is told in the exchange’s words', () => {
    expect(standsAs(followed('refused', 'open'), LATER)).toMatchObject({
      outcome: 'refused',
      step: 'stands',
      rule: 'cancel-refused',
      code: '50005',
      message: 'no such order',
    });
  });

  it('an earlier cancel is dead by the time that has passed, not by a wall clock that was put forward', () => {
    const before: KnownOrder = { ...known('cancel-unknown'), changedUptimeMs: 1000 };
    const anHourOn = (uptimeMs: number): string =>
      standsAs(followed('refused', 'open', { before }), {
        now: { wallMs: NOW_MS + 3_600_000, uptimeMs },
        sinceAnswerMs: 2000,
      })?.outcome ?? '-';
    expect(anHourOn(11_000)).toBe('-');
    expect(anHourOn(1000 + REQUEST_DEAD_AFTER_MS + 2100)).toBe('refused');
  });

  it('an earlier cancel may be acted upon as long as its timestamp is good: until then no refusal is told', () => {
    // A list may be two seconds old.
    const deadMs = REQUEST_DEAD_AFTER_MS + 2000;
    expect([0, deadMs - 1, deadMs].map(refusedAfter)).toEqual(['-', '-', 'refused']);
  });

  it('what was refused, in whatever words, rests only where it is seen to for two seconds: a list may be of the moment before', () => {
    for (const code of ['50005', 'order_no_exist_error', 'FAILED_ORDER_NOT_FOUND', 'FAILED_ORDER_FILLED'])
      expect([code, ...[0, 1999, 2000].map((ms) => refusedBy(code, ms))]).toEqual([code, '-', '-', 'refused']);
    for (const words of [
      'FAILED_PRECONDITION: FAILED_ORDER_FILLED',
      'FAILED_PRECONDITION: order status does not allow cancel',
    ])
      expect([words, ...[0, 1999, 2000].map((ms) => refusedBy('40015', ms, words))]).toEqual([
        words,
        '-',
        '-',
        'refused',
      ]);
  });

  it('nor after a cancel of the same command whose answer was lost', () => {
    expect(endOf('refused', 'open', { isRepeated: true })).toBe('-');
    expect(leftAs(followed('refused', 'open', { isRepeated: true })).outcome).toBe('unknown');
  });
});

const fired = (firedAs?: string, isOver = false): Stand => ({
  kind: 'seen',
  seen: {
    state: firedAs === undefined ? 'triggered' : isOver ? 'cancelled' : 'open',
    atMs: NOW_MS,
    ...(firedAs !== undefined && { firedAs }),
  },
  isOver,
  lists: ['trigger-history'],
});

describe('a trigger at a price that fired', () => {
  it('is neither filled nor refused, whatever was answered: at the end of the wait it is told as fired', () => {
    for (const sent of SENT_NAMES)
      for (const stand of [fired(), fired('272')]) {
        const one = { ...followed(sent, 'open'), stand };
        expect([sent, overAs(one), standsAs(one, LATER), mayRepeat(one)]).toEqual([sent, undefined, undefined, false]);
        expect([sent, leftAs(one)]).toMatchObject([sent, { outcome: 'fired', step: 'stands', rule: 'seen-triggered' }]);
      }
  });

  it('is taken off as what it became, once a list has that under its client order id', () => {
    expect(asNamed({ ...followed('refused', 'open'), stand: fired() })).toBeUndefined();
    const became = asNamed({ ...followed('refused', 'open'), stand: fired('272') });
    expect(became?.seen?.firedAs).toBe('272');
    const after = { ...followed('refused', 'open'), before: became as KnownOrder, stand: fired('272') };
    expect([asNamed(after), standsAs(after, LATER)?.outcome]).toEqual([undefined, 'refused']);
    expect(overAs({ ...after, stand: fired('272', true) })).toMatchObject({
      outcome: 'cancelled',
      message: 'it had fired, and became order 272',
    });
  });
});

describe('once more', () => {
  it('goes only what was lost and is seen to rest', () => {
    const again = SENT_NAMES.flatMap((sent) =>
      STAND_NAMES.filter((stand) => mayRepeat(followed(sent, stand))).map((stand) => `${sent} ${stand}`),
    );
    expect(again).toEqual(['unknown open', 'unknown partly-filled']);
  });
});

describe('at the end of the wait', () => {
  it.each(['taken', 'refused', 'unknown'] as const)('%s, and no end was seen: it is unknown', (sent) => {
    for (const stand of STAND_NAMES)
      expect(leftAs(followed(sent, stand))).toMatchObject({
        outcome: 'unknown',
        step: 'cancel-unknown',
        rule: 'cancel-open',
      });
  });

  it.each(['not-sent', 'never'] as const)('%s: an accepted order stands, as nothing left', (sent) => {
    expect(leftAs(followed(sent, 'not looked'))).toMatchObject({ outcome: 'refused', rule: 'cancel-not-sent' });
  });

  it.each(['cancel-unknown', 'unknown'] as const)('not sent, but %s since before: it stays unknown', (state) => {
    expect(leftAs(followed('not-sent', 'not looked', { before: known(state) })).outcome).toBe('unknown');
  });

  it.each([
    ['taken', 'open', 'its cancel was taken; its end is not seen yet'],
    ['taken', 'partly-filled', 'its cancel was taken; its end is not seen yet, and it was filled in part'],
    ['unknown', 'not-found', 'its cancel: no answer; it is in no list'],
    ['refused', 'failed', 'its cancel was refused: no such order; the list was cut'],
    ['taken', 'not looked', 'its cancel was taken; it was not looked at since'],
    ['not-sent', 'open', 'its cancel was not sent: no connection; it is still open'],
    [
      'never',
      'not-found',
      'its cancel was not sent: a trigger cannot be cancelled by its client order id; it is in no list',
    ],
  ] as const)('%s and %s is said as "%s"', (sent, stand, message) => {
    expect(leftAs(followed(sent, stand)).message).toBe(message);
  });

  it('keeps how it was last seen', () => {
    expect(leftAs(followed('taken', 'open')).seen).toEqual({ state: 'open', atMs: NOW_MS });
    expect(leftAs(followed('taken', 'failed')).seen).toBeUndefined();
  });
});

describe('before anything is sent', () => {
  it('an order that is over is told as it ended, and no other', () => {
    expect(overBefore({ ...known('cancelled'), later: { rule: 'seen-cancelled', message: '' } })).toMatchObject({
      outcome: 'cancelled',
      rule: 'seen-cancelled',
    });
    expect(overBefore(known('filled'))).toMatchObject({ outcome: 'filled', rule: 'seen-filled' });
    // A trigger at market is told as filled once it fired: what it became rests, and can be taken off.
    const became = { state: 'partly-filled', filledSize: '0.1', firedAs: '72', atMs: NOW_MS } as const;
    expect(overBefore({ ...known('filled'), seen: became })).toBeUndefined();
    for (const state of ['accepted', 'unknown', 'cancelling', 'cancel-unknown'] as const)
      expect(overBefore(known(state))).toBeUndefined();
  });
});
