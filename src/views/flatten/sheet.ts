/** What a flatten would do, and what it came to. */
import type { FlattenStep } from '../../actions/flatten/flatten-with.ts';
import type { Flattened } from '../../actions/flatten/flattened.ts';
import type { HeldBack } from '../../actions/flatten/why-let-be.ts';
import { positionName, type HeldNow } from '../../actions/flatten/look-at-all.ts';
import type { PreparedFlatten } from '../../actions/flatten/prepare-flatten.ts';
import type { PlanOrder } from '../../journal/records/known-account.ts';
import type { Limits } from '../../model/call.ts';
import { someOf } from '../../model/count.ts';
import { EXIT } from '../../model/exit-code.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { moneyText } from '../../protection/money.ts';
import { statedOf } from '../../protection/words.ts';
import { amountOf, digestShown, grouped, seconds, weightWords } from '../../report/text/phrases.ts';
import { STATES, type StateWords } from '../../report/text/states.ts';
import { own, table, type Block, type NextStep, type Sheet, type SheetColumn, type Text } from '../../show/sheet.ts';
import type { AskedFollower } from '../../journal/records/end-asked.ts';
import { answerHead, answerSheet, type ToldPlace } from '../answer.ts';
import { asksBlocks, asksData } from '../asks.ts';
import { orderColumns, type ShownOrder } from '../order-columns.ts';
import { protectionData } from '../protection/account.ts';
import { protectionBlocks } from '../protection/line.ts';
import { otherData } from '../close/prepared.ts';
import { unsettledSteps, type SettleAgain } from './unsettled.ts';
import { timeOfDay } from '../../model/time-words.ts';

export interface FlattenWords extends ToldPlace {
  readonly limits: Pick<Limits, 'countsOrders'>;
  /** The words behind `ordo flatten` that say the same again. */
  readonly again: readonly Safe[];
  readonly settle: SettleAgain;
  readonly nowMs: number;
  /** Who follows a plan of the account. */
  readonly asks?: readonly AskedFollower[];
}

const TITLE: Text = [own(safe`Flatten, `), own(['live', safe`LIVE`])];

export function flattenSheet(prepared: PreparedFlatten, words: FlattenWords): Sheet {
  const { looked, closes, calls, weight, approval } = prepared;
  const execute = joined(
    [safe`ordo flatten`, ...words.again, safe`--execute --approve`, safeText(approval.code)],
    safe` `,
  );
  const closing = safe`flatten: cancels in ${amountOf(calls.length, 'call')} · ${weightWords(weight, words.limits)} · closes ${amountOf(closes.length, 'position')} · approval ${digestShown(approval.code)}`;
  return answerSheet(
    [
      ...answerHead(TITLE, words),
      ...asksBlocks(words.asks),
      ...flattenBlocks(prepared),
      { is: 'steps', steps: [{ command: execute, breaks: true }] },
    ],
    {
      account: words.account,
      journal: words.journal,
      ...asksData(words.asks),
      approval: approval.code,
      openers: prepared.openers.map(nameOf),
      limits: prepared.limits.map(nameOf),
      stops: prepared.stops.map(nameOf),
      closes,
      untouched: prepared.untouched,
      protection: protectionData(looked.protection),
    },
    [
      {
        is: 'group',
        blocks: [
          ...protectionBlocks(statedOf(looked.protection, words.nowMs)),
          { is: 'words', tone: 'heading', text: own(closing) },
        ],
      },
    ],
  );
}

interface Row {
  readonly what: Safe;
  readonly of: Text;
}

const COLUMNS: readonly SheetColumn<Row>[] = [
  { title: safe`step`, kind: 'name', of: ({ what }) => own(what) },
  { title: safe`what`, kind: 'words', of: ({ of }) => of },
];

/** The steps in their order. A prompt shows the same. */
export function flattenBlocks({ openers, limits, closes, untouched, stops }: PreparedFlatten): Block[] {
  const rows: Row[] = [
    { what: safe`halt`, of: own(safe`nothing opens from this journal until ordo halt --lift`) },
    ...ordersRow(safe`cancel`, [...openers, ...limits]),
    ...closes.map((one): Row => ({ what: safe`close`, of: closeText(one) })),
    ...ordersRow(safe`cancel last`, stops),
    ...untouched.map((one): Row => ({ what: safe`not touched`, of: untouchedText(one) })),
  ];
  return [
    ...table(COLUMNS, rows, { isPlain: true }),
    {
      is: 'words',
      text: own(safe`A close at market takes what the book gives. Stops stay on until their position is gone.`),
    },
  ];
}

