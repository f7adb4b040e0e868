/** How a run that followed its plan ends: what works on the exchange, what nobody does any more, the next command, and the verdict. */
import { Decimal } from '../../model/decimal.ts';
import { EXIT } from '../../model/exit-code.ts';
import type { GroupStated } from '../../model/follow-stated.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import { timeOfDay } from '../../model/time-words.ts';
import type { Piece } from '../../report/text/page.ts';
import type { RunView, StepView } from '../../report/view/run-view.ts';
import { own, table, together, type Block } from '../../show/sheet.ts';
import { groupPieces } from './group-words.ts';
import { heldBackRow } from './held-back-words.ts';
import { durationSpan, endWords, namesOf, waitWords } from './later-words.ts';

interface Row {
  readonly name: Safe;
  readonly side?: string;
  readonly size?: string;
  readonly at?: Safe;
  readonly words: Safe;
}

/** Once a follower has told how its plan stands. */
export const isFollowEnd = ({ run, following, finished }: RunView): boolean =>
  run?.mode === 'execute' && following !== undefined && finished !== undefined;

export function leftBlocks(view: RunView): Block[] {
  // One of its parts may work while nobody knows of another.
  const working = [...view.orders].filter(({ followed }) => (followed?.openParts ?? 0) > 0);
  return [
    ...rowsTable(safe`Working on the exchange`, laddersOf(view, working)),
    ...(endedEarly(view) === undefined ? [] : undoneBlocks(view)),
  ];
}

/** What nobody does once it ends. */
export const undoneBlocks = (view: RunView): Block[] => rowsTable(safe`Will not happen any more`, undone(view));

/** What a first Ctrl-C says. */
export const END_ASKED = safe`something is held: Ctrl-C again within 10 s ends it`;

const rowsTable = (title: Safe, rows: readonly Row[]): Block[] =>
  table<Row>(
    [
      { title: safe`order`, kind: 'name', of: ({ name }) => name },
      { title: safe`side`, of: ({ side = '' }) => safeText(side) },
      { title: safe`size`, kind: 'number', of: ({ size = '' }) => safeText(size) },
      { title: safe`price`, of: ({ at = safe`` }) => at },
      { title: safe`words`, kind: 'words', of: ({ words }) => words },
    ],
    rows,
    { title: own(title), isPlain: true },
  );

/** Rungs of one ladder that stand alike and next to each other share a row. */
function laddersOf({ orders }: RunView, working: readonly OrderView[]): Row[] {
  const groups: OrderView[][] = [];
  for (const order of working) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (
      before !== undefined &&
      isNext(before, order) &&
      orders.placeOf(order.id) === (orders.placeOf(before.id) ?? -2) + 1
    )
      group?.push(order);
    else groups.push([order]);
  }
  return groups.map((group): Row => {
    const [first, last] = [group[0] as OrderView, group.at(-1) as OrderView];
    const { openParts = 0 } = first.followed ?? {};
    const sizes = group.map(({ followed }) => Decimal.of(followed?.open ?? '0'));
    const each = first === last ? safe`` : safe` each`;
    const parts = openParts > 1 ? safe`${openParts} parts${each}` : safe``;
    return {
      name: first === last ? safeText(first.id) : safe`${safeText(first.id)} … ${safeText(last.id)}`,
      side: first.headline?.side ?? '',
      size: sizes.reduce((sum, size) => sum.plus(size)).canonical(),
      at: first === last ? priceWords(first) : safe`${priceWords(first)} … ${priceWords(last)}`,
      words: joined(
        [parts, ...doubtOf(group)].filter((text) => text !== ''),
        safe`, `,
      ),
    };
  });
}

const isNext = (one: OrderView, other: OrderView): boolean =>
  one.headline?.ladder !== undefined &&
  one.headline.ladder === other.headline?.ladder &&
  one.followed?.openParts === other.followed?.openParts &&
  one.followed?.is === other.followed?.is;

const doubtOf = ([first]: readonly OrderView[]): Safe[] =>
  first?.followed?.is === 'unknown' ? [safe`another part is UNKNOWN`] : [];

