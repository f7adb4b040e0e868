/** Faults of a halt, a close and a flatten that a simulation with halts must notice. */
import type { PlantedFault } from './fault.ts';

const HALTS = 'halts';
const FLATTEN = 'src/actions/flatten/flatten.ts';
const CLOSE_HELD = 'src/actions/flatten/close-held.ts';
const CLOSE_HELD_TEST = { tests: ['test/commands/close-held.test.ts'] } as const;
const CLOSED_OF = { tests: ['test/commands/closed-of.test.ts'] } as const;

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
    file: FLATTEN,
    changes: [[`if (how.all || position.isOurs)`, `if (how.all || position.size)`]],
    proof: HALTS,
  },
  {
    name: 'what is left of the journal stays where its position is gone',
    file: FLATTEN,
    changes: [[`if (after !== undefined) await takeOffLeft(how, after, notes);`, ``]],
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
    changes: [[`if (now.size.compare(most) <= 0 ||`, `if (now.size.compare(Decimal.zero) >= 0 ||`]],
    proof: HALTS,
  },
  {
    name: 'a look that ends once positions lag no more tells what is held then',
    file: CLOSE_HELD,
    changes: [[`begunMs >= untilMs`, `clock.monotonicMs() >= untilMs`]],
    proof: CLOSE_HELD_TEST,
  },
  {
    name: 'a position shows what was closed of it a moment ago',
    file: 'src/actions/flatten/closed-of.ts',
    changes: [[`!mayRest(order) && order.changedAtMs <= fromMs`, `!mayRest(order) && fromMs > 0`]],
    proof: CLOSED_OF,
  },
  {
    name: 'the stops of a position go off once its close was sent',
    file: FLATTEN,
    changes: [
      [
        `...[...limits, ...stops].filter((one) => !isHeld(one))];`,
        `...[...limits, ...stops].filter((one) => isHeld(one) || !isHeld(one))];`,
      ],
    ],
    proof: HALTS,
  },
  {
    name: 'a flatten of all closes what is ordo’s alone',
    file: FLATTEN,
    changes: [[`if (how.all || position.isOurs)`, `if (position.isOurs)`]],
    proof: HALTS,
  },
  {
    name: 'what is left of a position goes off with it, whoever placed it',
    file: FLATTEN,
    changes: [
      [
        `function leftOver({ account, held }: LookedAtAll): readonly PlanOrder[] {`,
        `function leftOver({ account, held, look }: LookedAtAll): readonly PlanOrder[] {
  const known = account.flatMap(({ orders }) => [...orders.values()]);
  const others = [...look.symbols.values()].flatMap(({ triggers = [] }) => triggers.filter(isTold))
    .filter(({ orderId }) => !known.some((order) => order.orderId === orderId));
  const [model] = account.flatMap(({ plan, generation, orders }) => [...orders.values()].map((order) => ({ plan, generation, order })));
  if (model !== undefined && others.length > 0)
    return others.map((row) => ({ ...model, order: { ...model.order, state: 'accepted', orderId: row.orderId, content: { ...model.order.content, symbol: row.symbol, side: row.side, trigger: '1' } } }) as PlanOrder);`,
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
