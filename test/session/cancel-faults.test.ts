/**
 * Every fault of docs/exchange.md#faults and #cancel-faults, as raw HTTP, at every kind of cancel: before the exchange heard of
 * it and after, once and each time. What is told is what the exchange's own record says, and no order goes a third time.
 */
import { expect, it } from 'vitest';
import type { CallKind } from '../../src/model/call.ts';
import type { Order } from '../../src/model/order.ts';
import { CANCEL_BATCH_CASES } from '../support/cancel-batch-cases.ts';
import { cancelOf, CANCEL_CASES, type Naming } from '../support/cancel-cases.ts';
import { answered, FAULT_CASES, type RawAnswer } from '../support/fault-cases.ts';
import { paperClient } from '../support/listed-orders.ts';
import { anOrder } from '../support/plan-builder.ts';
import { cancelRig, REST, STOP, withCancels, type CancelRig, type CancelRun } from './cancel-rig.ts';
import { faultyWay, WAYS, type Meeting, type Named, type Seen } from './faulty-way.ts';
import { INTERFACES, SPELLINGS, type Spelling } from '../support/spellings.ts';
import { isWhole, turn } from '../support/turns.ts';

interface Shape {
  readonly spoken: Spelling;
  readonly kind: CallKind;
  readonly naming: Naming;
  /** Orders of one call. */
  readonly size: number;
}

const KINDS: readonly Omit<Shape, 'spoken'>[] = [
  { kind: 'single', naming: 'by order id', size: 1 },
  { kind: 'single', naming: 'by client order id', size: 1 },
  { kind: 'batch', naming: 'by order id', size: 4 },
  { kind: 'batch', naming: 'by client order id', size: 4 },
  { kind: 'trigger', naming: 'by order id', size: 1 },
];

const SHAPES: readonly Shape[] = INTERFACES.flatMap((version) =>
  KINDS.map(({ kind, naming, size }) => ({ spoken: SPELLINGS[version], kind, naming, size })),
);

/** Whether it proves that the cancel was not taken on, at once or after a wait of seconds, ends all sending, both, or neither. */
type Bearing = 'proof' | 'slow proof' | 'halts' | 'banned' | 'plain';
const isProof = (bearing: Bearing): boolean => bearing.endsWith('proof');

interface Fault {
  readonly name: string;
  readonly seen: Seen;
  readonly bearing: Bearing;
}

function bearingOf([status, text]: RawAnswer, { spoken, kind, naming, size }: Shape): Bearing {
  const result = spoken.classifyCancel(answered(status, text), cancelOf(kind, naming, size));
  if (result.kind === 'answered') return result.halt === undefined ? 'plain' : 'halts';
  if (result.kind === 'rate-refused' && result.again) return result.retryAfterMs === undefined ? 'proof' : 'slow proof';
  return result.kind === 'clock-refused' ? 'proof' : 'banned';
}

function faultsOf(shape: Shape): readonly Fault[] {
  const { kind, spoken } = shape;
  const written: readonly (readonly [string, RawAnswer])[] = [
    ...[...FAULT_CASES, ...CANCEL_CASES].flatMap(({ fault, name, raw }) =>
      raw === undefined ? [] : [[`fault ${fault}: ${name}`, raw(kind)] as const],
    ),
    ...(kind === 'batch' ? CANCEL_BATCH_CASES : []).map(
      ({ fault, name, text }) => [`fault ${fault}: ${name}`, [200, text]] as const,
    ),
  ];
  const answers = written.map(([name, [status, text]]) => [name, [status, spoken.spell(text)]] as const);
  const ways = Object.entries(WAYS).map(([name, socket]): Fault => ({ name, seen: { socket }, bearing: 'plain' }));
  return [...ways, ...answers.map(([name, answer]) => ({ name, seen: { answer }, bearing: bearingOf(answer, shape) }))];
}

