import type { Problem } from '../../document/problem.ts';
import { quoted } from '../../source/quoted.ts';

/** Where a tick or a step is needed and not known; `what` begins the sentence. */
export const needsInstrument = (what: string, unit: 'tick' | 'step', symbol: string): Problem => ({
  code: 'instrument/needed',
  message: `${what} needs the ${unit} of ${quoted(symbol)}, which is not known`,
  hint: '`ordo instruments` writes the list of instruments; name it in the config',
});
