/** The layers of the command line, and where all of it begins. They follow those of `face-rooms.ts`. */
import { layer, type Layer } from './layer.ts';

export const COMMANDS: readonly Layer[] = [
  layer('commands/background', 'What a command has done in the background: notices, simulations.', 'model'),
  layer(
    'commands/world',
    'Everything outside of the program that a command touches.',
    'model commands/background exchange/operations-of ports paper/server journal/records journal/files/spool',
  ),
  layer(
    'commands/command-line',
    'Arguments, refusals, interruptions, and how diagnostics are shown.',
    'model ports plan/load-plan version refusal document/did-you-mean document/decimal-spelling show commands/world source report/formats journal/records/run-record report/run/run-lines report/text/phrases',
  ),
  layer(
    'commands/inputs',
    'Finds and reads config, instruments and plan.',
    'model plan/load-plan config exchange/spoken document/did-you-mean refusal commands/world report/text/phrases source simulate/candles commands/command-line actions/prepare/assumptions',
  ),
  layer(
    'commands/live',
    'What a live command needs: target, journal, keys, connection.',
    'model ports protection/journal config/base-url refusal commands/inputs commands/background commands/world session/session actions/prepare/account-checks actions/prepare/left-behind journal/records journal/files/journal-folder journal/postgres/journal-url journal/postgres/password-file journal/url report/text/phrases session/put-right-told actions/hold-account actions/asked-followers actions/once-free commands/command-line/arguments commands/command-line/environment-variables commands/command-line/output-kind commands/command-line/reporting report/formats/notices',
  ),
  layer(
    'commands/review',
    'The files of a reviewed plan: which one it is, and what it was compiled from.',
    'generated model refusal actions/review journal/files/journal-folder commands/world commands/inputs/input-files commands/inputs/read-config commands/inputs/setup',
  ),
  layer(
    'commands/run',
    '`ordo run`: dry run, approval, execution.',
    'model ports protection/journal plan/load-plan paper/v2/order/instruments refusal compile/compile-plan show/sheet show/terminal report/run/dry-run-document protection/protection-event views/protection views/run/at-stake report/text/page report/text/phrases report/view/run-fold commands/world actions actions/prepare actions/review actions/follow journal/records session/session commands/inputs/replaceable commands/inputs/forbidden-words commands/inputs/setup commands/inputs/input-files commands/review source/diagnostic session/place/tally commands/live commands/command-line journal/url journal/postgres/journal-url session/send/hold',
  ),
  layer(
    'commands/watch',
    '`ordo run --watch`: reads at each save, places what was approved.',
    'model ports protection/journal watch/watch-machine refusal actions/approval actions/end-of-run actions/heed-halt actions/refresh actions/place actions/prepare journal/postgres/journal-url journal/records/halt journal/records/scope journal/url session/session commands/command-line/reporting commands/command-line/interruption commands/inputs/setup commands/inputs/input-files commands/live commands/run commands/background commands/world compile/compile-plan',
  ),
  layer(
    'commands/settle',
    '`ordo settle`: look-up and decisions.',
    'model ports refusal protection commands/command-line actions/settling journal/records commands/live commands/inputs/one-plan commands/world actions/settle actions/asked-followers commands/run/steering report/text/phrases views/settle',
  ),
  layer(
    'commands/cancel',
    '`ordo cancel`: open orders, the calls that cancel them, the approval.',
    'model ports refusal protection/journal protection actions/prepare/run-protection show/terminal views/protection journal/records report/text/phrases session/session actions/approval actions/asked-followers actions/cancel commands/run/approval-question commands/run/steering commands/world report/view/run-view commands/command-line commands/live commands/inputs/one-plan journal/postgres/journal-url journal/url views/cancel views/cancel-steps',
  ),
  layer(
    'commands/halt',
    'Halts the account, and lifts its halt.',
    'model refusal journal/records source/diagnostic actions/halt views/halt report/formats/notices commands/command-line commands/live commands/inputs/one-plan commands/inputs/sound-config commands/world',
  ),
  layer(
    'commands/doctor',
    '`ordo doctor`: every check of a live run, and what each says.',
    'model refusal actions/prepare/checks source/diagnostic-event views/doctor commands/command-line commands/review/looks-reviewed commands/run commands/world',
  ),
  layer(
    'commands/close',
    '`ordo close`: what is held, what closes it, the approval.',
    'model ports refusal protection session/session journal/records actions/approval actions/asked-followers actions/close actions/prepare/announce actions/instruments/ask-contracts report/text/phrases show/terminal views/asks views/close views/protection commands/command-line commands/inputs commands/live commands/run/approval-question commands/run/place-run commands/run/steering commands/world',
  ),
  layer(
    'commands/flatten',
    '`ordo flatten`: halt, cancel, close, and look twice.',
    'model refusal protection session/session journal/records actions/approval actions/asked-followers actions/halt actions/flatten actions/instruments/ask-contracts report/text/phrases report/formats/notices show/terminal views/asks views/flatten views/protection commands/close/pointing-to-halt commands/halt/reason commands/halt/emergency commands/command-line commands/inputs commands/live commands/run/approval-question commands/run/steering commands/world',
  ),
  layer(
    'commands/status',
    '`ordo status`: what the journal knows, and what the exchange shows.',
    'model protection protection/journal refusal journal/records actions actions/prepare/account-checks actions/prepare/groups-told commands/live commands/inputs/one-plan commands/inputs/setup commands/run/steering commands/world report/formats/ndjson commands/command-line ports views',
  ),
  layer(
    'commands/account',
    '`ordo account`: money, positions and trades.',
    'model ports refusal config/load-account source/read-source journal/records protection/protection-event actions/account actions/prepare/account-checks report/formats/ndjson views/account commands/command-line commands/inputs/one-plan commands/inputs/replaceable commands/inputs/setup commands/live commands/run/steering commands/world',
  ),
  layer(
    'commands/explain',
    '`ordo explain`: one order from its lines to its outcome.',
    'model plan/load-plan paper/v2/order/instruments refusal journal/records compile/compile-plan journal/history/outcome-event report/formats/ndjson source/read-source commands/command-line actions/explain/gather actions/prepare/compile-under actions/prepare/orders-named commands/inputs/setup commands/live commands/world actions/explain/explain actions/explain/explained views/explain',
  ),
  layer(
    'commands/candles',
    '`ordo candles`: candles of the exchange as CSV.',
    'model refusal commands/command-line commands/inputs/input-files commands/inputs/read-config commands/live commands/world actions/candles simulate/candles',
  ),
  layer(
    'commands/simulate',
    '`ordo simulate`: what becomes of the orders of a plan on a price path.',
    'model plan/load-plan paper/v2/order/instruments refusal actions/simulate simulate simulate/candles show/sheet source report/text/phrases report/formats/ndjson report/run/run-lines views/run/diagnostic views/simulate commands/command-line commands/inputs/replaceable commands/inputs/candle-files commands/inputs/setup commands/candles/given-span commands/run/dry-run commands/run/run-options commands/watch/watch commands/background commands/world',
  ),
  layer(
    'commands/diff',
    '`ordo diff`: two plans, files or commits of git.',
    'model generated plan/load-plan config paper/v2/order/instruments refusal views/diff compile/compile-plan actions/simulate simulate/candles commands/simulate/prices commands/inputs commands/world commands/command-line journal/records/state journal/records/journal-error source/diagnostic source/source-file actions/prepare/compile-under commands/review/looks-reviewed commands/review/input-files commands/run/dry-run commands/run/run-options report/text/phrases',
  ),
  layer(
    'commands/instruments',
    '`ordo instruments`: the exchange’s list of contracts.',
    'model config refusal views/instruments report/text/phrases source/diagnostic commands/command-line commands/inputs/input-files commands/inputs/read-config commands/live commands/world actions/instruments/ask-contracts',
  ),
  layer(
    'commands/history',
    '`ordo report` and `ordo replay`: past runs, from the journal.',
    'model ports refusal actions/follow/cut-left views/history/report-text views/history/told-events journal/history/past-runs journal/history/kept-run commands/command-line commands/inputs/replaceable commands/inputs/one-plan commands/live commands/world',
  ),
  layer(
    'commands/mcp',
    '`ordo mcp`: tools that look and propose. No key, no session, no exchange: no-sender.ts checks what it loads.',
    'model refusal version paper/v2/order/instruments commands/command-line commands/diff/diff commands/explain/explain commands/inputs commands/review/looks-reviewed commands/run/dry-run commands/run/run-options commands/status/status commands/world',
  ),
  layer(
    'commands/schema',
    '`ordo schema`: the shapes of files, byte for byte.',
    'generated model refusal journal/postgres/journal-sql commands/command-line commands/world',
  ),
  layer(
    'commands/init',
    '`ordo init`: the files of a repository of plans.',
    'model version config/instruments-text paper/v2/order/instruments refusal report/text/phrases commands/world commands/command-line commands/inputs/input-files commands/schema',
  ),
  layer(
    'commands/journal',
    '`ordo journal`: verifies, copies and shows a journal.',
    'model refusal actions/prepare/account-checks journal/records journal/postgres/journal-url views/journal commands/world commands/command-line commands/inputs/one-plan commands/live/journal-address',
  ),
  layer(
    'commands/completion',
    '`ordo completion`: what completes a line on Tab.',
    'model paper/v2/order/instruments refusal commands/world commands/command-line commands/inputs',
  ),
  layer(
    'commands',
    'argv to a command to an exit code.',
    'model plan/format/format-plan config paper paper/v2/order/instruments refusal commands/command-line commands/inputs commands/world commands/schema commands/init/init commands/journal commands/completion journal/postgres/journal-url commands/status/status commands/account/account commands/explain/explain commands/diff/diff commands/cancel/cancel commands/close/close commands/flatten/flatten commands/halt/halt commands/doctor/doctor commands/mcp/mcp commands/settle/settle commands/history/report commands/history/replay commands/instruments/instruments commands/candles/candles commands/simulate/simulate commands/simulate/aside commands/run commands/review/looks-reviewed commands/review/lifetime commands/watch/watch source report/formats/sarif views/text-difference',
  ),
  layer(
    'system',
    'The system clock, files, terminal and git.',
    'model ports inside commands/background commands/world commands/live/program-in-path report/text/edge',
  ),
  layer(
    'environment',
    'The composition root: builds the system `World`.',
    'model ports paper/server ui/mount-screen watch/file-watcher version system refusal commands/world exchange/keys/secret exchange/keys/keys journal/records/ledger journal/files/journal-folder journal/files/kept-heads journal/postgres journal/open journal/copy exchange/send/connect',
  ),
  layer(
    'library',
    'The command without a terminal: typed functions, and failures as values.',
    'generated model ports protection plan/load-plan plan/format/format-plan config paper/v2/order/instruments paper/faults paper/server system version refusal document/decimal-spelling views/diff views/simulate views/run/diagnostic show/markdown show/terminal show/json show/html show/page/charts simulate simulate/candles views/history/report-text journal/records actions/prepare actions actions/account actions/close actions/flatten actions/follow actions/trades actions/review actions/simulate actions/candles session/cancel/cancel-end session/lists/standing-look session/lists/list-matches compile/compile-plan compile/select-pending compile/follow/due compile/follow/follow-plan compile/follow/part-view exchange/keys/keys exchange/keys/secret exchange/send/connect source session/session actions/instruments/ask-contracts journal/account/account-log journal/files journal/open journal/postgres/journal-url journal/postgres/pg-ledger journal/url actions/settling journal/requests/log-ledger journal/sqlite/sqlite-log exchange/operations-of exchange/spoken exchange/dialect journal/history/past-runs journal/history/kept-run report/formats/ndjson session/place/placement session/place/tally views/run/head report/run/run-lines actions/explain/explain actions/explain/explained views/explain',
  ),
  layer(
    'index',
    'What the package exports: the names of the library.',
    'generated model ports paper/v2/order/instruments system/clock refusal views/history/report-text library journal/records exchange/dialect journal/files/spool session/lists/list-matches actions/flatten/flatten-with actions/halt',
  ),
  layer('start', 'The program in one piece, so that it loads as one file.', 'version environment commands/main'),
  layer('simulation-thread', 'Simulates for a watch, in a thread of its own.', 'commands/background start'),
  layer('code-folder', 'Where compiled code is kept.', ''),
  layer(
    'kept-code',
    'The program with what was compiled of it before, as the built command loads it.',
    'start code-folder inside',
  ),
  layer('executable', 'What the single executable and its threads start with.', 'inside'),
  layer('other-node', 'The command on a Node that is too old.', ''),
  layer('cli', 'argv and the exit code.', 'start code-folder other-node'),
];
