import type { Chosen } from '../../actions/prepare/compile-under.ts';
import type { Setup } from '../inputs/setup.ts';
import type { RunOptions } from './run-options.ts';

/** What a person chose, and what the instruments say of the least sizes. */
export const chosenBy = (options: RunOptions, { instruments }: Setup): Chosen => ({
  ...options,
  ...(instruments !== undefined && { minSizeOf: (symbol) => instruments.bySymbol.get(symbol)?.minSize }),
});
