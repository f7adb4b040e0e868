/** Every kind of refusal, once, by the exit code that it ends with (docs/refusals.md). */
import { EXIT, type ExitCode } from './exit-code.ts';
import { USAGE_REFUSALS, type RefusalKind } from './usage-refusals.ts';

export const REFUSALS = {
  usage: USAGE_REFUSALS,
  invalid: {
    'plan/invalid': ['The plan has mistakes.', 'Correct them: [diagnostics](diagnostics.md).'],
  },
  forbidden: {
    'plan/forbidden': ['A policy or limit forbids the plan.', 'Make it smaller, or change the policy.'],
    'limit/standing-notional': [
      'With what is open of the account, the run passes `maxStandingNotional`, or its worth cannot be computed.',
      'Make the plan smaller, or say which orders are closed.',
    ],
    'limit/no-stop': [
      'After the run an opening order would have no stop, because of what is selected or cancelled, or was rejected or cancelled before.',
      'Select the stop as well, place it again, or give the order a `stopLoss`.',
    ],
    'account/loss-today': ['Today’s loss passes `maxLossToday`, or is not known.', 'Look at it: `ordo account`.'],
    'account/halted': [
      'The account is halted, and the run would open something.',
      'Place what closes with `--only`, or lift the halt: `ordo halt --lift --why "the reason"`.',
    ],
  },
  unknown: {
    'flatten/unread': [
      'Not all of what the account holds could be read, so nobody knows whether it is flat. With `--yes` it is halted.',
      'Give the command again; if it stays so, look on the exchange, and close there.',
    ],
    'close/unread': [
      'What is held could not be read within `execution.cancelWait`, so nothing was closed.',
      'Give the command again; if it stays so, look on the exchange, and close there.',
    ],
    'close/earlier-open': [
      'An earlier close of the position is unknown, or was not seen to end.',
      'Repeat the command; if nothing changes, look on the exchange, and settle it: `ordo settle --name ordo:close`.',
    ],
  },
  incomplete: {
    'journal/failed': [
      'The journal could no longer be used while the account was read: nothing was sent.',
      'Fix the file, its folder or its server, and run again.',
    ],
    'run/asked-to-end': [
      'Another command asked whoever follows the plan to end, while that waited for its approval.',
      'Give the command again once the other one has ended.',
    ],
    'journal/halt-stands': [
      'The halt is on record and in force, but the journal then failed, or was checked and is damaged.',
      'Keep the file, and look on the exchange: nothing is sent on a damaged journal.',
    ],
    'journal/not-halted': [
      'The halt, or its end, could not be written to the journal: nothing has changed.',
      'Repair the journal, and repeat the command; until then stop ordo itself.',
    ],
  },
  notAsReviewed: {
    'approval/other-bytes': [
      'What would be sent is not what was approved.',
      'Look at the dry run again, and approve its code.',
    ],
    'close/position-changed': ['The position changed after it was first read.', 'Look at it again, and approve that.'],
    'plan/generation': ['The journal knows the plan under another generation.', 'Write that one, or the next.'],
    'follow/edited': [
      'A plan that is followed was edited where it is at work: an order that is open or held is gone from it, or says something else.',
      'Take up the edit of a stop with `--replace <id>`; write anything else again as it was, or take it off first: `ordo cancel <plan> --only <id> --execute --live`.',
    ],
    'plan/elsewhere': [
      'The exchange has orders of the plan that this journal does not know.',
      'Use the journal that placed them, or settle them.',
    ],
    'plan/market-moved': [
      'The market is farther from the `reference` of an order than its `maxDistance`.',
      'Look at the plan again, and at its reference.',
    ],
    'plan/past-valid-until': ['The plan is past its `validUntil`.', 'Look at it again, and set a later time.'],
    'account/file': [
      'The account file that sizes were computed from is too old, dated ahead, or of another exchange or account.',
      'Write it again, and look at the sizes: `ordo account --out account.json`.',
    ],
    'plan/renamed': [
      '`was` names an order that was never sent, and one that was removed may be open.',
      'Write in `was` the id that was sent first.',
    ],
    'reviewed/changed': ['The reviewed plan is not what would be sent now.', 'Write it again, and look at it.'],
    'reviewed/damaged': ['The reviewed plan is not as ordo wrote it.', 'Write it again.'],
    'journal/altered': ['A record of the journal was changed, removed or inserted.', 'Keep it, and look into it.'],
    'journal/doubtful': [
      'The journal could be read, but no run may use it as it is (`journal/unfit`).',
      'Do what the hint says, then `ordo journal verify`.',
    ],
  },
  rateLimited: {
    'exchange/rate-limited': ['The rate limit leaves no room for the question.', 'Try again later.'],
  },
  declined: {
    'approval/declined': ['A person did not approve.', 'Nothing was sent; run again.'],
  },
  locked: {
    'account/locked': ['Another run has locked the account or the plan.', 'Wait for it to end.'],
    'account/locked-by-watch': ['A watch has locked it, and does not end by itself.', 'Press q in its terminal.'],
  },
} satisfies Partial<Record<keyof typeof EXIT, Readonly<Record<string, RefusalKind>>>>;

type Kinds = typeof REFUSALS;

/** What a run is refused for. Codes are only ever added: scripts are written against them. */
export type RefusalCode = { [End in keyof Kinds]: keyof Kinds[End] }[keyof Kinds];

/** Those that end with exit code 2. */
export type UsageCode = keyof Kinds['usage'];

export function exitOf(code: RefusalCode): ExitCode {
  const ends = Object.keys(REFUSALS) as (keyof Kinds)[];
  return EXIT[ends.find((end) => Object.hasOwn(REFUSALS[end], code)) ?? 'bug'];
}
