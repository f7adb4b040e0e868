import { expect, test } from 'vitest';
import { parseRate } from '../../src/config/rate-text.ts';
import { rateWords } from '../../src/model/call.ts';

test.each(['500/10s', '500/1m', '7/90s', '10/1ms', '10/1500ms'])('%j is how a config writes its rate', (text) => {
  const rate = parseRate(text);
  expect(rate && rateWords(rate)).toBe(text);
});
