/** Faults of the check before sending: what it asks, what it refuses for, and what it keeps. */
import type { PlantedFault } from './fault.ts';

const CHECK = 'src/actions/prepare/account-check.ts';
const CAUTIONS = 'src/actions/prepare/check-cautions.ts';
const ROWS = { tests: ['test/cli/account-check.test.ts'] } as const;
const EQUITY = { tests: ['test/cli/account-file.test.ts'] } as const;
const DOCTOR = { tests: ['test/cli/doctor.test.ts'] } as const;
const TOLD = { tests: ['test/cli/account-check-told.test.ts'] } as const;
const SAME = { tests: ['test/cli/same-line.test.ts'] } as const;
const MONEY = { tests: ['test/exchange/money.test.ts'] } as const;

export const CHECK_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a row of the money that cannot be read is left out',
    file: 'src/exchange/answers/money-rows.ts',
    changes: [[`if (row === undefined || rows.has(row.coin)) return unread;`, `if (row === undefined) continue;`]],
    proof: MONEY,
  },
  {
    name: 'the balance of version 3 is taken for its equity',
    file: 'src/exchange/answers/money-rows.ts',
    changes: [[`...(names.equity === undefined ? { balance: worth } : { equity: worth }),`, `equity: worth,`]],
    proof: MONEY,
  },
  {
    name: 'a row of the positions of all symbols that cannot be read is left out',
    file: 'src/exchange/answers/symbol-rows.ts',
    changes: [
      [
        `if (row === undefined || symbol === undefined) return UNREADABLE_ROW;`,
        `if (row === undefined || symbol === undefined) continue;`,
      ],
    ],
    proof: MONEY,
  },
  {
    name: 'a key that is refused is only warned of',
    file: 'src/actions/prepare/access-checks.ts',
    changes: [[`(isStrict || trouble.kind === 'access')`, `isStrict`]],
    proof: ROWS,
  },
  {
    name: 'a certificate that nobody trusts is told as an exchange that does not answer',
    file: 'src/exchange/answers/told.ts',
    changes: [[`failure === 'tls' ? 'untrusted' : 'unreachable'`, `failure === 'tls' ? 'unreachable' : 'unreachable'`]],
    proof: ROWS,
  },
  {
    name: 'a clock that is refused twice has no cause',
    file: 'src/exchange/answers/transmitted.ts',
    changes: [[`message, cause: { kind: 'clock', message } }`, `message }`]],
    proof: ROWS,
  },
  {
    name: 'separated positions are seen in the settings alone',
    file: 'src/actions/prepare/account-settings.ts',
    changes: [[`({ isSeparated }) => isSeparated === true)`, `({ isSeparated }) => isSeparated === undefined)`]],
    proof: ROWS,
  },
  {
    name: 'ids of the plan that are found are only looked at in a first send',
    file: CHECK,
    changes: [[`if (wasPlaced) refuseIdsFound(checked, run);`, `if (!wasPlaced) refuseIdsFound(checked, run);`]],
    proof: ROWS,
  },
  {
    name: 'ids of the plan that are found are forgiven where the check only warns',
    file: CHECK,
    changes: [
      [`if (wasPlaced) refuseIdsFound(checked, run);`, `if (wasPlaced && isStrict) refuseIdsFound(checked, run);`],
    ],
    proof: ROWS,
  },
  {
    name: 'the lineage that is looked for is the one that this journal placed',
    file: 'src/actions/prepare/ids-found.ts',
    changes: [[`lineage + ahead), isKnown`, `lineage), isKnown`]],
    proof: ROWS,
  },
  {
    name: 'required stops are not judged by the market that the check saw',
    file: CHECK,
    changes: [[`checkRequiredStops({ ...seen, look: seen.checkedLook });`, `checkRequiredStops(run);`]],
    proof: ROWS,
  },
  {
    name: 'a reference is held against the far end of the market',
    file: 'src/actions/prepare/check-cautions.ts',
    changes: [
      [
        `if (distanceOf(reference, market).compare(room) <= 0) return [];`,
        `if (distanceOf(reference, market).compare(room) >= 0) return [];`,
      ],
    ],
    proof: ROWS,
  },
  {
    name: 'what open orders close is not taken from what is held',
    file: CAUTIONS,
    changes: [[`const free = held.minus(taken);`, `const free = held.plus(taken);`]],
    proof: TOLD,
  },
  {
    name: 'the margin is what is opened times the leverage',
    file: 'src/actions/prepare/margin-caution.ts',
    changes: [[`.dividedBy(Rational.of(leverage))`, `.times(Rational.of(leverage))`]],
    proof: TOLD,
  },
  {
    name: 'a target is told to be on the wrong side of the market',
    file: CAUTIONS,
    changes: [[`trigger.compare(entry) * way < 0)`, `trigger.compare(entry) * way !== 0)`]],
    proof: TOLD,
  },
  {
    name: 'money is asked for where nothing opens',
    file: CHECK,
    changes: [[`asksMoney: opensAny(run),`, `asksMoney: true,`]],
    proof: TOLD,
  },
  {
    name: 'the account is asked although no question is allowed',
    file: 'src/model/config.ts',
    changes: [[`(queries ? accountCheck : 'off')`, `(queries ? accountCheck : accountCheck)`]],
    proof: TOLD,
  },
  {
    name: 'what the account is asked at a first send is asked twice',
    file: 'src/session/session.ts',
    changes: [[`this.#listed = listed;`, `this.#listed = undefined ?? (listed && undefined);`]],
    proof: TOLD,
  },
  {
    name: 'a position of which a part is missing is read',
    file: 'src/session/account-check.ts',
    changes: [[`look.positions === undefined ?`, `position.kind === 'failed' ?`]],
    proof: TOLD,
  },
  {
    name: 'the market that the check saw is not kept',
    file: 'src/actions/prepare/on-record.ts',
    changes: [[`if (atMs === undefined) return undefined;`, `if (atMs !== undefined) return undefined;`]],
    proof: TOLD,
  },
  {
    name: 'a later look at an order forgets where the market was when it was placed',
    file: 'src/protection/journal/of-journal.ts',
    changes: [[`market: rangeOf(market),`, `market: rangeOf(market) && undefined,`]],
    proof: TOLD,
  },
  {
    name: 'where a plan said the market is, is not kept',
    file: 'src/actions/prepare/on-record.ts',
    changes: [[`return kept.length === 0 ? undefined : kept;`, `return kept.length === 0 ? kept : undefined;`]],
    proof: SAME,
  },
  {
    name: 'what a plan says by now goes before what it said',
    file: 'src/protection/markets.ts',
    changes: [
      [
        `said ?? (ofPlans ??= referencesByPlan(orders)).get(plan)?.get(symbol)`,
        `(ofPlans ??= referencesByPlan(orders)).get(plan)?.get(symbol) ?? said`,
      ],
    ],
    proof: SAME,
  },
  {
    name: 'turning the check off is approved with it',
    file: 'src/actions/approval.ts',
    changes: [
      [
        `accountCheckOf({ exchange, execution }) !== 'refuse' && {`,
        `accountCheckOf({ exchange, execution }) === 'refuse' && {`,
      ],
    ],
    proof: { tests: ['test/commands/approval.test.ts'] },
  },
  {
    name: 'what the check read of the lists stands for what was placed while a person thought',
    file: 'src/session/account-check.ts',
    changes: [[`LISTED_HOLDS_MS = 5000`, `LISTED_HOLDS_MS = 60_000`]],
    proof: TOLD,
  },
  {
    name: 'sizes go by an equity that is half gone',
    file: 'src/actions/prepare/account-age.ts',
    changes: [[`Decimal.of('0.95')`, `Decimal.of('0.5')`]],
    proof: EQUITY,
  },
  {
    name: 'sizes go by an equity that nobody told',
    file: 'src/actions/prepare/account-check.ts',
    changes: [[`equity.kind === 'unread' ? [equity.words] : []`, `[]`]],
    proof: EQUITY,
  },
  {
    name: 'an equity that is gone refuses nothing',
    file: 'src/actions/prepare/account-check.ts',
    changes: [[`if (isStrict) refuseLess(equity);`, ``]],
    proof: EQUITY,
  },
  {
    name: 'doctor writes into the journal what it only tries',
    file: 'src/commands/doctor/doctor.ts',
    changes: [[`...world.journals.trial() }`, `}`]],
    proof: DOCTOR,
  },
  {
    name: 'doctor ends at the first check that refuses',
    file: 'src/commands/doctor/every-check.ts',
    changes: [[`failures.push(error);`, `throw error;`]],
    proof: DOCTOR,
  },
  {
    name: 'doctor has a check that no run has',
    file: 'src/commands/doctor/doctor.ts',
    changes: [
      [
        `[FILE_CHECKS, ACCOUNT_CHECKS, PLACING_CHECKS]`,
        `[FILE_CHECKS, [{ name: 'own', ask: () => void (run.setup?.plan?.validUntil ?? refuse('plan/too-late' as never, 'no end')) }], ACCOUNT_CHECKS, PLACING_CHECKS]`,
      ],
    ],
    proof: DOCTOR,
  },
  {
    name: 'a run passes over a check that doctor has',
    file: 'src/commands/run/execute-plan.ts',
    changes: [
      [`toFirstRefusal(FILE_CHECKS, run)`, `toFirstRefusal(FILE_CHECKS.filter(({ name }) => name !== 'node'), run)`],
    ],
    proof: DOCTOR,
  },
  {
    name: 'doctor takes an account for free that another run holds',
    file: 'src/journal/open.ts',
    changes: [[`if (!free.ok) return free;`, `if (!free.ok) return ok({ release: () => {} });`]],
    proof: DOCTOR,
  },
];
