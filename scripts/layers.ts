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
  'generated model source document budget plan config compile journal exchange execute paper report ui watch commands ports version real-clock real-files real-interruptions real-output replace-file terminal environment start'.split(
    ' ',
  );

export const LAYERS: Readonly<Record<string, Layer>> = {
  generated: { may: [], outside: { 'ajv/dist/runtime/ucs2length.js': ['*'], ajv: ['*'] } },
  model: { may: ['generated'], outside: { 'node:crypto': ['ids'] } },
  ports: { may: ['model', 'journal/journal-state'], outside: {} },
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
  compile: { may: ['model', 'budget', 'journal/journal-state'], outside: {} },
  journal: {
    may: ['model', 'ports'],
    outside: {
      'node:sqlite': [
        'account-keys',
        'account-lock',
        'accounts',
        'approvals',
        'attempts',
        'history',
        'journal-file',
        'live-requests',
        'read-journal',
        'recent-spend',
        'sqlite-journal',
        'steps',
      ],
      'node:fs': ['account-lock', 'aside', 'journal-file', 'journal-path', 'journal-place', 'private-file'],
      'node:path': ['journal-path', 'journal-place'],
      'node:crypto': ['account-lock', 'row-sum'],
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
  execute: {
    may: ['model', 'ports', 'budget', 'journal/journal-state', 'compile/compile-plan'],
    outside: { 'p-limit': ['dispatcher'] },
  },
  paper: { may: ['model'], outside: { 'node:http': ['*'], 'node:crypto': ['*'], 'node:net': ['*'] } },
  report: {
    may: ['model', 'source', 'ports', 'journal/journal-state', 'generated'],
    outside: { 'node:util': ['*'] },
  },
  ui: {
    may: ['model', 'report', 'ports'],
    outside: { ink: ['*'], react: ['*'], 'react/jsx-runtime': ['*'] },
  },
  watch: { may: ['ports'], outside: { chokidar: ['file-watcher'], 'node:path': ['file-watcher'] } },
  commands: {
    may: everyRoom.filter(
      (room) =>
        ![
          'ui',
          'real-files',
          'real-interruptions',
          'real-output',
          'replace-file',
          'terminal',
          'environment',
          'start',
        ].includes(room),
    ),
    never: [
      'watch/file-watcher',
      'exchange/send/http-exchange',
      'exchange/send/http-contracts',
      'exchange/send/connect',
    ],
    outside: { 'node:path': ['*'], 'node:util': ['arguments'], 'node:crypto': ['approval'] },
  },
  version: { may: [], outside: {} },
  'real-clock': { may: ['ports'], outside: {} },
  'real-files': { may: ['model', 'commands/world'], outside: { 'node:fs': ['*'], 'node:util': ['*'] } },
  'real-interruptions': { may: ['commands/interruption'], outside: {} },
  'real-output': { may: ['commands/interruption'], outside: { 'node:fs': ['*'] } },
  'replace-file': { may: [], outside: { 'node:fs': ['*'] } },
  terminal: { may: ['commands/world', 'report/text/edge'], outside: {} },
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
