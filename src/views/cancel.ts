/** What `ordo cancel` would cancel, and what became of it: the orders, the calls they take, the command that goes on. */
import { standingStates } from '../journal/history/order-state-events.ts';
import type { AccountName, PlanName } from '../journal/records/scope.ts';
import { defined } from '../model/defined.ts';
import { safe, safeText, type Safe } from '../model/safe-text.ts';
import { amountOf, digestShown, grouped, seconds, weightWords } from '../report/text/phrases.ts';
import type { CancelView } from '../report/view/run-view.ts';
import { own, table, together, type Block, type Sheet, type Text } from '../show/sheet.ts';
import { asksBlocks, asksData } from './asks.ts';
import { answerHead, answerSheet, withoutName } from './answer.ts';
import { knownRow, presetWords } from './known/known-order.ts';
import { orderBlocks } from './known/order-table.ts';
import { protectionBlocks } from './protection/line.ts';
import { orderColumns } from './order-columns.ts';
import { CANCEL_ORDER, cancelCounts, shownCancel } from './run/cancel-words.ts';
import { type CancelShown, type CancelledShown, isLoud, stepsAfter, stepsBefore } from './cancel-steps.ts';

/** What would be cancelled. */
export function cancelSheet(shown: CancelShown): Sheet {
  const { plan, generation, asked, resting, holder, nowMs, calls, unnamed, weight, limits, code } = shown;
  const over = asked.length - resting.length;
  const asks = shown.follower === undefined ? [] : [shown.follower];
  const name = safeText(plan);
  const closing =
    calls.length === 0
      ? [name, own(safe`: nothing to cancel`)]
      : [
          name,
          own(
            safe`: cancels ${amountOf(resting.length - unnamed.length, 'order')} in ${amountOf(calls.length, 'call')} · ${weightWords(weight, limits)} · approval ${digestShown(code)}`,
          ),
        ];
  const rows = resting.map((order) => knownRow(order, { nowMs, ...defined({ holder }) }));
  const orders = standingStates(resting.map((order) => ({ plan, generation, order })));
  return answerSheet(
    [
      ...headOf(shown),
      ...asksBlocks(asks),
      ...orderBlocks(rows, { symbols: false }),
      ...(over === 0
        ? []
        : [
            {
              is: 'words',
              tone: 'quiet',
              text: own(safe`${amountOf(over, 'order')} ended already: not touched`),
            } as const,
          ]),
      { is: 'steps', steps: stepsBefore(shown) },
    ],
    {
      ...dataOf(shown),
      ...asksData(asks),
      approval: code,
      calls: calls.length,
      weight,
      orders: orders.map(withoutName),
    },
    [
      {
        is: 'group',
        blocks: [...protectionBlocks(shown.protection), { is: 'words', tone: 'heading', text: closing }],
      },
    ],
  );
}

const headOf = (shown: CancelShown): Block[] =>
  answerHead([safeText(shown.plan), own(safe`, generation ${shown.generation}, `), own(['live', safe`LIVE`])], shown);

const dataOf = ({
  plan,
  generation,
  account,
  journal,
}: CancelShown): PlanName & { account: AccountName; journal: string } => ({
  plan,
  generation,
  account,
  journal,
});

/** What became of the orders: the verdict, each order, what to do next. */
export function cancelledSheet(ends: readonly CancelView[], shown: CancelledShown): Sheet {
  const { elapsedMs, nowhere, calls } = shown;
  const data = { ...dataOf(shown), calls: calls.length, elapsedMs, nowhere, ends };
  if (ends.length === 0)
    return answerSheet(
      [...headOf(shown), { is: 'verdict', text: own(['heading', nothingWords(shown)]) }],
      data,
      protectionBlocks(shown.protection),
    );
  const cost = own(['quiet', safe`(${amountOf(calls.length, 'call')}, ${seconds(elapsedMs)})`]);
  const counts = together(cancelCounts(ends).map(own), safe`, `);
  const verdict = together([own(['heading', safe`${amountOf(ends.length, 'order')}:`]), counts, cost], safe` `);
  return answerSheet(
    [
      ...headOf(shown),
      { is: 'verdict', text: verdict },
      ...endTable(ends),
      ...presetItems(ends, shown),
      { is: 'steps', steps: stepsAfter(ends, shown) },
    ],
    data,
    protectionBlocks(shown.protection),
  );
}

/** Where others of its generations stand, that is said above. */
const nothingWords = ({ generation, standsElsewhere }: CancelledShown): Safe =>
  standsElsewhere ? safe`No order of generation ${generation} is open.` : safe`No order of this plan is open.`;

/** Most lines of the quiet ends before the rest is counted. */
const MOST_QUIET = 20;

/** What needs a look first, and all of it. */
function endTable(ends: readonly CancelView[]): Block[] {
  const ranked = CANCEL_ORDER.toReversed().flatMap((end) => ends.filter(({ outcome }) => outcome === end));
  const loud = ranked.filter(isLoud).length;
  const more = ranked.length - loud - MOST_QUIET;
  const rows = ranked.slice(0, loud + MOST_QUIET).map(shownCancel);
  return table(orderColumns('outcome', 'id', 'words'), rows, {
    isPlain: true,
    ...(more > 0 && { more: safe`… and ${grouped(more)} more, by ordo status` }),
  });
}

/** A cancel leaves them: whoever wants them gone says so on the exchange. */
function presetItems(ends: readonly CancelView[], { presets }: CancelledShown): Block[] {
  const items = ends.flatMap(({ id, clientOid }) =>
    (presets?.get(clientOid) ?? []).map((preset): Text => {
      const words = safe`${safeText(id)}: ${presetWords(preset)}`;
      return preset.isOrphan === true ? { text: words, tone: 'notice' } : words;
    }),
  );
  const title = own(safe`Made of presets by the exchange, and not touched`);
  return items.length === 0 ? [] : [{ is: 'items', title, items }];
}
