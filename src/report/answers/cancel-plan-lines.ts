/** What `ordo cancel` would take off: the orders, the calls they take, the command that does it. */
import type { CancelPlan } from '../../compile/cancel-calls.ts';
import type { Holder } from '../../journal/records/ledger.ts';
import { isNowhere, type KnownOrder } from '../../journal/records/state.ts';
import { defined } from '../../model/defined.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { folded } from './fold-rows.ts';
import { knownRow } from './order-row.ts';
import { rowLines } from './row-lines.ts';
import { stepLines } from '../run/summary.ts';
import type { NextStep } from '../../show/sheet.ts';
import { afterNowhere } from '../run/open-cancels.ts';
import { flow, line, pageOf, textOf, type Page, type Piece } from '../text/page.ts';
import { amountOf, DIGEST_SHOWN } from '../text/phrases.ts';
import type { Drawn } from '../text/tones.ts';

export interface CancelShown extends CancelPlan {
  readonly plan: string;
  readonly generation: number;
  readonly origin: string;
  readonly account: string;
  readonly journal: string;
  readonly asked: readonly KnownOrder[];
  readonly resting: readonly KnownOrder[];
  readonly code: string;
  /** The words behind `ordo cancel`, as they were given. */
  readonly command: Safe;
  /** The words that say the plan and its journal again, behind the name of another command. */
  readonly again: Safe;
  /** The words behind `ordo run` that go on with the plan; undefined where its file is not at hand. */
  readonly run?: Safe;
  /** Those asked about that the plan has; all, where it cannot be read. */
  readonly inPlan: readonly KnownOrder[];
  readonly holder?: Holder;
  /** Milliseconds since 1970: what was seen before is so old. */
  readonly nowMs: number;
}

/** Ends in a newline. */
export function renderCancelPlan(shown: CancelShown, how: { readonly color: boolean; readonly width: number }): string {
  const page = pageOf(how);
  return textOf([
    headLines(page, shown),
    orderLines(page, shown),
    stepLines(page, nextSteps(shown)),
    closing(page, shown),
  ]);
}

export function headLines({ paint }: Page, { plan, generation, origin, account, journal }: CancelShown): Drawn[] {
  return [
    line(paint, [
      ['heading', safeText(plan)],
      safe`  generation ${generation}  LIVE  ${safeText(origin)}  account ${safeText(account)}`,
    ]),
    line(paint, [['quiet', safe`journal ${safeText(journal)}`]]),
  ];
}

function orderLines(page: Page, { resting, asked, holder, nowMs }: CancelShown): Drawn[] {
  const over = asked.length - resting.length;
  const quiet =
    over === 0 ? [] : [line(page.paint, [['quiet', safe`  ${amountOf(over, 'order')} over already: not touched`]])];
  const rows = folded(resting.map((order) => knownRow(order, { nowMs, ...defined({ holder }) })));
  return [...rowLines(page, rows, { symbols: false }), ...quiet];
}

/** The command with what it was given, and what goes on from there. */
export const cancelCommand = ({ command }: Pick<CancelShown, 'command'>, ...more: readonly Safe[]): Safe =>
  joined([safe`ordo cancel`, command, ...more], safe` `);

/** A trigger without an order id that is known to be its own has no name that a cancel takes. */
export const unnamedStep = ({ unnamed, again }: CancelShown): NextStep[] =>
  unnamed.length === 0
    ? []
    : [
        {
          why: safe`${amountOf(unnamed.length, 'trigger')} without an order id that is known to be its own: no cancel takes a client order id there. Look it up first:`,
          command: unnamed.some(({ orderId }) => orderId === undefined)
            ? safe`ordo settle ${again}`
            : safe`ordo status ${again} --refresh`,
        },
      ];

/** Until then the command is refused. */
const heldWords = ({ isWatch }: Holder): Safe =>
  isWatch === true
    ? safe`A watch has locked this account. Once q in its terminal has ended it:`
    : safe`Another run has locked this account. Once it has ended:`;

const nextSteps = (shown: CancelShown): NextStep[] => [
  ...unnamedStep(shown),
  ...afterNowhere(
    shown.resting.filter(isNowhere).map(({ id }) => id),
    safe`ordo settle ${shown.again}`,
  ),
  ...(shown.calls.length === 0
    ? []
    : [
        {
          ...defined({ why: shown.holder && heldWords(shown.holder) }),
          command: cancelCommand(shown, safe`--execute --live --approve`, safeText(shown.code)),
        },
      ]),
];

function closing(page: Page, { plan, resting, unnamed, calls, weight, code }: CancelShown): Drawn[] {
  if (calls.length === 0) return [line(page.paint, [['heading', safe`${safeText(plan)}: nothing to cancel`]])];
  const parts = [
    safe`${safeText(plan)}: cancels ${amountOf(resting.length - unnamed.length, 'order')} in ${amountOf(calls.length, 'call')}`,
    safe`${weight.ip} IP, ${weight.uid} UID`,
    safe`approval ${safeText(code.slice(0, DIGEST_SHOWN))}`,
  ];
  const pieces = parts.map((text, at): Piece => ['heading', at < parts.length - 1 ? safe`${text} ·` : text]);
  return flow(page, pieces, safe` `);
}
