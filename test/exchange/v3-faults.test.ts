/** Every fault of docs/exchange.md#faults and #cancel-faults in the words of version 3: what each comes to is the same. */
import { describe, expect, it } from 'vitest';
import type { CallResult } from '../../src/exchange/answers/call-result.ts';
import { BATCH_CASES } from '../support/batch-cases.ts';
import { CANCEL_BATCH_CASES } from '../support/cancel-batch-cases.ts';
import { CANCEL_CASES, cancelOf, NAMINGS } from '../support/cancel-cases.ts';
import { answered, FAULT_CASES } from '../support/fault-cases.ts';
import { callOf, classOf, KINDS, rulesOf } from '../support/prompt-exchange.ts';
import { spelled, SPELLINGS } from '../support/spellings.ts';

const three = SPELLINGS.v3;
const haltOf = <Said>(result: CallResult<Said>): 'halts' | undefined =>
  result.kind === 'answered' && result.halt !== undefined ? 'halts' : undefined;

describe.each(KINDS)('a %s', (kind) => {
  it.each(FAULT_CASES.map((one) => [one.fault, one.name, one] as const))('fault %d: %s', (_, __, one) => {
    const result = three.classify(spelled(three, one, kind), callOf(kind));
    const [wanted, rule, halts] = one.want(kind);
    // A bare list is the answer to a batch, so it lacks its orders and is not no list.
    const isBare = rule === 'batch-without-entries' && /^\d+ \[/.test(one.name);
    expect([classOf(result), ...new Set(rulesOf(result)), haltOf(result)]).toEqual([
      wanted,
      isBare ? 'entry-missing' : rule,
      halts,
    ]);
  });

  it.each(CANCEL_CASES.map((one) => [one.fault, one.name, one] as const))('fault %d of a cancel: %s', (_, __, one) => {
    for (const naming of NAMINGS) {
      const [status, text] = one.raw(kind);
      const result = three.classifyCancel(answered(status, three.spell(text)), cancelOf(kind, naming));
      const [answer, rule, halts] = one.want(kind, naming);
      const isBare = rule === 'cancel-without-entries' && text === '[]';
      const said = result.kind === 'answered' ? result.verdicts : [];
      for (const verdict of said)
        expect([verdict.answer, verdict.rule]).toEqual([answer, isBare ? 'cancel-missing' : rule]);
      expect([said.length, haltOf(result)]).toEqual([cancelOf(kind, naming).orders.length, halts]);
    }
  });
});

describe('entries', () => {
  it.each(BATCH_CASES.map((one) => [one.fault, one.name, one] as const))('fault %d: %s', (_, __, one) => {
    const entries = JSON.stringify({ result: true, order_info: one.entries });
    for (const text of [three.spell(entries), three.spell(entries.replace('{', '{"x":0,'))]) {
      const result = three.classify(answered(200, text), callOf('batch', 4));
      const said = result.kind === 'answered' ? result.verdicts.map(({ outcome, rule }) => [outcome, rule]) : [];
      expect([said, haltOf(result)]).toEqual([one.want, one.halts && 'halts']);
    }
  });

  it.each(CANCEL_BATCH_CASES.map((one) => [one.fault, one.name, one] as const))(
    'fault %d of a cancel: %s',
    (_, name, one) => {
      // There is one list, so what stands in the other is nothing that version 3 says.
      if (name === 'taken in the list of failures') return;
      for (const naming of NAMINGS) {
        const result = three.classifyCancel(answered(200, three.spell(one.text)), cancelOf('batch', naming, 4));
        const said = result.kind === 'answered' ? result.verdicts.map(({ answer, rule }) => [answer, rule]) : [];
        const wanted = naming === 'by order id' ? one.want : (one.wantByOid ?? one.want);
        const inTwo = SPELLINGS.v2.classifyCancel(answered(200, one.text), cancelOf('batch', naming, 4));
        expect([said, haltOf(result)]).toEqual([wanted, haltOf(inTwo)]);
      }
    },
  );
});
