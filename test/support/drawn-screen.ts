import { renderToString } from 'ink';
import { createElement } from 'react';
import { Screen, type FrameMoment, type ScreenPage } from '../../src/ui/screen.tsx';
import type { Viewing } from '../../src/ui/keys/viewing.ts';
import type { WatchView } from '../../src/report/view/watch-view.ts';

/** The rows of a screen, as Ink draws them where there is no terminal. */
export function drawnRows(
  page: Omit<ScreenPage, 'edge'>,
  watch: WatchView,
  viewing: Viewing,
  moment: FrameMoment,
): string[] {
  const screen = createElement(Screen, { page: { ...page, edge: (text) => text }, watch, viewing, moment });
  return renderToString(screen, { columns: page.width }).split('\n');
}
