/** A follower whose looks, steps and ends are wrong: what `due` is told, and what is made of what it says. */
import type { PlantedFault } from './fault.ts';

const LOOK = 'src/session/lists/follow-look.ts';
const NEWS = 'src/session/lists/look-news.ts';
const PARTS = 'src/session/lists/followed-parts.ts';
const STAND = 'src/session/lists/stand.ts';
const STEPS = 'src/session/follow/steps.ts';
const LOOKS = 'src/session/follow/looks.ts';
const CAME = 'src/compile/follow/came-about.ts';
const STOP = 'src/compile/follow/stop-steps.ts';
const LOOP = 'src/session/follow/follow-loop.ts';
const END = 'src/actions/follow/ending.ts';
const STANDING = 'src/compile/follow/standing.ts';

const BY_SIMULATION: readonly Omit<PlantedFault, 'proof'>[] = [
  {
    name: 'trades of other orders count as ours',
    file: LOOK,
    changes: [['const own = told.get(one.order.orderId);', 'const own = fills;']],
  },
  {
    name: 'fills are taken from the record',
    file: PARTS,
    changes: [
      [
        'const tradesOf = ({ trades = [] }: KnownOrder): ReadonlyMap<string, PartTrade> =>',
        "const tradesOf = ({ seen, trades = seen?.filledSize === undefined ? [] : [['record', seen.filledSize, '64000', 0]] }: KnownOrder): ReadonlyMap<string, PartTrade> =>",
      ],
      ['return filled !== undefined && filledByTrades(known).compare(Decimal.of(filled)) >= 0;', 'return true;'],
    ],
  },
  {
    name: 'a trade counts again at each look',
    file: NEWS,
    changes: [
      ['if (ids.has(id) || amount', 'if (amount'],
      ['return [[id, size, (price', 'return [[ids.has(id) ? `${id}-${trades.length}` : id, size, (price'],
      ['filled.compare(filledByTrades(asked.known)) > 0;', 'filled.compare(Decimal.zero) > 0;'],
    ],
  },
  {
    name: 'a trigger is stuck by two looks in a row, however late lists are',
    file: 'src/session/follow/last-prices.ts',
    changes: [
      ['return lookedMs - passedMs >= LAG_MS;', 'return lookedMs > passedMs || LAG_MS < 0;'],
      ['&& !inDoubt.has(clientOid);', '&& (inDoubt.size >= 0 || !inDoubt.has(clientOid));'],
    ],
  },
  {
    name: 'one order is what two triggers became',
    file: LOOK,
    changes: [['onlyOne(guess, ours)', 'guess.became']],
  },
  {
    name: 'an order of the size of one trigger cannot be the rest of a larger one',
    file: 'src/session/lists/became.ts',
    changes: [['!(isGuessed === true && others.some(mayBeCut))', '!(isGuessed === true && others.length < 0)']],
  },
  {
    name: 'a list that is late takes back what the end of an order said',
    file: NEWS,
    changes: [["stand.kind === 'seen' && !isLate(known, stand.seen)", "stand.kind === 'seen'"]],
  },
  {
    name: 'a fired trigger at market counts as filled whole',
    file: PARTS,
    changes: [['if (isLost(known) || mayStillFill(known)) return false;', 'if (isLost(known)) return false;']],
  },
  {
    name: 'what a trigger became is refused for its client order id',
    file: STAND,
    changes: [["const isNamed = clientOid !== '' && order.firedAs !== orderId;", "const isNamed = clientOid !== '';"]],
  },
  {
    name: 'a second resize begins before the first is over',
    file: STOP,
    changes: [
      [
        'if (!isUnderWay && kept.length === before && !isLeaving(stop)) resize(turn, view, { stop, kept, excess });',
        'void before; resize(turn, view, { stop, kept, excess });',
      ],
    ],
  },
  {
    name: 'cancels that are due are not sent',
    file: STEPS,
    changes: [['await this.#cancel(fresh, taking);', '']],
  },
  {
    name: 'a follow ends while something is held',
    file: STANDING,
    changes: [['if (isFrozen || isOpen ||', 'if (isFrozen ||']],
  },
  {
    name: 'the exit code is 0 whatever is left',
    file: END,
    changes: [['isIncomplete(orders, end) ? EXIT.incomplete :', 'isIncomplete(orders, end) ? EXIT.done :']],
  },
  {
    name: 'an order in no list keeps a follow alive for ever',
    file: STANDING,
    changes: [['isOver(turn, view) || (view.parts.some(isDead) &&', 'isOver(turn, view) || (false &&']],
  },
  {
    name: 'steps follow from a look that was not read to its end',
    file: LOOKS,
    changes: [['if (looked.unread.length === 0) this.lookedMs = beganMs;', 'this.lookedMs = beganMs;']],
  },
];

const TOLD: PlantedFault = {
  name: 'what was rejected is told as accepted',
  file: END,
  changes: [["if (state === 'rejected') return 'already-rejected';", '']],
  proof: { tests: ['test/session/follow-ending.test.ts'] },
};

const LATE: PlantedFault = {
  name: 'a late opening is sent after a restart',
  file: CAME,
  changes: [
    [
      'return latest(parts);',
      'return typeof latest(parts) === "number" ? Math.max(latest(parts) as number, this.#turn.known.startedMs) : latest(parts);',
    ],
  ],
  proof: { tests: ['test/compile/follow/late.test.ts'] },
};

