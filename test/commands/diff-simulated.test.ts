/** `ordo diff` where the config of the side after names candles: both plans on the same ones. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { repository } from '../support/repository.ts';

const SCALP = readFileSync(`${EXAMPLES}simulate/scalp.yaml`, 'utf8');
const CANDLES = readFileSync(`${EXAMPLES}simulate/btc-1h.csv`, 'utf8');
const CONFIG = 'version: 1\nsimulate: { candles: { cmt_btcusdt: btc.csv } }\n';
const LOWER = SCALP.replace('stop: 63600', 'stop: 63500');

const TABLE = `| on 8 candles of 1 h | pessimistic | optimistic |
| :-- | --: | --: |
| result | −23.64 → 56.30 | 56.30 |
| deepest | −87.64 → −36.28 | −7.70 |
| bare of a stop | 4 h | 3 h |

\`cmt_btcusdt\` · 2026-11-20 00:00 to 08:00 · candles 4798945367df · fees 0.02 % maker, 0.08 % taker (assumed)

Past prices, which you have seen; the next ones will differ. Not counted: funding, `;

/** The plan with the lower stop, and below it the commit with the other one. */
function desk(files: Readonly<Record<string, string>> = { 'btc.csv': CANDLES }) {
  const at = repository();
  at.commit({ 'p.yaml': SCALP });
  at.write({ 'p.yaml': LOWER, 'ordo.config.yaml': CONFIG, ...files });
  return at;
}

const simulatedOf = (stdout: string): unknown => (JSON.parse(stdout) as { simulated?: unknown }).simulated;

describe('a difference on candles', () => {
  test('is a table behind the risk', async () => {
    const { code, stdout } = await here(['diff', 'p.yaml', '--output', 'md'], desk());
    expect([code, stdout]).toEqual([0, expect.stringContaining(TABLE) as string]);
    expect(stdout.indexOf('| risk |')).toBeLessThan(stdout.indexOf(TABLE));
  });

  test('is two simulations for a program', async () => {
    const { stdout } = await here(['diff', 'p.yaml', '--output', 'json'], desk());
    expect(simulatedOf(stdout)).toMatchObject({
      before: { result: ['-23.635992', '56.300008'] },
      after: { result: ['56.300008', '56.300008'] },
    });
  });

  test('is read at the commit, where the side after is one', async () => {
    const at = desk();
    at.commit();
    at.write({ 'btc.csv': 'something else' });
    const { code, stdout } = await here(['diff', 'HEAD~1:p.yaml', 'HEAD:p.yaml', '--output', 'md'], at);
    expect([code, stdout]).toEqual([0, expect.stringContaining(TABLE) as string]);
  });

  test.each([
    ['there are none', {}, /^not simulated: the candles btc\.csv cannot be read: there is no such file$/m],
    ['they are bad', { 'btc.csv': 'nothing\n' }, /^not simulated: the candles btc\.csv cannot be read: /m],
  ])('is a line where %s, and fails nothing', async (_, files, words) => {
    const at = desk(files);
    const { code, stdout } = await here(['diff', 'p.yaml'], at);
    expect([code, stdout]).toEqual([0, expect.stringMatching(words) as string]);
    const json = await here(['diff', 'p.yaml', '--output', 'json'], at);
    expect(simulatedOf(json.stdout)).toMatchObject({ before: null, after: null, why: expect.any(String) as string });
  });

  test('is not there where the config behind names no candles', async () => {
    const at = desk();
    at.write({ 'ordo.config.yaml': 'version: 1\n' });
    const { stdout } = await here(['diff', 'p.yaml', '--output', 'json'], at);
    expect(simulatedOf(stdout)).toBeUndefined();
  });
});
