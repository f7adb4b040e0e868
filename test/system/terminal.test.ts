import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Output } from '../../src/commands/world.ts';
import { isAsciiOnly, outputOf as outputTo } from '../../src/system/terminal.ts';

/** A stream that keeps what is written to it. */
function stream(columns?: number): { stream: NodeJS.WriteStream; written: () => string } {
  let text = '';
  const writable = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  const isTTY = columns === undefined ? {} : { isTTY: true, columns };
  return { stream: Object.assign(writable, isTTY) as unknown as NodeJS.WriteStream, written: () => text };
}

const outputOf = (to: NodeJS.WriteStream, variables: Record<string, string>): Output =>
  outputTo(to, variables, (text) => void to.write(text));

describe('characters beyond ASCII', () => {
  test.each([
    [{}, false],
    [{ LANG: '' }, false],
    [{ LANG: 'en_US.UTF-8' }, false],
    [{ LANG: 'C.utf8' }, false],
    [{ LANG: 'de_DE' }, false],
    [{ LANG: 'de_DE@euro' }, false],
    [{ LANG: 'C' }, true],
    [{ LANG: 'POSIX' }, true],
    [{ LANG: 'de_DE.ISO-8859-1' }, true],
    [{ LANG: 'de_DE.ISO-8859-15@euro' }, true],
    [{ LC_ALL: 'C', LANG: 'en_US.UTF-8' }, true],
    [{ LC_ALL: '', LC_CTYPE: 'C', LANG: 'en_US.UTF-8' }, true],
    [{ LC_ALL: 'C.UTF-8', LC_CTYPE: 'C', LANG: 'C' }, false],
    [{ LC_CTYPE: 'en_US.UTF-8', LANG: 'C' }, false],
    [{ LC_MESSAGES: 'C', LANG: 'en_US.UTF-8' }, false],
    [{ TERM: 'linux' }, true],
    [{ TERM: 'linux', LANG: 'en_US.UTF-8' }, true],
    [{ TERM: 'xterm-256color' }, false],
  ])('with %j: only ASCII is %s', (variables, only) => {
    expect(isAsciiOnly(variables)).toBe(only);
    const { stream: plain, written } = stream();
    outputOf(plain, variables).write('✓ a → b …');
    expect(written()).toBe(only ? 'v a > b ~' : '✓ a → b …');
  });

  test('stay in what a program reads', () => {
    const { stream: plain, written } = stream();
    outputOf(plain, { LANG: 'C' }).write('{"message":"✓"}\n::error::x\n', 'exact');
    expect(written()).toBe('{"message":"✓"}\n::error::x\n');
  });
});

describe('a terminal', () => {
  test.each([
    [{ TERM: 'xterm' }, { isTerminal: true, color: true }],
    [{}, { isTerminal: true, color: true }],
    [
      { TERM: 'xterm', NO_COLOR: '' },
      { isTerminal: true, color: true },
    ],
    [
      { TERM: 'xterm', NO_COLOR: '1' },
      { isTerminal: true, color: false },
    ],
    [{ TERM: 'dumb' }, { isTerminal: false, color: false }],
  ])('with %j', (variables, { isTerminal, color }) => {
    const output = outputOf(stream(120).stream, variables);
    expect([output.isTerminal, output.color, output.width]).toEqual([isTerminal, color, 120]);
  });

  test.each([
    [0, 80],
    [40, 40],
    [undefined, 80],
  ])('of %s columns is laid out for %i', (columns, width) => {
    expect(outputOf(stream(columns).stream, {}).width).toBe(width);
  });
});
