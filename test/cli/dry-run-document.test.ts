/** A dry run as a document: whole, with nothing before it, and only of a dry run. */
import { expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { paperAndPlace } from '../support/live.ts';

const ended = async (words: readonly string[], text = bids('shown', 3)): ReturnType<typeof here> => {
  const { at } = await paperAndPlace();
  at.write('plan.yaml', text);
  return here(['run', 'plan.yaml', ...words], at);
};

test('Markdown has the head, the orders, the exposure and the closing line', async () => {
  const { code, stdout, stderr } = await ended(['--output', 'md']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^## `shown`/);
  for (const part of ['**Orders**', '| `bid-1` |', '**Exposure**', 'shown: 3 orders in'])
    expect(stdout).toContain(part);
});

test('a page is one file, and its words are the same', async () => {
  const { code, stdout } = await ended(['--output', 'html']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^<!doctype html>/i);
  expect(stdout).toContain('shown: 3 orders in');
});

test('what a plan says is no markup', async () => {
  const hostile = bids('shown', 1).replace(
    'name: shown',
    'name: shown\ndescription: "<script>alert(1)</script> | ` **x**"',
  );
  const [md, html] = [await ended(['--output', 'md'], hostile), await ended(['--output', 'html'], hostile)];
  expect(md.stdout).toMatch(/^`<script>alert\(1\)<\/script> .*`$/m);
  expect(html.stdout).not.toContain('<script>alert');
});

test.each([['--execute'], ['--watch']])('%s has none, and nothing is sent', async (other) => {
  const { code, stdout, stderr } = await ended(['--output', 'md', other]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--output md is for a dry run');
});

test('an invalid plan is an error on stderr, and no document', async () => {
  const { code, stdout, stderr } = await ended(['--output', 'md'], 'version: 1\nname: a\norders: [\n');
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toContain('plan.yaml:3:9');
});
