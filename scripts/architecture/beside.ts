/**
 * The layers beside src, from low to high: scripts, proofs, bench, test. None of them is imported by src, and test by none.
 * Names are paths inside the repository.
 */
import { layer, type Layer } from './layer.ts';

/** A folder of tests imports whatever it tests, and scenery only from `test/support`. */
const TESTS =
  'budget cli commands compile config document editor exchange ledger mistakes model paper plan proofs property real report session shell source ui';

export const BESIDE: readonly Layer[] = [
  layer('scripts', 'Builds, and makes what is generated.', 'src/model/result'),
  layer(
    'scripts/docs',
    'Makes pages and pictures.',
    'src/model/safe-text src/model/order src/model/config src/commands/inputs/taken-names src/source src/plan/load-plan src/config/missing-list src/exchange/answers src/run/renamed-warnings',
  ),
  layer('scripts/architecture', 'This table, its check and its page.', 'src/model/cycles scripts/docs/table'),
  layer(
    'proofs/support',
    'Runs the built program, a faulty server, a simulated clock.',
    'src/model src/ports src/budget src/ledger',
  ),
  layer(
    'proofs',
    'What every proof shares, and the one that runs them all.',
    'src/model src/ledger/state src/paper/server src/version proofs/support/ordo src/ledger/open src/ledger',
  ),
  layer(
    'proofs/inputs',
    'Random plans never crash or hang the program.',
    'src/model src/ledger/state src/source src/document src/plan/load-plan src/compile/compile-plan src/paper/instruments proofs/support proofs',
  ),
  layer('proofs/page', 'The HTML report in a real browser.', 'src/model src/report/story proofs/support proofs'),
  layer(
    'proofs/processes',
    'Kills and simultaneous starts.',
    'src/model src/paper src/paper/server src/ledger proofs/support/ordo proofs/support/postgres-server proofs',
  ),
  layer('proofs/secrets', 'No secret leaves.', 'src/paper src/paper/server proofs/support proofs'),
  layer(
    'proofs/simulation',
    'The whole program against a simulated exchange, killed at every port call.',
    'src/model src/ledger/journal-error src/ports src/source/diagnostic-event src/config/load-config src/ledger/beside src/ledger/sqlite src/exchange/answers src/report/formats/ndjson src/commands/world src/commands/command-line src/commands/run-plan src/commands/run src/commands/settle src/commands/cancel src/commands/status src/commands/main proofs/support/sim-clock proofs src/ledger src/exchange/operations',
  ),
  layer(
    'proofs/sabotage',
    'Faults planted in the source, which a proof must catch.',
    'proofs/proof proofs/simulation/kept-seeds',
  ),
  layer(
    'proofs/storage',
    'Failing writes and damaged journals.',
    'src/model src/ledger/journal-error src/exchange/send/connect src/paper/server src/commands/world src/start proofs/support/ordo proofs src/ledger src/ledger/open',
  ),
  layer(
    'proofs/watch',
    'Random saves and wishes before a watch, judged from outside.',
    'src/model src/ports src/paper/server src/paper/faults src/real/clock src/environment src/commands/world src/commands/main src/watch/file-watcher src/ledger/open proofs/support proofs',
  ),
  layer('bench/support', 'Figures, tables, processes.', 'src/ledger src/ledger/open src/model'),
  layer('bench/cold-start', 'How long a start takes.', 'bench/support'),
  layer('bench/large', 'Whole commands on large plans.', 'bench/support'),
  layer(
    'bench/compile',
    'Reading and compiling large plans.',
    'src/model/config src/ledger/state src/source/read-source src/plan/load-plan src/compile/compile-plan ' +
      'src/paper/instruments bench/support',
  ),
  layer('bench/journal', 'Durable writes.', 'src/model bench/support src/ledger'),
  layer(
    'bench/place',
    'Placing, beside other clients.',
    'src/model src/ledger/state src/ports src/compile/compile-plan src/exchange/keys/secret src/exchange/send src/real/clock bench/support src/ledger src/session',
  ),
  layer(
    'bench/schedule',
    'How near the schedule comes to the limits.',
    'src/model src/budget src/session src/paper/counting proofs/support/sim-clock bench/support/figures proofs/support',
  ),
  layer('bench/screen', 'Drawing.', 'src/model src/ports src/ui/run-screen src/real/clock bench/support'),
  layer(
    'bench',
    'Runs the benchmarks, holds them against the record and writes their page.',
    'bench/support bench/cold-start/bench bench/large/bench bench/compile/bench bench/journal/bench bench/place/bench bench/schedule/bench ' +
      'bench/screen/bench',
  ),
  layer('test/support', 'Scenery that several folders of tests share.', 'src/** proofs/**'),
  layer('test/library', 'Tests of the library.', 'src/** proofs/** scripts test/support/**'),
  ...TESTS.split(' ').map((room) => layer(`test/${room}`, `Tests of ${room}.`, 'src/** proofs/** test/support/**')),
  layer(
    'test',
    'Tests of what belongs to no room: pages, examples, packaging.',
    'src/** proofs/** scripts/** test/support/** bench/support/**',
  ),
];
