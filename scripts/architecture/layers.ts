/**
 * Which room of the house may open onto which (docs/architecture.md). `may` lists rooms, or single files, of src; `outside`
 * says which packages and which of Node's modules a file may import: what is not listed is not allowed anywhere.
 */
export interface Layer {
  readonly may: readonly string[];
  /** Files of those rooms that it may not all the same: what loads a library only some commands need. */
  readonly never?: readonly string[];
  /** Outside module to the only files of the room that may import it; `*` means every file of the room. */
  readonly outside: Readonly<Record<string, readonly string[]>>;
}

const everyRoom =
  'generated model source document budget plan config compile ledger exchange session paper report ui watch commands ports version real environment start'.split(
    ' ',
  );

export const LAYERS: Readonly<Record<string, Layer>> = {
  generated: { may: [], outside: { 'ajv/dist/runtime/ucs2length.js': ['*'], ajv: ['*'] } },
  model: { may: ['generated'], outside: { 'node:crypto': ['ids'] } },
  ports: { may: ['model'], outside: {} },
  source: {
    may: ['model', 'generated'],
    outside: { 'get-east-asian-width': ['text-width'], 'node:util': ['code-frame'] },
  },
  budget: { may: ['model'], outside: {} },
  document: {
    may: ['model', 'source', 'generated'],
    outside: { yaml: ['parse-yaml'], 'fastest-levenshtein': ['did-you-mean'] },
  },
  plan: { may: ['model', 'source', 'document', 'generated'], outside: { 'node:util': ['format/format-plan'] } },
  config: {
    may: ['model', 'source', 'document', 'plan', 'generated'],
    outside: { 'lossless-json': ['load-instruments'] },
  },
  compile: { may: ['model', 'budget', 'ledger/state'], outside: {} },
  ledger: {
    may: ['model', 'ports', 'budget'],
    outside: {
      'node:sqlite': ['beside/account-lock', 'sqlite/journal-file', 'sqlite/sqlite-log'],
      'node:fs': [
        'open',
        'beside/account-lock',
        'beside/spool',
        'beside/journal-folder',
        'beside/journal-path',
        'beside/private-file',
        'sqlite/journal-file',
      ],
      'node:path': ['beside/journal-path', 'beside/journal-folder'],
      'node:crypto': ['chain', 'beside/account-lock', 'sqlite/sqlite-log'],
    },
  },
  exchange: {
    may: ['model', 'ports'],
    outside: {
      ky: ['send/http-exchange', 'send/http-contracts'],
      'lossless-json': ['answers/answers'],
      'node:crypto': ['send/http-exchange', 'keys/sign'],
      'node:async_hooks': ['send/sent-evidence'],
      'node:child_process': ['keys/keys'],
      'node:diagnostics_channel': ['send/sent-evidence', 'send/http1-agent'],
      'node:util': ['keys/secret'],
    },
  },
  session: {
    may: [
      'model',
      'ports',
      'ledger/state',
      'ledger/ledger',
      'ledger/taken-ids',
      'ledger/beside/spool',
      'compile/compile-plan',
    ],
    outside: { 'p-limit': ['dispatcher'] },
  },
  paper: { may: ['model'], outside: { 'node:http': ['*'], 'node:crypto': ['*'], 'node:net': ['*'] } },
  report: {
    may: ['model', 'source', 'ports', 'ledger/state', 'ledger/ledger', 'generated'],
    outside: { 'node:util': ['*'] },
  },
  ui: {
    may: ['model', 'report', 'ports'],
    outside: { ink: ['*'], react: ['*'], 'react/jsx-runtime': ['*'] },
  },
  watch: { may: ['ports'], outside: { chokidar: ['file-watcher'], 'node:path': ['file-watcher'] } },
  commands: {
    may: everyRoom.filter((room) => !['ui', 'real', 'environment', 'start'].includes(room)),
    never: [
      'watch/file-watcher',
      'exchange/send/http-exchange',
      'exchange/send/http-contracts',
      'exchange/send/connect',
    ],
    outside: { 'node:path': ['*'], 'node:util': ['command-line/arguments'], 'node:crypto': ['run/approval'] },
  },
  version: { may: [], outside: {} },
  real: {
    may: ['model', 'ports', 'commands/world', 'commands/command-line/interruption', 'report/text/edge'],
    outside: { 'node:fs': ['files', 'output', 'replace-file'], 'node:util': ['files'] },
  },
  environment: {
    may: everyRoom,
    outside: {
      'node:fs': ['*'],
      'node:inspector': ['*'],
      'node:os': ['*'],
      'node:path': ['*'],
      'node:readline/promises': ['*'],
      'node:util': ['*'],
    },
  },
  start: { may: ['commands', 'environment', 'version'], outside: {} },
  cli: { may: ['start'], outside: {} },
};
