/** What lies between two plans, for a person: risk first, the command that executes it last. */
import type { LooserLimit } from '../../model/config.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { Piece } from '../../report/text/page.ts';
import { amountOf, digestShown, grouped, optionWords, seconds, shellWord } from '../../report/text/phrases.ts';
import { own, table, toned, type Block, type Fact, type Sheet } from '../../show/sheet.ts';
import {
  areSame,
  haveOtherCalls,
  identityChanges,
  type Difference,
  type DiffSide,
  type NextRun,
} from './difference.ts';
import { groupWords, largest, orderGroups, type ChangeKind, type OrderGroup } from './order-groups.ts';
import { moreOf, MOST_ROWS, riskTable } from './risk-table.ts';
import { simulatedBlocks } from './simulated.ts';
import { nowNaked, warningItems } from './warned.ts';

/** Its mark is the same for every difference that ends at this path, so that a workflow finds its own comment again. */
export function differenceSheet(difference: Difference): Sheet {
  const { before, after } = difference;
  const mark = [safe`diff`, after.name] as const;
  const [was, is] = [before, after].map(({ name }) => safeText(name, NAME_LETTERS)) as [Safe, Safe];
  if (areSame(difference)) {
    const digest = after.whole === undefined ? safe`` : safe` · digest ${digestShown(after.whole.digest)}`;
    const same = safe`: ${amountOf(after.orders.length, 'order')}${digest}`;
    return { mark, blocks: [{ is: 'words', text: [is, own(safe` is the same as `), was, own(same)] }] };
  }
  const { generation } = after.plan ?? before.plan ?? {};
  return {
    mark,
    blocks: [
      ...nowNaked(difference),
      { is: 'heading', text: [toned('plan', safeText(planName(difference))), own(safe`: ${countWords(difference)}`)] },
      {
        is: 'words',
        text: [was, own(safe` → `), is, ...(generation === undefined ? [] : [own(safe`, generation ${generation}`)])],
      },
      ...remarks(difference).map((text) => ({ is: 'notice', text }) as const),
      ...riskTable(difference),
      ...simulatedBlocks(difference.simulated),
      { is: 'facts', facts: costs(difference) },
      ...looserTable(difference),
      ...orderTable(difference),
      ...warningItems(difference),
      ...nextBlocks(difference),
    ],
  };
}

const looserTable = ({ looser = [] }: Difference): Block[] =>
  table<LooserLimit>(
    [
      { title: safe`limit`, kind: 'name', of: ({ name }) => safeText(name, MOST_LETTERS) },
      { title: safe`before → after`, kind: 'words', of: limitWords },
    ],
    looser.slice(0, MOST_ROWS),
    {
      title: own([
        'notice',
        safe`${looser.length === 1 ? 'A limit is' : safe`${grouped(looser.length)} limits are`} looser than before`,
      ]),
      ...moreOf(looser.length - MOST_ROWS, 'limit'),
    },
  );

const SIGNS: Readonly<Record<ChangeKind, Piece>> = {
  changed: ['withheld', safe`~ changed`],
  added: ['added', safe`+ added`],
  removed: ['removed', safe`- removed`],
};

function orderTable(difference: Difference): Block[] {
  const { shown, more } = largest(orderGroups(difference), MOST_ROWS);
  const isOne = new Set(shown.map(({ orders }) => orders[0].symbol)).size < 2;
  return table<OrderGroup>(
    [
      { title: safe`change`, of: ({ kind }) => own(SIGNS[kind]) },
      { title: safe`order`, kind: 'name', of: ({ name }) => safeText(name) },
      {
        title: safe`what it is, or what changed`,
        kind: 'words',
        of: (group) => groupWords(group, isOne),
      },
    ],
    shown,
    { title: own(safe`Orders`), ...moreOf(more, 'order') },
  );
}