interface Mode {
  readonly when: Meeting['when'];
  readonly often: 'once' | 'each time';
}
const MODES: readonly Mode[] = [
  { when: 'before', often: 'once' },
  { when: 'before', often: 'each time' },
  { when: 'after', often: 'once' },
  { when: 'after', often: 'each time' },
];

/** The orders of each fault's own calls. */
const ordersOf = ({ kind, size }: Shape, faults: readonly Fault[]): Order[][] =>
  faults.map((_, at) =>
    Array.from({ length: size }, (__, entry) =>
      anOrder({ id: `c${at}-${entry}`, ...(kind === 'trigger' ? STOP : REST) }),
    ),
  );

interface Tried {
  readonly rig: CancelRig;
  readonly run: CancelRun;
  /** How often each order went, but for those that the exchange proved not to have taken on. */
  readonly times: ReadonlyMap<string, number>;
}

/** What no answer costs; many requests at once have to be answered within it, all of them more. */
const TIMEOUT_MS = isWhole ? 2000 : 250;

/** A cancel of all orders, each call of which meets its own fault; some are filled before, whole or in part. */
async function tried(shape: Shape, faults: readonly Fault[], { when, often }: Mode): Promise<Tried> {
  const calls = ordersOf(shape, faults);
  const caseOf = new Map(calls.flatMap((orders, at) => orders.map(({ clientOid }) => [clientOid, at])));
  const met = new Map<number, number>();
  const times = new Map<string, number>();
  const meets = (orders: readonly Named[]): Meeting | undefined => {
    const at = caseOf.get(orders[0]?.clientOid ?? '') ?? 0;
    const { seen, bearing } = faults[at] as Fault;
    met.set(at, (met.get(at) ?? 0) + 1);
    const isMet = often === 'each time' || met.get(at) === 1;
    if (!isMet || !isProof(bearing))
      for (const { clientOid } of orders) times.set(clientOid, (times.get(clientOid) ?? 0) + 1);
    return isMet ? { seen, when } : undefined;
  };
  const { operations } = shape.spoken;
  const rig = await cancelRig({
    spoken: shape.spoken,
    orders: calls.flat(),
    placingFaults: shape.naming === 'by client order id' ? { 'drop-after': 1 } : {},
    connect: async (paper) =>
      paperClient(paper, { operations, origin: await faultyWay(paper, meets), timeoutMs: TIMEOUT_MS }),
  });
  for (const [at, orders] of calls.entries()) {
    const { orderId } = rig.order(orders[0]?.id ?? '');
    if (shape.kind === 'trigger') {
      if (at % 3 === 0) rig.paper.fire(orderId);
    } else if (at % 3 < 2) rig.paper.fill(orderId, at % 3 === 0 ? '0.01' : '0.003');
  }
  return { rig, run: await rig.cancel({ most: shape.size }), times };
}

const TRUE_OF: Readonly<Record<string, readonly string[]>> = {
  cancelled: ['canceled'],
  filled: ['filled', 'triggered'],
  refused: ['open', 'untriggered'],
};
const KNOWN_AS: Readonly<Record<string, readonly string[]>> = {
  cancelled: ['cancelled'],
  filled: ['filled'],
  refused: ['accepted'],
  unknown: ['cancel-unknown', 'unknown'],
};

