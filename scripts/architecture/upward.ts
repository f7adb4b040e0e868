/**
 * Imports that run against the table, each with the reason. A line whose import is gone fails the check, so the list only shrinks:
 * mend the import, delete the line.
 */
export const UPWARD: Readonly<Record<string, string>> = {
  'src/exchange/answers/contract-list.ts → src/exchange/send/read-response.ts':
    'the type of what was received lives with its reader',
  'src/commands/world.ts → src/commands/command-line/interruption.ts': 'the world names what ends a command',
  'src/commands/explain/explain.ts → src/commands/run/prepare-run.ts': 'an order becomes a headline there',
  // Scenery of one folder of tests that others use; it belongs into test/support.
  'test/cli/exchange.test.ts → test/paper/client.ts': 'scenery',
  'test/editor/yaml-language-server.test.ts → test/plan/invalid-examples.ts': 'scenery',
  'test/report/explain-lines.test.ts → test/ui/terminal.ts': 'scenery',
  'test/report/hostile.test.ts → test/ui/terminal.ts': 'scenery',
  'test/report/ndjson.test.ts → test/ui/terminal.ts': 'scenery',
  'test/session/fault-positions.test.ts → test/exchange/batch-cases.ts': 'scenery',
  'test/session/fault-positions.test.ts → test/exchange/fault-cases.ts': 'scenery',
  'test/session/fault-positions.test.ts → test/exchange/world.ts': 'scenery',
  'test/source/catalogue.test.ts → test/plan/invalid-examples.ts': 'scenery',
  'test/support/listed-orders.ts → test/exchange/world.ts': 'scenery',
  'test/ui/frame.test.ts → test/report/events.ts': 'scenery',
  'test/ui/run-screen.test.ts → test/report/events.ts': 'scenery',
  'test/session/line.test.ts → test/ledger/place.ts': 'scenery',
  'test/session/placing.property.test.ts → test/budget/flow.ts': 'scenery',
  'test/session/placing.property.test.ts → test/budget/judges.ts': 'scenery',
};
