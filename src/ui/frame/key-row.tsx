/** The keys that do something now, the most wanted first: a narrow line leaves out the last. */
import type { ReactNode } from 'react';
import { safe, type Safe } from '../../model/safe-text.ts';
import { widthOfPieces, type Piece } from '../../report/text/page.ts';
import { grouped } from '../../report/text/phrases.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import type { Sight } from '../keys/key-event.ts';
import { inView } from '../keys/scroll.ts';
import { placeOf, type Viewing } from '../keys/viewing.ts';
import { Ends, type PartProps } from './row.tsx';

type Hint = readonly [key: Safe, does: Safe];

export function KeyRow({ page, watch, viewing, sight }: PartProps & { readonly sight: Sight }): ReactNode {
  const right = rangeOf(viewing, sight);
  const room = page.width - widthOfPieces(right) - 2;
  const pieces: Piece[] = [];
  for (const [key, does] of hintsOf(watch, viewing, sight)) {
    const hint: Piece[] = [...(pieces.length === 0 ? [] : [safe`   `]), ['command', key], safe` ${does}`];
    if (widthOfPieces(pieces) + widthOfPieces(hint) > room) break;
    pieces.push(...hint);
  }
  return <Ends page={page} left={pieces} right={right} />;
}

function hintsOf(watch: WatchView, viewing: Viewing, sight: Sight): Hint[] {
  const { typing, over, filter } = viewing;
  if (typing?.kind === 'filter')
    return [
      [safe`Enter`, safe`keep`],
      [safe`Esc`, safe`show all`],
      [safe`↑ ↓`, safe`select`],
    ];
  if (typing?.kind === 'approval') return [[safe`Esc`, safe`place nothing`]];
  if (over !== 'nothing') return [[safe`Esc`, safe`back`], ...scrollHint(sight), ...endHints(watch, viewing)];
  const { isHeld } = sight;
  return [
    ...placeHint(watch, sight),
    ...(isHeld === undefined ? [] : [[safe`Space`, isHeld ? safe`go on` : safe`pause`] as const]),
    ...(filter === '' ? [] : [[safe`Esc`, safe`show all`] as const]),
    ...(viewing.tab === 'orders' ? [[safe`/`, safe`filter`] as const] : []),
    ...(sight.hasDetail && sight.extent.length > 0 ? [[safe`Enter`, safe`detail`] as const] : []),
    [safe`?`, safe`help`],
    ...(sight.canLook ? [[safe`r`, safe`look`] as const] : []),
    ...endHints(watch, viewing),
    ...scrollHint(sight),
    ...(sight.extent.news === undefined || placeOf(viewing).isFollowing ? [] : [[safe`f`, safe`follow`] as const]),
  ];
}

const placeHint = ({ run }: WatchView, { approvable }: Sight): Hint[] =>
  approvable === undefined ? [] : [[safe`p`, safe`place ${grouped(run.orders.planned)} new`]];

const scrollHint = ({ extent }: Sight): Hint[] => (extent.height < extent.length ? [[safe`↑ ↓`, safe`move`]] : []);

function endHints({ watch, run }: WatchView, { isEnding }: Viewing): Hint[] {
  if (isEnding && run.following === undefined) return [];
  return watch === undefined
    ? run.finished === undefined
      ? [[safe`q`, run.following === undefined ? safe`stop` : safe`end`]]
      : []
    : [[safe`q`, safe`quit`]];
}

function rangeOf(viewing: Viewing, { extent }: Sight): Piece[] {
  if (extent.height >= extent.length) return [];
  const place = placeOf(viewing);
  if (place.isFollowing && extent.news !== undefined)
    return [['quiet', safe`${grouped(extent.length)} rows, following`]];
  const [first = 0] = inView(place, extent);
  return [['quiet', safe`${grouped(first + 1)}–${grouped(first + extent.height)} of ${grouped(extent.length)}`]];
}
