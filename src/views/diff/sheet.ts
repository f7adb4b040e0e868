/** What lies between two plans, for a person: risk first, the command that executes it last. */
import type { LooserLimit } from '../../model/config.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { Exposure, Loss } from '../figures/exposure.ts';
import { lossWords } from '../figures/exposure-table.ts';
import type { Piece } from '../../report/text/page.ts';
import { amountOf, digestShown, grouped, optionWords, seconds, shellWord } from '../../report/text/phrases.ts';
import { own, table, toned, type Block, type SheetColumn, type Fact, type Sheet, type Text } from '../../show/sheet.ts';
import {
  areSame,
  haveOtherCalls,
  identityChanges,
  type Difference,
  type DiffSide,
  type NextRun,
} from './difference.ts';
import { groupWords, largest, orderGroups, type ChangeKind, type OrderGroup } from './order-groups.ts';
import { riskRows, type RiskRow } from './risk.ts';
import { simulatedBlocks } from './simulated.ts';
import { nowNaked, warningItems } from './warned.ts';

/** Most rows of a table before the rest is counted. */
const MOST_ROWS = 20;

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

function riskTable(difference: Difference): Block[] {
  const all = riskRows(difference);
  const rows = all.slice(0, MOST_ROWS).flatMap(sidesOf);
  const columns = all.some(({ later }) => later.some((one) => one > 0)) ? [...RISK_COLUMNS, LATER] : RISK_COLUMNS;
  return table(columns, rows, moreOf(all.length - MOST_ROWS, 'position'));
}

/** One side of a position, or both where they are the same. */
interface RiskSide {
  readonly name: Text;
  readonly side: Safe;
  readonly words: FigureWords;
  readonly isWorse: boolean;
  /** How many orders only a follower sends. */
  readonly later: number;
}

function sidesOf({ symbol, direction, before, after, later: [wasLater, isLater] }: RiskRow): RiskSide[] {
  const isOpening = direction === 'long' || direction === 'short';
  const name = [safeText(symbol), own(safe` ${direction}`)];
  const [was, is] = [figureWords(before, isOpening), figureWords(after, isOpening)];
  if (Object.values(was).join(' ') === Object.values(is).join(' ') && wasLater === isLater)
    return [{ name, side: safe`same`, words: is, isWorse: false, later: isLater }];
  return [
    { name, side: safe`before`, words: was, isWorse: false, later: wasLater },
    {
      name: safe``,
      side: safe`after`,
      words: is,
      isWorse: (after?.loss?.bareOrders ?? 0) > (before?.loss?.bareOrders ?? 0),
      later: isLater,
    },
  ];
}

const FIGURES = ['orders', 'size', 'notional', 'loss at stops', 'naked'] as const;

const RISK_COLUMNS: readonly SheetColumn<RiskSide>[] = [
  { title: safe`risk`, kind: 'name', of: ({ name }) => name },
  { title: safe``, of: ({ side }) => own(side) },
  ...FIGURES.map((name): SheetColumn<RiskSide> => ({
    title: safe`${name}`,
    kind: 'number',
    of: ({ words, isWorse }) => own(isWorse && name === 'naked' ? ['notice', words[name]] : words[name]),
  })),
];

const LATER: SheetColumn<RiskSide> = {
  title: safe`sent later`,
  kind: 'number',
  of: ({ later }) => own(grouped(later)),
};

const moreOf = (more: number, noun: string): { readonly more?: Safe } =>
  more > 0 ? { more: safe`… and ${amountOf(more, `more ${noun}`)}` } : {};

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

type FigureWords = Readonly<Record<(typeof FIGURES)[number], Safe>>;

/** Zeros for a side that has none of it. */
function figureWords(exposure: Exposure | undefined, isOpening: boolean): FigureWords {
  if (exposure === undefined)
    return {
      orders: safe`0`,
      size: safe`0`,
      notional: safe`0`,
      'loss at stops': opened(isOpening),
      naked: opened(isOpening),
    };
  const { orders, size, notional, loss } = exposure;
  return {
    orders: grouped(orders),
    size: grouped(size),
    notional: notional === undefined ? safe`market` : grouped(notional),
    'loss at stops': loss === undefined ? safe`` : lossWords(loss),
    naked: loss === undefined ? safe`` : nakedWords(loss),
  };
}

/** What nobody knows is no stop either. */
const nakedWords = ({ naked, unknown }: Loss): Safe =>
  unknown.isZero ? grouped(naked) : safe`${grouped(naked)} + ${grouped(unknown)} unknown`;

const opened = (isOpening: boolean): Safe => (isOpening ? safe`0` : safe``);

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
