/** The layers above the engine: what is shown, and what is asked for. They follow those of `rooms.ts`. */
import { COMMANDS } from './command-rooms.ts';
import { layer, type Layer } from './layer.ts';

export const FACE: readonly Layer[] = [
  layer('report', 'Views of the stream of events.'),
  layer('report/text', 'Typesetting: columns, tones, phrases.', 'model source/text-width source/wrap'),
  layer('show', 'A sheet, and each form that one is written in.', 'model report/text'),
  layer('report/view', 'The fold over events.', 'model'),
  layer('report/formats', 'What machines read: NDJSON, GitHub, SARIF.', 'model ports source report/text/edge'),
  layer(
    'views/order-columns',
    'The columns of an order, each named once.',
    'model show/sheet report/text/states report/view/order-list',
  ),
  layer('views/instruments', 'What `ordo instruments` found.', 'model show/sheet'),
  layer('views/text-difference', 'What `ordo fmt --diff` shows.', 'model report/text/tones'),
  layer(
    'views/figures',
    'What orders come to: exposure and prices.',
    'model protection show/sheet show/drawing report/text report/view',
  ),
  layer(
    'views/protection',
    'The one line with its reasons, and a row for each position.',
    'model protection show/sheet report/text views/figures',
  ),
  layer(
    'views/run',
    'What a dry run shows, what a run came to, and what to do next.',
    'model protection show/sheet report/text report/view views/order-columns views/protection views/figures',
  ),
  layer(
    'views/simulate',
    'What a simulation came to, as `ordo simulate` and `ordo diff` show it.',
    'model simulate/candles show/sheet show/drawing report/text',
  ),
  layer(
    'views/diff',
    'What lies between two plans: risk, looser limits, orders.',
    'model protection compile/follow show/sheet report/text views/figures views/simulate',
  ),
  layer(
    'report/run',
    'A run in lines, as it goes.',
    'model ports show report/text report/view views/order-columns views/run',
  ),
  layer(
    'views/history',
    'A past run in each form.',
    'model protection show report/text report/view views/order-columns views/figures views/protection views/run report/run',
  ),
  layer('ui/keys', 'What a key does, and which rows are in view.', 'model ports report/view/watch-view'),
  layer(
    'ui/frame',
    'What is round the list: head, gauges, notice, keys.',
    'model protection views/protection ui/keys report/text report/view report/run show views/figures views/run',
  ),
  layer(
    'ui/panes',
    'What is in the middle: orders, calls, texts.',
    'model ui/keys ui/frame report/view report/text report/run show views/figures views/protection views/run views/simulate',
  ),
  layer(
    'ui',
    'The live screen, loaded only when it is shown.',
    'model ports ui/keys ui/frame ui/panes report/text report/view report/run show views/order-columns views/run',
  ),
  layer('watch', 'When to look at a plan again.'),
  layer('inside', 'The files inside the single executable.', ''),
  layer('version', 'The version of the package.'),
  layer(
    'refusal',
    'Why something is not done, carried up to whoever asked for it.',
    'model document/did-you-mean journal/records/journal-error',
  ),
  layer(
    'actions/trades',
    'What trades came to, and what a day lost.',
    'model journal/records protection/journal session/lists',
  ),
  layer(
    'actions/prepare',
    'A run before it sends: what is selected, what the account has against it, what is said of it.',
    'model ports refusal protection protection/journal journal/records compile compile/follow journal/history/order-state-events session/lists session/follow/room-for-stops exchange/spoken exchange/answers/trouble-words session/session session/account-check report/text/phrases session/send/traversal source/diagnostic source/source-file actions/trades',
  ),
  layer(
    'actions/settling',
    'A person’s word on orders, held against the exchange’s lists.',
    'model ports refusal journal/records session/session journal/history/order-state-events session/lists journal/account/order-marks actions/prepare',
  ),
  layer(
    'actions',
    'What a user does, one verb a file: asks nobody, prints nothing.',
    'model ports refusal compile compile/follow journal/records protection protection/journal report/text/phrases session/session exchange/spoken actions/prepare session/cancel/cancel-end session/cancel/cancel-tally session/lists journal/history/order-state-events session/place/tally session/place/placement source/diagnostic source/source-file exchange/answers/trouble-words actions/settling journal/history/outcome-event',
  ),
  layer(
    'actions/account',
    'All of an account, asked for at once: what it is worth, holds, and traded.',
    'model refusal journal/records protection/protection session/session session/lists actions actions/trades',
  ),
  layer(
    'actions/close',
    'A close of a position: what is held, the orders that close it, and how they end.',
    'model ports refusal journal/records journal/history/order-state-events protection protection/journal session/session session/lists/preset-look session/account-check session/place/tally actions actions/prepare',
  ),
  layer(
    'actions/flatten',
    'An account brought to nothing: what is cancelled, what is closed, and the two looks.',
    'model ports refusal journal/records compile/cancel-calls exchange/spoken protection protection/journal report/text/phrases session/session session/cancel/cancel-end session/lists actions actions/prepare actions/close',
  ),
  layer(
    'actions/follow',
    'A run that follows its plan: what it tells as it goes, what it leaves, and how it ends.',
    'model ports refusal journal/records journal/history/kept-run compile/follow protection protection/journal session/session session/follow session/lists session/place/tally actions actions/prepare',
  ),
  layer(
    'actions/review',
    'The reviewed plan: what is in it, and in what a plan compiled again differs from it.',
    'generated model version refusal exchange/spoken journal/records compile/compile-plan compile/later-steps report/text/phrases actions/approval actions/prepare',
  ),
  layer(
    'actions/public',
    'Public questions: without a key, under the weight of this machine.',
    'model ports refusal journal/records/ledger journal/records/scope exchange/dialect exchange/answers/answers exchange/answers/trouble-words session/send/line session/send/exchange-pause',
  ),
  layer(
    'actions/instruments',
    'The exchange’s list of contracts, asked for under its weight.',
    'model ports refusal exchange/spoken journal/records/scope exchange/dialect actions/public',
  ),
  layer(
    'actions/candles',
    'Candles of the exchange, page by page, under half of its weight.',
    'model ports refusal exchange/operations-of journal/records/scope exchange/dialect session/send/sending actions/public',
  ),
  layer(
    'actions/simulate',
    'A compiled plan on its prices, with what is said next to its figures.',
    'model refusal compile/compile-plan compile/follow/later compile/follow/part-view exchange/spoken simulate simulate/candles source/diagnostic',
  ),
  layer(
    'actions/explain',
    'One order from its lines to its outcome, gathered and written.',
    'model plan/expression/syntax plan journal/records compile/compile-plan compile/follow/part-view compile/select-pending exchange/spoken source/source-file',
  ),
  layer(
    'views/known',
    'Orders as the journal knows them, as rows of a table.',
    'model show/sheet views/order-columns views/run actions/status journal/records journal/history/order-state-events report/text',
  ),
  layer(
    'views/account',
    'What an account is worth, holds and traded.',
    'model protection views/protection show/sheet actions/account actions/trades journal/records report/text',
  ),
  layer(
    'views',
    'A value as a sheet, one verb a file.',
    'model protection views/protection show/sheet views/order-columns views/known actions actions/settling/conclusions actions/explain/explained compile/cancel-calls journal/records journal/history/order-state-events report/text views/run report/view/run-view',
  ),
  layer(
    'views/close',
    'What a close would send, and what became of it.',
    'model protection views views/protection views/account views/order-columns show/sheet actions/close journal/records report/text',
  ),
  layer(
    'views/flatten',
    'What a flatten would do, and what it came to.',
    'model protection views views/protection views/order-columns views/run/open-cancels show/sheet actions/close/other-closes actions/flatten journal/records report/text',
  ),
  ...COMMANDS,
];
