/** Faults of a halt, a close and a flatten that a simulation with halts must notice. */
import type { PlantedFault } from './fault.ts';

const HALTS = 'halts';
const FLATTEN = 'src/actions/flatten/flatten.ts';
const CLOSE_ALL = 'src/actions/flatten/close-all.ts';
const TAKE_OFF_LEFT = 'src/actions/flatten/take-off-left.ts';
const OWN_CLOSES = 'src/actions/flatten/own-closes.ts';
const CLOSE_HELD = 'src/actions/flatten/close-held.ts';
const ANSWERS = { tests: ['test/cli/flatten-answers.test.ts'] } as const;
const WHOSE = { tests: ['test/commands/whose.test.ts'] } as const;
const SHOWN_FILLS = { tests: ['test/commands/shown-fills.test.ts'] } as const;
const CLOSE_HELD_TEST = { tests: ['test/commands/close-held.test.ts'] } as const;
const ENDS = { tests: ['test/commands/flatten-ends.test.ts'] } as const;
const OWN_CLOSES_TEST = { tests: ['test/commands/own-closes.test.ts'] } as const;

export const FLATTEN_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a halt is read as a run begins, and not again',
    file: 'src/journal/requests/requests.ts',
    changes: [[`if (halted !== undefined && opens(request))`, `if (halted !== undefined && halted === undefined)`]],
    proof: HALTS,
  },
  {
    name: 'a flatten halts once it has looked',
    file: 'src/commands/flatten/flatten-account.ts',
    changes: [[`if (asked.yes) await halted();`, ``]],
    proof: HALTS,
  },
  {
    name: 'a flatten is flat by one look',
    file: FLATTEN,
    changes: [[`await clock.sleep(BETWEEN_LOOKS_MS, signal);`, ``]],
    proof: HALTS,
  },
  {
    name: 'a flatten is flat though a position was told in its looks',
    file: FLATTEN,
    changes: [[`...[...held.values()].map(leftWords),`, ``]],
    proof: HALTS,
  },
  {
    name: 'a flatten is flat though an order of it is unknown',
    file: FLATTEN,
    changes: [[`unsure.length === 0`, `unsure.length >= 0`]],
    proof: HALTS,
  },
  {
    name: 'the stops of what is held go off with what opens',
    file: FLATTEN,
    changes: [
      [
        `await cancelOrders(how, (await standing()).limits, notes);`,
        `await cancelOrders(how, (await standing()).limits.concat((await standing()).stops), notes);`,
      ],
    ],
    proof: HALTS,
  },
  {
    name: 'a position of somebody else is closed without being asked for',
    file: CLOSE_ALL,
    changes: [[`if (how.all || position.isOurs)`, `if (how.all || position.size)`]],
    proof: HALTS,
  },
  {
    name: 'what is left of the journal stays where its position is gone',
    file: FLATTEN,
    changes: [[`if (after !== undefined) await takeOffLeft(how, after, { notes, shown });`, `void shown;`]],
    proof: HALTS,
  },
  {
    name: 'a close that is told as filled, without its size, filled nothing',
    file: 'src/journal/records/state.ts',
    changes: [
      [
        `lineageFilled(order) ?? Decimal.parse(sentSize(order)) ?? Decimal.zero;`,
        `Decimal.parse(order.seen?.filledSize ?? '') ?? Decimal.zero;`,
      ],
    ],
    proof: HALTS,
  },
  {
    name: 'a position is what a list says of it at once, whatever was closed of it',
    file: CLOSE_HELD,
    changes: [[`if (isAll || stop.signal.aborted) return now;`, `if (size !== undefined) return now;`]],
    proof: HALTS,
  },
  {
    name: 'a look that ends once positions lag no more tells what is held then',
    file: CLOSE_HELD,
    changes: [[`await closes.held(now.size, begunMs);`, `await closes.held(now.size, clock.monotonicMs());`]],
    proof: CLOSE_HELD_TEST,
  },
  {
    name: 'positions lag no longer than cancelWait, once a close was filled',
    file: OWN_CLOSES,
    changes: [
      [
        `this.#shownMs.set(clientOid, nowMs + LONGEST_LAG_MS - overForMs);`,
        `this.#shownMs.set(clientOid, nowMs + this.#how.config.execution.cancelWaitMs - overForMs);`,
      ],
    ],
    proof: CLOSE_HELD_TEST,
  },
  {
    name: 'a position shows what was closed of it a moment ago',
    file: OWN_CLOSES,
    changes: [[`Math.max(0, wallMs - changedAtMs) : 0;`, `LONGEST_LAG_MS + wallMs - changedAtMs : 0;`]],
    proof: OWN_CLOSES_TEST,
  },
  {
    name: 'a position shows what was closed of it, as an order of a plan closed as much',
    file: OWN_CLOSES,
    changes: [[`isOfPlan(fill) && fill.learnedMs > fromMs`, `isOfPlan(fill) && fill.learnedMs < 0`]],
    proof: OWN_CLOSES_TEST,
  },
  {
    name: 'a position that an old look told so much larger shows what was closed of it since',
    file: OWN_CLOSES,
    changes: [[`return looks.slice(first).some(`, `return looks.slice(Math.min(first, 0)).some(`]],
    proof: OWN_CLOSES_TEST,
  },
  {
    name: 'a look that left a position out shows what was closed of it',
    file: OWN_CLOSES,
    changes: [[`isBelieved(look, now, fills) &&`, ``]],
    proof: OWN_CLOSES_TEST,
  },
  {
    name: 'the stops of a position go off once its close was sent',
    file: TAKE_OFF_LEFT,
    changes: [
      [`({ order }) => !isHeld.has(keyOf(order)),`, `({ order }) => !isHeld.has(keyOf(order)) || isHeld.size > 0,`],
    ],
    proof: HALTS,
  },
  {
    name: 'a stop goes off though nobody knows whether what opens its position is there',
    file: TAKE_OFF_LEFT,
    changes: [[`...openers.map(({ order }) => keyOf(order)), ...late.map`, `...openers.map(() => ''), ...late.map`]],
    proof: SHOWN_FILLS,
  },
  {
    name: 'a position that is not told is gone, whatever was filled of it a moment ago',
    file: TAKE_OFF_LEFT,
    changes: [[`...late.map(({ key }) => key)`, `...late.map(() => '')`]],
    proof: SHOWN_FILLS,
  },
  {
    name: 'what any close was sent after is shown with it, whenever it was filled',
    file: 'src/actions/flatten/shown-fills.ts',
    changes: [
      [`fill.opens && fill.learnedMs > shownMs`, `fill.opens && fill.learnedMs > shownMs && !this.#closedMs.has(key)`],
    ],
    proof: SHOWN_FILLS,
  },
  {
    name: 'what was filled and is not told is waited for no longer than a list takes once',
    file: CLOSE_ALL,
    changes: [[`clock.monotonicMs() >= untilMs) break;`, `clock.monotonicMs() >= 0) break;`]],
    proof: { tests: ['test/commands/close-all.test.ts'] },
  },
  {
    name: 'a flatten of all closes what is ordo’s alone',
    file: CLOSE_ALL,
    changes: [[`if (how.all || position.isOurs)`, `if (position.isOurs)`]],
    proof: HALTS,
  },
  {
    name: 'a close goes again at once, as the answer to the one before was lost',
    file: CLOSE_HELD,
    changes: [[`if (open.length === 0) return undefined;`, `if (open.length >= 0) return undefined;`]],
    proof: CLOSE_HELD_TEST,
  },
  {
    name: 'a position is flat by the answer to its close, whatever the looks say',
    file: FLATTEN,
    changes: [
      [
        `...[...held.values()].map(leftWords),`,
        `...[...held.values()].filter((one) => !notes.done.some(({ kind, name }) => kind === 'closed' && name === positionName(one))).map(leftWords),`,
      ],
    ],
    proof: ANSWERS,
  },
  {
    name: 'what a trigger became by firing opened nothing',
    file: 'src/actions/flatten/whose.ts',
    changes: [[`traded.has(ownOrderId(order) ?? '')`, `traded.has(order.orderId ?? '')`]],
    proof: WHOSE,
  },
  {
    name: 'a line of a flatten says what was answered, whatever was seen since',
    file: 'src/actions/flatten/steps-now.ts',
    changes: [
      [
        `said.kind === 'unknown' ? known.get(clientOid) : undefined;`,
        `known.size < 0 ? known.get(clientOid) : undefined;`,
      ],
    ],
    proof: ENDS,
  },
  {
    name: 'a close that is in the way of no other any more keeps an account from being known',
    file: 'src/actions/flatten/why-let-be.ts',
    changes: [[`open.has(close));`, `held.has(position) || open.has(close));`]],
    proof: ENDS,
  },
  {
    name: 'a close that may still act is over, as its position is gone',
    file: 'src/actions/flatten/why-let-be.ts',
    changes: [[`close === undefined ? held.has(position) : open.has(close)`, `held.has(position)`]],
    proof: ENDS,
  },
  {
    name: 'what is left of a position goes off with it, whoever placed it',
    file: TAKE_OFF_LEFT,
    changes: [
      [
        `(how: FlattenWith, { held, begunMs }: LookedAtAll,`,
        `(how: FlattenWith, { held, begunMs, look }: LookedAtAll,`,
      ],
      [
        `await cancelOrders(how, mayGo(await standing(), held, late), notes);`,
        `const known = await session.account();
  const placed = known.flatMap(({ plan, generation, orders }) => [...orders.values()].map((order) => ({ plan, generation, order })));
  const others = [...look.symbols.values()].flatMap(({ triggers = [] }) => triggers)
    .filter(({ orderId }) => !placed.some(({ order }) => order.orderId === orderId));
  const [model] = placed;
  await cancelOrders(how, model !== undefined && others.length > 0
    ? others.map((row) => ({ ...model, order: { ...model.order, state: 'accepted', orderId: row.orderId, content: { ...model.order.content, trigger: '1' } } }) as PlanOrder)
    : mayGo(await standing(), held, late), notes);`,
      ],
    ],
    proof: HALTS,
  },
  {
    name: 'what was not told of an account is nothing',
    file: 'src/actions/flatten/look-at-all.ts',
    changes: [[`if (held.kind === 'told' && !isPartial(look))`, `if (held.kind !== undefined)`]],
    proof: HALTS,
  },
];
