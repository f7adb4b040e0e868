import { describe, expect, test } from 'vitest';
import { parseBaseUrl } from '../../src/config/base-url.ts';

describe('a base url', () => {
  test.each([
    'https://api-contract.weex.com',
    'http://127.0.0.1:8080',
    'http://localhost:1',
    'http://[::1]:9',
    'https://a.b:8443',
  ])('may be %s', (text) => {
    expect(parseBaseUrl(text)).toEqual({ ok: true, value: text });
    expect(parseBaseUrl(`${text}/`)).toEqual({ ok: true, value: text });
  });

  test.each([
    'http://api-contract.weex.com',
    'http://127.0.0.1.evil.com',
    'http://128.0.0.1',
    'http://localhost.evil.com',
    'ftp://localhost',
    'https://user:word@a.b',
    'https://a.b/path',
    'https://a.b?x=1',
    'https://a.b#x',
    'api-contract.weex.com',
    'javascript:alert(1)',
    '',
  ])('may not be %j', (text) => {
    expect(parseBaseUrl(text).ok).toBe(false);
  });
});
