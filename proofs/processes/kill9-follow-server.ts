/** The kills of kill9-follow.ts, with the journals on a PostgreSQL server that is killed as well, every few seconds, and comes back. */
import { inTurns, pause, proofOf, prove, type Findings, type ProofOptions } from '../proof.ts';
import { randomOf } from '../random.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { ABREAST, COUNTED, oneRun } from './kill9-follow.ts';

const KILLED = 'kills of the server';
const UP_MS = [8000, 20_000] as const;
const DOWN_MS = [0, 0, 500, 3000];
const SETTINGS = { max_connections: '100' };

const kill9FollowServer = proofOf(
  'kill9-follow-server',
  [...COUNTED, KILLED],
  async ({ runs, seed }: ProofOptions, found) => {
    const server = await startPostgres({ fsync: true, settings: SETTINGS });
    if (server === undefined) return found.hold(false, 'this machine', 'has no PostgreSQL server');
    const journals: string[] = [];
    for (let run = 0; run < runs; run++) journals.push(await server.newDatabase());
    const isOver = new AbortController();
    const kills = killedNowAndThen(server, { found, seed, signal: isOver.signal });
    try {
      await inTurns(runs, ABREAST, async (run) => {
        await oneRun(randomOf(seed, run), found, run, journals[run]);
        found.count('runs');
      });
    } finally {
      isOver.abort();
      await kills;
      await server.stop();
    }
  },
);

interface Killing {
  readonly found: Findings;
  readonly seed: number;
  readonly signal: AbortSignal;
}

async function killedNowAndThen(server: PostgresServer, { found, seed, signal }: Killing): Promise<void> {
  const random = randomOf(seed, -1);
  for (;;) {
    await pause(random.int(...UP_MS));
    if (signal.aborted) return;
    await server.killed('SIGKILL');
    await pause(random.pick(DOWN_MS));
    await server.start();
    found.count(KILLED);
  }
}

if (import.meta.main) await prove({ runs: 100 }, kill9FollowServer);