const ordersRow = (what: Safe, orders: readonly PlanOrder[]): Row[] =>
  orders.length === 0 ? [] : [{ what, of: safeText(someOf(orders.map(nameOf))) }];

const nameOf = ({ plan, order: { id } }: PlanOrder): string => `${plan}: ${id}`;

function closeText(held: HeldNow): Text {
  const { size, mark } = held;
  const worth = mark === undefined ? safe`` : safe`, ${safeText(moneyText(size.times(mark), 'loss'))}`;
  return [safeText(positionName(held)), own(safe` ${grouped(size)} at market${worth}`)];
}

function untouchedText(held: HeldNow): Text {
  const whose = held.mayBeOurs === true ? 'it is not known whether ordo opened it' : 'not ordo’s';
  return [safeText(positionName(held)), own(safe` ${grouped(held.size)} `), safeText(`(${whose}; --all closes it)`)];
}

const STEP_STATES: Readonly<Record<FlattenStep['kind'], StateWords>> = {
  cancelled: STATES.cancelled,
  filled: STATES.filled,
  closed: STATES.closed,
  refused: STATES.rejected,
  unknown: STATES.unknown,
  withheld: STATES.withheld,
};

export function flattenedSheet(done: Flattened & { readonly elapsedMs: number }, words: FlattenWords): Sheet {
  const { steps, left, unknown, unsettled, heldBack, beside, seenAtMs, protection, exitCode, elapsedMs } = done;
  const rows = steps.map((step): ShownOrder => ({
    state: STEP_STATES[step.kind],
    id: step.name,
    words: safeText(step.words),
  }));
  const isFlat = exitCode === EXIT.done;
  const verdict = isFlat
    ? safe`FLAT, seen ${joined(
        seenAtMs.map((ms) => safeText(timeOfDay(ms))),
        safe` and `,
      )}`
    : unknown.length > 0
      ? safe`NOT KNOWN whether it is flat`
      : safe`NOT FLAT`;
  const why = [...unknown, ...left].map((text): Text => safeText(text));
  return answerSheet(
    [
      ...answerHead(TITLE, words),
      { is: 'verdict', text: own([isFlat ? 'accepted' : 'rejected', safe`${verdict} (${seconds(elapsedMs)})`]) },
      ...table(orderColumns('outcome', 'id', 'words'), rows, { isPlain: true }),
      ...(why.length === 0 ? [] : [{ is: 'items', items: why } as const]),
      ...beside.map((text): Block => ({ is: 'notice', text: safeText(text) })),
      {
        is: 'steps',
        steps: isFlat ? [haltStep(words)] : [...unsettledSteps(unsettled, words.settle), againStep(words, heldBack)],
      },
    ],
    {
      account: words.account,
      journal: words.journal,
      flat: isFlat,
      steps,
      left,
      unknown,
      unsettled,
      heldBack: heldBack.map(({ position, others }) => ({ position, orders: others.map(otherData) })),
      beside,
      halted: words.halt !== undefined,
      exitCode,
      elapsedMs,
    },
    protection === undefined ? [] : protectionBlocks(statedOf(protection, words.nowMs)),
  );
}

/** Somebody may have lifted the halt meanwhile. */
const haltStep = ({ halt }: FlattenWords): NextStep =>
  halt === undefined
    ? { why: safe`The account is not halted. To halt it again:`, command: safe`ordo halt --why "the reason"` }
    : {
        why: safe`The account stays halted. Lift the halt when you are ready:`,
        command: safe`ordo halt --lift --why "the reason"`,
      };

const againStep = ({ halt, again }: FlattenWords, heldBack: readonly HeldBack[]): NextStep => ({
  why: continueWords(halt !== undefined, heldBack),
  command: joined([safe`ordo flatten`, ...again, safe`--execute`], safe` `),
});
/** What ordo never cancels a person has to take off first: until then the same is refused again. */
function continueWords(isHalted: boolean, heldBack: readonly HeldBack[]): Safe {
  const [halted, again] = isHalted
    ? [safe`The account stays halted.`, safe`To continue from here:`]
    : [safe`The account is not halted.`, safe`To halt it again, and continue from here:`];
  if (heldBack.length === 0) return safe`${halted} ${again}`;
  const orders = heldBack.flatMap(({ others }) => others.map(({ order }) => order.orderId));
  const what = orders.length === 1 ? safe`order` : safe`orders`;
  return safe`${halted} First cancel ${what} ${safeText(someOf(orders))} on the exchange. ${again}`;
}
