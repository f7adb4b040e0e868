/** What a stream can show: a screen or only lines, colour, how wide, and which characters. */
import type { Output } from '../commands/world.ts';
import { disarmed, inAscii } from '../report/text/edge.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The width of a terminal that does not tell its own, and of what is not a terminal. */
const WIDTH = 80;

const given = (variables: Variables, name: string): string | undefined => variables[name] || undefined;

/** `dumb` is a terminal that only adds to its end: no colour, nothing that moves the cursor. */
const isDumb = (variables: Variables): boolean => variables['TERM'] === 'dumb';

/** Colour where a person looks, unless NO_COLOR says otherwise. */
export const colorOn = (stream: NodeJS.WriteStream, variables: Variables): boolean =>
  stream.isTTY && given(variables, 'NO_COLOR') === undefined && !isDumb(variables);

/**
 * Whether only ASCII is sure to be shown: on the Linux console, whose fonts lack our signs, and where the locale says so. Of
 * LC_ALL, LC_CTYPE and LANG the first that is set and not empty decides, as POSIX has it. `C` and `POSIX` are ASCII, a name
 * with an encoding is what that says. Where none is set, or a name has no encoding, it is taken for UTF-8: so are nearly all
 * terminals, and a container or a unit without a locale has its output read in one.
 */
export function isAsciiOnly(variables: Variables): boolean {
  if (variables['TERM'] === 'linux') return true;
  const locale = ['LC_ALL', 'LC_CTYPE', 'LANG'].map((name) => given(variables, name)).find((one) => one !== undefined);
  if (locale === undefined) return false;
  const [, name = '', encoding] = /^([^.@]*)(?:\.([^@]*))?/.exec(locale) ?? [];
  return encoding === undefined ? ['C', 'POSIX'].includes(name) : !/^utf-?8$/i.test(encoding);
}

/** What every text for a person goes through before it is written. */
export function edgeOf(variables: Variables): (text: string) => string {
  return isAsciiOnly(variables) ? (text) => disarmed(inAscii(text)) : disarmed;
}

/** `write` takes the text as it is to leave. */
export function outputOf(stream: NodeJS.WriteStream, variables: Variables, write: (text: string) => void): Output {
  const edge = edgeOf(variables);
  return {
    isTerminal: stream.isTTY && !isDumb(variables),
    color: colorOn(stream, variables),
    get width() {
      return (stream.isTTY && stream.columns) || WIDTH;
    },
    write: (text, how) => write(how === 'exact' ? text : edge(text)),
  };
}
