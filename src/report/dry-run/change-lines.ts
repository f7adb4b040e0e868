/** How the plan stands to the journal, and what else of the account stands. */
import type { WithheldReason } from '../../model/outcome.ts';
import { changeWords, type OrderChange } from '../../model/order-changes.ts';
import { unreachable } from '../../model/result.ts';
import { joined, safe, safeText, spaces, type Safe } from '../../model/safe-text.ts';
import { alike, namesOf, wordsOfAlike, type Alike } from '../text/alike.ts';
import { padEnd, widest, widthOf, wrap } from '../text/columns.ts';
import { ID_ROOM } from '../text/labelled-lines.ts';
import { flow, LEAST_ROOM, line, type Page, type Piece } from '../text/page.ts';
import { amountOf, grouped } from '../text/phrases.ts';
import type { Drawn, Tone } from '../text/tones.ts';
import type { OrderStateView, RunView } from '../view/run-view.ts';

/** Most lines before the rest is counted. */
const MOST_LINES = 20;

/** What a person has to look at, the loudest first. */
const KINDS = [
  'unknown',
  'in-flight',
  'replaced',
  'edited',
  'removed',
  'rejected',
  'absent',
  'cancelled',
  'waiting',
] as const;
type Kind = (typeof KINDS)[number];

const LOOKS: Readonly<Record<Kind, { readonly sign: Safe; readonly word: Safe; readonly tone: Tone }>> = {
  unknown: { sign: safe`?`, word: safe`UNKNOWN`, tone: 'unknown' },
  'in-flight': { sign: safe`→`, word: safe`in flight`, tone: 'sending' },
  replaced: { sign: safe`~`, word: safe`replaced`, tone: 'added' },
  edited: { sign: safe`~`, word: safe`edited`, tone: 'notice' },
  removed: { sign: safe`-`, word: safe`removed`, tone: 'notice' },
  rejected: { sign: safe`✗`, word: safe`rejected before`, tone: 'rejected' },
  absent: { sign: safe`○`, word: safe`settled as absent`, tone: 'withheld' },
  cancelled: { sign: safe`×`, word: safe`cancelled`, tone: 'withheld' },
  waiting: { sign: safe`–`, word: safe`held back`, tone: 'withheld' },
};

/** An order that is sent and was so before is placed again. */
const AGAIN: ReadonlySet<OrderStateView['state']> = new Set(['rejected', 'absent', 'cancelled']);

/** Counts of the quiet, and an order with words for each of the others. */
interface Changes {
  readonly fresh: number;
  readonly again: number;
  readonly unchanged: number;
  readonly notSelected: number;
  readonly told: Readonly<Record<Kind, readonly { readonly id: string; readonly words: Safe }[]>>;
}

function changesOf(view: RunView): Changes {
  const told = {
    unknown: [],
    'in-flight': [],
    replaced: [],
    edited: [],
    removed: [],
    rejected: [],
    absent: [],
    cancelled: [],
    waiting: [],
  } as Record<Kind, { id: string; words: Safe }[]>;
  let [fresh, again, unchanged, notSelected] = [0, 0, 0, 0];
  const states = new Map(view.states.map((state) => [state.id, state]));
  const off = new Set(view.calls.cancels.flatMap(({ orders }) => orders));
  for (const { id, call } of view.orders) {
    if (call === undefined) continue;
    const state = states.get(id);
    const kind = plannedAs(state);
    if (state !== undefined && kind === 'replaced') told.replaced.push({ id, words: replacedWords(state) });
    else if (kind === 'again') again += 1;
    else fresh += 1;
  }
  for (const { id, reason, message } of view.withheld) {
    if (reason === 'already-accepted') unchanged += 1;
    else if (reason === 'not-selected') notSelected += 1;
    else if (view.run?.heldBy !== undefined && states.get(id)?.state === 'in-flight')
      told['in-flight'].push({ id, words: safe`another run awaits the answer` });
    else told[kindOf(reason, states.get(id))].push({ id, words: wordsOf(reason, message, states.get(id)) });
  }
  for (const state of view.states)
    if (state.state === 'removed') told.removed.push({ id: state.id, words: removedWords(state, off.has(state.id)) });
  return { fresh, again, unchanged, notSelected, told };
}

function plannedAs(state: OrderStateView | undefined): 'fresh' | 'again' | 'replaced' {
  if (state === undefined) return 'fresh';
  return state.state === 'edited' ? 'replaced' : AGAIN.has(state.state) ? 'again' : 'fresh';
}

/** A rung that was never sent is held back with its ladder, not edited. */
const isEdited = (state: OrderStateView | undefined): boolean => state?.state === 'edited';

function kindOf(reason: WithheldReason, state: OrderStateView | undefined): Kind {
  switch (reason) {
    case 'unresolved':
      return 'unknown';
    case 'edited-after-send':
      return isEdited(state) ? 'edited' : 'waiting';
    case 'already-rejected':
      return 'rejected';
    case 'already-absent':
      return 'absent';
    case 'already-cancelled':
      return 'cancelled';
    case 'filled':
    case 'dependency':
    case 'stopped':
    case 'rate-limit':
    case 'expired':
    case 'already-accepted':
    case 'not-selected':
      return 'waiting';
    default:
      return unreachable(reason);
  }
}

function wordsOf(reason: WithheldReason, message: string | undefined, state: OrderStateView | undefined): Safe {
  if (reason === 'edited-after-send' && state !== undefined && isEdited(state))
    return safe`${safeText(changeWords(changesIn(state)))}   it stands as ${safeText(state.orderId ?? 'sent')}: --replace ${safeText(state.id)}`;
  return safeText(message ?? reason);
}

