/** A plan's file that is edited while it is followed: one line says so, and what was approved goes on. */
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followDesk, isOpen } from '../support/follow-desk.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: bracket
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;
const EDITED = PLAN.replace('58000', '57000');
const SAID = 'plan.yaml is not what is followed any more: the plan goes on as it was approved';

const EDITS: readonly (readonly [string, (folder: string) => void])[] = [
  ['edited in place', (folder) => writeFileSync(join(folder, 'plan.yaml'), EDITED)],
  [
    'replaced by a link to another file',
    (folder) => {
      writeFileSync(join(folder, 'other.yaml'), EDITED);
      symlinkSync('other.yaml', join(folder, 'link'));
      renameSync(join(folder, 'link'), join(folder, 'plan.yaml'));
    },
  ],
  ['gone', (folder) => rmSync(join(folder, 'plan.yaml'))],
];

const outputs = ['ndjson', 'lines'] as const;

test.each(INTERFACES.flatMap((version) => EDITS.map(([name, edit]) => ({ version, name, edit }))))(
  '$version: $name, said once',
  { timeout: 60_000 },
  async ({ version, edit }) => {
    for (const output of outputs) {
      const { paper, at, begin, order } = await followDesk(PLAN, { version });
      const one = begin('--output', output);
      await one.until('the entry', () => paper.orders.length === 1);
      edit(at.folder);
      const looks = paper.requests.length;
      await one.until('some looks', () => paper.requests.length > looks + 6);
      paper.fill(order(isOpen).orderId);
      await one.until('the stop, as it was approved', () =>
        paper.orders.some(({ trigger }) => trigger?.startsWith('58000') === true),
      );
      const ended = await one.stop();
      const said = `${ended.stdout}${ended.stderr}`.replaceAll(/\s+/g, ' ');
      expect(said.split(SAID)).toHaveLength(2);
    }
  },
);

test('a file that is written again as it was is no edit', { timeout: 60_000 }, async () => {
  const { paper, at, begin } = await followDesk(PLAN, { version: 'v3' });
  const one = begin();
  await one.until('the entry', () => paper.orders.length === 1);
  writeFileSync(join(at.folder, 'plan.yaml'), PLAN);
  const looks = paper.requests.length;
  await one.until('some looks', () => paper.requests.length > looks + 8);
  const ended = await one.stop();
  expect(`${ended.stdout}${ended.stderr}`).not.toContain('is not what is followed');
});
