/**
 * The layers of src, from low to high: a layer imports only from lines above its own, so the order of the lines is the direction
 * of every import. Names are paths inside src. What still runs against the order stands in `upward.ts`.
 */
import { INTERFACES } from '../../src/model/interfaces.ts';
import { FACE } from './face-rooms.ts';
import { layer, type Layer } from './layer.ts';

const eachVersion = (file: string): string => INTERFACES.map((version) => `exchange/${version}/${file}`).join(' ');

export const ROOMS: readonly Layer[] = [
  layer('generated', 'Types and validators, made from `schemas/` at every build and never committed.'),
  layer(
    'model',
    'Nouns: decimals, orders, calls, outcomes with their transition table, events, exit codes.',
    'generated',
  ),
  layer('budget', 'How much weight may be spent now. Pure.', 'model'),
  layer('journal', 'What is durable, on a file or on a server.'),
  layer('journal/records', 'Records, their chain, and the state that they come to.', 'model budget'),
  layer(
    'protection',
    'What is covered by a stop, what is naked, what is not known, and what that loses. Pure.',
    'model',
  ),
  layer(
    'protection/journal',
    'The input of that: what the journal knows, and what a look adds.',
    'model journal/records protection',
  ),
  layer(
    'journal/account',
    'What is known of one account: its keys, ids, spending and reservations.',
    'model budget journal/records',
  ),
  layer(
    'journal/requests',
    'Claims: what is written before a request leaves and after its answer; recovery.',
    'model budget journal/account journal/records',
  ),
  layer(
    'journal/postgres',
    'The journal on a server.',
    'model journal/records journal/account/account-log journal/requests/log-ledger journal/requests/trial-store',
  ),
  layer('exchange', 'The client of the exchange.'),
  layer(
    'exchange/dialect',
    'The port of a version of the exchange’s interface: all that such a version decides.',
    'model',
  ),
  layer(
    'compile/follow',
    'What follows from a plan that is followed: groups, shares, what is due, the most that can be sent. Pure.',
    'model',
  ),
  layer('ports', 'The interfaces to what lies outside: clock, exchange, stream.', 'model exchange/dialect'),
  layer('exchange/keys', 'Keys and signatures.', 'model'),
  layer(
    'exchange/answers',
    'What an answer of any version is read with: its text, its rows, its result.',
    'model exchange/dialect',
  ),
  ...INTERFACES.map((version) =>
    layer(
      `exchange/${version}`,
      `Version ${version.slice(1)}: paths, weights, bodies, codes, pages, and what its answers prove.`,
      'model exchange/dialect exchange/answers',
    ),
  ),
  layer(
    'exchange/generated',
    'Each version by its name, made from the list of versions and never committed.',
    `${eachVersion('dialect')} ${eachVersion('operations')}`,
  ),
  layer(
    'exchange/spoken',
    'Which version is spoken, and what is written of it.',
    'model exchange/dialect exchange/generated/dialects',
  ),
  layer(
    'exchange/operations-of',
    'The operations of a version.',
    'model exchange/dialect exchange/generated/operations',
  ),
  layer(
    'exchange/send',
    'HTTP, and the proof of what left.',
    'model ports exchange/dialect exchange/keys exchange/answers exchange/operations-of',
  ),
  layer(
    'journal/history',
    'Past runs, rebuilt from their records.',
    'model budget journal/records journal/account/account-memory journal/account/spending exchange/spoken',
  ),
  layer('source', 'Text positions, diagnostics, their catalogue and code frames.', 'generated model'),
  layer('document', 'YAML text to a checked tree, whatever it describes.', 'model source'),
  layer('plan/vocabulary', 'The words of the language and what each key takes.', 'generated model source document'),
  layer('plan/expression', 'Values that begin with `=`, computed exactly.', 'model source document'),
  layer(
    'plan/read',
    'One order at a time: amounts, prices, ladders, sizes.',
    'generated model source plan/expression plan/vocabulary document',
  ),
  layer(
    'plan/rules',
    'What an order, a plan, its stages and the policy forbid.',
    'model protection compile/follow source plan/expression/needs-instrument plan/read document',
  ),
  layer('plan/format', 'The canonical layout.', 'model source document/parse-yaml'),
  layer('plan', 'Text to a plan, or to diagnostics.', 'model source plan/expression plan/read plan/rules document'),
  layer(
    'config',
    'Text to `ordo.config.yaml` and `instruments.json`.',
    'generated model source exchange/spoken exchange/dialect plan/vocabulary plan/read/limits plan/read/cap-symbols document',
  ),
  layer(
    'compile',
    'Plan and journal state to a schedule. Pure.',
    'model budget exchange/dialect compile/follow journal/records/state journal/records/what-stands',
  ),
  layer(
    'journal/files',
    'The files around the journal: lock, spool, folder.',
    'model journal/records journal/postgres/witness',
  ),
  layer(
    'journal/sqlite',
    'The journal as tables and triggers.',
    'model journal/records journal/files/journal-path journal/files/private-file',
  ),
  layer(
    'journal/open',
    'Opens the ledger; loaded only when it is needed.',
    'model journal/files journal/records journal/account/account-log journal/requests/log-ledger journal/requests/trial-store journal/sqlite/sqlite-log journal/sqlite/tables journal/url',
  ),
  layer(
    'journal/copy',
    'Moves a journal from its file to a server.',
    'journal/files journal/records journal/postgres/journal-url journal/postgres/pg-target journal/sqlite/moving-file journal/sqlite/verify-journal',
  ),
  layer(
    'session/send',
    'One request: its turn, its marks, its weight, its clock.',
    'model ports exchange/dialect journal/records',
  ),
  layer(
    'session/lists',
    'Reads the exchange’s lists to their proved end, and judges what they show.',
    'model ports exchange/dialect compile/follow journal/records protection/guarded protection/journal/look session/send',
  ),
  layer(
    'session/cancel',
    'Cancels, and follows each to its end.',
    'model ports compile/cancel-calls journal/records session/lists session/send',
  ),
  layer(
    'session/place',
    'Places a schedule, call by call.',
    'model ports exchange/dialect compile/compile-plan journal/records protection/journal session/cancel session/send session/lists journal/account/taken-ids journal/account/order-marks',
  ),
  layer(
    'session/follow',
    'Follows a plan: looks, records what is new, takes the steps that are due, and sleeps.',
    'model ports exchange/dialect compile/cancel-calls compile/compile-plan compile/group-calls compile/follow journal/files/spool journal/records protection/journal/look session/place session/send session/lists',
  ),
  layer(
    'session',
    'Sends a schedule, each order at most once; looks unknown orders up.',
    'model ports compile/compile-plan journal/files/spool journal/records protection/journal session/place session/cancel/cancel-tally session/follow session/lists session/send',
  ),
  layer('paper/v2/order', 'What the book takes of version 2: orders as they are read, contracts, refusals.', 'model'),
  layer(
    'paper',
    'The embedded exchange. It shares no code with the client, or each would hide the other’s mistakes.',
    'model paper/v2/order',
  ),
  layer(
    'paper/v2',
    'Version 2 as the paper exchange answers it, read once more from the pages.',
    'model paper paper/v2/order',
  ),
  layer('paper/v3', 'Version 3 over the same book, read from its own pages.', 'model paper paper/v2 paper/v2/order'),
  layer('paper/market', 'Prices that move, orders that wait for them, positions.', 'model paper paper/v2/order'),
  layer('paper/transport', 'Between a socket and the service.', 'model paper/v2 paper/v2/order'),
  layer(
    'paper/options',
    'What may be chosen of the exchange: its limits, its market, what goes wrong.',
    'model paper paper/v2 paper/v3 paper/market',
  ),
  layer(
    'paper/server',
    'The exchange over HTTP: its parts, put together.',
    'model paper paper/v2 paper/v3 paper/market paper/transport paper/options',
  ),
  layer('simulate/candles', 'Candles of a symbol, read from bytes.', 'model source'),
  layer(
    'simulate',
    'What these orders meet on a price path. It knows neither terminal nor disk.',
    'model compile/follow paper/book paper/v2 paper/v2/order paper/v3 paper/market simulate/candles',
  ),
  ...FACE,
];
