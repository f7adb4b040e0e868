/**
 * The layers beside src, from low to high: scripts, proofs, bench, test. None of them is imported by src, and test by none.
 * Names are paths inside the repository.
 */
import { layer, type Layer } from './layer.ts';

/** A folder of tests imports whatever it tests, and scenery only from `test/support`. */
const TESTS =
  'budget cli commands compile config document editor exchange journal mistakes model paper plan proofs property system report session shell simulate source ui';

export const BESIDE: readonly Layer[] = [
  layer('scripts', 'Builds, and makes what is generated.', 'src/model/result src/model/interfaces'),
  layer(
    'scripts/docs',
    'Makes pages and pictures.',
    'src/model/safe-text src/model/order src/model/config src/model/exit-code src/model/refusals src/commands/inputs/taken-names src/source src/plan/load-plan src/config/missing-list src/exchange/answers src/actions/prepare/renames src/model/decimal src/simulate/candles',
  ),
  layer('scripts/release', 'Makes what is released: executables, checksums, the image.', ''),
  layer('scripts/site', 'Makes the site of the pages, and checks its links.', ''),
  layer(
    'scripts/architecture',
    'This table, its check and its page.',
    'src/model/cycles src/model/interfaces scripts/docs/table',
  ),
  layer(
    'proofs/support',
    'Runs the built program, a faulty server, a simulated clock.',
    'src/model src/ports src/budget src/exchange/v2/requests src/journal/records',
  ),
  layer(
    'proofs',
    'What every proof shares, and the one that runs them all.',
    'src/model src/paper/server src/version proofs/support/ordo src/journal/records src/journal/open src/journal/postgres src/journal',
  ),
  layer(
    'proofs/following',
    'Plans that are followed on the paper exchange, and what judges them by its book.',
    'src/model src/paper src/paper/server proofs/support/ordo proofs',
  ),
  layer(
    'proofs/due',
    'What is due of a plan that is followed, against a book of its own.',
    'src/model src/compile/follow proofs',
  ),
  layer(
    'proofs/fills',
    'What a simulation says, against a reference matcher that shares no code with it.',
    'src/model src/compile/compile-plan src/exchange/v2/dialect src/exchange/v3/dialect src/journal/records src/simulate src/simulate/candles proofs',
  ),
  layer(
    'proofs/inputs',
    'Random plans never crash or hang the program.',
    'src/model src/source src/plan/load-plan src/compile/compile-plan src/compile/follow/later src/exchange/v2/dialect src/paper/v2/order/instruments proofs/support proofs src/journal/records src/document src/simulate/candles src/system/files proofs/fills/prints',
  ),
  layer(
    'proofs/page',
    'The HTML report in a real browser.',
    'src/model proofs/support proofs src/views/history src/show/page/charts',
  ),
  layer(
    'proofs/processes',
    'Kills and simultaneous starts.',
    'src/model src/exchange/v2/requests src/paper src/paper/server proofs/support/ordo proofs/support/postgres-server proofs/following proofs src/journal/records src/journal/postgres',
  ),
  layer(
    'proofs/protection',
    'What protection says, against what the paper exchange leaves open.',
    'src/model src/paper src/paper/server src/paper/market src/paper/v2/order src/protection src/protection/journal src/library proofs',
  ),
  layer('proofs/mcp', 'What `ordo mcp` can be made to do.', 'proofs/support/ordo proofs'),
  layer('proofs/secrets', 'No secret leaves.', 'src/paper src/paper/server proofs/support proofs'),
  layer(
    'proofs/simulation',
    'The whole program against a simulated exchange, killed at every port call.',
    'src/model src/ports src/source/diagnostic-event src/config/load-config src/exchange/answers src/commands/world src/commands/command-line src/commands/run-plan src/commands/run src/commands/settle src/commands/cancel src/commands/status src/commands/halt src/commands/flatten src/commands/close src/commands/main proofs/support/sim-clock proofs src/exchange/v2 src/exchange/v3 src/exchange/dialect src/journal/files src/journal/records src/journal/sqlite src/journal/history src/journal/requests src/exchange/keys src/exchange/operations-of src/paper src/paper/server src/actions/follow proofs/support/ordo proofs/following src/report/formats',
  ),
  layer(
    'proofs/sabotage',
    'Faults planted in the source, which a proof must catch.',
    'proofs/proof proofs/simulation/kept-seeds',
  ),
  layer(
    'proofs/storage',
    'Failing writes and damaged journals.',
    'src/model src/exchange/send/connect src/exchange/v2/requests src/paper/server src/commands/world src/start proofs/support/ordo proofs src/journal/records src/journal/open src/journal',
  ),
  layer(
    'proofs/watch',
    'Random saves and wishes before a watch, judged from outside.',
    'src/model src/ports src/paper/server src/paper/faults src/system/clock src/environment src/commands/world src/commands/main src/watch/file-watcher proofs/support proofs src/journal/open',
  ),
  layer('bench/support', 'Figures, tables, processes.', 'src/model src/journal/records src/journal/open src/journal'),
  layer('bench/cold-start', 'How long a start takes.', 'bench/support'),
  layer('bench/large', 'Whole commands on large plans.', 'bench/support'),
  layer(
    'bench/compile',
    'Reading and compiling large plans.',
    'src/model/config src/journal/records/state src/source/read-source src/plan/load-plan src/compile/compile-plan src/exchange/v2/dialect ' +
      'src/paper/v2/order/instruments bench/support',
  ),
  layer('bench/journal', 'Durable writes.', 'src/model src/exchange/v2/requests bench/support src/journal/records'),
  layer(
    'bench/place',
    'Placing, beside other clients.',
    'src/model src/ports src/compile/compile-plan src/exchange/dialect src/exchange/v2/dialect src/exchange/v2/operations src/exchange/keys/secret src/exchange/send src/system/clock bench/support src/journal/records src/session/place',
  ),
  layer(
    'bench/schedule',
    'How near the schedule comes to the limits.',
    'src/model src/budget src/exchange/v2/requests src/exchange/v3/dialect src/exchange/v3/requests src/paper/counting src/paper/server proofs/support/sim-clock bench/support proofs/support src/session/send',
  ),
  layer(
    'bench/protection',
    'What protection takes of a dry run.',
    'src/protection src/plan/load-plan src/source/read-source src/paper/v2/order/instruments src/report/text/page src/views/protection/line ' +
      'src/model/event-of src/views/figures/drawn-order src/views/figures/line-of bench/support',
  ),
  layer(
    'bench/follow',
    'Following a plan: how soon its stop works, what looks take.',
    'src/model src/journal/records src/paper/server src/paper/v2/order/instruments src/plan/load-plan src/source/read-source src/compile/follow src/session/lists src/system/clock bench/support',
  ),
  layer(
    'bench/simulate',
    'Orders on past prices, and the figures of a watch.',
    'src/model src/compile/compile-plan src/exchange/v2/dialect src/journal/records src/paper/v2/order/instruments src/plan/load-plan src/simulate src/simulate/candles src/source src/commands/world src/start src/ui/mount-screen bench/support',
  ),
  layer(
    'bench/screen',
    'Drawing.',
    'src/model src/ports src/exchange/v2/requests src/ui/run-screen src/system/clock bench/support',
  ),
  layer(
    'bench',
    'Runs the benchmarks, holds them against the record and writes their page.',
    'bench/support bench/cold-start/bench bench/large/bench bench/compile/bench bench/journal/bench bench/place/bench bench/schedule/bench ' +
      'bench/screen/bench bench/protection/bench bench/follow/bench bench/simulate/bench',
  ),
  layer('test/support', 'Scenery that several folders of tests share.', 'src/** proofs/**'),
  layer('test/library', 'Tests of the library.', 'src/** proofs/** scripts test/support/**'),
  layer(
    'test/release',
    'Tests of what is released.',
    'src/model src/paper/server proofs/support scripts/release scripts/site test/support/**',
  ),
  ...TESTS.split(' ').map((room) => layer(`test/${room}`, `Tests of ${room}.`, 'src/** proofs/** test/support/**')),
  layer(
    'test',
    'Tests of what belongs to no room: pages, examples, packaging.',
    'src/** proofs/** scripts/** test/support/** bench/support/**',
  ),
];
