/** The result of a settle: alarms first, then the verdict, the evidence for each order, what to do next. */
import type { SettledPlan } from '../actions/settle.ts';
import type { SettleEnd } from '../actions/settling/conclusions.ts';
import type { PlanName } from '../journal/records/scope.ts';
import { count } from '../model/count.ts';
import { joined, safe, safeText, type Safe } from '../model/safe-text.ts';
import { afterNowhere } from './run/open-cancels.ts';
import { STATES, type StateWords } from '../report/text/states.ts';
import { own, table, together, type Block, type NextStep, type Sheet, type Text } from '../show/sheet.ts';
import { answerSheet, lookForLost, stepFor } from './answer.ts';
import { statedOf } from '../protection/words.ts';
import { orderColumns } from './order-columns.ts';
import { protectionData } from './protection/account.ts';
import { protectionBlocks } from './protection/line.ts';

export interface SettleWords {
  /** The words behind `ordo settle` that say the plan and its journal again. */
  readonly again: Safe;
  /** Those behind `ordo run`. */
  readonly run: Safe;
  /** Of a plan of ordo's own, which no run sends: the command that closes what an order of it was to close, by the order's id. */
  readonly closes?: ReadonlyMap<string, Safe>;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

type Told = Pick<SettledPlan, 'orders' | 'unknown' | 'cancels' | 'nowhere' | 'lost' | 'protection'>;
type SettledOrder = SettledPlan['orders'][number];

interface End {
  readonly state: StateWords;
  readonly words: Safe;
  /** It did not end the unknown. */
  readonly isOpen?: true;
  /** It is shown before everything else. */
  readonly isAlarm?: true;
}

const open = (words: Safe): End => ({ state: STATES.unknown, words, isOpen: true });
const labelled = (sign: Safe, word: Safe): StateWords => ({
  ...STATES.unknown,
  sign,
  word,
  label: safe`${sign} ${word}`,
});
const ALARM = labelled(safe`!`, safe`ALARM`);
const alarm = (words: Safe): End => ({ state: ALARM, words, isOpen: true, isAlarm: true });

const ENDS: Readonly<Record<SettleEnd, End>> = {
  'found-twice': alarm(safe`on the exchange twice`),
  'order-id-shared': alarm(safe`under the order id of another`),
  found: { state: STATES.accepted, words: safe`found on the exchange` },
  filled: { state: STATES.filled, words: safe`found, filled` },
  // The limit order that it became may rest.
  fired: { state: labelled(safe`?`, safe`FIRED`), words: safe`found, fired` },
  // At market: what it became does not rest.
  triggered: { state: STATES.accepted, words: safe`found, triggered` },
  cancelled: { state: STATES.cancelled, words: safe`found, cancelled` },
  placed: { state: STATES.accepted, words: safe`settled as placed` },
  absent: { state: STATES.absent, words: safe`settled as absent` },
  closed: { state: STATES.closed, words: safe`settled as closed` },
  'found-differs': open(safe`found, but different`),
  'not-found': open(safe`in no list`),
  failed: open(safe`not looked up`),
};

export function settleSheet({ plan, generation }: PlanName, settled: Told, words: SettleWords): Sheet {
  const { orders, unknown, cancels, nowhere, lost, protection } = settled;
  const data = { plan, generation, unknown, cancels, nowhere, lost, orders, protection: protectionData(protection) };
  const line = protectionBlocks(statedOf(protection, words.nowMs, { plan: { plan, generation } }));
  if (orders.length === 0 && unknown === 0) {
    const left = cancels.length + nowhere.length + lost.length;
    const nothing = own(safe`No order of this plan is unknown: there is nothing to settle.`);
    return answerSheet(
      left === 0 ? [{ is: 'words', text: nothing }] : [{ is: 'steps', steps: afterCancels(settled, words) }],
      data,
      line,
    );
  }
  const tableOf = (isAlarm: boolean): Block[] =>
    table(
      orderColumns('outcome', 'id', 'words'),
      orders
        .filter(({ end }) => (ENDS[end].isAlarm === true) === isAlarm)
        .map(({ id, end, evidence, isRemoved }) => ({
          id,
          state: ENDS[end].state,
          words: safe`${safeText(evidence)}${isRemoved ? '; removed from the plan after being sent' : ''}`,
        })),
      { isPlain: true },
    );
  return answerSheet(
    [
      ...tableOf(true),
      { is: 'verdict', text: verdict(orders, unknown) },
      ...tableOf(false),
      { is: 'steps', steps: nextSteps(settled, words) },
    ],
    data,
    line,
  );
}

/** `3 unknown: 2 found on the exchange, 1 in no list` */
function verdict(orders: readonly SettledOrder[], unknown: number): Text {
  const amounts = Map.groupBy(orders, ({ end }) => end);
  const parts = (Object.keys(ENDS) as SettleEnd[]).flatMap((end): Text[] => {
    const amount = amounts.get(end)?.length ?? 0;
    return amount === 0 ? [] : [own([ENDS[end].state.tone, safe`${amount} ${ENDS[end].words}`])];
  });
  const untouched = stillUnknown(orders, unknown);
  if (untouched > 0) parts.push(own(['unknown', safe`${untouched} still unknown`]));
  const were = orders.filter(({ end }) => end !== 'closed').length + untouched;
  const heading = were === 0 ? count(orders.length, 'order') : safe`${were} unknown`;
  return together([own(['heading', safe`${heading}:`]), together(parts, safe`, `)], safe` `);
}

/** How many unknown orders neither the look-up nor a decision was about. */
const stillUnknown = (orders: readonly SettledOrder[], unknown: number): number =>
  unknown - orders.filter(({ end }) => ENDS[end].isOpen === true).length;

function nextSteps(settled: Told, words: SettleWords): NextStep[] {
  const { orders, unknown } = settled;
  const settle = safe`ordo settle ${words.again}`;
  // Without --execute it shows the approval code of what it would send, and needs none itself.
  const run = safe`ordo run ${words.run} --live`;
  const left = stillUnknown(orders, unknown);
  const absent = orders.filter(({ end }) => end === 'absent');
  const again = absent.flatMap((order) => (order.isFollowed === true ? [] : [safe` --again ${safeText(order.id)}`]));
  const toPlace =
    again.length > 0
      ? [{ why: AGAIN, command: joined([run, ...again], safe``) }]
      : absent.length > 0 && unknown === 0
        ? [{ why: FOLLOW, command: run }]
        : unknown === 0 && settled.lost.length === 0 && orders.some(({ end }) => end !== 'closed')
          ? [{ why: REST, command: run }]
          : [];
  return [
    ...afterCancels(settled, words),
    ...afterLookUp(orders, settle, words.closes === undefined ? TWICE_THERE : CLOSED_TWICE),
    ...(left > 0 ? [{ why: safe`${left} still unknown. Look:`, command: settle }] : []),
    ...afterFired(orders, words.again),
    ...(words.closes === undefined ? toPlace : toClose(settled, words.closes)),
  ];
}

/** A close goes by what is held, under an id of its own. */
function toClose({ orders, unknown }: Told, closes: ReadonlyMap<string, Safe>): NextStep[] {
  const of = (settled: readonly SettledOrder[]): Safe[] => [
    ...new Set(settled.flatMap(({ id }) => closes.get(id) ?? [])),
  ];
  const absent = of(orders.filter(({ end }) => end === 'absent'));
  const rest =
    unknown > 0 ? [] : of(orders.filter(({ end }) => end !== 'closed')).filter((one) => !absent.includes(one));
  return [
    ...absent.map((command) => ({ why: CLOSE_AGAIN, command })),
    ...rest.map((command) => ({ why: CLOSE_REST, command })),
  ];
}

/** Settling ends no cancel: a look at the exchange does. */
const afterCancels = ({ cancels, nowhere, lost }: Told, { again }: SettleWords): NextStep[] => [
  ...stepFor(
    cancels,
    (ids) => safe`How a cancel ended is not known: ${ids}. Looking up placed orders does not end that. Look:`,
    safe`ordo status ${again} --refresh`,
  ),
  ...afterNowhere(nowhere, safe`ordo settle ${again}`),
  ...lookForLost(lost, again),
];

/** The lists of triggers do not tell what one became. */
const afterFired = (orders: readonly SettledOrder[], again: Safe): NextStep[] =>
  stepFor(
    orders.flatMap(({ id, end }) => (end === 'fired' ? [id] : [])),
    (ids) => safe`What the trigger became may be open: ${ids}. Look for it:`,
    safe`ordo status ${again} --refresh`,
  );

const AGAIN = safe`Settled as absent. Place again what you still want, under a new client order id:`;
const FOLLOW = safe`Settled as absent. Once the plan is followed again it sends what is due. To see that, and its approval code:`;
const CLOSE_AGAIN = safe`Settled as absent. To see what is still held of it, and close that:`;
const CLOSE_REST = safe`Nothing is unknown any more. To see what is still held of it, and close that:`;
const TWICE_THERE = safe`It may then be placed again, and if you were wrong it is there twice:`;
const CLOSED_TWICE = safe`The position may then be closed again, and if you were wrong more of it is closed than you meant:`;
const REST = safe`Nothing is unknown any more. What was not sent yet, and its approval code:`;

/** What a person has to do about the orders that the look-up left open. */
function afterLookUp(orders: readonly SettledOrder[], settle: Safe, ifWrong: Safe): NextStep[] {
  const of = (...ends: readonly SettleEnd[]): readonly SettledOrder[] => orders.filter((one) => ends.includes(one.end));
  const doubles = of('found-twice');
  const doubtful = [...of('order-id-shared'), ...of('found-differs')];
  const failed = of('failed').length;
  const steps: NextStep[] = [];
  if (doubles[0] !== undefined) {
    const are = doubles.length === 1 ? safe`1 order is` : safe`${doubles.length} orders are`;
    steps.push({
      why: safe`${are} on the exchange twice. Cancel one of the two there, then say which one is left, with its order id:`,
      command: placed(settle, doubles[0]),
    });
  }
  if (doubtful[0] !== undefined) {
    steps.push({
      why: safe`What was found of ${count(doubtful.length, 'order')} proves nothing. Look on the exchange which order it is, then say so with its order id:`,
      command: placed(settle, doubtful[0]),
    });
  }
  if (failed > 0)
    steps.push({ why: safe`${count(failed, 'order')} could not be looked up. Look again:`, command: settle });
  return [...steps, ...afterMissing(of('not-found')[0], settle, ifWrong)];
}

function afterMissing(missing: SettledOrder | undefined, settle: Safe, ifWrong: Safe): NextStep[] {
  if (missing === undefined) return [];
  return [
    {
      why: safe`An order that is in no list may still exist: it can appear late, or have left the lists. Look on the exchange; if it is there, say so with its order id:`,
      command: placed(settle, missing),
    },
    {
      why: safe`If you are sure that it is not, say why. ${ifWrong}`,
      command: safe`${settle} --absent ${safeText(missing.id)} --why "…"`,
    },
  ];
}

const placed = (settle: Safe, { id }: SettledOrder): Safe => safe`${settle} --placed ${safeText(id)}=ORDER_ID`;
