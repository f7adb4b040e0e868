/** Orders that are sent twice, lost or reported wrongly because of what happens around the answers. */
import type { PlantedFault } from './fault.ts';

const EXECUTOR = 'src/session/executor.ts';
const SELECT = 'src/compile/select-pending.ts';
const LIVE = 'src/commands/live/live-journal.ts';
const SIGHTINGS = 'src/session/sightings.ts';
const JOURNAL = 'src/ledger/sqlite/sqlite-journal.ts';

export const RUN_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a timeout is tried again',
    file: EXECUTOR,
    changes: [
      [
        `const answered = decided(await this.#place(call, signedAtMs), call, tries);`,
        `let answered = decided(await this.#place(call, signedAtMs), call, tries);
         if (answered.kind === 'answered' && answered.verdicts.some(({ rule }) => rule === 'timeout')) answered = decided(await this.#place(call, signedAtMs), call, tries);`,
      ],
    ],
  },
  {
    name: 'the call leaves before its intent is recorded',
    file: EXECUTOR,
    changes: [
      [
        `const attempt = this.#recorded(() => this.#options.journal.recordIntent(`,
        `const placing = this.#place(call, signedAtMs);\n    const attempt = this.#recorded(() => this.#options.journal.recordIntent(`,
      ],
      [`await this.#place(call, signedAtMs)`, `await placing`],
    ],
  },
  {
    name: 'no intent is recorded',
    file: JOURNAL,
    changes: [
      [
        `for (const order of orders) {\n        this.#steps.write(`,
        `for (const order of orders.slice(0, 0)) {\n        this.#steps.write(`,
      ],
    ],
  },
  {
    name: 'only the first order of a batch gets an intent',
    file: EXECUTOR,
    changes: [
      [
        `orders: call.orders.map((one) => this.#intended(one)) };`,
        `orders: call.orders.slice(0, 1).map((one) => this.#intended(one)) };`,
      ],
    ],
  },
  {
    name: 'an unknown order is sent again by the next run',
    file: SELECT,
    changes: [[`case 'unknown': {`, `case 'unknown': {\n      if (known.state === 'unknown') return undefined;`]],
  },
  {
    name: 'an accepted order is sent again after an edit',
    file: SELECT,
    changes: [
      [
        `if (change === undefined) return { outcome: 'withheld', reason: 'already-accepted', ...orderId };`,
        `if (change !== undefined) return undefined;\n      if (change === undefined) return { outcome: 'withheld', reason: 'already-accepted', ...orderId };`,
      ],
    ],
  },
  {
    name: 'a rejected order is sent again without being asked',
    file: SELECT,
    changes: [
      [
        `case 'rejected':\n      if (again?.has(order.id) === true) return undefined;`,
        `case 'rejected':\n      return undefined;`,
      ],
    ],
  },
  {
    name: 'the lineage is not raised for --again',
    file: SELECT,
    changes: [[`isPlacedAgain(before) ? lineage + 1 : lineage`, `isPlacedAgain(before) ? lineage : lineage`]],
  },
  {
    name: 'client order ids come from the content',
    file: SELECT,
    changes: [
      [
        `clientOrderId(plan.name, plan.generation, order.id, lineage)`,
        `clientOrderId(plan.name, plan.generation, order.id + order.size.toString(), lineage)`,
      ],
    ],
  },
  {
    name: 'what was left in flight is not made unknown',
    file: 'src/ledger/sqlite/recovery.ts',
    changes: [[`steps.writeAfter(row, { ...NO_RECORD, atMs });`, `void [row, NO_RECORD];`]],
  },
  {
    name: 'recovery is skipped',
    file: LIVE,
    changes: [[`journal.recover(aside);`, `{ taken: 0, unknown: 0, refused: [] };`]],
  },
  {
    name: 'what was kept aside is not read',
    file: LIVE,
    changes: [[`await world.readAside(place);`, `[];`]],
  },
  {
    name: 'nothing is kept aside',
    file: EXECUTOR,
    changes: [[`if (isRecorded === undefined) this.#keepAside(call, result.verdicts);`, `void isRecorded;`]],
  },
  {
    name: 'a held lock is passed over',
    file: LIVE,
    changes: [
      [`if (!lock.ok) {`, `if (!lock.ok && lock.error === undefined) {`],
      [`lock.value.release();`, `if (lock.ok) lock.value.release();`],
    ],
  },
  {
    name: 'the journal is not synced at each commit',
    file: 'src/ledger/sqlite/journal-file.ts',
    changes: [[`pragma synchronous = full;`, `pragma synchronous = normal;`]],
  },
  {
    name: 'a failed write does not stop the run',
    file: EXECUTOR,
    changes: [
      [
        `this.#tally.journalFailed = true;\n      this.stop('stopped', words);`,
        `this.#tally.journalFailed = true;\n      if (words === '') this.stop('stopped', words);`,
      ],
    ],
  },
  {
    name: 'an outcome is told before it is recorded',
    file: EXECUTOR,
    changes: [
      [
        `const isRecorded = this.#recorded(() => {`,
        `call.orders.forEach(({ clientOid }, index) => this.#tell(this.#order(clientOid), result.verdicts[index] as Verdict, call.number, latencyMs));\n    const isRecorded = this.#recorded(() => {`,
      ],
      [
        `this.#tell(this.#order(clientOid), result.verdicts[index] as Verdict, call.number, latencyMs);\n    });`,
        `void [clientOid, index];\n    });`,
      ],
    ],
  },
  {
    name: 'what was not sent goes again unrecorded',
    file: EXECUTOR,
    changes: [
      [
        `this.#recorded(() => journal.recordNotTaken(attempt, result.kind, result.message, latencyMs));`,
        `void attempt;`,
      ],
    ],
  },
  {
    name: 'weight comes back one window after the send',
    file: EXECUTOR,
    changes: [
      [`const sentMs = clock.monotonicMs();`, `const sentMs = clock.monotonicMs();\n    this.#gate.answered(call);`],
      [
        `if (result.kind === 'not-sent') this.#gate.notSent(call);\n    else if (result.kind === 'answered' && result.isLost === true) this.#pacer.lost(call, sentMs);\n    else this.#gate.answered(call);`,
        ``,
      ],
    ],
  },
  {
    name: 'what an earlier run spent is ignored',
    file: 'src/session/pacer.ts',
    changes: [[`this.fits(journal.recentSpend(`, `void (journal.recentSpend(`]],
  },
  {
    name: 'a refusal by the rate limit is tried again at once',
    file: EXECUTOR,
    changes: [
      [
        `this.#gate.pause(forMs);\n    emit({ event: 'sending-paused', why: 'rate-limit'`,
        `emit({ event: 'sending-paused', why: 'rate-limit'`,
      ],
    ],
  },
  {
    name: 'the gate ignores a stop',
    file: 'src/session/gate.ts',
    changes: [[`    this.#stopped = true;\n`, ``]],
  },
  {
    name: 'an answer that says stop is not obeyed',
    file: EXECUTOR,
    changes: [
      [
        `if (halt !== undefined) this.stop('stopped', halt);\n    else if`,
        `if (halt !== undefined && halt === '') this.stop('stopped', halt);\n    else if`,
      ],
    ],
  },
  {
    name: 'an unknown outcome ends with exit 0',
    file: 'src/session/tally.ts',
    changes: [
      [
        `if (this.counts.unknown > 0 || this.#unresolved > 0) return EXIT.unknown;`,
        `if (this.#unresolved > 0) return EXIT.unknown;`,
      ],
    ],
  },
  {
    name: 'a plan past its validUntil goes on',
    file: EXECUTOR,
    changes: [[`clock.wallMs() >= validUntilMs;`, `clock.wallMs() >= validUntilMs + 86_400_000;`]],
  },
  {
    name: 'an order in no list is settled as absent',
    file: 'src/commands/settle/look-up.ts',
    changes: [
      [
        `case 'not-found':`,
        `case 'not-found':\n      return conclusions.settled(order, { rule: 'found', evidence: 'planted' });`,
      ],
    ],
  },
  {
    name: 'an order of the lists is taken for whichever is missing',
    file: SIGHTINGS,
    changes: [
      [
        `const { clientOid, orderId } = order;`,
        `const { orderId } = order;\n      const clientOid = this.#sought.has(order.clientOid) ? order.clientOid : (this.#sought.keys().next().value ?? '');`,
      ],
    ],
  },
  {
    name: 'settle takes the first of two order ids',
    file: SIGHTINGS,
    changes: [[`if (standing.length > 1) return`, `if (standing.length > 99) return`]],
  },
  {
    name: 'settle takes an order id that another order has',
    file: SIGHTINGS,
    changes: [[`if (one.owners.length > 0) return`, `if (one.owners.length > 99) return`]],
  },
  {
    name: 'settle takes a record of another size',
    file: SIGHTINGS,
    changes: [[`['size', told.size, sought.size, sameValue],`, `['size', undefined, sought.size, sameValue],`]],
  },
  {
    name: 'settle takes a record of another side',
    file: SIGHTINGS,
    changes: [[`['side', told.side, sought.side, sameText],`, `['side', undefined, sought.side, sameText],`]],
  },
  {
    name: 'settle compares sizes digit by digit',
    file: SIGHTINGS,
    changes: [
      [`const [left, right] = [Decimal.parse(a), Decimal.parse(b)];`, `const [left, right] = [undefined, undefined];`],
    ],
  },
  {
    name: 'settle knows sides in small letters only',
    file: 'src/exchange/answers/lists.ts',
    changes: [[`word.toLowerCase().replaceAll(`, `word.replaceAll(`]],
  },
  {
    name: 'settle reads no second list once all are found',
    file: 'src/session/settler.ts',
    changes: [
      [
        `const failure = await this.#readList(list, group, sightings);`,
        `if (group.every((order) => sightings.finding(order, lists, []).kind === 'found')) break;
        const failure = await this.#readList(list, group, sightings);`,
      ],
    ],
  },
  {
    name: 'questions to the exchange weigh nothing for the next run',
    file: 'src/ledger/sqlite/recent-spend.ts',
    changes: [[`coalesce(e.how, '') <> 'not-sent'`, `coalesce(e.how, '') <> 'not-sent' and a.kind <> 'question'`]],
  },
];
