/** A journal that is named for a paper run: told to be of no use, by a run and by a watch alike. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bids, place, start } from '../../proofs/support/ordo.ts';
import { afterTest } from '../support/live.ts';

test.each([
  ['a run', [], 0],
  ['a watch', ['--watch'], 130],
])('%s goes on, and says so', async (_, more, code) => {
  const at = place();
  afterTest(() => at.remove());
  at.write('plan.yaml', bids('paper', 2));
  const given = ['run', 'plan.yaml', '--execute', '--journal', 'own.db', '--output', 'lines'];
  const running = start([...given, ...more], at);
  if (code !== 0) {
    await running.until(/accepted[\s\S]*accepted/);
    running.child.kill('SIGINT');
  }
  const ended = await running.ended;
  expect([ended.code, existsSync(join(at.folder, 'own.db'))]).toEqual([code, false]);
  expect(ended.stdout.replaceAll(/\s+/g, ' ')).toContain('on paper the journal is in memory: --journal is for --live');
});
