/** The tables of a past run: outcomes, cancels and calls. */
import type { OutcomeName, ShownState } from '../../model/outcome.ts';
import { joined, safe, type Safe, safeText } from '../../model/safe-text.ts';
import { amountOf, grouped } from '../../report/text/phrases.ts';
import { STATES } from '../../report/text/states.ts';
import type { CallView } from '../../report/view/call-list.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import { own, table, type Block, type SheetColumn } from '../../show/sheet.ts';
import { orderColumns, type ShownOrder } from '../order-columns.ts';
import { CANCEL_ORDER, shownCancel } from '../run/cancel-words.ts';
import { shownParts } from '../run/outcome-words.ts';
import { problemRows } from '../run/summary.ts';
import { laterWords, type ToldRun, instantOf } from './told-run.ts';
import type { Story } from '../../model/story.ts';

/** Rows of a table in a sheet that does not grow with the plan. */
const MOST_ORDERS = 50;

/** Rows of each kind that a whole sheet puts before its table, which has them all. */
const MOST_FIRST = 30;

const LOUDEST_FIRST = ['unknown', 'rejected', 'withheld', 'sending', 'waiting', 'accepted'] as const;

export const moreOf = (more: number, where = safe``): { readonly more?: Safe } =>
  more > 0 ? { more: safe`… and ${grouped(more)} more${where}` } : {};

/** What a run leaves to be looked at, and what has become of it since. */
export function first(told: ToldRun): Block[] {
  const { story, view } = told;
  const { rows, left } = problemRows(view, MOST_FIRST);
  return [
    ...table(orderColumns('outcome', 'id', 'words'), rows, {
      title: own(safe`What needs a look`),
      ...(left.length > 0 && { more: safe`… and ${joined(left, safe`, `)}, in the table below` }),
    }),
    ...sinceThen(story, MOST_FIRST),
    ...notes(told),
  ];
}

/** Orders that were to be cancelled, the loudest first. */
export function cancelTable({ view: { cancels } }: ToldRun): Block[] {
  const ranked = CANCEL_ORDER.toReversed().flatMap((end) => cancels.filter(({ outcome }) => outcome === end));
  const rows = ranked.map(shownCancel);
  return table(orderColumns('outcome', 'id', 'words'), rows.slice(0, MOST_ORDERS), {
    title: own(safe`To cancel`),
    ...moreOf(rows.length - MOST_ORDERS),
  });
}

/** Every order in the order of the plan, or the loudest ones. */
export function outcomes({ story, view }: ToldRun, isWhole: boolean): Block[] {
  const all = [...view.orders];
  if (all.length === 0) return [{ is: 'words', tone: 'quiet', text: own(safe`The run names no orders.`) }];
  const ranked = isWhole ? all : LOUDEST_FIRST.flatMap((state) => all.filter((order) => order.state === state));
  const rest = isWhole ? [] : ranked.slice(MOST_ORDERS);
  const shown = ranked.slice(0, ranked.length - rest.length);
  const rows = shown.flatMap(shownParts);
  const sorted = isWhole ? safe`, in the order of the plan` : safe``;
  return table(
    [
      ...orderColumns('outcome', 'id', 'symbol', 'side', 'size', 'price', 'trigger', 'stopLoss', 'takeProfit'),
      ...orderColumns('call', 'took', 'words'),
    ],
    rows,
    {
      title: own(safe`Outcomes of ${amountOf(all.length, 'order')}${sorted}`),
      ...(isWhole && { filters: true }),
      ...(rest.length > 0 && { more: safe`… and ${grouped(rest.length)} more: ${countsOf(rest)}` }),
      note: ({ id }) => {
        const later = story.since.get(id);
        return later && [own(safe`since then: `), laterWords(later)];
      },
    },
  );
}

/** `3 UNKNOWN, 350 accepted`. */
function countsOf(orders: readonly OrderView[]): Safe {
  const parts = LOUDEST_FIRST.flatMap((state: ShownState) => {
    const amount = orders.filter((order) => order.state === state).length;
    return amount === 0 ? [] : [safe`${grouped(amount)} ${STATES[state].word}`];
  });
  return joined(parts, safe`, `);
}

const NAMES = ['accepted', 'rejected', 'withheld', 'unknown'] as const satisfies OutcomeName[];

/** What each call cost, when it was sent, how long its answer took and what came of it. */
export function calls({ view }: ToldRun): Block[] {
  const { planned, sent } = view.calls;
  const all = Array.from({ length: planned }, (_, place) => view.calls.at(place) as CallView);
  const title =
    view.run?.followed === undefined
      ? safe`${amountOf(planned, 'call')}, ${grouped(sent)} sent`
      : safe`${amountOf(sent, 'call')} sent, ${grouped(planned)} planned at its start`;
  if (all.length === 0) {
    const text = sent === 0 ? safe`No call was planned.` : title;
    return [{ is: 'words', tone: 'quiet', text: own(text) }];
  }
  return table(CALL_COLUMNS, all, { title: own(title) });
}

const CALL_COLUMNS: readonly SheetColumn<CallView>[] = [
  { title: safe`call`, kind: 'name', of: ({ number }) => own(safe`${number}`) },
  { title: safe`kind`, of: ({ kind }) => own(safe`${kind}`) },
  { title: safe`orders`, kind: 'number', of: ({ orders }) => own(safe`${orders.length}`) },
  { title: safe`IP weight`, kind: 'number', of: ({ weight }) => own(safe`${weight.ip}`) },
  { title: safe`UID weight`, kind: 'number', of: ({ weight }) => own(safe`${weight.uid}`) },
  {
    title: safe`sent after, s`,
    kind: 'number',
    of: ({ sentAtMs }) => own(sentAtMs === undefined ? safe`not sent` : grouped(Math.round(sentAtMs) / 1000)),
  },
  {
    title: safe`took, ms`,
    kind: 'number',
    of: ({ latencyMs }) => own(latencyMs === undefined ? safe`` : grouped(Math.round(latencyMs))),
  },
  { title: safe`outcomes`, kind: 'words', of: ({ outcomes: came }) => own(outcomeWords(came)) },
];

/** `19 accepted, 1 rejected`. */
function outcomeWords(came: CallView['outcomes']): Safe {
  const parts = NAMES.flatMap((name) => {
    const amount = came[name] ?? 0;
    return amount === 0 ? [] : [safe`${grouped(amount)} ${STATES[name].word}`];
  });
  return joined(parts, safe`, `);
}

export const notes = ({ view }: ToldRun): Block[] =>
  view.notes.length === 0
    ? []
    : [{ is: 'items', title: own(safe`Notes`), items: view.notes.map((note) => safeText(note)) }];

/** What became of orders after the run. */
export function sinceThen({ since }: Story, most = Number.POSITIVE_INFINITY): Block[] {
  const rows = Array.from(since, ([id, later]): ShownOrder => {
    const words = [laterWords(later), own(safe` (${instantOf(later.atMs)})`)];
    return { state: STATES[later.state], id, words };
  });
  const title = own(safe`Since then`);
  return table(orderColumns('outcome', 'id', 'words'), rows.slice(0, most), {
    title,
    isPlain: true,
    ...moreOf(rows.length - most, safe`, in the table below`),
  });
}
