/**
 * Every fault of the catalogue on each of the three operations, at the first, the middle or the last call of a run: what is
 * said, what is still sent, what the journal knows, and that a second run sends nothing that may have left.
 */
import { describe, expect, it } from 'vitest';
import type { CallKind } from '../../src/model/call.ts';
import type { Order } from '../../src/model/order.ts';
import { BATCH_CASES } from '../support/batch-cases.ts';
import { answered, FAULT_CASES } from '../support/fault-cases.ts';
import { callOf, KINDS } from '../support/prompt-exchange.ts';
import type { CallResult } from '../../src/exchange/answers/call-result.ts';
import { anOrder } from '../support/plan-builder.ts';
import { acceptsAll } from '../support/sim-exchange.ts';
import { rig, type Rig } from './rig.ts';
import { INTERFACES, spelled, SPELLINGS, type Spelling } from '../support/spellings.ts';
import { inTurns, isWhole, turn } from '../support/turns.ts';

const POSITIONS = [1, 2, 3] as const;

/** Three calls of one kind; a batch of as many orders as the fault's answer speaks of. */
const plans: Readonly<Record<CallKind, (size: number) => Order[]>> = {
  single: () => POSITIONS.map((n) => anOrder({ id: `s${n}`, stopLoss: '1' })),
  trigger: () => POSITIONS.map((n) => anOrder({ id: `t${n}`, trigger: '63000' })),
  batch: (size) =>
    POSITIONS.flatMap((n) =>
      Array.from({ length: size }, (_, at) => anOrder({ id: `b${n}-${at}`, symbol: `cmt_${'abc'.charAt(n - 1)}usdt` })),
    ),
};

interface Case {
  readonly name: string;
  readonly kind: CallKind;
  readonly size: number;
  readonly spoken: Spelling;
  readonly result: CallResult;
}

const casesOf = (spoken: Spelling): readonly Case[] => [
  ...KINDS.flatMap((kind) =>
    FAULT_CASES.map((one): Case => ({
      name: `fault ${one.fault}, ${kind}: ${one.name}`,
      kind,
      size: kind === 'batch' ? 3 : 1,
      spoken,
      result: spoken.classify(spelled(spoken, one, kind), callOf(kind)),
    })),
  ),
  ...BATCH_CASES.map((one): Case => ({
    name: `fault ${one.fault}, entries: ${one.name}`,
    kind: 'batch',
    size: 4,
    spoken,
    result: spoken.classify(
      answered(200, spoken.spell(JSON.stringify({ result: true, order_info: one.entries }))),
      callOf('batch', 4),
    ),
  })),
];

const orderIdsOf = ({ schedule }: Rig, call: number): string[] =>
  (schedule.calls[call - 1]?.orders ?? []).map(({ id }) => id);

/** Where the fault stands at one call, once, and every other answer accepts. */
const runOnce = (one: Case, position: number, onUnknown: 'stop' | 'continue'): Promise<Rig> =>
  rig({
    spoken: one.spoken,
    orders: plans[one.kind](one.size),
    limits: { inFlight: 1 },
    settings: { onUnknown },
    script: (call, time) => ({
      result: call.number === position && time === 1 ? one.result : acceptsAll(call),
      afterMs: 20,
    }),
  });

/** What each order of the faulty call must be told as, and whether the calls behind it must not start. */
function expectation(
  { result }: Case,
  onUnknown: 'stop' | 'continue',
): { outcomes: string[] | 'accepted' | 'stopped'; stops: boolean } {
  if ((result.kind === 'not-sent' || result.kind === 'rate-refused') && !result.again)
    return { outcomes: 'stopped', stops: true };
  if (result.kind !== 'answered') return { outcomes: 'accepted', stops: false };
  const outcomes = result.verdicts.map(({ outcome }) => outcome);
  return { outcomes, stops: result.halt !== undefined || (onUnknown === 'stop' && outcomes.includes('unknown')) };
}

/** Each place with the default; going on after an unknown is tried in the middle, which has calls on both sides. */
const SETTINGS = [
  [1, 'stop'],
  [2, 'stop'],
  [3, 'stop'],
  [2, 'continue'],
] as const;

async function tried(one: Case, position: number, onUnknown: 'stop' | 'continue'): Promise<void> {
  const where = `at call ${position} of 3, onUnknown: ${onUnknown}`;
  const first = await runOnce(one, position, onUnknown);
  await first.run();
  const { outcomes, stops } = expectation(one, onUnknown);
  const said = new Map(first.outcomes().map((event) => [event.id, event.outcome]));
  expect([where, first.outcomes().length]).toEqual([where, first.schedule.pending.size]);
  for (const call of POSITIONS) {
    const wanted =
      call === position
        ? orderIdsOf(first, call).map((_, at) =>
            outcomes === 'stopped' ? 'withheld' : outcomes === 'accepted' ? 'accepted' : outcomes[at],
          )
        : orderIdsOf(first, call).map(() => (call > position && stops ? 'withheld' : 'accepted'));
    expect([where, ...orderIdsOf(first, call).map((id) => said.get(id))]).toEqual([where, ...wanted]);
  }

  const second = await rig({ spoken: one.spoken, orders: plans[one.kind](one.size), after: first });
  await second.run();
  const again = new Set(second.exchange.placed.flatMap(({ call }) => call.orders.map(({ id }) => id)));
  const unsent = [...said].filter(([, outcome]) => outcome === 'withheld').map(([id]) => id);
  expect([where, ...[...again].toSorted()]).toEqual([where, ...unsent.toSorted()]);
}

/** Every other case in one place by turns; all of them in all places by `npm run positions`. */
const settingsOf = (at: number): readonly (typeof SETTINGS)[number][] =>
  isWhole ? SETTINGS : [SETTINGS[(turn + at) % SETTINGS.length] as (typeof SETTINGS)[number]];

describe.each(INTERFACES)('on %s', (version) => {
  const cases = inTurns(casesOf(SPELLINGS[version]), 2);
  it.each(cases.map((one, at) => [one.name, one, at] as const))('%s', async (_, one, at) => {
    for (const [position, onUnknown] of settingsOf(at)) await tried(one, position, onUnknown);
  });
});
