import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENTRY_RULES } from '../../src/exchange/answers/classify-batch.ts';
import { BOOK } from '../../src/exchange/v2/book.ts';
import { TABLE } from '../../src/exchange/answers/classify.ts';
import { classify } from '../support/judging.ts';
import type { CallResult } from '../../src/exchange/answers/call-result.ts';
import { BATCH_CASES, refused, taken, type BatchCase, type Entry } from '../support/batch-cases.ts';
import { answered, FAULT_CASES } from '../support/fault-cases.ts';
import { callOf, classOf, KINDS, rulesOf } from '../support/prompt-exchange.ts';

const haltsOf = (result: CallResult): boolean => result.kind === 'answered' && result.halt !== undefined;
const FOUR = callOf('batch', 4);
const classifyEntries = (entries: readonly unknown[], top: Entry = { result: true }): CallResult =>
  classify(answered(200, JSON.stringify({ ...top, order_info: entries })), FOUR);
const verdictsOf = (result: CallResult): readonly (readonly [string, string])[] =>
  result.kind === 'answered' ? result.verdicts.map(({ outcome, rule }) => [outcome, rule] as const) : [];

describe.each(KINDS)('a %s call', (kind) => {
  it.each(FAULT_CASES)('fault $fault: $name', ({ evidence, want }) => {
    const call = callOf(kind);
    const result = classify(evidence(kind), call);
    const [wanted, rule, halts] = want(kind);
    expect([classOf(result), ...new Set(rulesOf(result))]).toEqual([wanted, rule]);
    expect(haltsOf(result)).toBe(halts !== undefined);
    if (result.kind === 'answered') expect(result.verdicts).toHaveLength(call.orders.length);
  });

  it('nothing that a person must see to first goes again', () => {
    const stayed = { kind: 'no-answer', mayHaveLeft: false, message: '' } as const;
    expect(classify({ ...stayed, failure: 'tls' }, callOf(kind))).toMatchObject({ again: false });
    expect(classify({ ...stayed, failure: 'connection' }, callOf(kind))).toMatchObject({ again: true });
  });

  it('a rate limit hands on how long to wait', () => {
    const limited = { ...answered(429, ''), retryAfterMs: 7000 };
    expect(classify(limited, callOf(kind))).toMatchObject({ retryAfterMs: 7000 });
  });

  it('keeps the exchange’s code and words as they are', () => {
    const words = ' \u001b[31mред\u202e <b> ';
    const result = classify(answered(400, JSON.stringify({ code: '40020', msg: words })), callOf(kind));
    expect(result).toMatchObject({ verdicts: callOf(kind).orders.map(() => ({ code: '40020', message: words })) });
  });
});

describe('the entries of a batch', () => {
  it.each(BATCH_CASES)('fault $fault: $name', ({ entries, want, halts }: BatchCase) => {
    const result = classifyEntries(entries);
    expect(verdictsOf(result)).toEqual(want);
    expect(haltsOf(result)).toBe(halts === true);
  });

  it.each(BATCH_CASES)('the flag and the code on top override nothing: $name', ({ entries, want }: BatchCase) => {
    for (const top of [{ result: false }, { result: null }, {}, { code: '40015', msg: 'busy' }, { code: '429' }]) {
      expect(verdictsOf(classifyEntries(entries, top))).toEqual(want);
    }
  });

  it('every order of four entries, and of a fifth that is nobody’s, says the same', () => {
    const entries = [taken(0), refused(1), taken(2, { error_code: '1' }), taken(3), taken(5, { client_oid: null })];
    const wanted = verdictsOf(classifyEntries(entries));
    expect(new Set(wanted.map(([outcome]) => outcome)).size).toBe(3);
    const orders = permutations(entries);
    expect(orders).toHaveLength(120);
    for (const order of orders) expect(verdictsOf(classifyEntries(order))).toEqual(wanted);
  });

  it('fault 45: a cut leaves every order of the batch unknown', () => {
    const cut = classify(
      { kind: 'no-answer', mayHaveLeft: true, failure: 'connection', message: '' },
      callOf('batch', 20),
    );
    expect(verdictsOf(cut)).toEqual(Array.from({ length: 20 }, () => ['unknown', 'cut']));
  });
});

describe('every row', () => {
  const met = new Map<string, Set<string>>();
  for (const { evidence } of FAULT_CASES) {
    for (const kind of KINDS) {
      const [seen, call] = [evidence(kind), callOf(kind)];
      const row = TABLE.find(({ decide }) => decide(seen, call, BOOK) !== undefined);
      const outcomes = met.get(row?.rule ?? '') ?? new Set();
      met.set(row?.rule ?? '', outcomes.add(classOf(classify(seen, call))));
    }
  }

  it.each(TABLE.filter(({ rule }) => rule !== 'batch'))('$rule comes to what it says', ({ rule, outcomes }) => {
    expect([...(met.get(rule) ?? [])].toSorted()).toEqual(outcomes.toSorted());
  });
});

describe('every rule for an entry', () => {
  const met = new Map([
    ...BATCH_CASES.flatMap(({ entries }) => verdictsOf(classifyEntries(entries))).map(
      ([outcome, rule]) => [rule, outcome] as const,
    ),
    ...verdictsOf(classify(answered(200, '{}'), FOUR)).map(([outcome, rule]) => [rule, outcome] as const),
  ]);

  it.each(ENTRY_RULES)('$rule comes to what it says', ({ rule, outcomes }) => {
    expect([met.get(rule)]).toEqual(outcomes);
  });
});

describe('the tables of these tests', () => {
  it('cover every fault that can be seen at the exchange client', () => {
    const covered = new Set([...FAULT_CASES, ...BATCH_CASES].map(({ fault }) => fault));
    const wanted = [1, 2, 3, 4, 5, ...Array.from({ length: 34 }, (_, index) => 11 + index)];
    expect([...covered].toSorted((a, b) => a - b)).toEqual(wanted.filter((fault) => fault !== 15));
  });

  it('have a case for every rule that the sources name', () => {
    const decided = new Set([
      ...FAULT_CASES.flatMap(({ evidence }) =>
        KINDS.flatMap((kind) => rulesOf(classify(evidence(kind), callOf(kind)))),
      ),
      ...BATCH_CASES.flatMap(({ entries }) => rulesOf(classifyEntries(entries))),
    ]);
    const named = rulesInSources();
    for (const { rule } of TABLE) expect(named).toContain(rule);
    // The row of batches hands on to the rules of their entries.
    named.delete('batch');
    expect([...decided].toSorted()).toEqual([...named].toSorted());
  });
});

/** Every rule name in the sources of the classification, found by how a rule can be written down there. */
function rulesInSources(): Set<string> {
  const sources = ['classify.ts', 'classify-batch.ts'].map((file) =>
    readFileSync(new URL(`../../src/exchange/answers/${file}`, import.meta.url), 'utf8'),
  );
  const written = /(?:rule: |noAnswer\(\s*|answer\(\s*|(?:unknown|lost)\(\s*(?:call, )?)'([a-z-]+)'/g;
  return new Set([...sources.join('\n').matchAll(written)].map((match) => match[1] as string));
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item].concat(rest)));
}
