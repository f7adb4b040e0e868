import { describe, expect, test } from 'vitest';
import { githubCommand, plainLine } from '../../src/report/formats/github.ts';
import { diagnosticAt as at } from '../support/diagnostic-at.ts';

const unescaped = (text: string): string =>
  text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');

/** Reads a command as the runner does: properties up to the next `::`, then the data, each unescaped. */
function read(line: string): { severity: string; properties: Record<string, string>; words: string } {
  const [, severity = '', list = '', words = ''] = /^::(error|warning) (.*?)::(.*)$/s.exec(line) ?? [];
  const properties = list.split(',').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name, unescaped(value.join('='))];
  });
  return { severity, properties: Object.fromEntries(properties) as Record<string, string>, words: unescaped(words) };
}

const same = (name: string): string => name;

describe('a workflow command', () => {
  test('says the place, the code, the message and the hint on one line', () => {
    const diagnostic = at('a: 1\n    price: 64000.05\n', '64000.05', { hint: 'write 64000.0' });
    expect(githubCommand(diagnostic, same)).toBe(
      '::error file=plan.yaml,line=2,col=12,endLine=2,endColumn=20,title=order/off-tick::bad%0A= write 64000.0',
    );
  });

  test('of a warning is a warning', () => {
    expect(read(githubCommand(at('a', 'a', { severity: 'warning' }), same)).severity).toBe('warning');
  });

  test('has no columns where it ends on another line, as GitHub then takes none', () => {
    const { properties } = read(githubCommand(at('a: [1,\n2]', '[1,\n2]'), same));
    expect(properties).toEqual({ file: 'plan.yaml', line: '1', endLine: '2', title: 'order/off-tick' });
  });

  test('counts characters, as an editor does', () => {
    const { properties } = read(githubCommand(at('🛢🛢 wrong', 'wrong'), same));
    expect([properties['col'], properties['endColumn']]).toEqual(['4', '9']);
  });

  test('names the lines of other places', () => {
    const related = [{ message: 'first used here', start: 0, end: 1 }];
    expect(read(githubCommand(at('a\nb', 'b', { related, hint: 'do this' }), same)).words).toBe(
      'bad\nline 1: first used here\n= do this',
    );
  });

  test.each(['a, b=c.yaml', 'Öl: 100%.yaml', '50%2C.yaml', 'a::b.yaml'])('names the file %s as it is', (name) => {
    const { properties, words } = read(githubCommand(at('a', 'a', { message: '100%0A: a, b::c' }), () => name));
    expect(properties['file']).toBe(name);
    expect(properties['line']).toBe('1');
    expect(words).toBe('100%0A: a, b::c');
  });

  test('is one line of visible characters, whatever is in the name or the message', () => {
    const bad = '\u001b]0;x\u0007\u202e\r\n::error::forged';
    const line = githubCommand(at('a', 'a', { message: bad, hint: bad }), () => bad);
    expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(read(line).properties['file']).toBe('\\e]0;x\\u{7}\\u{202e}\\r\\n::error::forged');
  });
});

test.each([
  ['plans/a.yaml: a, generation 1: 2 orders, valid', 'plans/a.yaml: a, generation 1: 2 orders, valid'],
  ['::error::forged', ': :error: :forged'],
  ['a ##[error]forged', 'a ## [error]forged'],
  [':::x', ': ::x'],
  ['a\u001b[31m\n::error::x', 'a\\e[31m\\n: :error: :x'],
])('the line %j is no command', (text, shown) => {
  expect(plainLine(text)).toBe(shown);
});
