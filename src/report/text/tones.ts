import { styleText } from 'node:util';
import type { ShownState } from '../../model/outcome.ts';
import type { Safe } from '../../model/safe-text.ts';

/** What kind of text a piece is, for its colour. Colour never carries a meaning alone: the words have it too. */
export type Tone =
  | ShownState
  | 'plan'
  | 'heading'
  | 'quiet'
  | 'command'
  | 'live'
  | 'paper'
  | 'notice'
  | 'gauge'
  | 'buy'
  | 'sell'
  | 'added'
  | 'removed';

/** The loudest are `unknown`, and the word that real money moves. */
const FORMATS: Readonly<Record<Tone, Parameters<typeof styleText>[0]>> = {
  accepted: 'green',
  rejected: 'red',
  unknown: ['bold', 'inverse', 'red'],
  withheld: 'yellow',
  sending: 'cyan',
  waiting: 'dim',
  plan: 'bold',
  heading: 'bold',
  quiet: 'dim',
  command: 'cyan',
  live: ['bold', 'inverse', 'magenta'],
  paper: ['bold', 'blue'],
  notice: ['bold', 'yellow'],
  gauge: 'cyan',
  buy: 'green',
  sell: 'red',
  added: 'green',
  removed: 'red',
};

declare const isPainted: unique symbol;

/** A finished line: safe text, some of it in colour. It is written as it is: it can no longer be measured or wrapped. */
export type Drawn = Safe | (string & { readonly [isPainted]: true });

export type Paint = (tone: Tone, text: Safe) => Drawn;

/** What stands before and behind a text of each tone. Safe text has no colour of its own that would have to go on behind it. */
const MARKS = new Map<Tone, readonly [before: string, behind: string]>();

function marksOf(tone: Tone): readonly [before: string, behind: string] {
  const known = MARKS.get(tone);
  if (known !== undefined) return known;
  const [before = '', behind = ''] = styleText(FORMATS[tone], 'x', { validateStream: false }).split('x');
  const marks = [before, behind] as const;
  MARKS.set(tone, marks);
  return marks;
}

/** The caller knows whether there is colour (a terminal, NO_COLOR); no stream or environment is asked here. */
export function painter(color: boolean): Paint {
  if (!color) return (_tone, text) => text;
  return (tone, text) => {
    if (text === '') return text;
    const [before, behind] = marksOf(tone);
    return `${before}${text}${behind}` as Drawn;
  };
}
