/**
 * The screen as lines. The lines round the list are as many as the terminal's size says, whatever happens, so that nothing
 * jumps from frame to frame.
 */
import { repeated, safe } from '../model/safe-text.ts';
import { beside, type Page } from '../report/text/page.ts';
import type { Drawn } from '../report/text/tones.ts';
import type { WatchView } from '../report/view/watch-view.ts';
import { bodyOf, type ScreenBody } from './panes/pane.tsx';
import { gaugeLines, gaugeRows, progressRow } from './frame/gauges.tsx';
import { headRow, tabsRow, type Now } from './frame/head.tsx';
import { keysRow } from './frame/key-row.tsx';
import { framedLines } from './panes/problems.ts';
import { inView } from './keys/scroll.ts';
import { rowIndexOf } from './panes/row-index.ts';
import { sightOf } from './keys/key-context.ts';
import { noticeRow } from './frame/notice.tsx';
import { saveLines } from './frame/save-lines.ts';
import { listOf, placeOf, type Viewing } from './keys/viewing.ts';

/** The terminal's size and colours. */
export interface ScreenPage extends Page {
  readonly rows: number;
}

/** What a frame depends on besides the events and what was chosen. */
export interface FrameMoment extends Now {
  /** Whether keys are heard. */
  readonly hasKeys: boolean;
  /** Whether a person can have placed what is shown. */
  readonly canPlace: boolean;
}

/** What the filter leaves, whatever is open over the list. */
const ordersShown = ({ run }: WatchView, { filter }: Viewing): number =>
  filter === '' ? run.orders.planned : rowIndexOf(run, filter).length;

/** Never more lines than the terminal has, the last left free, and never wider. */
export function frameLines(screen: ScreenPage, watch: WatchView, viewing: Viewing, moment: FrameMoment): Drawn[] {
  const { width, rows } = screen;
  const parts = partsOf(screen);
  const { banner, body } = middleOf(screen, watch, viewing, moment);
  const inner = { paint: screen.paint, width: width - 1 };
  const rule = parts.rules ? [screen.paint('quiet', repeated(safe`─`, width))] : [];
  const isTyping = viewing.typing !== undefined || viewing.said !== undefined;
  const notice = noticeRow(inner, watch, viewing, { ...moment, shown: ordersShown(watch, viewing) });
  const [status = safe``, more = safe``] = statusLines(inner, watch, notice === '' ? 2 : 1);
  const calm = parts.save ? more : status;
  const lines = [
    ...margin([
      ...(parts.head ? [headRow(inner, watch, moment)] : []),
      ...gaugeRows(inner, watch, moment.nowMs, parts.gauges),
      ...(parts.tabs ? [tabsRow(inner, watch, viewing)] : []),
    ]),
    ...rule,
    ...banner,
    ...listLines(screen, viewing, body),
    ...rule,
    ...margin([
      ...(parts.save ? [status] : []),
      // On a terminal of a few rows, what is typed pushes out what is above.
      ...(parts.notice || isTyping ? [notice === '' ? calm : notice] : []),
      ...(parts.keys ? [keysLine(inner, watch, viewing, { body, moment })] : []),
    ]),
  ];
  return lines.slice(-Math.max(1, rows - 1));
}

function keysLine(
  page: Page,
  watch: WatchView,
  viewing: Viewing,
  { body, moment }: { body: ScreenBody; moment: FrameMoment },
): Drawn {
  const isOver = watch.watch === undefined && watch.run.finished !== undefined;
  if (!moment.hasKeys || isOver) return safe``;
  return keysRow(page, watch, viewing, sightOf(watch, viewing, body, moment.canPlace));
}

const statusLines = (page: Page, watch: WatchView, most: 1 | 2): Drawn[] =>
  watch.isPlacing || watch.watch === undefined ? [progressRow(page, watch.run)] : saveLines(page, watch, most);

const margin = (lines: readonly Drawn[]): Drawn[] => lines.map((text) => (text === '' ? text : beside(safe` `, text)));

interface Parts {
  readonly head: boolean;
  readonly gauges: number;
  readonly tabs: boolean;
  readonly rules: boolean;
  readonly save: boolean;
  readonly notice: boolean;
  readonly keys: boolean;
}

/** A terminal of fewer and fewer rows loses the second gauge, the rules, the gauges, keys, the save, tabs, news and head. */
const partsOf = ({ rows, width }: Pick<ScreenPage, 'rows' | 'width'>): Parts => ({
  gauges: gaugeLines(width, rows >= 22 ? 2 : rows >= 15 ? 1 : 0),
  rules: rows >= 20,
  keys: rows >= 13,
  save: rows >= 11,
  tabs: rows >= 9,
  notice: rows >= 7,
  head: rows >= 4,
});

function linesAround(screen: Pick<ScreenPage, 'rows' | 'width'>): number {
  const { gauges, rules, head, tabs, save, notice, keys } = partsOf(screen);
  return gauges + (rules ? 2 : 0) + [head, tabs, save, notice, keys].filter((is) => is).length;
}

/** Rows of an inline screen, which is no higher than its orders, but for what a person opens. */
const LEAST_INLINE = { list: 3, opened: 12 };

interface Middle {
  /** What is wrong with the newest save, over the plan that stays. */
  readonly banner: readonly Drawn[];
  readonly body: ScreenBody;
}

export function middleOf(screen: ScreenPage, watch: WatchView, viewing: Viewing, { nowMs }: Now): Middle {
  const room = Math.max(1, screen.rows - 1 - linesAround(screen));
  const least = listOf(viewing) === 'orders' ? LEAST_INLINE.list : LEAST_INLINE.opened;
  const height = watch.watch === undefined ? Math.min(room, Math.max(least, watch.run.orders.length)) : room;
  const banner = bannerOf(screen, watch, viewing, Math.floor(height / 2));
  const inner = { paint: screen.paint, width: screen.width - 1 };
  return { banner, body: bodyOf(inner, watch, viewing, { height: height - banner.length, nowMs }) };
}

function bannerOf(screen: ScreenPage, { problems }: WatchView, viewing: Viewing, most: number): Drawn[] {
  const list = listOf(viewing);
  if (problems === undefined || problems.errors === 0 || most < 2 || (list !== 'orders' && list !== 'picture'))
    return [];
  const lines = framedLines({ paint: screen.paint, width: screen.width - 1 }, problems.text).map((text) =>
    beside(safe` `, text),
  );
  const rule = screen.paint('quiet', repeated(safe`─`, screen.width));
  return [...lines.slice(0, most - 1), rule];
}

/** The margin shows which row is selected. */
function listLines({ paint }: ScreenPage, viewing: Viewing, body: ScreenBody): Drawn[] {
  const { selected } = placeOf(viewing);
  const rows = inView(placeOf(viewing), body).map((position) => {
    const key = body.keyAt(position);
    const isSelected = key !== undefined && key === selected;
    return beside(isSelected ? paint('heading', safe`>`) : safe` `, body.row(position));
  });
  while (rows.length < body.height) rows.push(safe``);
  return rows;
}
