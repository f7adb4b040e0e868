/** Orders that are sent twice, lost or reported wrongly because of what happens around the answers. */
import type { PlantedFault } from './fault.ts';

const SELECT = 'src/compile/select-pending.ts';

export const RUN_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a timeout is tried again',
    file: 'src/session/send/line.ts',
    changes: [
      [
        'const answer = this.#options.exchange.send(sending.operation, sending.asked, signedAtMs);',
        "const ask = (): Promise<Transmitted<V>> => this.#options.exchange.send(sending.operation, sending.asked, signedAtMs);\n      const answer = ask().then((came) => {\n        const { verdicts = [] } = (came.kind === 'answered' ? came.value : {}) as { verdicts?: readonly Verdict[] };\n        return verdicts.some(({ rule }) => rule === 'timeout') ? ask() : came;\n      });",
      ],
    ],
  },
  {
    name: 'the call leaves before its intent is recorded',
    file: 'src/session/send/line.ts',
    changes: [
      ['let signedAtMs = 0;', 'let signedAtMs = 0;\n      let early: Promise<Transmitted<V>> | undefined;'],
      [
        'return requestOf(sending, signedAtMs);',
        'if (sending.intent) early ??= this.#transmit(sending, signedAtMs);\n          return requestOf(sending, signedAtMs);',
      ],
      [
        'this.#attempt(sending, { attempt, signedAtMs, tries });',
        'this.#attempt(sending, { attempt, signedAtMs, tries, early } as Try);',
      ],
      [
        'const result = await this.#transmit(sending, one.signedAtMs);',
        'const { early } = one as { early?: Promise<Transmitted<V>> };\n    const result = await (early ?? this.#transmit(sending, one.signedAtMs));',
      ],
    ],
  },
  {
    name: 'no intent is recorded',
    file: 'src/journal/requests/intent-record.ts',
    changes: [['const sent = orders.map(', 'const sent = orders.slice(0, 0).map(']],
  },
  {
    name: 'only the first order of a batch gets an intent',
    file: 'src/session/place/placing.ts',
    changes: [
      [
        'const orders = call.orders.map(({ clientOid }) => {',
        'const orders = call.orders.slice(0, 1).map(({ clientOid }) => {',
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
        `if (changes.length === 0) return { outcome: 'withheld', reason: 'already-accepted', ...orderId };`,
        `if (changes.length > 0) return undefined;\n      if (changes.length === 0) return { outcome: 'withheld', reason: 'already-accepted', ...orderId };`,
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
    changes: [[`? before.lineage : before.lineage + 1`, `? before.lineage : before.lineage`]],
  },
  {
    name: 'client order ids come from the content',
    file: SELECT,
    changes: [
      [
        `clientOrderId(plan.name, plan.generation, identityOf(order), lineage)`,
        `clientOrderId(plan.name, plan.generation, identityOf(order) + order.size.toString(), lineage)`,
      ],
    ],
  },
  {
    name: 'what was left in flight is not made unknown',
    file: 'src/journal/requests/recovery.ts',
    changes: [['const endings = calls.map((attempt) => ({', 'const endings = calls.slice(0, 0).map((attempt) => ({']],
  },
  {
    name: 'recovery is skipped',
    file: 'src/session/session.ts',
    changes: [['await claim.recover(spooled);', '{ taken: 0, unknown: 0, refused: [] };']],
  },
  {
    name: 'what was kept aside is not read',
    file: 'src/session/session.ts',
    changes: [['spool.read();', '[] as SpooledVerdict[];']],
  },
  {
    name: 'nothing is kept aside',
    file: 'src/session/place/placing.ts',
    changes: [['this.#keep(call, value.verdicts);', 'void this.#keep;']],
  },
  {
    name: 'a held lock is passed over',
    file: 'src/journal/requests/log-ledger.ts',
    changes: [
      ['if (!lock.ok) return lock;', 'if (!lock.ok && lock.error === undefined) return lock;'],
      ['const { store, othersPlans } = lock.value;', 'const { store, othersPlans } = lock.ok ? lock.value : {};'],
      ['() => lock.value.release(), {', '() => (lock.ok ? lock.value.release() : undefined), {'],
      [
        'await lock.value.release();\n      throw error;',
        'if (lock.ok) await lock.value.release();\n      throw error;',
      ],
    ],
  },
  {
    name: 'a run of another plan is taken for the one that awaits the answers',
    file: 'src/commands/live/journal-place.ts',
    changes: [['ledger.holder(account, plan)', 'ledger.holder(account)']],
    proof: { tests: ['test/cli/beside.test.ts'] },
  },
  {
    name: 'two runs of one plan share its lock on a file',
    file: 'src/journal/files/run-lock.ts',
    changes: [["taken(planFile, 'exclusive')", "taken(planFile, 'shared')"]],
    proof: { tests: ['test/journal/run-lock.test.ts'] },
  },
  {
    name: 'what came in beside the journal while it was read is set aside unread',
    file: 'src/journal/files/spool.ts',
    changes: [['if (since.length === 0) return;', 'if (since.length >= 0) return;']],
    proof: { tests: ['test/journal/recover.test.ts'] },
  },
  {
    name: 'the journal is not synced at each commit',
    file: 'src/journal/sqlite/journal-file.ts',
    changes: [[`pragma synchronous = full;`, `pragma synchronous = normal;`]],
  },
  {
    name: 'a write that fails is told as done',
    file: 'src/journal/account/writer.ts',
    changes: [['for (const { reject } of writes) reject(error);', 'for (const { resolve } of writes) resolve();']],
  },
  {
    name: 'an outcome is told before it is recorded',
    file: 'src/session/place/placing.ts',
    changes: [
      ['decide: (placed) => {', 'decide: (placed) => {\n        this.#outcomes.tell(call, placed.verdicts, 0);'],
      ['this.#outcomes.tell(call, verdicts, latencyMs);', 'void latencyMs;'],
    ],
  },
  {
    name: 'what was not sent goes again unrecorded',
    file: 'src/session/send/line.ts',
    changes: [
      [
        'const recorded = await this.#recorded(attempt, { how, message, latencyMs, windows });',
        'const recorded = ok<readonly Verdict[]>([]);',
      ],
    ],
  },
  {
    name: 'weight comes back one window after the send',
    file: 'src/journal/requests/requests.ts',
    changes: [
      [
        'this.#budget.take(nowMs, cost, id);',
        'this.#budget.take(nowMs, cost, id);\n      this.#budget.answered(nowMs, cost);',
      ],
      ['this.#giveBack(attempt, ending);\n    const { how', 'void this.#giveBack;\n    const { how'],
    ],
  },
  {
    name: 'what an earlier run spent is ignored',
    file: 'src/journal/requests/requests.ts',
    changes: [['this.#budget.setOthers(atMs, [...spent, ...kept]);', 'void kept;']],
  },
  {
    name: 'a refusal by the rate limit is tried again at once',
    file: 'src/session/send/retry-policy.ts',
    changes: [
      ['this.#gate.pause(forMs);\n        return this.#goOn(', 'return this.#goOn('],
      [
        'this.#gate.pause(forMs);\n    return {',
        "if (result.kind !== 'rate-refused') this.#gate.pause(forMs);\n    return {",
      ],
    ],
  },
  {
    name: 'the gate ignores a stop',
    file: 'src/session/send/gate.ts',
    changes: [[`    this.#stopped = true;\n`, ``]],
  },
  {
    name: 'an answer that says stop is not obeyed',
    file: 'src/session/send/stop-rules.ts',
    changes: [['if (halt !== undefined) return halt;', "if (halt === '') return halt;"]],
  },
  {
    name: 'an unknown outcome ends with exit 0',
    file: 'src/session/place/tally.ts',
    changes: [
      [
        `if (this.counts.unknown > this.foundSince || this.#unresolved > 0 || this.unknownBefore) return EXIT.unknown;`,
        `if (this.#unresolved > 0 || this.unknownBefore) return EXIT.unknown;`,
      ],
    ],
  },
  {
    name: 'a plan past its validUntil goes on',
    file: 'src/session/send/call-line.ts',
    changes: [[`clock.wallMs() >= validUntilMs;`, `clock.wallMs() >= validUntilMs + 86_400_000;`]],
  },
  {
    name: 'questions to the exchange weigh nothing for the next run',
    file: 'src/journal/account/spending.ts',
    changes: [
      [
        'else if (weight !== undefined) this.#addSpend',
        "else if (weight !== undefined && kind !== 'question') this.#addSpend",
      ],
    ],
  },
];
