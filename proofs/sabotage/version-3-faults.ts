/** Faults of version 3 of the interface: of what its answers prove, and of where the dialect is asked. */
import type { PlantedFault } from './fault.ts';

const BOOK = 'src/exchange/v3/book.ts';
const SETTINGS = 'src/actions/prepare/account-settings.ts';
const ANSWERS = { tests: ['test/exchange/v3.test.ts'] } as const;
const LIVE = { tests: ['test/cli/version-3.test.ts'] } as const;

export const VERSION_3_FAULTS: readonly PlantedFault[] = [
  {
    name: 'after a batch that is not supported the next one is sent',
    file: BOOK,
    changes: [[`  batchRefused,\n  names: {`, `  names: {`]],
    proof: LIVE,
  },
  {
    name: 'a second 429 of version 3 within a minute is waited out like the first',
    file: BOOK,
    changes: [[`  secondEndsMs: 60_000,\n`, ``]],
    proof: LIVE,
  },
  {
    name: 'calls that were under way at a 429 count as a second one',
    file: 'src/session/send/exchange-pause.ts',
    changes: [[`if (before !== undefined && sentMs <= before) return false;`, ``]],
    proof: { tests: ['test/session/exchange-pause.test.ts'] },
  },
  {
    name: 'a batch of version 3 is one order of the shorter window',
    file: 'src/exchange/v3/dialect.ts',
    changes: [[`      countsOrders: true,\n`, ``]],
    proof: 'sim-v3',
  },
  {
    name: 'an order that a list named is placed again beside a second one of its request',
    file: 'src/actions/place.ts',
    changes: [[`await refuseMadeTwice(asked);`, ``]],
    proof: 'sim-v3',
  },
  {
    name: 'an order that a list named is over beside a second one of its request',
    file: 'src/session/lists/stand.ts',
    changes: [[`if (isFound !== true) return undefined;`, `if (isFound !== undefined) return undefined;`]],
    proof: { tests: ['test/session/standing-look.test.ts'] },
  },
  {
    name: 'what the check before was shown of a list is forgotten when an order is looked up',
    file: 'src/session/lists/look-up.ts',
    changes: [[`const shown = listed?.shown(list) ?? [];`, `const shown: ListedOrder[] = [];`]],
    proof: 'sim-v3',
  },
  {
    name: 'what the settings of the account meet is forgotten before the first order',
    file: 'src/session/session.ts',
    changes: [
      [
        `if (this.#isSpent && !this.#isFollowing) this.#restraint`,
        `if (this.#restraint !== undefined) this.#restraint`,
      ],
    ],
    proof: 'sim-v3',
  },
  {
    name: 'a refusal by the rate limit is only a failure to read the settings',
    file: 'src/exchange/v3/account.ts',
    changes: [
      [
        `if (told.kind !== 'told') return told;`,
        `if (told.kind !== 'told') return { kind: 'failed', message: told.message };`,
      ],
    ],
    proof: 'sim-v3',
  },
  {
    name: 'version 3 reads errors by the book of version 2',
    file: BOOK,
    changes: [
      [`refusals: REFUSALS.union(new Set([ENGINE])),`, `refusals: new Set(['40017', '40019', '40020', '40015']),`],
    ],
    proof: ANSWERS,
  },
  {
    name: 'a refusal of the engine at 500 is always unknown',
    file: BOOK,
    changes: [[`  engineStatus: 500,\n`, `  engineStatus: 599,\n`]],
    proof: ANSWERS,
  },
  {
    name: 'every -1054 at 500 is a refusal',
    file: 'src/exchange/answers/refusal-proof.ts',
    changes: [
      [`code === engineCode && ENGINE_REFUSAL.test(message);`, `code === engineCode;`],
      [`(code !== engineCode || ENGINE_REFUSAL.test(message)) &&`, ``],
      [`!LEAVES_OPEN.test(message) &&`, ``],
    ],
    proof: ANSWERS,
  },
  {
    name: 'the config cannot take back that the engine refuses at 500',
    file: 'src/exchange/v3/operations.ts',
    changes: [[`engineRefusalsAt500 ? OPERATIONS : UNASSUMING;`, `engineRefusalsAt500 ? OPERATIONS : OPERATIONS;`]],
    proof: LIVE,
  },
  {
    name: 'an unknown error is a refusal on version 3',
    file: BOOK,
    changes: [[`'-1058 -3235 -1115`, `'-1000 -1058 -3235 -1115`]],
    proof: ANSWERS,
  },
  {
    name: 'an order that is refused in place is one of ours with another name',
    file: BOOK,
    changes: [[`    clientOid: 'clientOrderId',`, `    clientOid: 'origClientOrderId',`]],
    proof: { tests: ['test/exchange/v3-faults.test.ts'] },
  },
  {
    name: 'a symbol is compared by its letters alone',
    file: 'src/model/symbol.ts',
    changes: [[`symbol.toLowerCase().replace(/^cmt_/, '')`, `symbol.toLowerCase()`]],
    proof: { tests: ['test/plan/two-spellings.test.ts'] },
  },
  {
    name: 'an error of version 3 beside an order is a refusal',
    file: 'src/exchange/answers/refusal-proof.ts',
    changes: [
      [
        `const isOrderKey = (letters: string): boolean => letters === own || ORDER_KEY.test(letters);`,
        `const isOrderKey = (letters: string): boolean => letters === 'order_id' || own === '';`,
      ],
      [`if (LONG_DIGITS.test(textOf(one) ?? '')) return true;`, ``],
    ],
    proof: { tests: ['test/exchange/v3-faults.test.ts'] },
  },
  {
    name: 'an order under a version’s own name does not count as one',
    file: 'src/exchange/answers/refusal-proof.ts',
    changes: [
      [`letters === own || ORDER_KEY.test(letters);`, `ORDER_KEY.test(letters) || (own === '' && letters === own);`],
    ],
    proof: { tests: ['test/exchange/third-dialect.test.ts'] },
  },
  {
    name: 'an order goes in another margin mode than the plan says',
    file: SETTINGS,
    changes: [[`if (settings.marginMode !== marginMode) {`, `if (settings.marginMode === undefined) {`]],
    proof: LIVE,
  },
  {
    name: 'an account that may not trade is only warned of',
    file: 'src/actions/prepare/access-checks.ts',
    changes: [
      [
        `ask: ({ checked }) => refuseNoTrading(checked)`,
        `ask: ({ checked, ...run }) => judgesStrictly(run) && refuseNoTrading(checked)`,
      ],
    ],
    proof: LIVE,
  },
  {
    name: 'after a 429 version 3 waits as long as the answer says',
    file: BOOK,
    changes: [[`leastWaitMs: 10_000,`, `leastWaitMs: 0,`]],
    proof: ANSWERS,
  },
  {
    name: 'the real exchange is spoken to by a version that nobody wrote',
    file: 'src/commands/live/live-target.ts',
    changes: [[`config.exchange.isInterfaceAssumed === true`, `config.exchange.isInterfaceAssumed === undefined`]],
    proof: LIVE,
  },
  {
    name: 'an order beside a word of failure is accepted',
    file: BOOK,
    changes: [[`    result: 'success',`, `    result: 'result',`]],
    proof: ANSWERS,
  },
  {
    name: 'of two settings of one symbol the last one counts',
    file: 'src/exchange/v3/account.ts',
    changes: [[`      if (symbols.has(name)) return undefined;\n`, ``]],
    proof: ANSWERS,
  },
  {
    name: 'a position that says both sides is of the first',
    file: 'src/exchange/v3/position.ts',
    changes: [[`const side = onlyOf(words);`, `const [side] = words;`]],
    proof: { tests: ['test/exchange/position.test.ts'] },
  },
  {
    name: 'that version 2 is closed is taken for an address that is refused',
    file: 'src/exchange/v2/book.ts',
    changes: [[`code === '40018' && `, `code === '40099' && `]],
    proof: { tests: ['test/exchange/access-words.test.ts'] },
  },
];
