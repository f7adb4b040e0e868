import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadConfig } from '../src/config/load-config.ts';
import { paperInstruments } from '../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../src/plan/load-plan.ts';
import { SourceFile } from '../src/source/source-file.ts';
import { dryRunOf } from './support/dry-run.ts';

const textOf = (page: string): string => readFileSync(new URL(`../${page}`, import.meta.url), 'utf8');
const yamlOf = (text: string): string[] =>
  [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map((match) => match[1] as string);

const readme = textOf('README.md');
const blocks = yamlOf(readme);

test('the README fits three screens, and has its two commands', () => {
  const lines = readme.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(135);
  // A link may stand out.
  expect(lines.filter((line) => line.length > 110)).toEqual([]);
  expect(readme).toContain('\nnpm ci && npm start\n');
  expect(readme).toContain('\nnpm ci && npm test\n');
});

test('the plan of the README is valid and deserves no warning', () => {
  const plans = blocks.filter((text) => text.includes('orders:'));
  expect(plans.length).toBe(1);
  const { plan, diagnostics } = loadPlan(new SourceFile('README.md', plans[0] ?? ''), {
    instruments: paperInstruments,
  });
  expect(diagnostics).toEqual([]);
  expect(plan?.orders.length).toBe(11);
});

test('the configs of the page on commands are valid', () => {
  const configs = yamlOf(textOf('docs/commands.md')).filter((text) => text.includes('exchange:'));
  expect(configs.length).toBe(2);
  for (const text of configs) {
    const whole = text.startsWith('version') ? text : `version: 1\n${text}`;
    expect(loadConfig(new SourceFile('commands.md', whole)).diagnostics).toEqual([]);
  }
});

test('the picture of the README is what a dry run of its plan ends with', () => {
  const told = dryRunOf(readFileSync(new URL('../examples/01-quickstart.yaml', import.meta.url), 'utf8'));
  const picture = told.slice(told.indexOf('\nOrders\n') + 1, told.indexOf('\n\nNext'));
  expect(readme).toContain(`\`\`\`text\n${picture}\n\`\`\`\n`);
});