const UNCHECKED: PlantedFault = {
  name: 'a late opening is sent by a check of long ago',
  file: 'src/session/follow/held-back.ts',
  changes: [['const checked = this.#checked(orders);', "const checked = 'may' as OpeningsChecked;"]],
  proof: { tests: ['test/follow/openings-checked.test.ts'] },
};

const TARGETS_FIRST: PlantedFault = {
  name: 'targets use the room that is kept for stops',
  file: 'src/session/follow/steps.ts',
  changes: [['...(isTarget(step, task.follow) && { isTarget: true }),', '']],
  proof: { tests: ['test/follow/targets-wait.test.ts'] },
};

const WAITS = 'test/follow/targets-wait.test.ts';

const ROOM: readonly PlantedFault[] = [
  {
    name: 'targets take the room of stops that a filling entry makes due next',
    file: 'src/session/follow/room-for-stops.ts',
    changes: [['beside.length > 0 ? beside : undefined', 'beside.length < 0 ? beside : undefined']],
    proof: { tests: [WAITS] },
  },
  {
    name: 'of stops to come only the next one is counted',
    file: 'src/compile/follow/stops-to-come.ts',
    changes: [['Math.floor(afterMs / everyMs) + AT_ONCE', '1']],
    proof: { tests: ['test/compile/follow/stops-to-come.test.ts'] },
  },
  {
    name: 'what stops may need later is not left free for them',
    file: 'src/budget/weight-budget.ts',
    changes: [['Math.max(waitMs, fitsInMs - afterMs)', 'Math.max(waitMs, afterMs > 0 ? 0 : fitsInMs)']],
    proof: { tests: ['test/session/room-for-stops.test.ts'] },
  },
  {
    name: 'what others keep is free for stops in a moment',
    file: 'src/journal/requests/own-reserve.ts',
    changes: [['addedCosts(own, ofOthersThen)', 'addedCosts(own, NOTHING)']],
    proof: { tests: ['test/journal/beside.test.ts'] },
  },
  {
    name: 'openings leave the stops of one group half of a window, whatever it may need',
    file: 'src/session/follow/room-for-stops.ts',
    changes: [['all > amount * MOST_BESIDE_OPENINGS', 'all > 0 * MOST_BESIDE_OPENINGS']],
    proof: { tests: ['test/session/room-for-stops.test.ts'] },
  },
  {
    name: 'more is kept free than a window can ever have',
    file: 'src/journal/requests/own-reserve.ts',
    changes: [['smallerCosts(free, addedCosts(', 'largerCosts(free, addedCosts(']],
    proof: { tests: ['test/journal/beside.test.ts'] },
  },
  {
    name: 'that a stop waits for room is told nobody',
    file: 'src/session/follow/follow-loop.ts',
    changes: [['if (waits.length > 0) await', 'if (waits.length < 0) await']],
    proof: { tests: [WAITS] },
  },
];

const LOST: readonly PlantedFault[] = [
  {
    name: 'where the output of a follow is lost, nobody is told what it leaves',
    file: 'src/commands/command-line/reporting.ts',
    changes: [['isLost = isFollow;', 'isLost = false;']],
    proof: { tests: ['test/cli/lost-follow-output.test.ts'] },
  },
  {
    name: 'a run that lost its output is reported as refused',
    file: 'src/views/run/exit-words.ts',
    changes: [['exitCode === EXIT.usage && isLost', 'exitCode === EXIT.done && isLost']],
    proof: { tests: ['test/cli/lost-follow-output.test.ts'] },
  },
];

const BLIND: PlantedFault = {
  name: 'a follower is told to be blind once its request ends',
  file: LOOP,
  changes: [['this.#blind.tick(this.#now);', '']],
  proof: { tests: ['test/follow/blind.test.ts'] },
};

const TIME: PlantedFault = {
  name: 'the exchange’s time is believed however long its answer took',
  file: 'src/session/send/server-clock.ts',
  changes: [['best.tookMs > SURE_MS', 'best.tookMs < 0']],
  proof: { tests: ['test/session/clock-asked.test.ts'] },
};

const BY_ROUGH = { tests: ['test/proofs/simulation.test.ts'] } as const;
const GAPS: readonly PlantedFault[] = [
  {
    name: 'a look that a gap fell into counts as one after it',
    file: LOOP,
    changes: [['if (this.#gapsSeen > gapsBefore) this.#lookAgain();', '']],
    proof: BY_ROUGH,
  },
  {
    name: 'what was due before a gap is sent after it',
    file: LOOP,
    changes: [['return this.#options.looks.lookedMs === undefined;', 'return false;']],
    proof: BY_ROUGH,
  },
];

const SHARED: PlantedFault = {
  name: 'a guess that two triggers share says that neither was cut',
  file: 'src/session/lists/became.ts',
  changes: [[`other.became.kind !== 'known' || isShared(other, all)`, `other.became.kind !== 'known'`]],
  proof: { tests: ['test/session/became.test.ts'] },
};

const ENDED: PlantedFault = {
  name: 'a part whose record says that it is over is cancelled again and again',
  file: 'src/compile/follow/turn.ts',
  changes: [['isEnded === true || !view.isSure', '!view.isSure']],
  proof: { tests: ['test/compile/follow/resize.test.ts'] },
};

export const FOLLOW_LOOP_FAULTS: readonly PlantedFault[] = [
  BLIND,
  LATE,
  UNCHECKED,
  TARGETS_FIRST,
  ...ROOM,
  ...LOST,
  TOLD,
  ...BY_SIMULATION.map((fault) => Object.assign({}, fault, { proof: 'follow' as const })),
  TIME,
  ...GAPS,
  ENDED,
  SHARED,
];