function nextBlocks({ next }: Difference): Block[] {
  if (next === undefined) return [];
  const { digest, approval, ref, refusal } = next;
  const checkout = ref === undefined || refusal !== undefined ? undefined : safeText(ref, NAME_LETTERS);
  return [
    {
      is: 'facts',
      facts: [
        [safe`digest`, safeText(digest)],
        [safe`approval`, refusal !== undefined || approval === undefined ? undefined : safeText(approval)],
        [safe`check out first`, checkout],
      ],
    },
    ...(refusal === undefined ? [{ is: 'steps', steps: [{ command: commandWords(next) }] } as const] : []),
  ];
}

/** `9`, or `9 → 10`. */
const arrow = (before: Safe, after: Safe): Safe => (before === after ? after : safe`${before} → ${after}`);

/** Calls, weights and time of both sides; a side that does not say them is left out. */
function costs({ before, after }: Difference): Fact[] {
  const [was, is] = [costOf(before), costOf(after)];
  return (['calls', 'IP', 'UID', 'time to place'] as const).map((name, at) => [
    safe`${name}`,
    own(arrow(was[at] as Safe, is[at] as Safe)),
  ]);
}

const UNKNOWN = safe`unknown`;

function costOf({ plan, whole }: DiffSide): Safe[] {
  if (plan === undefined) return [safe`0`, safe`0`, safe`0`, safe`now`];
  if (whole === undefined) return [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN];
  const { calls, weight, forecastMs } = whole;
  const time = forecastMs === undefined ? UNKNOWN : forecastMs === 0 ? safe`now` : seconds(forecastMs);
  return [grouped(calls), grouped(weight.ip), grouped(weight.uid), time];
}

const limitWords = ({ before = 'none', after = 'none' }: LooserLimit): Safe =>
  safe`${safeText(before, MOST_LETTERS)} → ${safeText(after, MOST_LETTERS)}`;

/** Most letters of a limit's value: a list of symbols may be long. */
const MOST_LETTERS = 80;

/** `1 added, 2 changed`. */
function countWords({ changes: { added, removed, changed } }: Difference): Safe {
  const counts = [
    [added, 'added'],
    [removed, 'removed'],
    [changed, 'changed'],
  ] as const;
  const words = counts.flatMap(([list, word]) => (list.length === 0 ? [] : [safe`${grouped(list.length)} ${word}`]));
  return words.length === 0 ? safe`the same orders` : joined(words, safe`, `);
}

/** What is neither an order nor a limit, and decides all the same. */
function remarks(difference: Difference): Safe[] {
  const { before, after, next } = difference;
  return [
    ...[before, after].flatMap((side) =>
      side.plan === undefined ? [safe`nothing is there: ${safeText(side.name, NAME_LETTERS)}`] : [],
    ),
    ...(difference.looser === undefined ? [safe`limits are not compared: a reviewed plan does not have them`] : []),
    ...identityChanges(difference).map(
      (change) => safe`${safeText(change.name)} ${limitWords(change)}: to the exchange every order is a new one`,
    ),
    ...(!areSame(difference) && haveNoOrders(difference) && haveOtherCalls(difference)
      ? [safe`the orders are the same, and go out in other calls`]
      : []),
    ...(next?.refusal === undefined
      ? []
      : [safe`a live run would be refused now: ${safeText(next.refusal, REASON_LETTERS)}`]),
  ];
}

const haveNoOrders = ({ changes }: Difference): boolean =>
  [changes.added, changes.removed, changes.changed].every(({ length }) => length === 0);

/** Most letters of a side's name, and of a reason. */
const NAME_LETTERS = 200;
const REASON_LETTERS = 400;

/** What the plan is called: the one behind, where there is one. */
const planName = ({ before, after }: Difference): string => after.plan?.name ?? before.plan?.name ?? '';

/** Executes exactly what has that code. */
function commandWords({ file, isLive, options, approval }: NextRun): Safe {
  const words = [
    safe`ordo run`,
    shellWord(safeText(file)),
    ...(isLive ? [safe`--live`] : []),
    safe`--execute`,
    ...optionWords(isLive ? options : options.filter(({ name }) => name !== 'journal')),
    ...(approval === undefined ? [] : [safe`--approve`, safeText(approval)]),
  ];
  return joined(words, safe` `);
}