const changesIn = ({ changes = {} }: OrderStateView): OrderChange[] =>
  Object.entries(changes).map(([field, [before, after]]) => ({
    field,
    before: before ?? undefined,
    after: after ?? undefined,
  }));

/** The most that is placed is what the plan says; less where some of it was filled. */
const replacedWords = (state: OrderStateView): Safe =>
  safe`${safeText(changeWords(changesIn(state)))}   ${safeText(state.orderId ?? 'what stands')} goes off first, then what is left of it is placed`;

function removedWords({ stands, orderId }: OrderStateView, goesOff: boolean): Safe {
  const id = orderId === undefined ? safe`` : safe`   ${safeText(orderId)}`;
  if (goesOff) return safe`removed, goes off the exchange${id}`;
  return safe`removed, ${stands === 'accepted' ? 'still live' : 'may be live'}${id}: ordo cancel --removed`;
}

/** Whether there is nothing to look at: all that is not selected was accepted before, and says the same. */
export const isUnchanged = (view: RunView): boolean =>
  view.orders.planned === 0 &&
  view.withheld.length > 0 &&
  view.withheld.every(({ reason }) => reason === 'already-accepted' || reason === 'not-selected') &&
  view.states.every(({ state }) => state !== 'removed');

/** `11 accepted before, unchanged`. */
export function unchangedWords(unchanged: number, notSelected: number): Safe {
  const words = [
    ...(unchanged > 0 ? [safe`${grouped(unchanged)} accepted before, unchanged`] : []),
    ...(notSelected > 0 ? [safe`${grouped(notSelected)} not selected`] : []),
  ];
  return joined(words, safe` · `);
}

/** `Changes   10 new · 1 edited`, then an order a line; nothing where the journal knows nothing and all are sent. */
export function changeLines(page: Page, view: RunView): Drawn[] {
  const changes = changesOf(view);
  const { fresh, again, unchanged, notSelected, told } = changes;
  const others = [
    ...(again > 0 ? [safe`${grouped(again)} placed again`] : []),
    ...KINDS.flatMap((kind) => {
      const amount = told[kind].length;
      return amount === 0 ? [] : [safe`${grouped(amount)} ${LOOKS[kind].word}`];
    }),
    ...(unchanged + notSelected > 0 ? [unchangedWords(unchanged, notSelected)] : []),
  ];
  const counts = [...(fresh > 0 ? [safe`${grouped(fresh)} new`] : []), ...others];
  const isTold = others.length > 0 || view.run?.target === 'live';
  const pieces = counts.map((text, at): Piece => (at < counts.length - 1 ? safe`${text} ·` : text));
  return [
    ...(isTold ? flow(page, [['heading', safe`Changes`], safe` `, ...pieces], safe` `) : []),
    ...toldLines(page, changes),
    ...standingLines(view).map((text) => line(page.paint, [safe`  ${text}`])),
  ];
}

function toldLines(page: Page, { told }: Changes): Drawn[] {
  const rows = KINDS.flatMap((kind) => alike(told[kind]).map((group): Row => ({ kind, group })));
  const shown = rows.slice(0, MOST_LINES);
  const more = rows.slice(MOST_LINES).reduce((sum, { group }) => sum + group.amount, 0);
  const idWidth = Math.min(ID_ROOM, widest(shown.map(({ group }) => namesOf(group))));
  const lines = shown.flatMap((row) => rowLines(page, row, idWidth));
  return more === 0 ? lines : [...lines, page.paint('quiet', safe`  … and ${grouped(more)} more: ordo status`)];
}

interface Row {
  readonly kind: Kind;
  readonly group: Alike;
}

function rowLines(page: Page, { kind, group }: Row, idWidth: number): Drawn[] {
  const { sign, tone } = LOOKS[kind];
  const name = namesOf(group);
  const indent = 4 + Math.max(idWidth, widthOf(name)) + 2;
  const [first = safe``, ...rest] = wrap(wordsOfAlike(group), Math.max(LEAST_ROOM, page.width - indent));
  const below = spaces(Math.max(4, Math.min(indent, page.width - LEAST_ROOM)));
  const start = line(page.paint, [safe`  `, [tone, sign], safe` ${padEnd(name, idWidth)}  ${first}`]);
  return [start, ...rest.map((text) => safe`${below}${text}`)];
}

/** How many orders stand of earlier generations of the plan, by generation, and of other plans. */
function besides({ standing, plan }: RunView): { generations: Map<number, number>; others: number } {
  const generations = new Map<number, number>();
  let others = 0;
  for (const order of standing) {
    if (order.plan !== plan?.name) others += 1;
    else if (order.generation !== plan.generation)
      generations.set(order.generation, (generations.get(order.generation) ?? 0) + 1);
  }
  return { generations, others };
}

const stand = (amount: number): Safe => safe`${amountOf(amount, 'order')} ${amount === 1 ? 'stands' : 'stand'}`;

/** What else of the account stands, a line for each generation of the plan and one for other plans. */
export function standingLines(view: RunView): Safe[] {
  const { generations, others } = besides(view);
  return [
    ...[...generations].map(([generation, amount]) => safe`generation ${generation} of this plan: ${stand(amount)}`),
    ...(others > 0 ? [safe`other plans: ${stand(others)} (ordo status)`] : []),
  ];
}

/** What this run would place beside itself: the last screen says it. */
export function standingWarnings(view: RunView): Safe[] {
  if (view.orders.planned === 0) return [];
  return [...besides(view).generations].map(
    ([generation, amount]) => safe`generation ${generation}: ${stand(amount)} as well`,
  );
}
