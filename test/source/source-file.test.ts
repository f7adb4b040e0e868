import { describe, expect, test } from 'vitest';
import { diagnosticEvent } from '../../src/source/diagnostic-event.ts';
import { readSource } from '../../src/source/read-source.ts';
import { SourceFile } from '../../src/source/source-file.ts';

describe('a source file', () => {
  const file = new SourceFile('a', 'one\r\n\n🛢 three');

  test.each([
    [0, 1, 1],
    [3, 1, 4],
    [5, 2, 1],
    [6, 3, 1],
    [8, 3, 2],
    [14, 3, 8],
  ])('offset %i is line %i, column %i', (offset, line, column) => {
    expect(file.position(offset)).toEqual({ line, column });
  });

  test('has its lines without their ends', () => {
    expect([1, 2, 3, 4].map((line) => file.line(line))).toEqual(['one', '', '🛢 three', '']);
  });
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const code = (...raw: number[]): string | undefined => {
  const read = readSource('plan.yaml', Uint8Array.from(raw));
  return read.ok ? undefined : read.error.code;
};

describe('bytes', () => {
  test('are text, without a byte order mark', () => {
    const read = readSource('plan.yaml', bytes('\ufeffname: Öl 🛢'));
    expect(read.ok && [read.value.path, read.value.text]).toEqual(['plan.yaml', 'name: Öl 🛢']);
    expect(readSource('plan.yaml', new Uint8Array()).ok).toBe(true);
  });

  test.each([
    ['latin 1', [0x61, 0x0a, 0xe9, 0x62], 0xe9, 2, 1],
    ['a cut character', [0x61, 0xf0, 0x9f], 0xf0, 1, 2],
    ['a byte that no text has', [0x61, 0x0a, 0x62, 0xff], 0xff, 2, 2],
    ['an overlong form', [0xc0, 0x80], 0xc0, 1, 1],
    ['half a pair', [0xed, 0xa0, 0x80], 0xed, 1, 1],
    ['after a byte order mark', [0xef, 0xbb, 0xbf, 0x61, 0xff], 0xff, 1, 2],
  ])('of %s are refused at their place', (_, raw, ...[byte, line, column]) => {
    const read = readSource('plan.yaml', Uint8Array.from(raw));
    const error = read.ok ? undefined : read.error;
    expect(error).toMatchObject({ code: 'text/not-utf8' });
    expect(error?.message).toContain(byte.toString(16));
    expect(error && diagnosticEvent(error)).toMatchObject({ line, column });
  });

  test.each([
    ['UTF-16 with its mark', [0xff, 0xfe, 0x61, 0x00]],
    ['UTF-16 with its mark, the other way', [0xfe, 0xff, 0x00, 0x61]],
    ['UTF-16 without', [0x61, 0x00, 0x62, 0x00]],
    ['UTF-16 without, the other way', [0x00, 0x61, 0x00, 0x62]],
    ['UTF-32', [0xff, 0xfe, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00]],
    ['UTF-32, the other way', [0x00, 0x00, 0x00, 0x61]],
  ])('of %s are refused by name', (_, raw) => {
    expect(code(...raw)).toBe('text/utf-16');
  });
});
