import { Box, Text, useInput, usePaste } from 'ink';
import { memo, type ReactElement } from 'react';
import type { Press } from './press.ts';
import { pasteOf, pressOf } from './ink-keys.ts';

export interface ScreenProps {
  /** Whole lines, coloured, cut to the terminal's width and safe for it. */
  readonly lines: readonly string[];
  /** Whether the terminal's keys can be heard. */
  readonly hasKeys: boolean;
  readonly onPress: (press: Press) => void;
}

/** One text per row, laid out before Ink sees it: columns made of boxes take more than twice the time. */
const Row = memo(({ text }: { readonly text: string }): ReactElement => (
  <Text wrap="truncate">{text === '' ? ' ' : text}</Text>
));
Row.displayName = 'Row';

export function Screen({ lines, hasKeys, onPress }: ScreenProps): ReactElement {
  useInput(
    (input, key) => {
      const press = pressOf(input, key);
      if (press !== undefined) onPress(press);
    },
    { isActive: hasKeys },
  );
  usePaste((text) => onPress(pasteOf(text)), { isActive: hasKeys });
  return (
    <Box flexDirection="column">
      {lines.map((text, at) => (
        // A row is a place on the screen: its text changes, the place does not.
        <Row key={at} text={text} />
      ))}
    </Box>
  );
}