/** What is not as it should be, in words. */
async function wrongs({ rig, run, times }: Tried, faults: readonly Fault[]): Promise<string[]> {
  const states = await rig.state();
  const name = (id: string): string => `${id} (${faults[Number(/[0-9]+/.exec(id))]?.name})`;
  const told = run.told.flatMap(({ id, outcome, filledSize, rule }) => {
    const { status, filledSize: isFilled = '0' } = rig.order(id);
    const state = states.get(id)?.state ?? 'nothing';
    // What did not leave, of an order that nobody could look at, tells only that the cancel did nothing to it.
    const isUntouched = rule === 'cancel-not-sent' && filledSize === undefined && status !== 'canceled';
    return [
      ...(outcome === 'unknown' || isUntouched || TRUE_OF[outcome]?.includes(status)
        ? []
        : [`${name(id)} ${outcome}, and is ${status}`]),
      ...(KNOWN_AS[outcome]?.includes(state) ? [] : [`${name(id)} ${outcome}, and the journal says ${state}`]),
      ...(outcome === 'cancelled' && Number(filledSize) !== Number(isFilled)
        ? [`${name(id)} filled ${filledSize}`]
        : []),
    ];
  });
  const often = [...states.values()].filter(({ clientOid }) => (times.get(clientOid) ?? 0) > 2);
  const whole = (await rig.isWhole()) ? [] : ['the journal does not verify'];
  return [...told, ...often.map(({ id }) => `${name(id)} went more than twice`), ...whole];
}

const PARTS = 12;
/** All of it waits for what it is refused by. */
const LONG = isWhole ? 900_000 : 60_000;

const CASES = SHAPES.flatMap((shape, at) =>
  (isWhole ? MODES : [MODES[(turn + at) % MODES.length] as Mode]).map(
    (mode) =>
      [
        `a ${shape.kind} of ${shape.spoken.interface} named ${shape.naming}, ${mode.when} it is taken on, ${mode.often}`,
        shape,
        mode,
      ] as const,
  ),
);

it.each(CASES)('faults of %s', { timeout: LONG }, async (_, shape, mode) => {
  const faults = faultsOf(shape).filter(
    ({ bearing, seen }, index) =>
      ((isWhole && bearing !== 'slow proof') || 'socket' in seen || (turn + index) % PARTS === 0) &&
      (bearing === 'plain' || (isProof(bearing) && mode.often === 'once')) &&
      // Its wait outlasts the cancel, so the answer is not doubted: one that lies cannot be found out.
      !(bearing === 'slow proof' && mode.when === 'after'),
  );
  const one = await tried(shape, faults, mode);
  expect(one.run.told.map(({ id }) => id).toSorted()).toEqual([...(await one.rig.state()).keys()].toSorted());
  expect(await wrongs(one, faults)).toEqual([]);
  // It bites: without the exchange, nothing that stood is off.
  if (mode.when === 'before' && mode.often === 'each time') expect(one.run.counts.cancelled).toBe(0);
});

it.each(CASES)('one that ends all sending, of %s', { timeout: LONG }, async (_, shape, mode) => {
  // A ban is a proof: no cancel was taken on that met it.
  const ending = faultsOf(shape).filter(
    ({ bearing }) => bearing === 'halts' || (bearing === 'banned' && mode.when === 'before'),
  );
  for (const fault of isWhole ? ending : [ending[turn % ending.length] as Fault]) {
    const one = await tried(shape, [fault, fault], mode);
    expect([fault.name, await wrongs(one, [fault, fault])]).toEqual([fault.name, []]);
  }
});

/** Faults 1 to 5: nothing left, which only the client itself can tell. */
it.each(SHAPES)(
  'a $kind of $spoken.interface named $naming that does not leave goes again, or is told as standing',
  async (shape) => {
    const orders = ordersOf(shape, [{ name: '', seen: { answer: [200, ''] }, bearing: 'plain' }]).flat();
    const placingFaults = shape.naming === 'by client order id' ? { 'drop-after': 1 } : {};
    const outcomes = async (again: boolean): Promise<ReadonlySet<string>> => {
      const rig = await cancelRig({
        spoken: shape.spoken,
        orders,
        placingFaults,
        connect: (paper) =>
          withCancels(
            paperClient(paper, { operations: shape.spoken.operations }),
            (time) => time > 1 || { kind: 'not-sent', message: 'ECONNREFUSED', again },
          ),
      });
      return new Set((await rig.cancel({ most: shape.size })).told.map(({ outcome }) => outcome));
    };
    expect([...(await outcomes(true))]).toEqual(['cancelled']);
    expect([...(await outcomes(false))]).toEqual(['refused']);
  },
);
