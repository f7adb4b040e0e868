/** Faults of what an account is worth, of the file that says so, and of what its trades came to. */
import type { PlantedFault } from './fault.ts';

const SHARE = { tests: ['test/plan/equity-share.test.ts'] } as const;
const FILE = { tests: ['test/cli/account-file.test.ts'] } as const;
const SUMS = { tests: ['test/commands/trade-sums.test.ts'] } as const;
const WHOLE = { tests: ['test/session/whole-account.test.ts'] } as const;
const DAY = { tests: ['test/commands/day-loss.test.ts', 'test/cli/loss-today.test.ts'] } as const;
const COMMAND = { tests: ['test/cli/account.test.ts'] } as const;

const TRADES = 'src/actions/trades/trade-sums.ts';
const AGE = 'src/actions/prepare/account-age.ts';

export const ACCOUNT_FAULTS: readonly PlantedFault[] = [
  {
    name: 'equity is a float',
    file: 'src/plan/read/equity.ts',
    changes: [
      [
        `equity.times(percent.times(PER_CENT))`,
        `Decimal.of(String((Number(equity.toString()) * Number(percent.toString())) / 100))`,
      ],
    ],
    proof: SHARE,
  },
  {
    name: 'the account file is as old as the file, and not as it says',
    file: 'src/commands/inputs/account-file.ts',
    changes: [[`return account ?? 'reported';`, `return account ? { ...account, asOfMs: Date.now() } : 'reported';`]],
    proof: FILE,
  },
  {
    name: 'sizes go by the file of another account',
    file: AGE,
    changes: [[`if (account !== name)`, `if (account === '')`]],
    proof: FILE,
  },
  {
    name: 'an account file may grow old while a person thinks about it',
    file: 'src/actions/place.ts',
    changes: [[`checkAccountFile(compiled.run, clock.wallMs());`, ``]],
    proof: FILE,
  },
  {
    name: 'a trade of no order of ours is given to a plan that trades its symbol',
    file: TRADES,
    changes: [[`keyOf(orderId) ?? ''`, `keyOf(orderId) ?? names.keys().next().value ?? ''`]],
    proof: SUMS,
  },
  {
    name: 'a fee that was paid is added to what was gained',
    file: TRADES,
    changes: [[`net: realised.minus(fees)`, `net: realised.plus(fees)`]],
    proof: SUMS,
  },
  {
    name: 'a profit after its fee is taken for one before it',
    file: TRADES,
    changes: [[`told === 'after-fees' ? profit.plus(fee) : profit`, `profit`]],
    proof: SUMS,
  },
  {
    name: 'a trade without a fee cost nothing',
    file: TRADES,
    changes: [[`Decimal.parseSigned(fill.fee ?? '')`, `Decimal.parseSigned(fill.fee ?? '0')`]],
    proof: SUMS,
  },
  {
    name: 'a side without a row, where there should be one, is not held',
    file: 'src/session/lists/whole-account.ts',
    changes: [[`if (rows.length > 0 && !isWhole)`, `if (rows.length < 0 && !isWhole)`]],
    proof: WHOLE,
  },
  {
    name: 'an order that no open list has is not looked for',
    file: 'src/session/lists/whole-account.ts',
    changes: [[`if (isNamed === false) missing.push(order);`, ``]],
    proof: WHOLE,
  },
  {
    name: 'more pages of trades than are read are all there is',
    file: 'src/session/lists/list-reader.ts',
    changes: [[`return { kind: 'not-all', fills`, `return { kind: 'all', fills`]],
    proof: COMMAND,
  },
  {
    name: 'an account without its row has nothing',
    file: 'src/model/account-money.ts',
    changes: [
      [`row && worthOf(row, equityIs)`, `row === undefined ? Decimal.zero : worthOf(row, equityIs)`],
      [`row?.available ?? ''`, `row?.available ?? '0'`],
    ],
    proof: COMMAND,
  },
  {
    name: 'what is open and gains makes up for what the day lost',
    file: 'src/actions/trades/day.ts',
    changes: [[`(open.isNegative ? open : ZERO).plus(`, `open.plus(`]],
    proof: DAY,
  },
  {
    name: 'what is held and loses is no loss of the day',
    file: 'src/actions/trades/day.ts',
    changes: [[`(open.isNegative ? open : ZERO).plus(`, `ZERO.plus(`]],
    proof: DAY,
  },
  {
    name: 'a run opens where nobody may ask what was lost',
    file: 'src/actions/prepare/loss-today.ts',
    changes: [[`if (cap === undefined) return;`, `if (cap === undefined || !run.config.exchange.queries) return;`]],
    proof: DAY,
  },
  {
    name: 'as much may be lost as the cap says, and not less',
    file: 'src/actions/prepare/loss-today.ts',
    changes: [[`loss.compare(Rational.of(most)) < 0`, `loss.compare(Rational.of(most)) <= 0`]],
    proof: DAY,
  },
  {
    name: 'what only closes is held back by a loss',
    file: 'src/actions/prepare/loss-today.ts',
    changes: [[`run.target === 'live' && opensAny(run)`, `run.target === 'live'`]],
    proof: DAY,
  },
];
