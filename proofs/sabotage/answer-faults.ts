/** Answers taken for what they do not prove. */
import type { PlantedFault } from './fault.ts';

const CLASSIFY = 'src/exchange/answers/classify.ts';
const BATCH = 'src/exchange/answers/classify-batch.ts';
const ANSWERS = 'src/exchange/answers/answers.ts';
const PROOF = 'src/exchange/answers/refusal-proof.ts';
const REJECTED = (rule: string): string =>
  `{ outcome: 'rejected', code: '${rule}', message: 'planted', rule: '${rule}' }`;

export const ANSWER_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a timeout counts as not sent',
    file: CLASSIFY,
    changes: [
      [
        `e.failure === 'timeout' ? lost(call, 'timeout', e.message) : undefined,`,
        `e.failure === 'timeout' ? { kind: 'not-sent', message: e.message, rule: 'timeout', again: true } : undefined,`,
      ],
    ],
  },
  {
    name: 'a cut connection counts as not sent',
    file: CLASSIFY,
    changes: [[`lost(call, 'cut', e.message)`, `({ kind: 'not-sent', message: e.message, rule: 'cut', again: true })`]],
  },
  {
    name: 'batch entries are matched by position',
    file: BATCH,
    changes: [
      [
        `call.orders.map(({ clientOid }) => entriesVerdict(named.get(clientOid) ?? [], shared, book));`,
        `call.orders.map((_, index) => entriesVerdict(entries.slice(index, index + 1), shared, book));`,
      ],
    ],
  },
  {
    name: 'a missing batch entry counts as rejected',
    file: BATCH,
    changes: [
      [
        `return unknown('entry-missing', 'the answer does not name this order');`,
        `return ${REJECTED('entry-missing')};`,
      ],
    ],
  },
  {
    name: 'of two entries for one order the last decides',
    file: BATCH,
    changes: [
      [
        `if (rest.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {`,
        `if (rest.length > 0) {\n    return rest.at(-1) as Verdict;`,
      ],
    ],
  },
  {
    name: 'one order id is believed of two orders',
    file: BATCH,
    changes: [
      [
        `if (first.outcome === 'accepted' && shared.has(first.orderId)) {`,
        `if (first.outcome === 'accepted' && shared.has('')) {`,
      ],
    ],
  },
  {
    name: 'an entry that contradicts itself counts as rejected',
    file: BATCH,
    changes: [
      [
        `if (result === false && !namesOrder(entry, names) && provesRefusal({ code, message }, book)) {`,
        `if (code !== '') {`,
      ],
    ],
  },
  {
    name: 'a 5xx counts as rejected',
    file: CLASSIFY,
    changes: [
      [`return unknown(call, 'server-error', statusWords(a, book));`, `return all(call, ${REJECTED('server-error')});`],
    ],
  },
  {
    name: '408, 409 and 425 count as rejected',
    file: CLASSIFY,
    changes: [
      [
        `[408, 409, 425].includes(a.status) ? unknown(call, 'ambiguous-status', statusWords(a, book)) : undefined,`,
        `[408, 409, 425].includes(a.status) ? all(call, ${REJECTED('ambiguous-status')}) : undefined,`,
      ],
    ],
  },
  {
    name: 'an answer that is not JSON counts as rejected',
    file: CLASSIFY,
    changes: [
      ["unknown(call, 'unreadable', `status ${a.status}, body ${a.body.why}`)", `all(call, ${REJECTED('unreadable')})`],
    ],
  },
  {
    name: 'a redirect counts as rejected',
    file: CLASSIFY,
    changes: [
      [
        "{ outcome: 'unknown', message: `status ${a.status}, a redirect`, rule: 'redirect' },",
        `${REJECTED('redirect')},`,
      ],
    ],
  },
  {
    name: 'the words for a repeated client order id count as a refusal',
    file: PROOF,
    changes: [[`!LEAVES_OPEN.test(message) &&`, `(!LEAVES_OPEN.test(message) || true) &&`]],
  },
  {
    name: 'a system error counts as a refusal',
    file: PROOF,
    changes: [
      [
        `(code !== engineCode || ENGINE_REFUSAL.test(message)) &&`,
        `(code !== engineCode || ENGINE_REFUSAL.test(message) || true) &&`,
      ],
      [`!LEAVES_OPEN.test(message) &&`, `(!LEAVES_OPEN.test(message) || code === engineCode) &&`],
    ],
  },
  {
    name: 'any code proves a refusal',
    file: PROOF,
    changes: [[`(refusals.has(code) ||`, `(refusals.has(code) || code !== '' ||`]],
  },
  {
    name: 'an error is a refusal whatever stands beside it',
    file: CLASSIFY,
    changes: [
      [
        `standsAlone(a.body, book.names) ? error : undefined;`,
        `(standsAlone(a.body, book.names) || partsOf(a).length > 0) ? error : undefined;`,
      ],
      [
        `const both = call.kind !== 'batch' && failed && a.body.kind === 'json' && namesOrder(a.body.value, book.names);`,
        `const both = call.kind !== 'batch' && failed && parts.some((part) => isGiven(part['order_id'])) && a.body.kind === 'json' && namesOrder(a.body.value, book.names);`,
      ],
    ],
  },
  {
    name: 'a 429 goes again though it names an order',
    file: CLASSIFY,
    changes: [
      [
        `return goesAgain(a, call, book) ? rateRefused(a, true, book) : undefined;`,
        `return rateRefused(a, true, book);`,
      ],
    ],
  },
  {
    name: 'a 418 goes again',
    file: CLASSIFY,
    changes: [
      [
        `if (goesAgain(a, call, book)) return rateRefused(a, false, book);`,
        `if (goesAgain(a, call, book)) return rateRefused(a, true, book);`,
      ],
    ],
  },
  {
    name: 'order ids are read as floats',
    file: ANSWERS,
    changes: [
      [
        `parseNumber: (digits) => new NumberText(digits),`,
        `parseNumber: (digits) => new NumberText(String(Number(digits))),`,
      ],
    ],
  },
  {
    name: 'every answer is read by JSON.parse alone',
    file: ANSWERS,
    changes: [[`JSON.stringify(value) === text ?`, `JSON.stringify(value) !== '' ?`]],
  },
  {
    name: 'of two equal keys the last decides',
    file: ANSWERS,
    changes: [
      [`return { kind: 'json', value };`, `return { kind: 'json', value: JSON.parse(text) };`],
      ['throw new Error(`the key ${key} twice`);', `void key;`],
    ],
  },
];
