/**
 * The kills of kill9.ts, with the journal on a PostgreSQL server that is killed as well, in the middle of a run. One after the
 * other, as they share the server.
 */
import { startPostgres } from '../support/postgres-server.ts';
import { proofOf, prove, type ProofOptions } from '../proof.ts';
import { randomOf } from '../random.ts';
import { COUNTED, oneRun } from './kill9.ts';

const kill9Server = proofOf(
  'kill9-server',
  [...COUNTED, 'kills of the server'],
  async ({ runs, seed }: ProofOptions, found) => {
    const server = await startPostgres({ fsync: true });
    if (server === undefined) return found.hold(false, 'this machine', 'has no PostgreSQL server');
    try {
      for (let run = 0; run < runs; run++) await oneRun(randomOf(seed, run), `run ${run}`, found, server);
    } finally {
      await server.stop();
    }
    found.count('misreported', found.violations.length);
  },
);

if (import.meta.main) await prove({ runs: 100 }, kill9Server);
