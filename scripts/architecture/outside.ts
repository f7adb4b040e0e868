/**
 * Which layer or file may import which package, and in src which of Node's modules. What is not listed is not allowed; beside src
 * Node's own modules need no line. So ky, the YAML library and SQLite are each known in one place.
 */
export const OUTSIDE: Readonly<Record<string, string>> = {
  // Packages of the program.
  '@observablehq/plot': 'src/show/page/charts src/show/page/candle-chart src/show/page/ladder-chart',
  '@xmldom/xmldom': 'src/show/page/charts',
  ajv: 'src/generated',
  chokidar: 'src/watch/file-watcher',
  diff: 'src/views/text-difference test/report',
  'fastest-levenshtein': 'src/document/did-you-mean',
  'get-east-asian-width': 'src/source/text-width',
  ink: 'src/ui/** test/support/drawn-screen',
  ky: 'src/exchange/send/http-exchange src/exchange/send/connect bench/place/client-rivals',
  'lossless-json': 'src/config/json-source src/exchange/answers/answers test/exchange/answers-property.test',
  'p-limit': 'src/session/send/dispatcher proofs/sabotage/sabotage',
  'prettier/plugins/yaml': 'src/plan/format/prettier',
  'prettier/standalone': 'src/plan/format/prettier',
  react: 'src/ui/** test/support/drawn-screen',
  yaml: 'src/document/parse-yaml src/plan/format/prettier-input bench/compile/worker proofs/inputs/plain-yaml test/**',
  // Packages that build, prove and test it.
  '@xterm/headless': 'scripts/docs/terminal test/**',
  'ajv/dist/2020.js': 'scripts/generate test/**',
  'ajv/dist/standalone/index.js': 'scripts/generate',
  'playwright-core': 'proofs/page',
  parse5: 'test/report',
  pg: 'src/journal/postgres/pg-session proofs/support/postgres-server test/**',
  esbuild:
    'scripts/build scripts/release/executable scripts/third-party proofs/sabotage/sabotage bench/support/workplace test/**',
  'fast-check': 'test/** proofs/inputs/any-plan proofs/inputs/two-nodes proofs/protection',
  'json-schema-to-typescript': 'scripts/generate',
  'string-width': 'test/**',
  vitest: 'test/**',
  'vscode-jsonrpc/node': 'test/editor',
  // Node's own modules, in src.
  'node:async_hooks': 'src/exchange/send/sent-evidence',
  'node:child_process': 'src/exchange/keys/keys src/system/git src/system/notice-program src/other-node',
  'node:crypto':
    'src/model/ids src/journal/files/run-lock src/journal/files/kept-heads src/exchange/keys/sign src/exchange/send/http-exchange src/paper/v2 src/commands/run/run-request src/actions/approval src/journal/records/chain src/journal/sqlite/sqlite-log src/journal/postgres/pg-log src/journal/postgres/run-locks src/journal/requests/trial-store src/compile/ladder-edits src/actions/review/reviewed-text src/show/html src/simulate/candles/digest',
  'node:diagnostics_channel': 'src/exchange/send/http1-agent src/exchange/send/sent-evidence',
  'node:fs':
    'src/journal/files src/journal/sqlite/journal-file src/journal/sqlite/file-faults src/journal/postgres/password-file src/journal/postgres/connecting src/system/files src/system/foreground src/system/output src/system/replace-file src/system/make-files src/journal/open src/other-node',
  'node:http': 'src/paper/v2 src/paper/transport src/paper/server',
  'node:inspector': 'src/environment',
  'node:module': 'src/executable',
  'node:net': 'src/paper/server',
  'node:os': 'src/system/machine src/journal/postgres/password-file src/simulation-thread',
  'node:path':
    'src/journal/files src/journal/postgres/password-file src/journal/postgres/journal-url src/watch/file-watcher src/commands src/commands/init src/commands/journal src/commands/completion src/commands/command-line ' +
    'src/commands/inputs src/commands/live src/commands/run src/commands/watch src/commands/settle src/commands/status src/commands/account src/commands/cancel src/commands/close src/commands/flatten src/commands/explain src/commands/mcp src/commands/instruments src/commands/candles src/commands/simulate src/commands/history src/system/machine src/system/make-files src/commands/review src/library src/commands/diff',
  'node:readline/promises': 'src/environment',
  'node:sqlite':
    'src/journal/files/run-lock src/journal/sqlite/journal-file src/journal/sqlite/file-faults src/journal/sqlite/sqlite-log src/journal/sqlite/verify-journal src/journal/sqlite/waiting-file ' +
    'src/journal/sqlite/seal src/journal/sqlite/moving-file src/journal/sqlite/record-rows src/journal/sqlite/halt-at-end src/journal/sqlite/tables-beside',

  'node:url': 'src/other-node',
  'node:util':
    'src/source/code-frame src/exchange/keys/secret src/report/text/tones ' +
    'src/commands/command-line/arguments src/system/files',
  'node:worker_threads': 'src/system/start-thread src/simulation-thread src/executable',
};
