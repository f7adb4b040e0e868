/** Writes `docs/outcomes.md`: every rule that decides what became of an order (`npm run docs`). */
import { writeFileSync } from 'node:fs';
import { CANCEL_ENTRY_RULES } from '../../src/exchange/answers/cancel-entries.ts';
import { CANCEL_ROWS } from '../../src/exchange/answers/classify-cancel.ts';
import { ENTRY_RULES } from '../../src/exchange/answers/classify-batch.ts';
import { TABLE, WAY_ROWS } from '../../src/exchange/answers/classify.ts';
import type { RowOutcome, Rule } from '../../src/exchange/answers/row.ts';
import { table } from './table.ts';

export const OUTCOMES_PAGE = new URL('../../docs/outcomes.md', import.meta.url);

interface Shown {
  readonly rule: string;
  readonly outcome: string;
  readonly meaning: string;
}

/** The rules outside of the table: what an answer is checked for after it, and what needs no answer. */
export const OTHER_RULES: readonly Shown[] = [
  {
    rule: 'order-id-taken',
    outcome: 'unknown',
    meaning: 'the journal has the order id for another order of the account; nothing more is sent',
  },
  {
    rule: 'order-id-secret',
    outcome: 'unknown',
    meaning: 'the order id in the answer, also to a cancel, contains one of the keys',
  },
  { rule: 'bug', outcome: 'unknown', meaning: 'ordo failed while it awaited the answer' },
  { rule: 'no-record', outcome: 'unknown', meaning: 'sent, and the run ended before an answer was recorded' },
  {
    rule: 'adopted',
    outcome: 'unknown',
    meaning: 'never sent from this journal; settled as `found` by the same commit',
  },
  { rule: 'found', outcome: 'accepted', meaning: 'the lists have the order once, as it was sent' },
  { rule: 'seen-open', outcome: 'rests', meaning: 'a look at the exchange: its record rests there' },
  { rule: 'seen-filled', outcome: 'filled', meaning: 'a look: its record and its trades say that it was filled whole' },
  {
    rule: 'seen-cancelled',
    outcome: 'cancelled',
    meaning: 'a look: its record says that it was cancelled, its trades what was filled before',
  },
  {
    rule: 'seen-triggered',
    outcome: 'filled or fired',
    meaning: 'a look: the trigger fired, and became a market order, or a limit order that may rest',
  },
  { rule: 'seen-nowhere', outcome: 'rests', meaning: 'a look: none of the lists has it, which proves nothing' },
  { rule: 'seen-trades', outcome: 'rests', meaning: 'a look: trades of it, and no record that agrees with them yet' },
  { rule: 'cancel-not-sent', outcome: 'refused', meaning: 'its cancel did not leave, and it is not seen to be over' },
  {
    rule: 'cancel-open',
    outcome: 'unknown',
    meaning: 'its cancel may have left, and its end was not seen within `execution.cancelWait`',
  },
  { rule: 'not-written', outcome: 'unknown', meaning: 'the end of its cancel could not be written to the journal' },
  {
    rule: 'chosen',
    outcome: 'accepted',
    meaning: 'the lists have several under its client order id, and a person said which',
  },
  {
    rule: 'by-person',
    outcome: 'accepted or absent',
    meaning: 'a person decided by `ordo settle`; the journal keeps who and why',
  },
];

const WORDS: Readonly<Record<RowOutcome, string>> = {
  accepted: 'accepted',
  rejected: 'rejected',
  unknown: 'unknown',
  withheld: 'withheld',
  taken: 'taken',
  refused: 'refused',
  'not-sent': 'not sent',
  'rate-refused': 'not taken',
  'clock-refused': 'not taken',
  'entry by entry': 'entry by entry',
};

const HEAD = `<!-- Made by \`npm run docs\` from the tables in src/exchange/v2. Do not edit. -->

# Outcomes and their rules

Each accepted, rejected or unknown order carries the name of the rule that decided it: \`rule\` in the events, and in the
journal. Accepted and rejected are proofs by the exchange. Whatever may have left and is neither is unknown, and is not sent
again until it is settled.

## The answer to a call

The rules are tried from the top, and the first that fits decides for all orders of the call. Not sent means that no byte
left. Not taken means that the exchange refused the call before it looked at the orders: the rate limit, or the timestamp. Such
a call may go again, as often as the settings allow; if it does not, its orders are withheld, or rejected where it was the timestamp.`;

const ENTRIES = `## The entries of a batch

Entries belong to orders by client order id alone, never by their place in the list.`;

/** The last rule of a call that its cancel shares with it. */
const LAST_OF_WAY = WAY_ROWS.at(-1)?.rule ?? '';

const CANCEL = `## The answer to a cancel

A cancel is taken, refused or unknown, and none of it is an end: an order is off the exchange only when its record says so. The
rules of a call from the first to \`${LAST_OF_WAY}\` apply to a cancel as well, where rejected means refused. After them:`;

const CANCEL_ENTRIES = `### The entries of a cancel

Entries belong to orders by order id, else by client order id, never by their place in a list. An answer about one order is an
entry itself.`;

const OTHERS = '## Beside the table';

const rulesTable = (rules: readonly Shown[]): string =>
  table([
    ['Rule', 'Outcome', 'Meaning'],
    ...rules.map(({ rule, outcome, meaning }) => [`\`${rule}\``, outcome, meaning]),
  ]);

const shown = ({ rule, outcomes, meaning }: Rule): Shown => ({
  rule,
  outcome: outcomes.map((outcome) => WORDS[outcome]).join(' or '),
  meaning,
});

export const outcomesPage = (): string =>
  [
    HEAD,
    rulesTable(TABLE.map(shown)),
    ENTRIES,
    rulesTable(ENTRY_RULES.map(shown)),
    CANCEL,
    rulesTable(CANCEL_ROWS.map(shown)),
    CANCEL_ENTRIES,
    rulesTable(CANCEL_ENTRY_RULES.map(shown)),
    OTHERS,
    rulesTable(OTHER_RULES),
  ]
    .join('\n\n')
    .concat('\n');

if (import.meta.main) writeFileSync(OUTCOMES_PAGE, outcomesPage());
