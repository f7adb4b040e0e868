import { EXCHANGE_HELP, EXCHANGE_OPTIONS } from './serve-paper.ts';
import { EXPLAIN_OPTIONS } from './explain/explain.ts';
import { FMT_OPTIONS } from './fmt.ts';
import type { CommandHelp } from './command-line/help.ts';
export { commandHelp, overview } from './command-line/help.ts';
import { INSTRUMENTS_OPTIONS } from './instruments/instruments.ts';
import { RUN_OPTIONS } from './run/run.ts';
import { SETTLE_OPTIONS } from './settle/settle.ts';
import { STATUS_OPTIONS } from './status.ts';
import { VALIDATE_OPTIONS } from './validate.ts';

/** The help of every command, in the order in which a new user meets them. */
export const HELP: ReadonlyMap<string, CommandHelp> = new Map([
  [
    'run',
    {
      usage: 'ordo run <plan>',
      brief: 'show every call; --execute places them',
      summary: 'Check and compile a plan and show every call it makes; --execute places the orders.',
      more: `Without --execute nothing is sent, no key is read and no socket opened. With it, orders
go to the embedded paper exchange, or with --live to the real one, which asks for the
approval code of what was shown (or takes it from --approve). The code stands for the
bytes, the exchange, the account and the settings. An order that was sent before is
never sent again: not after a crash, not after an edit, not when its outcome is unknown.`,
      options: RUN_OPTIONS,
      examples: [
        ['ordo run plan.yaml', 'what would be sent'],
        ['ordo run plan.yaml --watch', 'the same at every save'],
        ['ordo run plan.yaml --execute', 'on paper'],
        ['ordo run plan.yaml --execute --live', 'for real, asking first'],
        ['ordo run plan.yaml --execute --live --approve 3f9c21d4', 'for real, as reviewed'],
      ],
    },
  ],
  [
    'validate',
    {
      usage: 'ordo validate <plan>...',
      brief: 'say what is wrong, and where',
      summary: 'Say what is wrong with plans, and where.',
      options: VALIDATE_OPTIONS,
      examples: [
        ['ordo validate plans/*.yaml', 'exit 0 if all are valid, 3 if not, 4 if a policy forbids one'],
        ['ordo validate plan.yaml --output ndjson', 'for a program'],
        ['ordo validate plans/*.yaml --format github', 'beside the lines of a pull request'],
        ['ordo validate plans/*.yaml --format sarif > ordo.sarif', 'for code scanning'],
      ],
    },
  ],
  [
    'fmt',
    {
      usage: 'ordo fmt <plan>...',
      brief: 'the canonical layout, comments kept',
      summary: 'Write plans in the one canonical layout: comments kept, no number touched.',
      options: FMT_OPTIONS,
      examples: [
        ['ordo fmt plans/*.yaml', 'a file is written only if its text changes'],
        ['ordo fmt --check plans/*.yaml', 'for CI: exit 3 if one would change'],
      ],
    },
  ],
  [
    'status',
    {
      usage: 'ordo status <plan>',
      brief: 'what the journal knows of each order',
      summary: 'What the journal knows of each order.',
      options: STATUS_OPTIONS,
      examples: [['ordo status plan.yaml', 'accepted, rejected, unknown or never sent, with order ids']],
    },
  ],
  [
    'explain',
    {
      usage: 'ordo explain <plan> <id>',
      brief: 'one order from YAML line to outcome',
      summary: 'One order, from its lines in the plan to its exact bytes to what the journal has of it.',
      more: `It sends nothing, reads no key and opens no socket. The journal is that of the live exchange
which the config's exchange.baseUrl or ORDO_BASE_URL names; paper runs keep none.`,
      options: EXPLAIN_OPTIONS,
      examples: [
        ['ordo explain plan.yaml entry', 'lines, formulas, body, outcome'],
        ['ordo explain plan.yaml pullback', 'a ladder: its rule, and every rung'],
        ['ordo explain plan.yaml entry --var entry=64500', 'with another value of a variable'],
      ],
    },
  ],
  [
    'settle',
    {
      usage: 'ordo settle <plan>',
      brief: 'end unknowns: look them up, or decide',
      summary: 'Look unknown orders up on the exchange, or record a person’s decision.',
      more: `An order is accepted where the exchange's lists have it once, as it was sent. One that stands
twice is an alarm. One that differs, or is in no list, proves nothing. All of these stay unknown
until a person decides; who, when and why go into the journal.`,
      options: SETTLE_OPTIONS,
      examples: [
        ['ordo settle plan.yaml', 'look every unknown order up'],
        ['ordo settle plan.yaml --placed entry=5964710646', 'decide: it stands'],
        ['ordo settle plan.yaml --absent entry --why "not in the history at 14:05"', 'decide: it does not'],
        ['ordo run plan.yaml --execute --live --again entry', 'and place it again'],
      ],
    },
  ],
  [
    'instruments',
    {
      usage: 'ordo instruments',
      brief: 'write the precision of every symbol',
      summary: 'Write instruments.json from the exchange’s list of contracts.',
      more: `It holds the tick, the step, the least and the greatest size of every symbol. A contract
whose precision cannot be read exactly is left out and named, never guessed; what
differs from the existing file is reported. The address is ORDO_BASE_URL or the
config's exchange.baseUrl; no key is needed, and none is read.`,
      options: INSTRUMENTS_OPTIONS,
      examples: [
        ['ordo instruments', 'write or renew the list that the config names'],
        ['ordo instruments --symbol cmt_btcusdt', 'a list of one'],
        ['ordo instruments --check', 'exit 0 if the list still holds, 5 if not'],
      ],
    },
  ],
  [
    'exchange',
    {
      usage: 'ordo exchange',
      brief: 'serve the paper exchange',
      summary: 'Serve the paper exchange on this machine.',
      more: EXCHANGE_HELP,
      options: EXCHANGE_OPTIONS,
      examples: [
        ['ordo exchange --port 8080', 'a port that stays the same'],
        ['ordo exchange --uid-weight 60/2s --counting fixed', 'another window'],
        ['ordo exchange --faults drop-after:0.1 --seed 7', 'one answer in ten is lost'],
        ['ordo exchange --strict --errors 200', 'a narrower exchange'],
      ],
    },
  ],
  [
    'schema',
    {
      usage: 'ordo schema [plan|config|event]',
      brief: 'print a JSON Schema',
      summary: 'Print a JSON Schema.',
      options: {},
      examples: [['ordo schema plan > plan.schema.json', 'for an editor']],
    },
  ],
]);
