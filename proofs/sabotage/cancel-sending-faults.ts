/** Cancels that are sent too often, to what they should not touch, or without a record; and what a kill leaves of them. */
import type { PlantedFault } from './fault.ts';

const FOLLOWING = 'src/session/cancel/following.ts';
const LINE = 'src/session/send/line.ts';
const RECOVERY = 'src/journal/requests/recovery.ts';

const SENDING: readonly PlantedFault[] = [
  {
    name: 'a lost cancel goes again by client order id',
    file: FOLLOWING,
    changes: [
      [
        `open.isRepeated === undefined && mayRepeat(open)`,
        `open.isRepeated === undefined && (mayRepeat(open) || (open.before.orderId === undefined && open.sent?.answer === 'unknown'))`,
      ],
    ],
  },
  {
    name: 'a lost cancel goes again as often as it is lost',
    file: FOLLOWING,
    changes: [[`open.isRepeated === undefined && mayRepeat(open)`, `mayRepeat(open)`]],
  },
  {
    name: 'a cancel leaves before its intent is recorded',
    file: LINE,
    changes: [
      ['let signedAtMs = 0;', 'let signedAtMs = 0;\n      let early: Promise<Transmitted<V>> | undefined;'],
      [
        'return requestOf(sending, signedAtMs);',
        'if (sending.answers) early ??= this.#transmit(sending, signedAtMs);\n          return requestOf(sending, signedAtMs);',
      ],
      [
        'this.#attempt(sending, { attempt, signedAtMs, tries });',
        'this.#attempt(sending, { attempt, signedAtMs, tries, early } as Try);',
      ],
      [
        'const result = await this.#transmit(sending, one.signedAtMs);',
        'const { early } = one as { early?: Promise<Transmitted<V>> };\n    const result = await (early ?? this.#transmit(sending, one.signedAtMs));',
      ],
    ],
  },
  {
    name: 'only the first order of a batch of cancels is on record',
    file: 'src/journal/requests/intent-record.ts',
    changes: [
      [
        `const orders = cancel.orders.map(({ clientOid, isReplaced }) => {`,
        `const orders = cancel.orders.slice(0, 1).map(({ clientOid, isReplaced }) => {`,
      ],
    ],
  },
  {
    name: 'a cancel takes off what another plan placed',
    file: 'src/commands/cancel/cancel-plan.ts',
    changes: [
      [
        `state: await session.state(place),`,
        'state: new Map(seen.all.flatMap((one) => [...one.orders].map(([id, order]) => [one.plan === place.plan ? id : `${one.plan}.${id}`, order]))),',
      ],
    ],
  },
  {
    name: 'a cancel takes off more than was asked for',
    file: 'src/actions/prepare/cancel-selection.ts',
    changes: [[`isAsked(order) && named?.has(order.id) !== false`, `isAsked(order) && named?.has('') !== true`]],
  },
  {
    name: 'the weight of a cancel is not counted',
    file: 'src/exchange/v2/requests.ts',
    changes: [[`cancel_batch_orders', weight: { ip: 5, uid: 10 }`, `cancel_batch_orders', weight: { ip: 0, uid: 0 }`]],
  },
  {
    name: 'cancels go on after a stop',
    file: 'src/session/cancel/cancelling.ts',
    changes: [
      [
        `stop(stop: LineStop): void { this.#line.stop(stop);`,
        `stop(stop: LineStop): void { if (stop.why === '') this.#line.stop(stop);`,
      ],
    ],
  },
  {
    name: 'the lists are asked after a ban that a cancel met',
    file: 'src/session/send/retry-policy.ts',
    changes: [[`if (!result.again) restraint?.banned(result.message);`, ``]],
  },
  {
    name: 'the pause of one line is none for the next',
    file: 'src/session/send/gate.ts',
    changes: [[`patience.restraint ?? new Restraint()`, `new Restraint()`]],
  },
  {
    name: 'a cancelled order is placed again without being asked',
    file: 'src/compile/select-pending.ts',
    changes: [
      [
        `case 'cancelled': if (again?.has(order.id) === true) return undefined;`,
        `case 'cancelled': if (again?.has(order.id) !== false || known.seen) return undefined;`,
      ],
    ],
  },
];

/** What a command that was killed leaves. */
const KILLED: readonly PlantedFault[] = [
  {
    name: 'what was being cancelled stays so after a kill',
    file: RECOVERY,
    changes: [
      [
        `[...memory.ordersIn('cancelling', isHeld)].map(`,
        `[...memory.ordersIn('cancelling', isHeld)].slice(0, 0).map(`,
      ],
    ],
  },
  {
    name: 'a killed cancel counts as refused',
    file: RECOVERY,
    changes: [[`step: 'cancel-unknown', rule: NO_RECORD.rule,`, `step: 'stands', rule: NO_RECORD.rule,`]],
  },
];

export const CANCEL_SENDING_FAULTS: readonly PlantedFault[] = [...SENDING, ...KILLED];