function priceWords({ headline }: OrderView): Safe {
  const { price = '', trigger } = headline ?? {};
  const isShort = trigger === undefined || trigger === price;
  return isShort ? safeText(price) : safe`${safeText(price)} at ${safeText(trigger)}`;
}

const isZero = (size: string): boolean => /^[0.]*$/.test(size);

/** What a follower would have done: exits that wait, more of those that grow with their entry, ends, and cancels of what is left over. */
function undone(view: RunView): Row[] {
  const { orders, steps, following } = view;
  const isOf = (id: string, ...is: readonly string[]): boolean => is.includes(orders.byId(id)?.followed?.is ?? '');
  const waits = steps.flatMap((step): Row[] =>
    step.does === 'place' && isOf(step.id, 'waits')
      ? [{ name: safeText(step.id), words: waitingWords(view, step) }]
      : [],
  );
  const ends = steps.flatMap((step): Row[] =>
    step.does === 'cancel' && isOf(step.id, 'works')
      ? [{ name: safeText(step.id), words: safe`its end: ${endWords(view, step)}` }]
      : [],
  );
  const groups = (following?.groups ?? []).flatMap((group) => undoneOf(view, group));
  return [...waits, ...groups, ...ends];
}

/** One that was held back waits for that, whatever its plan says. */
function waitingWords(view: RunView, step: StepView): Safe {
  const { heldBack } = view.orders.byId(step.id) ?? {};
  return heldBack === undefined ? joined(waitWords(view, step), safe`, `) : heldBackRow(heldBack);
}

/** More of the exits that work, and the cancel of what one of them leaves. */
function undoneOf(view: RunView, { entries, held, isEntered }: GroupStated): Row[] {
  const exits = view.steps.filter(({ group = [] }) => group.join(' ') === entries.join(' '));
  const works = exits.filter(({ id }) => view.orders.byId(id)?.followed?.is === 'works');
  const rows: Row[] = [];
  if (!isEntered && works.length > 0) {
    const ids = works.map(({ id }) => id);
    rows.push({ name: namesOf(view, ids), words: safe`no more of it as ${namesOf(view, entries)} fills` });
  }
  if (!isZero(held) && works.some(({ kind }) => kind === 'stop') && works.some(({ kind }) => kind === 'target'))
    rows.push({ name: safe`stop or targets`, words: safe`what is left of one is not cancelled by the other` });
  return rows;
}

/** Why it ended before its plan; undefined of one that is done. */
function endedEarly({ stopping }: RunView): Safe | undefined {
  if (stopping === undefined) return undefined;
  if (stopping.cause === 'output') return safe`ended as its output was lost`;
  if (stopping.why === 'interrupted') return safe`ended by Ctrl-C`;
  if (stopping.why === 'asked to end') return safe`ended by SIGTERM`;
  return safe`ended: ${safeText(stopping.why)}`;
}

/**
 * Of one that ended before its plan: what was filled since the last look is not in the groups, though the line below them, which has a
 * look of its own, may have it.
 */
function asOfParts(view: RunView): Piece[] {
  const { following } = view;
  if (following === undefined || endedEarly(view) === undefined) return [];
  const { exchangeMs, atMs, lookedAtMs } = following;
  if (lookedAtMs === undefined) return [DOT, safe`by the journal`];
  return [DOT, safe`as of ${safeText(timeOfDay(exchangeMs - (atMs - lookedAtMs)))}`];
}

const DOT: Piece = ['quiet', safe` · `];

/** `bracket: ended by Ctrl-C after 1h29m`, under a line for each group. */
export function followVerdict(view: RunView): Block[] {
  const { finished, following, plan } = view;
  const asOf = asOfParts(view);
  const groups = (following?.groups ?? []).map((group): Block => ({
    is: 'words',
    text: together([...groupPieces(view, group), ...asOf].map(own), safe``),
  }));
  const done = finished?.exitCode === EXIT.done ? safe`done` : safe`over`;
  const words = endedEarly(view) ?? done;
  const text = safe`${safeText(plan?.name ?? '')}: ${words} after ${durationSpan(finished?.elapsedMs ?? 0)}`;
  return [...groups, { is: 'verdict', text: own(text) }];
}
