import type { WatchView } from '../../report/view/watch-view.ts';
import type { CurrentSight, Sight } from './key-event.ts';
import type { Extent } from './scroll.ts';
import { listOf, tabsWith, type KeyAnswer, type Tab, type Viewing } from './viewing.ts';

/** What keys can ask about what is shown. `canPlace`: whether a person can have it placed at all. */
export function sightOf(watch: WatchView, viewing: Viewing, extent: Extent, canPlace: boolean): Sight {
  const list = listOf(viewing);
  return {
    extent,
    tabs: tabsOf(watch, viewing),
    ...currentSightOf(watch, canPlace),
    isLive: watch.run.run?.target === 'live',
    canLook: canPlace && watch.watch !== undefined && watch.run.run?.target === 'live' && !watch.isPlacing,
    hasDetail: list === 'orders' || list === 'calls',
  };
}

export const tabsOf = ({ simulation }: WatchView, { tab }: Viewing): readonly Tab[] =>
  tabsWith(simulation !== undefined || tab === 'simulation');

export const currentSightOf = (view: WatchView, canPlace: boolean): CurrentSight => ({
  approvable: canPlace ? view.watch?.approvable : undefined,
  isCheckedFirst: view.run.compiled?.check !== undefined,
  check: view.watch?.check,
  whyNot: whyNot(view, canPlace),
  isHeld: view.isPlacing || view.isHeld || isUnattended(view, canPlace) ? view.isHeld : undefined,
});

/** On paper each save is placed without a key: it can be held before it begins. */
const isUnattended = ({ watch, run }: WatchView, canPlace: boolean): boolean =>
  canPlace && watch !== undefined && run.run?.target === 'paper';

/** Why `p` does nothing, the nearest reason first. */
function whyNot({ watch, isPlacing, problems, run }: WatchView, canPlace: boolean): KeyAnswer {
  if (isPlacing || watch?.at === 'placing' || watch?.at === 'approving') return 'placing';
  if (!canPlace) return 'cannot-place';
  if ((problems?.errors ?? 0) > 0) return 'broken';
  if (watch?.at === 'settling' || watch?.at === 'reading') return 'reading';
  return run.orders.planned === 0 ? 'nothing-new' : 'not-yet';
}
