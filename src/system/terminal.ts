/** What a stream can show: a screen or only lines, colour, its width, and which characters. */
import type { Output } from '../commands/world.ts';
import { disarmed, inAscii } from '../report/text/edge.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The width of anything but a terminal, and of a terminal that does not report its own. */
const WIDTH = 80;

const given = (variables: Variables, name: string): string | undefined => variables[name] || undefined;

/** A dumb terminal can only append: it has no colour and cannot move its cursor. */
const isDumb = (variables: Variables): boolean => variables['TERM'] === 'dumb';

/** Colour where a person looks, unless NO_COLOR says otherwise. */
export const colorOn = (stream: NodeJS.WriteStream, variables: Variables): boolean =>
  stream.isTTY && given(variables, 'NO_COLOR') === undefined && !isDumb(variables);

/**
 * Whether only ASCII is sure to be shown: on the Linux console, whose fonts lack our signs, and if the locale says so. The
 * first of LC_ALL, LC_CTYPE and LANG that is set and not empty decides, as in POSIX. `C` and `POSIX` mean ASCII; a name with
 * an encoding means that encoding. Without any, or without an encoding, UTF-8 is assumed: nearly all terminals use it, and
 * the output of a container or a unit without a locale is read in one of them.
 */
export function isAsciiOnly(variables: Variables): boolean {
  if (variables['TERM'] === 'linux') return true;
  const locale = ['LC_ALL', 'LC_CTYPE', 'LANG'].map((name) => given(variables, name)).find((one) => one !== undefined);
  if (locale === undefined) return false;
  const [, name = '', encoding] = /^([^.@]*)(?:\.([^@]*))?/.exec(locale) ?? [];
  return encoding === undefined ? ['C', 'POSIX'].includes(name) : !/^utf-?8$/i.test(encoding);
}

/** The last step for every text that a person reads, before it is written. */
export function edgeOf(variables: Variables): (text: string) => string {
  return isAsciiOnly(variables) ? (text) => disarmed(inAscii(text)) : disarmed;
}

/** `write` gets the text in its final form. */
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
