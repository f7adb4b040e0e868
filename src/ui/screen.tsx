/**
 * The screen as a tree of components. The rows round the list are as many as the terminal's size says, whatever happens, so that
 * nothing jumps from frame to frame.
 */
import { Box } from 'ink';
import type { ReactNode } from 'react';
import { repeated, safe } from '../model/safe-text.ts';
import { beside } from '../report/text/page.ts';
import type { Drawn } from '../report/text/tones.ts';
import type { WatchView } from '../report/view/watch-view.ts';
import { gaugeLines, Gauges } from './frame/gauges.tsx';
import { Head, Tabs } from './frame/head.tsx';
import { ProtectionRow, protectionRows, groupRows, undoneRows } from './frame/protection-row.tsx';
import { KeyRow } from './frame/key-row.tsx';
import { isAskedToEnd, Notice } from './frame/notice.tsx';
import { Row, type Now, type PartProps, type RowPage } from './frame/row.tsx';
import { sightOf } from './keys/key-context.ts';
import { listOf, type Viewing } from './keys/viewing.ts';
import { paneRows } from './panes/pane.ts';
import { framedLines } from './panes/problems.ts';
import { rowIndexOf } from './panes/row-index.ts';
import { Window, type PaneRows } from './panes/window.tsx';

/** The terminal's size and colours. */
export interface ScreenPage extends RowPage {
  readonly rows: number;
}

/** What a frame depends on besides the events and what was chosen. */
export interface FrameMoment extends Now {
  readonly hasKeys: boolean;
  /** Whether a person can have placed what is shown. */
  readonly canPlace: boolean;
}

export interface ScreenProps {
  readonly page: ScreenPage;
  readonly watch: WatchView;
  readonly viewing: Viewing;
  readonly moment: FrameMoment;
}

/** Fewer rows than the terminal has, the last left free, and none wider. */
export function Screen({ page, watch, viewing, moment }: ScreenProps): ReactNode {
  const parts = partsOf(page, viewing, watch);
  const { banner, rows } = middleOf({ page, watch, viewing, moment });
  const part: PartProps = { page: { ...page, width: page.width - 1 }, watch, viewing, now: moment };
  const isOver = watch.watch === undefined && watch.run.finished !== undefined;
  const sight = sightOf(watch, viewing, rows, moment.canPlace);
  return (
    <Box flexDirection="column">
      <Box flexDirection="column" paddingLeft={1}>
        {parts.head && <Head {...part} />}
        <ProtectionRow {...part} most={parts.protection} />
        <Gauges {...part} lines={parts.gauges} />
        {parts.tabs && <Tabs {...part} />}
      </Box>
      {parts.rules && <Row page={page} text={ruleOf(page)} />}
      {banner.map((text, at) => (
        <Row key={at} page={page} text={text} />
      ))}
      <Window rows={rows} viewing={viewing} />
      {parts.rules && <Row page={page} text={ruleOf(page)} />}
      <Box flexDirection="column" paddingLeft={1}>
        <Notice {...part} shown={ordersShown(watch, viewing)} hasStatus={parts.save} hasNotice={parts.notice} />
        {parts.keys &&
          (moment.hasKeys && !isOver ? <KeyRow {...part} sight={sight} /> : <Row page={page} text={safe``} />)}
      </Box>
    </Box>
  );
}

const ruleOf = ({ paint, width }: ScreenPage): Drawn => paint('quiet', repeated(safe`─`, width));

/** What the filter leaves, whatever is open over the list. */
const ordersShown = ({ run }: WatchView, { filter }: Viewing): number =>
  filter === '' ? run.orders.planned : rowIndexOf(run, filter).length;

type Parts = Readonly<
  Record<'head' | 'tabs' | 'rules' | 'save' | 'notice' | 'keys', boolean> & Record<'gauges' | 'protection', number>
>;

/**
 * A terminal of fewer and fewer rows loses the second gauge, the rules, the gauges, keys, the save, tabs, news, protection and head. What is
 * typed, and the answer to it, has a row in any.
 */
const partsOf = ({ rows, width }: ScreenPage, { typing, said }: Viewing, { run }: WatchView): Parts => ({
  gauges: gaugeLines(width, rows >= 22 && run.following === undefined ? 2 : rows >= 15 ? 1 : 0),
  rules: rows >= 20,
  keys: rows >= 13,
  // A follower says when it ends where others say what is new.
  save: rows >= 11 && run.following === undefined,
  tabs: rows >= 9,
  notice: rows >= 7 || typing !== undefined || said !== undefined,
  protection: rows >= 11 ? MOST_PROTECTION : rows >= 5 ? 1 : 0,
  head: rows >= 4,
});

/** In however few columns, what is naked and what is not known have a row each. */
const MOST_PROTECTION = 4;

/** Rows of an inline screen, which is no higher than its orders, but for what a person opens. */
const LEAST_INLINE = { list: 3, opened: 12 };

/** The middle of a screen, as the keys ask for it too: what is wrong with the newest save, over the plan that stays. */
export function middleOf({ page, watch, viewing, moment }: ScreenProps): { banner: Drawn[]; rows: PaneRows } {
  const { gauges, rules, head, protection, tabs, save, notice, keys } = partsOf(page, viewing, watch);
  const lines = gauges + protectionRows(watch, page.width - 1, protection).length;
  const around = lines + (rules ? 2 : 0) + [head, tabs, save, notice, keys].filter((is) => is).length;
  const room = Math.max(0, Math.max(1, page.rows - 1) - around);
  const least = listOf(viewing) === 'orders' ? LEAST_INLINE.list : LEAST_INLINE.opened;
  const groups = listOf(viewing) === 'orders' ? (watch.run.following?.groups.length ?? 0) : 0;
  const height = watch.watch === undefined ? Math.min(room, Math.max(least, watch.run.orders.length + groups)) : room;
  const undone = isAskedToEnd(watch.run, moment.nowMs) ? undoneRows(page, watch.run, height) : [];
  const banner = undone.length > 0 ? undone : bannerOf(page, watch, viewing, Math.floor(height / 2));
  const rows = paneRows(page, watch, viewing, { ...moment, height: height - banner.length });
  return { banner, rows };
}

function bannerOf(page: ScreenPage, watch: WatchView, viewing: Viewing, most: number): Drawn[] {
  const list = listOf(viewing);
  const { problems, run } = watch;
  if (run.following !== undefined) return list === 'orders' ? groupRows(page, run, most) : [];
  if (problems === undefined || problems.errors === 0 || most < 2 || (list !== 'orders' && list !== 'picture'))
    return [];
  const lines = framedLines({ ...page, width: page.width - 1 }, problems.text).slice(0, most - 1);
  return [...lines.map((text) => beside(safe` `, text)), ruleOf(page)];
}
