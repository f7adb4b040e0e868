/** The stories that reports are tried on: small and mixed, large, cut off, of two runs, and hostile in every word. */
import type { WithheldReason } from '../../src/model/outcome.ts';
import type { Story } from '../../src/model/story.ts';
import { storyOf } from './stories.ts';
import type { ToldOrder } from './told-orders.ts';

/** How much a reason says is up to it; some name the order that stands. */
const REASONS: Readonly<Record<WithheldReason, Partial<ToldOrder>>> = {
  'already-accepted': { orderId: '596471064624000001' },
  'already-rejected': {},
  'already-absent': {},
  'already-cancelled': { orderId: '596471064624000003' },
  'already-closed': { orderId: '596471064624000005' },
  filled: { orderId: '596471064624000004' },
  unresolved: {},
  'edited-after-send': { message: 'price 64000 → 64100', orderId: '596471064624000002' },
  dependency: {},
  stopped: { message: 'an outcome is unknown' },
  'rate-limit': {},
  expired: {},
  halted: { message: 'halted by desk1 on desk-2 since 12:01Z: news' },
  policy: { message: 'the account lost 210 since 00:00 UTC' },
  'not-selected': {},
  missed: {},
  'let-go': {},
  waiting: {},
  'not-needed': {},
};

/** Two symbols, both directions, a ladder each, presets and a trigger; most of them accepted. */
function breakout(): ToldOrder[] {
  const pullback = Array.from({ length: 9 }, (_, at): ToldOrder => ({
    id: `pullback-${at + 1}`,
    size: `0.${String(at + 2).padStart(2, '0')}`,
    price: String(63_000 - at * 375),
    state: at === 8 ? 'rejected' : 'accepted',
    ...(at === 8 && { code: '40015', message: 'post-only order would be filled at once as a taker; it was not taken' }),
    timeInForce: 'post-only',
    ladder: 'pullback',
  }));
  const asks = Array.from({ length: 6 }, (_, at): ToldOrder => ({
    id: `fade-${at + 1}`,
    side: 'open-short',
    size: String(at < 3 ? 0.05 : 0.08),
    price: `${65_000 + at * 250}.5`,
    state: at === 3 ? 'unknown' : 'accepted',
    ladder: 'fade',
  }));
  const eth = Array.from({ length: 5 }, (_, at): ToldOrder => ({
    id: `eth-${at + 1}`,
    symbol: 'cmt_ethusdt',
    size: `${at + 1}.${at}5`,
    price: `${3120 - at * 12}.25`,
    state: 'accepted',
  }));
  return [
    { id: 'entry', size: '0.01', price: '64000', takeProfit: '68000', stopLoss: '62000.5', state: 'unknown' },
    ...pullback,
    ...asks,
    { id: 'hedge', side: 'open-short', size: '1.5', price: 'market', state: 'rejected' },
    ...eth,
    { id: 'bail-out', side: 'close-long', size: '0.46', trigger: '61900', price: 'market', state: 'accepted' },
  ];
}

const SINCE = new Map([
  [
    'entry',
    {
      state: 'accepted',
      orderId: '596471064624777001',
      message: 'found in the list of open orders',
      atMs: Date.UTC(2026, 10, 20, 14, 21),
    },
  ],
] as const);

/** A few of them, for the picture in docs/. */
export function breakoutStory(): Story {
  const few = breakout().filter(({ id }) => /^(?:entry|pullback-[159]|fade-[14]|hedge|bail-out)$/.test(id));
  return storyOf(few, { run: 3, since: SINCE });
}

const withheldFor = (reason: WithheldReason, at: number): ToldOrder => ({
  id: `was-${reason}`,
  price: String(61_900 - at * 100),
  state: 'withheld',
  reason,
  ...REASONS[reason],
});

