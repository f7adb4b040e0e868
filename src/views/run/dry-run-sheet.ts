/** A dry run, short: so that the last screen is what one decides by (docs/contract.md#dry-run). */
import type { Assumption, LooksStated } from '../../model/event.ts';
import { EXIT } from '../../model/exit-code.ts';
import { safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { amountOf, accountWindow, grouped, weightWords } from '../../report/text/phrases.ts';
import type { CallView } from '../../report/view/call-list.ts';
import type { RunView } from '../../report/view/run-view.ts';
import {
  own,
  table,
  together,
  toned,
  type Block,
  type NextStep,
  type Sheet,
  type SheetColumn,
} from '../../show/sheet.ts';
import { exposureTable } from '../figures/exposure-table.ts';
import { positionsOf } from '../figures/exposure.ts';
import { pictures } from '../figures/picture.ts';
import { sentOrders } from '../figures/sent-orders.ts';
import { protectionBlocks } from '../protection/line.ts';
import { endedBy } from './next-steps.ts';
import { verdict } from './summary.ts';
import { callBlock, expansionBlocks } from './calls.ts';
import { changeBlocks, unchangedWords } from './change-table.ts';
import { changesOf, isUnchanged } from './changes.ts';
import { closingParts } from './closing-line.ts';
import { headBlocks } from './head.ts';
import { laterBlocks } from './later-table.ts';
import { orderBlocks } from './order-table.ts';
import { standingWarnings } from './standing.ts';
import { stepBlocks } from './step-blocks.ts';
import { totalBlocks } from './totals.ts';
import type { Limits, Weight } from '../../model/call.ts';

/** What was held back for the end. */
export interface Held {
  /** Warnings, with their frames where a person reads them. */
  readonly warnings: readonly Block[];
  readonly notes: readonly string[];
  readonly next: readonly NextStep[];
}

/** Lines of a dry run without warnings, of plans up to so many orders, and of larger ones. */
const MOST_LINES = { small: 80, large: 120 };
const SMALL = 40;

export function dryRunSheet(view: RunView, held: Held): Sheet {
  const head = headBlocks(view);
  const next: Block = { is: 'steps', steps: held.next };
  if (endedBy(view) !== undefined) {
    const ended: Block = { is: 'verdict', text: together(verdict(view).map(own), safe` `) };
    return { blocks: [{ is: 'group', blocks: [...held.warnings] }, ...head, ended] };
  }
  // Nothing is placed, so there is nothing to warn of but what the exit code tells.
  if (isUnchanged(view)) {
    const why = view.finished?.exitCode === EXIT.notAsReviewed ? (view.run?.obstacles ?? []) : [];
    const notices = safeTexts([...why, ...held.notes]).map(notice);
    const unchanged = own(unchangedWords(changesOf(view)));
    return {
      blocks: [
        ...head,
        { is: 'group', blocks: notices },
        { is: 'words', text: unchanged },
        next,
        ...protectionBlocks(view.protection),
      ],
    };
  }
  const { headlines, drawn, unread: unreadable, standing, markets, account } = sentOrders(view);
  const positions = positionsOf(drawn, standing, markets, account);
  const cautions = cautionsOf(view, held.notes);
  const bytes = view.run?.bytes === true;
  const closing = closingParts(view, positions, view.warnings + cautions.length);
  return {
    ...(!bytes && { most: view.orders.length > SMALL ? MOST_LINES.large : MOST_LINES.small }),
    blocks: [
      ...head,
      ...(bytes ? [...expansionBlocks(view), ...callBlocks(view), ...stepBlocks(view)] : []),
      ...changeBlocks(view),
      ...(bytes ? totalBlocks(view) : orderBlocks(view, headlines)),
      ...laterBlocks(view),
      ...assumptionTable(view),
      { is: 'group', blocks: [...exposureTable(positions), ...followedBlocks(view), ...unread(unreadable)] },
      ...pictures(drawn, markets),
      { is: 'group', blocks: [...held.warnings, ...cautions.map(notice)] },
      next,
      {
        is: 'group',
        blocks: [
          ...protectionBlocks(view.protection, { hasWarnings: true }),
          { is: 'parts', parts: closing.map(own), isWhole: true },
        ],
      },
    ],
  };
}

const callBlocks = (view: RunView): Block[] =>
  Array.from({ length: view.calls.planned }, (_, place) => callBlock(view, view.calls.at(place) as CallView));

/** Every assumption with its value and where to change it; without `--bytes` only those that differ from the default. */
function assumptionTable({ assumptions, run }: RunView): Block[] {
  const shown = run?.bytes === true ? assumptions : assumptions.filter(({ isChanged }) => isChanged);
  return table(ASSUMPTIONS, shown, { title: own(safe`Assumed, until the exchange says otherwise`), isPlain: true });
}

const ASSUMPTIONS: readonly SheetColumn<Assumption>[] = [
  { title: safe`assumption`, kind: 'name', of: ({ name }) => safeText(name) },
  {
    title: safe`value, and where it is set`,
    kind: 'words',
    of: ({ value, change }) => [safeText(value), own(safe`   `), toned('quiet', safeText(change))],
  },
];

const notice = (text: Safe): Block => ({ is: 'notice', text });

/** What is no diagnostic and stands on the last screen all the same. */
const cautionsOf = (view: RunView, notes: readonly string[]): Safe[] => [
  ...standingWarnings(view),
  ...safeTexts([...(view.run?.obstacles ?? []), ...notes]),
];

const unread = (orders: number): Block[] =>
  orders === 0
    ? []
    : [
        {
          is: 'items',
          items: [own(safe`${amountOf(orders, 'order')} with a number that cannot be read: not counted`)],
        },
      ];

/** What a plan that is followed leaves without a stop, and what looking for its fills takes. */
function followedBlocks(view: RunView): Block[] {
  const { run } = view;
  if (run?.followed === undefined) return [];
  return [
    {
      is: 'items',
      items: [own('inAll' in run.followed ? timed(run.followed, run) : looked(run.followed, run, waitsForStop(view)))],
    },
  ];
}

/** Whether something is naked until its stop is sent. An entry that carries its own stop has that from its fill on. */
const waitsForStop = ({ steps, orders }: RunView): boolean =>
  steps.some(
    ({ kind, takesPlaceOf, group = [] }) =>
      kind === 'stop' &&
      takesPlaceOf === undefined &&
      group.some((entry) => orders.byId(entry)?.headline?.stopLoss === undefined),
  );

type Run = NonNullable<RunView['run']>;

/** Where only time matters, nothing is asked. */
const timed = ({ inAll }: { readonly inAll: Weight }, { limits }: Run): Safe =>
  safe`${weightWords(inAll, limits)} in all, no looks.`;

function looked(looks: LooksStated, { limits }: Run, isNaked: boolean): Safe {
  const every = secondsText(looks.everyMs);
  const naked = safe`A position is naked after each fill for one look (${every}) and its calls, and while nobody follows. `;
  return safe`${isNaked ? naked : safe``}Looks: at most ${weights(looks, limits)}.`;
}

const secondsText = (ms: number): Safe => safeText(ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`);

/** `35 IP, 40 UID of 500 in 10 s`; where the account counts orders, looking takes IP weight alone. */
function weights({ inWindow: { ip, uid }, windowMs }: LooksStated, limits: Limits | undefined): Safe {
  const account = uid === 0 ? safe`` : safe`, ${grouped(uid)} ${accountWindow(limits)}`;
  return safe`${grouped(ip)} IP${account} of ${grouped(limits?.ip.amount ?? 0)} in ${secondsText(windowMs)}`;
}
