/** What a person is told of a refusal of access: what is refused, and what mends it. */
import { expect, test } from 'vitest';
import { accessRefused, accessWords } from '../../src/exchange/v2/book.ts';

test.each([
  [
    '40006',
    'ACCESS-KEY is invalid',
    'the exchange refuses this key (40006 ACCESS-KEY is invalid)',
    'check ORDO_API_KEY',
  ],
  ['40009', 'no match', 'the exchange refuses this signature (40009 no match)', 'check ORDO_API_SECRET'],
  ['40012', 'wrong', 'the exchange refuses this key or its passphrase (40012 wrong)', 'check ORDO_API_PASSPHRASE'],
  ['40018', 'ip', 'the exchange refuses this machine’s address (40018 ip)', 'allow it where the key was made'],
  ['40014', 'no', 'the exchange refuses access (40014 no)', 'look at the key where it was made'],
])('%s %s', (code, message, why, mend) => {
  expect(accessWords({ code, message })).toEqual({ why, mend: expect.stringContaining(mend) as string });
  expect(accessRefused({ code, message })).toBe(`access refused: ${code} ${message}`);
});

test.each(['please use the v3 service', 'Use V3', 'version 3 only'])('40018 %s: version 2 is closed', (message) => {
  const words = `the exchange has closed version 2 of its interface (40018 ${message})`;
  expect(accessWords({ code: '40018', message }).why).toBe(words);
  expect(accessRefused({ code: '40018', message })).toBe(
    `${words}: write \`interface: v3\` under \`exchange:\` in the config`,
  );
  expect(accessRefused({ code: '40014', message })).toBe(`access refused: 40014 ${message}`);
});
