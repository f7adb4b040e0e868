/** Answers, limits and words that oblige the program, disobeyed where the program itself believes that it obeys. */
import type { PlantedFault } from './fault.ts';

const CLASSIFY = 'src/exchange/answers/classify.ts';
const PLACING = 'src/session/place/placing.ts';
const LINE = 'src/session/send/line.ts';
const AGAIN = 'src/session/send/retry-policy.ts';
const WIRE = 'src/exchange/v2/bodies.ts';

export const OBEDIENCE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a 429 is followed at once by the next call',
    file: CLASSIFY,
    changes: [
      [
        `return goesAgain(a, call, book) ? rateRefused(a, true, book) : undefined;`,
        `return goesAgain(a, call, book) ? all(call, { outcome: 'rejected', code: '429', message: 'planted', rule: 'rate-limit' }) : undefined;`,
      ],
    ],
  },
  {
    name: 'a question goes again at once after a 429',
    file: AGAIN,
    changes: [
      [
        `this.#gate.pause(forMs); return this.#goOn(`,
        `if (sending.verdicts) this.#gate.pause(forMs); return this.#goOn(`,
      ],
      [`this.#gate.pause(forMs); return {`, `if (sending.verdicts) this.#gate.pause(forMs); return {`],
    ],
  },
  {
    name: 'the next list is asked at once after the last 429 that is borne',
    file: AGAIN,
    changes: [[`this.#gate.pause(forMs); return this.#goOn(`, `return this.#goOn(`]],
  },
  {
    name: 'a ban does not end the asking',
    file: 'src/session/send/inquiry.ts',
    changes: [
      [`if (refusal.kind !== 'rate-refused' || refusal.again) return;`, `if (refusal.kind !== 'not-sent') return;`],
    ],
    proof: { tests: ['test/session/inquiry.test.ts'] },
  },
  {
    name: 'a call goes again more often after a 429 than the config allows',
    file: AGAIN,
    changes: [[`tries.refused++ < rateRefusals ?`, `tries.refused++ < rateRefusals + 9 ?`]],
  },
  {
    name: 'a redirect does not stop the run',
    file: CLASSIFY,
    changes: [[`'the exchange redirects: a wrong base URL, or someone in between',`, `undefined,`]],
  },
  {
    name: 'a refused key does not stop the run',
    file: CLASSIFY,
    changes: [[`accessRefused(envelope),`, `undefined,`]],
  },
  {
    name: 'an answer about an order that is not ours does not stop the run',
    file: CLASSIFY,
    changes: [[`'the exchange answered about an order that is not ours',`, `undefined,`]],
  },
  {
    name: 'a batch answer that names an order that is not ours does not stop the run',
    file: 'src/exchange/answers/classify-batch.ts',
    changes: [[`foreign.length > 0`, `foreign.length > 99`]],
  },
  {
    name: 'an order id that is given again does not stop the run',
    file: PLACING,
    changes: [[`return taken && `, `return undefined && `]],
  },
  {
    name: 'an order id that is given again stops the run only once a journal far away has said so',
    file: PLACING,
    changes: [[` ?? this.#givenAgain(call, placed.verdicts);`, `;`]],
    proof: { tests: ['test/session/time-and-trust.test.ts'] },
  },
  {
    name: 'a certificate that is refused does not stop the run',
    file: AGAIN,
    changes: [[`if (forMs === undefined || !again) {`, `if (forMs === undefined) {`]],
  },
  {
    name: 'a timestamp that is refused twice does not stop the run',
    file: LINE,
    changes: [[`&& one.tries.clock > 0)`, `&& one.tries.clock > 9)`]],
  },
  {
    name: 'a batch weighs as little as a single order',
    file: 'src/exchange/v2/requests.ts',
    changes: [[`batchOrders', weight: { ip: 5, uid: 10 }`, `batchOrders', weight: { ip: 2, uid: 5 }`]],
  },
  {
    name: 'a list of orders weighs nothing',
    file: 'src/exchange/v2/requests.ts',
    changes: [[`weight: { ip: 10, uid: 10, orderCalls: 0 }`, `weight: { ip: 0, uid: 0, orderCalls: 0 }`]],
  },
  {
    name: 'one call more than the config allows is in flight',
    file: PLACING,
    changes: [[`this.#options.limits.inFlight, perform,`, `this.#options.limits.inFlight + 1, perform,`]],
  },
  {
    name: 'an order that closes goes as one that opens',
    file: WIRE,
    changes: [[`[side, String(index + 1)]`, `[side, String((index % 2) + 1)]`]],
  },
  {
    name: 'a stop-loss is left out',
    file: WIRE,
    changes: [[`...(order.stopLoss && { presetStopLossPrice: order.stopLoss.toString() }),`, ``]],
  },
  {
    name: 'a post-only order goes as a normal one',
    file: WIRE,
    changes: [[`[word, String(index)]`, `[word, String(index === 1 ? 0 : index)]`]],
  },
  {
    name: 'a rejection stops a run that is to go on',
    file: 'src/session/send/stop-rules.ts',
    changes: [[`onReject === 'stop' && has('rejected')`, `has('rejected')`]],
  },
  {
    name: 'a plan expires a minute before its validUntil',
    file: 'src/session/send/call-line.ts',
    changes: [[`clock.wallMs() >= validUntilMs;`, `clock.wallMs() >= validUntilMs - 60_000;`]],
  },
  {
    name: 'what a lookup found is told as the word of a person',
    file: 'src/actions/look-up.ts',
    changes: [[`rule: 'found', evidence: foundWords(finding)`, `rule: 'by-person', evidence: foundWords(finding)`]],
  },
];
