/** What a person can do before and after a cancel. */
import type { CancelPlan } from '../compile/cancel-calls.ts';
import type { PlanName } from '../journal/records/scope.ts';
import type { Holder } from '../journal/records/ledger.ts';
import { isNowhere, type KnownOrder } from '../journal/records/state.ts';
import type { Limits } from '../model/call.ts';
import { defined } from '../model/defined.ts';
import { joined, safe, safeText, type Safe } from '../model/safe-text.ts';
import { amountOf } from '../report/text/phrases.ts';
import type { CancelView } from '../report/view/run-view.ts';
import { type NextStep } from '../show/sheet.ts';
import type { AskedFollower } from '../journal/records/end-asked.ts';
import { stepFor, type ToldPlace } from './answer.ts';
import { afterNotBack, wantedOf, type PlanWords } from './known/not-back.ts';
import type { PresetShown } from './known/known-order.ts';
import type { ProtectionStated } from '../model/event.ts';
import type { CancelOutcomeName } from './run/cancel-words.ts';
import { afterNowhere } from './run/open-cancels.ts';

export interface CancelShown extends CancelPlan, PlanWords, PlanName, ToldPlace {
  readonly asked: readonly KnownOrder[];
  readonly resting: readonly KnownOrder[];
  readonly code: string;
  /** What would be left of the account, or is. */
  readonly protection: ProtectionStated;
  readonly limits: Pick<Limits, 'countsOrders'>;
  /** The words behind `ordo cancel`, as they were given. */
  readonly command: Safe;
  /** Those asked about that the plan has; all, where it cannot be read. */
  readonly inPlan: readonly KnownOrder[];
  readonly holder?: Holder;
  /** Who follows the plan: the command asks it to end, and waits for that. */
  readonly follower?: AskedFollower;
  /** Milliseconds since 1970: what was seen before is so old. */
  readonly nowMs: number;
}

export interface CancelledShown extends CancelShown {
  readonly elapsedMs: number;
  /** Ids of those that were in no list. */
  readonly nowhere: readonly string[];
  /** For the plan, in another generation. */
  readonly standsElsewhere: boolean;
  /** What the exchange made of presets and is still open, by the client order id of the order that carried them. */
  readonly presets?: ReadonlyMap<string, readonly PresetShown[]>;
}

export const isLoud = ({ outcome }: CancelView): boolean =>
  outcome === 'unknown' || outcome === 'refused' || outcome === 'fired';

/** The command with what it was given, and what goes on from there. */
const cancelCommand = ({ command }: Pick<CancelShown, 'command'>, ...more: readonly Safe[]): Safe =>
  joined([safe`ordo cancel`, command, ...more], safe` `);

/** A trigger without an order id that is known to be its own has no name that a cancel takes. */
const unnamedStep = ({ unnamed, again }: CancelShown): NextStep[] =>
  unnamed.length === 0
    ? []
    : [
        {
          why: safe`${amountOf(unnamed.length, 'trigger')} whose own order id is not known: a trigger cannot be cancelled by its client order id. Look it up first:`,
          command: unnamed.some(({ orderId }) => orderId === undefined)
            ? safe`ordo settle ${again}`
            : safe`ordo status ${again} --refresh`,
        },
      ];

/** Until then the command is refused. */
function heldWords({ isWatch }: Holder): Safe {
  if (isWatch === true) return safe`A watch has locked this account. Once q in its terminal has ended it:`;
  return safe`Another run has locked this account. Once it has ended:`;
}

export const stepsBefore = (shown: CancelShown): NextStep[] => [
  ...unnamedStep(shown),
  ...afterNowhere(
    shown.resting.filter(isNowhere).map(({ id }) => id),
    safe`ordo settle ${shown.again}`,
  ),
  ...(shown.calls.length === 0 && shown.follower === undefined
    ? []
    : [
        {
          ...defined({ why: shown.follower === undefined && shown.holder ? heldWords(shown.holder) : undefined }),
          command: cancelCommand(shown, safe`--execute --live --approve`, safeText(shown.code)),
        },
      ]),
];

export function stepsAfter(all: readonly CancelView[], shown: CancelledShown): NextStep[] {
  // Without an order id nobody knows whether it was ever placed, and no cancel ends that.
  const [unplaced, ends] = [all.filter(isUnplaced), all.filter((end) => !isUnplaced(end))];
  const cancelled = new Map(all.flatMap((end) => (end.outcome === 'cancelled' ? [[end.clientOid, end] as const] : [])));
  const off = new Map(
    shown.inPlan.flatMap((order) =>
      asCancelled(order, cancelled.get(order.clientOid)).map((one): [string, KnownOrder] => [one.id, one]),
    ),
  );
  const settle = safe`ordo settle ${shown.again}`;
  const again = cancelCommand(shown, safe`--execute --live`);
  const after = (how: Left, why: (named: Safe) => Safe): NextStep[] =>
    stepFor(idsOf(ends.filter((end) => leftAs(end) === how)), why, again);
  return [
    ...afterNotBack(off, wantedOf(off.values()), shown),
    ...unnamedStep(shown),
    ...stepFor(
      shown.unnamed.length > 0 ? [] : idsOf(unplaced),
      (ids) =>
        safe`Whether it was ever placed is not known: ${ids}. A cancel does not settle that. Look it up, or decide:`,
      settle,
    ),
    ...after('unknown', (ids) => safe`How it ended is not known: ${ids}. Look, and cancel again:`),
    ...afterNowhere(shown.nowhere, settle),
    ...after('fired', (ids) => safe`What the trigger became may be open: ${ids}. Look for it and cancel it:`),
    ...after(
      'not-sent',
      (ids) => safe`The cancel did not leave, so what was on the exchange may be there as before: ${ids}. Try again:`,
    ),
    ...after('refused', (ids) => safe`Refused, but its list shows it on the exchange: ${ids}. Try again:`),
  ];
}

const idsOf = (ends: readonly CancelView[]): readonly string[] => ends.map(({ id }) => id);

/** As its cancel left it. */
const asCancelled = (order: KnownOrder, end: CancelView | undefined): KnownOrder[] =>
  end === undefined
    ? []
    : [
        {
          ...order,
          state: 'cancelled',
          seen: { state: 'cancelled', atMs: 0, ...defined({ filledSize: end.filledSize }) },
        },
      ];

const isUnplaced = ({ outcome, orderId }: CancelView): boolean => outcome === 'unknown' && orderId === undefined;

/** A cancel that did not leave says nothing of the exchange. */
type Left = CancelOutcomeName | 'not-sent';

const leftAs = ({ outcome, rule }: CancelView): Left =>
  outcome === 'refused' && rule === 'cancel-not-sent' ? 'not-sent' : outcome;
