/** A live watch whose journal is on a server: it holds its own plan, and leaves the others to others. */
import { expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import { sharedServer } from '../support/own-server.ts';
import { here } from '../support/here.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { paperAndPlace } from '../support/live.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const server = hasPseudoTerminal ? (await sharedServer()).server : undefined;

test.skipIf(server === undefined)(
  'other plans run beside a live watch; its own does not, nor one of another name',
  async () => {
    const { paper, at: place } = await paperAndPlace();
    const at = { ...place, env: { ...place.env, ORDO_JOURNAL: (await server?.newDatabase()) ?? '' } };
    at.write('plan.yaml', bids('watched', 1));
    at.write('other.yaml', bids('other', 1));
    const args = ['run', 'plan.yaml', '--watch', '--execute', '--live'];
    const watch = new DrivenTerminal(args, at, { columns: 100, rows: 30 });
    try {
      await watch.until(/approval [0-9a-f]{8}/);
      const run = ['run', 'other.yaml', '--execute', '--live', '--yes', '--output', 'lines'];
      expect((await here(run, at)).code).toBe(0);
      expect(paper.orders).toHaveLength(1);
      const own = await here(run.with(1, 'plan.yaml'), at);
      expect([own.code, own.stderr]).toEqual([
        10,
        expect.stringContaining('a watch has locked the plan watched of this account'),
      ]);
      at.write('plan.yaml', bids('renamed', 1));
      await watch.until(/the plan is called renamed now, and this watch has locked watched/);
      watch.type('p');
      at.write('plan.yaml', bids('watched', 2));
      await watch.until((screen) => screen.includes('+ bid-2') && !screen.includes('renamed'));
      watch.type('q');
      expect(await watch.ended).toBe(0);
      expect(paper.orders).toHaveLength(1);
    } finally {
      watch.close();
    }
  },
);
