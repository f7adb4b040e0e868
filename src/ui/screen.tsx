import { Box, Text, useInput, type Key } from 'ink';
import { memo, type ReactElement } from 'react';
import type { ScrollKey } from './scroll.ts';

export interface ScreenProps {
  /** Whole lines, coloured, cut to the terminal's width and safe for it. */
  readonly lines: readonly string[];
  /** Whether the terminal's keys can be heard. */
  readonly keys: boolean;
  readonly onScroll: (key: ScrollKey) => void;
  readonly onInterrupt: () => void;
}

/** One text per row, laid out before Ink sees it: columns made of boxes take more than twice the time. */
const Row = memo(({ text }: { readonly text: string }): ReactElement => (
  <Text wrap="truncate">{text === '' ? ' ' : text}</Text>
));
Row.displayName = 'Row';

export function Screen({ lines, keys, onScroll, onInterrupt }: ScreenProps): ReactElement {
  useInput(
    (input, key) => {
      if (key.ctrl && input === 'c') onInterrupt();
      const scroll = scrollKey(input, key);
      if (scroll !== undefined) onScroll(scroll);
    },
    { isActive: keys },
  );
  return (
    <Box flexDirection="column">
      {lines.map((text, at) => (
        // A row is a place on the screen: its text changes, the place does not.
        <Row key={at} text={text} />
      ))}
    </Box>
  );
}

function scrollKey(input: string, key: Key): ScrollKey | undefined {
  if (key.upArrow) return 'up';
  if (key.downArrow) return 'down';
  if (key.pageUp) return 'page-up';
  if (key.pageDown) return 'page-down';
  if (key.home) return 'home';
  if (key.end) return 'end';
  return input === 'f' && !key.ctrl && !key.meta ? 'follow' : undefined;
}
