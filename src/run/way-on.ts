/** What a person can do after a first look that lets nothing be sent, in commands that repeat what was typed. */
import type { GivenOption } from '../model/event.ts';
import { optionWords, shellWord } from '../report/text/phrases.ts';
import type { LookedUp } from '../session/look-up.ts';
import { MOST_PAGES, TOO_LONG } from '../session/traversal.ts';

/** The run that asked. */
export interface Typed {
  readonly planPath: string;
  /** What a follow-up command has to repeat. */
  readonly options: readonly GivenOption[];
}

/** Where orders were found. */
export function wayOn(there: readonly LookedUp[], typed: Typed): string {
  const other = `with the journal that placed them: ${runAgain(typed)}`;
  const placed = there.flatMap(({ order, finding }) =>
    finding.kind === 'found' ? [`--placed ${order.id}=${finding.orderId}`] : [],
  );
  if (placed.length < there.length) return `${other}; or ${OFF_FIRST}`;
  // All of them, as it is to be pasted.
  const settle = command('settle', typed, ({ name }) => SETTLES_WITH.has(name), ...placed);
  return `${other}; or take them into this one: ${settle}`;
}

/** Where the lists do not say whether any is there. */
export function silentWords(unread: string, typed: Typed): string {
  const other = `with the journal that placed the plan: ${runAgain(typed)}. If you know that none did, exchange.queries: false in the config sends without asking`;
  if (!unread.includes(TOO_LONG)) return `nothing was sent; try again, or ${other}`;
  return unread.includes(`history list: ${TOO_LONG}`)
    ? `nothing was sent: that symbol had more orders in the last 88 days than are read (${MOST_PAGES} pages of a list). Run it ${other}`
    : `nothing was sent: more orders rest than are read (${MOST_PAGES} pages of a list). Cancel what is not needed, or run it ${other}`;
}

const runAgain = (typed: Typed): string =>
  command('run', typed, ({ name }) => name !== 'journal', '--execute --live --journal JOURNAL');

const command = (
  name: string,
  { planPath, options }: Typed,
  repeats: (option: GivenOption) => boolean,
  ...more: readonly string[]
): string => [`ordo ${name}`, shellWord(planPath), ...optionWords(options.filter(repeats)), ...more].join(' ');

/** The others are of a run alone. */
const SETTLES_WITH: ReadonlySet<GivenOption['name']> = new Set(['config', 'journal', 'var']);

const OFF_FIRST =
  'without it, what differs: take it off on the exchange first, and place the plan anew under a higher generation; what was filled of it stays a position';
