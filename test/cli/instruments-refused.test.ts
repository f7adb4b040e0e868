/** `ordo instruments` where the exchange refuses access: the cause first, then what mends it. */
import { expect, test } from 'vitest';
import { between } from '../support/between.ts';
import { here } from '../support/here.ts';
import { paperAndPlace } from '../support/live.ts';

test.each([
  [
    'v2',
    400,
    '{"code":"40018","msg":"please use the v3 service"}',
    'the exchange has closed version 2 of its interface',
    'write `interface: v3` under `exchange:` in the config',
  ],
  ['v3', 401, '{"code":-1056,"msg":"no"}', 'the exchange refuses this machine’s address', 'allow it where the key'],
])('%s, %d %s', async (version, status, body, why, mend) => {
  const { paper, at } = await paperAndPlace();
  at.write('ordo.config.yaml', `version: 1\nexchange: { interface: ${version} }\n`);
  const { origin } = await between(paper, () => ({ status, body }));
  const { code, stderr } = await here(['instruments'], { ...at, env: { ...at.env, ORDO_BASE_URL: origin } });
  expect(code).toBe(2);
  expect(stderr).toMatch(new RegExp(`^ordo: ${why} \\(.*\\)\\n.*nothing was written; ${mend}`));
});
