/** Two plans, and one layout: what the library says is what the command says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place } from '../../proofs/support/ordo.ts';
import {
  comparePlans,
  comparisonText,
  EXIT,
  formatPlan,
  loadConfig,
  loadPlan,
  orThrow,
  paperInstruments,
  type CheckedPlan,
} from '../../src/index.ts';
import { here } from '../support/here.ts';
import { afterTest } from '../support/live.ts';

const plan = (orders: string, limits = ''): string =>
  `version: 1\nname: two\n${limits}defaults: { symbol: cmt_btcusdt }\norders:\n${orders}`;
const BEFORE = plan(
  '  - { id: stays, side: open-long, size: 0.01, price: 60000 }\n  - { id: goes, side: open-long, size: 0.01, price: 59000 }\n',
  'limits: { maxOrders: 2 }\n',
);
const AFTER = plan(
  '  - { id: stays, side: open-long, size: 0.01, price: 60500 }\n  - { id: comes, side: open-long, size: 0.01, price: 58000 }\n',
  'limits: { maxOrders: 3 }\n',
);

const checked = (text: string, file: string): CheckedPlan =>
  orThrow(loadPlan(text, { file, instruments: paperInstruments }));

test('a comparison has what was added, removed, changed and loosened, and the command’s words for it', async () => {
  const at = place();
  afterTest(() => at.remove());
  at.write('before.yaml', BEFORE);
  at.write('after.yaml', AFTER);
  const [before, after] = [checked(BEFORE, 'before.yaml'), checked(AFTER, 'after.yaml')];
  const compared = comparePlans(before, after);
  expect(compared).toMatchObject({
    added: ['comes'],
    removed: ['goes'],
    changed: [{ id: 'stays', fields: { price: ['60000', '60500'] } }],
    looser: [{ name: 'limits.maxOrders', before: '2', after: '3' }],
    isSame: false,
  });
  const said = await here(['diff', 'before.yaml', 'after.yaml', '--output', 'json'], at);
  const { digest: _, ...told } = JSON.parse(said.stdout) as Record<string, unknown>;
  expect(JSON.parse(comparisonText(compared, 'json'))).toEqual(told);
  for (const [form, output] of [
    ['lines', 'lines'],
    ['markdown', 'markdown'],
  ] as const) {
    const theirs = new Set(
      (await here(['diff', 'before.yaml', 'after.yaml', '--output', output], at)).stdout.split('\n'),
    );
    const ours = comparisonText(compared, form, { width: 80 }).split('\n');
    // They end with the command that would execute it.
    expect(ours.slice(0, -2).filter((line) => !theirs.has(line))).toEqual([]);
    expect(ours.join('\n')).toContain('60000');
  }
});

test('the same plan is the same, and under a looser config it is not', () => {
  const config = orThrow(loadConfig('version: 1\npolicy: { maxOrders: 5 }\n'));
  const one = checked(BEFORE, 'one.yaml');
  expect(comparePlans(one, checked(BEFORE, 'other.yaml'))).toMatchObject({ changed: [], looser: [], isSame: true });
  const tighter = orThrow(loadPlan(BEFORE, { config, instruments: paperInstruments }));
  expect(comparePlans(tighter, one)).toMatchObject({ looser: [{ name: 'policy.maxOrders' }], isSame: false });
  expect(comparePlans(one, tighter)).toMatchObject({ looser: [], isSame: true });
  const raised = checked(`${BEFORE}generation: 2\n`, 'raised.yaml');
  expect(comparePlans(one, raised)).toMatchObject({ added: [], changed: [], isSame: false });
});

test('a plan is laid out as ordo fmt does it; what is no YAML is a value', async () => {
  const at = place();
  afterTest(() => at.remove());
  const text = "# mine\nversion:   1\nname: 'two'\norders: [ {id: a,   price: 1} ]\n";
  at.write('plan.yaml', text);
  await here(['fmt', 'plan.yaml'], at);
  const formatted = orThrow(await formatPlan(text));
  expect(formatted).toBe(readFileSync(join(at.folder, 'plan.yaml'), 'utf8'));
  expect(formatted).not.toBe(text);
  const refused = await formatPlan('name: a\nname: b\n', { file: 'twice.yaml' });
  expect(refused).toMatchObject({
    ok: false,
    error: { exitCode: EXIT.invalid, diagnostics: [{ file: 'twice.yaml', line: 2 }] },
  });
  expect((await formatPlan('{')).ok).toBe(false);
});
