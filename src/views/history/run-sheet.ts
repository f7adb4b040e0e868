/** A past run: what it came to first, then every order, and how it came about last. */
import { defined } from '../../model/defined.ts';
import type { OutcomeName, ShownState } from '../../model/outcome.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { HeldAtCheck, Story } from '../../model/story.ts';
import { amountOf, grouped, seconds, costWords } from '../../report/text/phrases.ts';
import { STATES } from '../../report/text/states.ts';
import type { CallView } from '../../report/view/call-list.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import type { RunView } from '../../report/view/run-view.ts';
import {
  own,
  table,
  together,
  type Block,
  type SheetColumn,
  type Fact,
  type Sheet,
  type Text,
} from '../../show/sheet.ts';
import { protectionBlocks } from '../protection/line.ts';
import { orderColumns, type ShownOrder } from '../order-columns.ts';
import { CANCEL_ORDER, shownCancel } from '../run/cancel-words.ts';
import { isLive } from '../run/commands.ts';
import { shownParts } from '../run/outcome-words.ts';
import { problemRows, verdict } from '../run/summary.ts';
import { leftBehind } from './left.ts';
import { againWords, commitWords, ENDS, exitWords, instantOf, laterWords, whoWords, type ToldRun } from './told-run.ts';

/** Rows of a table in a sheet that does not grow with the plan. */
const MOST_ORDERS = 50;
/** Rows of each kind that a whole sheet puts before its table, which has them all. */
const MOST_FIRST = 30;

const LOUDEST_FIRST = ['unknown', 'rejected', 'withheld', 'sending', 'waiting', 'accepted'] as const;

/** What is drawn of prices and weights. */
type Pictures = (told: ToldRun) => readonly Block[];

/** With pictures it is whole; without them only what matters most, however many orders there are. `form` is what it is asked for in. */
export function runSheet(told: ToldRun, form: 'md' | 'html', pictures?: Pictures): Sheet {
  const { story, view } = told;
  const { plan, generation, run, account, startedAtMs, end } = story;
  const target = isLive(view) ? own(['live', safe`LIVE`]) : own(['paper', safe`paper`]);
  const where = [safe`${safeText(account.origin)} ${safeText(account.name)}`, own(instantOf(startedAtMs))];
  return {
    blocks: [
      { is: 'heading', text: [safeText(plan), own(safe` generation ${generation}, run ${run}`)] },
      { is: 'words', text: together([target, ...where], safe` · `) },
      ...(end === 'finished' ? [] : [{ is: 'notice', text: endWords(end) } as const]),
      ...protectionBlocks(leftBehind(told).stated),
      { is: 'verdict', text: together(verdict(view).map(own), safe` `) },
      // For how long something was naked while its plan was followed stands there.
      ...(pictures !== undefined ? first(told) : view.run?.followed === undefined ? [] : notes(told)),
      ...cancelTable(told),
      ...outcomes(told, pictures !== undefined),
      ...(pictures === undefined ? [] : [...pictures(told), ...calls(told)]),
      {
        is: 'facts',
        title: own(safe`What was run`),
        facts: [...runFacts(told), [safe`the same again`, againWords(story, safe`${run}`, safe`${form}`)]],
      },
    ],
  };
}

const endWords = (end: Story['end']): Text => [
  own(['notice', safe`This run is ${ENDS[end]}.`]),
  own(safe` Its orders are shown as their own records say.`),
];

/** What is known of a run besides its orders, for every form. */
export function runFacts({ story, view }: ToldRun): Fact[] {
  const { by, account, run, end } = story;
  const { finished, run: begun } = view;
  const options = (begun?.options ?? []).map(({ name, value }) => safe`--${name} ${safeText(value)}`);
  return [
    [safe`run`, own(safe`${run}${end === 'open' ? ', still running' : ''}`)],
    [safe`goes on from`, earlierWords(story)],
    [safe`by`, whoWords(story)],
    [safe`ordo`, by.tool === '' ? undefined : safeText(by.tool)],
    [safe`commit`, commitWords(story)],
    [safe`approval`, by.approval === undefined ? undefined : safeText(by.approval)],
    [safe`digest`, safeText(by.digest)],
    [safe`exchange`, safeText(account.origin)],
    [safe`account`, safeText(account.name)],
    [safe`held at the check`, by.checked && own(heldWords(by.checked))],
    [safe`plan file`, safeText(by.planFile)],
    [safe`description`, begun?.description === undefined ? undefined : safeText(begun.description)],
    [safe`options`, options.length === 0 ? undefined : joined(options, safe` `)],
    [safe`cost`, costOf(story, view)],
    [safe`took`, finished && own(seconds(finished.elapsedMs))],
    [safe`exit code`, exitWords(view)],
  ];
}

/** `the run of 2026-11-22 16:02:19 UTC`: what that sent is in its own report. */
const earlierWords = ({ goesOnFromMs }: Story): Text | undefined =>
  goesOnFromMs === undefined
    ? undefined
    : own(safe`the run of ${instantOf(goesOnFromMs)}, which followed this plan too`);

/** `6 calls with 4 orders and 2 cancels, 14 IP, 34 UID + check 13, 18`: what a follower sent, and not what it would at its start. */
function costOf({ sent }: Story, { compiled, run }: RunView): Text | undefined {
  const limits = run?.limits;
  if (sent === undefined)
    return compiled && own(safe`${amountOf(compiled.calls, 'call')}, ${costWords(compiled, limits)}`);
  const off = sent.cancels === 0 ? safe`` : safe` and ${amountOf(sent.cancels, 'cancel')}`;
  const what = safe`${amountOf(sent.calls, 'call')} with ${amountOf(sent.orders, 'order')}${off}`;
  return own(safe`${what}, ${costWords({ weight: sent.weight, ...defined({ check: compiled?.check }) }, limits)}`);
}

/** `0.05 long cmt_btcusdt at 64500, 0 cmt_ethusdt (2026-11-22 16:02:19 UTC)` */
function heldWords({ atMs, held }: HeldAtCheck): Safe {
  const parts = held.flatMap(({ symbol, positions }) =>
    positions.length === 0
      ? [safe`0 ${safeText(symbol)}`]
      : positions.map(({ side, size, average }) => {
          const at = average === undefined ? safe`` : safe` at ${safeText(average)}`;
          return safe`${safeText(size)} ${safeText(side)} ${safeText(symbol)}${at}`;
        }),
  );
  return safe`${joined(parts, safe`, `)} (${instantOf(atMs)})`;
}

const moreOf = (more: number, where = safe``): { readonly more?: Safe } =>
  more > 0 ? { more: safe`… and ${grouped(more)} more${where}` } : {};

/** What a run leaves to be looked at, and what has become of it since. */
function first(told: ToldRun): Block[] {
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

const notes = ({ view }: ToldRun): Block[] =>
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

/** Orders that were to be cancelled, the loudest first. */
function cancelTable({ view: { cancels } }: ToldRun): Block[] {
  const ranked = CANCEL_ORDER.toReversed().flatMap((end) => cancels.filter(({ outcome }) => outcome === end));
  const rows = ranked.map(shownCancel);
  return table(orderColumns('outcome', 'id', 'words'), rows.slice(0, MOST_ORDERS), {
    title: own(safe`To cancel`),
    ...moreOf(rows.length - MOST_ORDERS),
  });
}

/** Every order in the order of the plan, or the loudest ones. */
function outcomes({ story, view }: ToldRun, isWhole: boolean): Block[] {
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
function calls({ view }: ToldRun): Block[] {
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