/** Every outcome, and withheld for every reason. */
export function mixedStory(fields: Partial<Story> = {}): Story {
  const withheld = (Object.keys(REASONS) as WithheldReason[]).map(withheldFor);
  return storyOf([...breakout(), ...withheld], { since: SINCE, ...fields }, { pauseBy: 2, stopBefore: 3 });
}

/** Bids and asks in two ladders, with a few refusals; so many that the calls take more than one window. */
export function largeStory(amount: number): Story {
  const orders = Array.from({ length: amount }, (_, at): ToldOrder => {
    const isBid = at % 2 === 0;
    const step = Math.floor(at / 2);
    return {
      id: `${isBid ? 'bid' : 'ask'}-${step + 1}`,
      side: isBid ? 'open-long' : 'open-short',
      size: `${(1 + (step % 17)) / 100}`,
      price: (isBid ? 64_000 - step * 7.5 : 64_100 + step * 7.5).toFixed(1),
      ...(at % 50 === 0 && { stopLoss: '52000' }),
      state: at % 97 === 0 ? 'rejected' : at % 401 === 0 ? 'unknown' : 'accepted',
    };
  });
  return storyOf(orders, { run: 7, plan: 'grid' });
}

/** Killed while its second call was in flight: those orders are unknown, and the rest never got its turn. */
export function cutStory(fields: Partial<Story> = {}): Story {
  const orders = Array.from({ length: 50 }, (_, at): ToldOrder => ({
    id: `add-${at + 1}`,
    price: String(64_000 - at * 25),
    state: at < 20 ? 'accepted' : at < 40 ? 'unknown' : 'withheld',
    ...(at >= 20 && at < 40 && { message: 'sent, and no answer was recorded' }),
    ...(at >= 40 && { reason: 'stopped', message: 'the run was killed' }),
  }));
  return storyOf(orders, { end: 'cut', ...fields });
}

export const twoRuns = (): Story[] => [
  cutStory({ run: 1 }),
  mixedStory({ run: 2, startedAtMs: Date.UTC(2026, 10, 20, 15) }),
];

/** A run in which whatever a person or an exchange may write is this text. */
export function hostileStory(text: string): Story {
  const order: ToldOrder = {
    id: text,
    symbol: text,
    side: text,
    size: text,
    price: text,
    trigger: text,
    stopLoss: text,
    takeProfit: text,
    state: 'rejected',
  };
  const drawn: ToldOrder = { id: `${text}2`, symbol: text, side: 'open-long', takeProfit: '70000', state: 'rejected' };
  const orders: ToldOrder[] = [
    { ...order, code: text, message: text },
    { ...drawn, code: text, message: text },
    { ...drawn, id: `${text}3`, state: 'unknown', message: text },
    { ...drawn, id: `${text}4`, state: 'accepted', orderId: text },
    { ...drawn, id: `${text}5`, state: 'withheld', reason: 'edited-after-send', message: text, orderId: text },
    { ...drawn, id: `${text}6`, price: 'market', state: 'accepted' },
  ];
  const told = storyOf(
    orders,
    {
      plan: text,
      account: { origin: text, name: text },
      by: {
        host: text,
        user: text,
        pid: 1,
        planFile: text,
        commit: { id: text, isDirty: true },
        tool: text,
        digest: text,
        approval: text,
      },
      since: new Map([[text, { state: 'absent', orderId: text, message: text, atMs: 0 }]]),
      started: { planFile: text, description: text, exchange: text, options: [{ name: 'var', value: text }] },
    },
    { pauseBy: 1 },
  );
  const more = [
    { event: 'note', message: text },
    { event: 'run-stopping', why: text, inFlight: 0 },
    { event: 'sending-paused', why: 'rate-limit', call: 1, forMs: 1, message: text },
  ] as const;
  const at = told.events.length - 1;
  const atMs = told.events[at]?.atMs ?? 0;
  return { ...told, events: told.events.toSpliced(at, 0, ...more.map((event) => ({ atMs, event }))) };
}
