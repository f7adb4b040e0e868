/** The layers above the engine: what is shown, what is asked for, and where it begins. They follow those of `rooms.ts`. */
import { layer, type Layer } from './layer.ts';

export const FACE: readonly Layer[] = [
  layer('report', 'Views of the stream of events.'),
  layer('report/text', 'Typesetting: columns, tones, phrases.', 'model source'),
  layer('show', 'A sheet, and each form that one is written in.', 'model report/text'),
  layer('report/view', 'The fold over events.', 'model'),
  layer('report/dry-run', 'What a dry run shows: calls, expansion, picture.', 'model report/text report/view'),
  layer(
    'report/run',
    'What a run shows: lines, outcomes, next steps.',
    'model ports report/text report/view report/dry-run show/sheet',
  ),
  layer(
    'report/explain',
    'What `ordo explain` shows.',
    'model journal/records/state journal/records/request report/text',
  ),
  layer(
    'report/answers',
    'What `status`, `cancel`, `settle`, `instruments` and `fmt` show.',
    'model compile/cancel-calls journal/records journal/history/order-state-events report/run show/sheet report/text report/view/run-view',
  ),
  layer('report/formats', 'What machines read: NDJSON, GitHub, SARIF.', 'model ports source report/text/edge'),
  layer('views', 'A value as a sheet, and the columns that sheets share.', 'model show/sheet report/text/states'),
  layer(
    'views/diff',
    'What lies between two plans: risk, looser limits, orders.',
    'model report/dry-run report/text show/sheet',
  ),
  layer(
    'views/history',
    'A past run, told again in each form.',
    'model report/dry-run report/text report/view report/run show views/order-columns',
  ),
  layer('ui/keys', 'What a key does, and which rows are in view.', 'model ports report/view/watch-view'),
  layer(
    'ui/frame',
    'What is round the list: head, gauges, notice, keys.',
    'model ui/keys report/text report/view report/run report/dry-run',
  ),
  layer(
    'ui/panes',
    'What is in the middle: orders, calls, texts.',
    'model ui/keys ui/frame report/view report/text report/run report/dry-run',
  ),
  layer(
    'ui',
    'The live screen, loaded only when it is shown.',
    'model ports ui/keys ui/frame ui/panes report/dry-run report/run report/text report/view',
  ),
  layer('watch', 'When to look at a plan again.'),
  layer('version', 'The version of the package.'),
  layer(
    'refusal',
    'Why something is not done, carried up to whoever asked for it.',
    'model journal/records/journal-error document/did-you-mean',
  ),
  layer(
    'actions/prepare',
    'A run before it sends: what is selected, what the account has against it, what is said of it.',
    'model ports source compile exchange/answers exchange/spoken journal/records session/lists session/session session/send/traversal journal/history/order-state-events refusal report/text/phrases',
  ),
  layer(
    'actions/settling',
    'A person’s word on orders, held against the exchange’s lists.',
    'model ports actions/prepare journal/records journal/history/order-state-events journal/account/order-marks session/lists session/session refusal report/answers/settle-lines',
  ),
  layer(
    'actions',
    'What a user does, one verb a file: asks nobody, prints nothing.',
    'model ports exchange/answers actions/prepare journal/records journal/history/order-state-events session/session session/place/tally compile/cancel-calls exchange/spoken session/cancel/cancel-tally session/lists/preset-look session/lists/list-matches session/lists/look-up session/lists/lookup-keys actions/settling/conclusions actions/settling/finding-words',
  ),
  layer(
    'actions/instruments',
    'The exchange’s list of contracts, asked for under its weight.',
    'model ports exchange/answers exchange/dialect exchange/spoken journal/records/ledger journal/records/scope session/send/line refusal',
  ),
  layer(
    'actions/explain',
    'One order from its lines to its outcome, gathered and told.',
    'model source plan/expression/syntax plan compile journal/records exchange/spoken report/explain',
  ),
  layer(
    'commands/world',
    'Everything outside of the program that a command touches.',
    'model ports exchange/keys/keys paper/server journal/records journal/files/spool',
  ),
  layer(
    'commands/command-line',
    'Arguments, refusals, interruptions, and how diagnostics are shown.',
    'model ports source plan/load-plan version commands/world journal/records/run-record refusal document/did-you-mean document/decimal-spelling report/text/phrases show report/formats report/run/run-lines',
  ),
  layer(
    'commands/inputs',
    'Finds and reads config, instruments and plan.',
    'model source plan/load-plan config actions/prepare commands/world commands/command-line document/did-you-mean refusal report/text/phrases',
  ),
  layer(
    'commands/live',
    'What a live run needs: target, journal, keys, connection.',
    'model ports config/base-url exchange/keys/keys actions/prepare commands/world commands/command-line commands/inputs session/session journal/files/journal-folder journal/postgres/journal-url journal/postgres/password-file journal/url journal/records session/place/placement refusal report/text/phrases',
  ),
  layer(
    'commands/review',
    'The reviewed plan: what it holds, and in what a plan compiled again differs from it.',
    'generated model compile/compile-plan commands/world commands/inputs version journal/records/state journal/records/scope refusal',
  ),
  layer(
    'commands/run',
    '`ordo run`: dry run, approval, execution.',
    'model ports source plan/load-plan compile exchange/spoken paper/v2/order/instruments actions/prepare actions commands/world commands/command-line commands/inputs commands/live commands/review generated journal/records session/session session/place/tally session/place/placement journal/url journal/postgres/journal-url session/send/hold refusal report/dry-run/at-stake-lines report/text/page report/text/phrases report/view/run-fold',
  ),
  layer(
    'commands/watch',
    '`ordo run --watch`: reads at each save, places what was approved.',
    'model ports compile/compile-plan watch/watch-machine actions/prepare commands/world commands/command-line commands/inputs commands/live commands/run journal/postgres/journal-url session/session journal/records/known-account journal/records/scope journal/url refusal',
  ),
  layer(
    'commands/settle',
    '`ordo settle`: look-up and decisions.',
    'model ports actions/prepare actions/settling actions commands/world commands/command-line commands/inputs commands/live journal/records/state journal/records/known-account session/session journal/records/scope refusal report/answers/settle-lines',
  ),
  layer(
    'commands/cancel',
    '`ordo cancel`: what stands, the calls that take it off, the approval.',
    'model ports actions/prepare actions commands/world commands/command-line commands/inputs commands/live commands/run journal/records session/session journal/postgres/journal-url journal/url refusal report/text/phrases report/answers/cancel-plan-lines report/answers/cancelled-lines report/view/run-view',
  ),
  layer(
    'commands/status',
    '`ordo status`: what the journal knows, and how it stands on the exchange.',
    'model actions/prepare actions commands/world commands/command-line commands/inputs commands/live commands/run/steering journal/records session/session session/lists/preset-look session/lists/standing-look journal/history/order-state-events journal/history/outcome-event refusal report/formats/ndjson report/answers',
  ),
  layer(
    'commands/explain',
    '`ordo explain`: one order from its lines to its outcome.',
    'model source plan/load-plan compile paper/v2/order/instruments actions/prepare actions/explain commands/world commands/command-line commands/inputs commands/live journal/records/known-account journal/records/state journal/history/outcome-event journal/records/scope refusal report/explain/explained report/formats/ndjson',
  ),
  layer(
    'commands/diff',
    '`ordo diff`: two plans, files or commits of git.',
    'model generated source plan/load-plan config paper/v2/order/instruments actions/prepare commands/world commands/command-line commands/inputs commands/review commands/run journal/records/state journal/records/journal-error refusal views/diff report/text/phrases',
  ),
  layer(
    'commands/instruments',
    '`ordo instruments`: the exchange’s list of contracts.',
    'model source config actions/instruments commands/world commands/command-line commands/inputs commands/live refusal report/text/phrases views/instruments',
  ),
  layer(
    'commands/history',
    '`ordo report` and `ordo replay`: past runs, from the journal.',
    'model ports commands/world commands/command-line commands/inputs commands/live journal/history/past-runs journal/history/kept-run refusal views/history/report-text',
  ),
  layer(
    'commands',
    'argv to a command to an exit code.',
    'generated model source plan/format/format-plan config paper paper/v2/order/instruments commands/world commands/command-line commands/inputs commands/live commands/run/dry-run commands/run/execute-plan commands/run/run-options commands/watch/watch commands/settle/settle commands/status/status commands/cancel/cancel commands/explain/explain commands/instruments/instruments commands/history/report commands/history/replay actions/prepare/account-checks version commands/review commands/run/reviewed-run commands/diff/diff journal/records journal/postgres/journal-url journal/postgres/journal-sql refusal report/answers/diff-lines report/text/phrases report/formats/sarif',
  ),
  layer(
    'system',
    'The system clock, files, terminal and git.',
    'model ports commands/world commands/live/program-in-path report/text/edge',
  ),
  layer(
    'environment',
    'The composition root: builds the system `World`.',
    'model ports exchange/keys exchange/send/connect paper/server ui/mount-screen watch/file-watcher version commands/world system journal/records/ledger journal/files/journal-folder journal/files/kept-heads journal/postgres journal/open journal/copy refusal',
  ),
  layer(
    'library',
    'The command without a terminal: typed functions, and failures as values.',
    'generated model ports source plan/load-plan plan/format/format-plan config compile exchange/keys exchange/dialect exchange/spoken exchange/send/connect paper/v2/order/instruments paper/faults paper/server actions/prepare actions/settling actions actions/explain actions/instruments system version journal/records session/cancel/cancel-end session/lists session/session journal/account/account-log journal/files journal/open journal/postgres/journal-url journal/postgres/pg-ledger journal/url journal/requests/log-ledger journal/sqlite/sqlite-log journal/history/past-runs journal/history/kept-run session/place/placement session/place/tally refusal document/decimal-spelling views/diff show/markdown show/terminal report/explain/explained views/history/report-text report/formats/ndjson report/dry-run/head-lines report/run/run-lines',
  ),
  layer(
    'index',
    'What the package exports: the names of the library.',
    'generated model ports exchange/dialect paper/v2/order/instruments system/clock library journal/records journal/files/spool session/lists/list-matches refusal views/history/report-text',
  ),
  layer('start', 'The program in one piece, so that it loads as one file.', 'version commands/main environment'),
  layer('code-folder', 'Where compiled code is kept.', ''),
  layer(
    'kept-code',
    'The program with what was compiled of it before, as the built command loads it.',
    'start code-folder',
  ),
  layer('other-node', 'The command on a Node that is too old.', ''),
  layer('cli', 'argv and the exit code.', 'start code-folder other-node'),
];
