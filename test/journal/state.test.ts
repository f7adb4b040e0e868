import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNowhere, TransitionError, type JournalRecord } from '../../src/journal/records/state.ts';
import { foldJournal, step } from '../support/fold-journal.ts';
import type { JournalStep, OrderState } from '../../src/model/outcome.ts';
import { PATHS, STATES, STEPS, WAYS } from '../support/transitions.ts';

const after = (names: readonly JournalStep[], last: JournalRecord): OrderState | undefined =>
  foldJournal([...names.map((name) => step(name)), last]).get('a')?.state;

it('calls nothing nowhere that was never seen to be placed: only an accepted order is closed by a word', () => {
  const lost = { state: 'cancel-unknown', seen: { state: 'not-found', atMs: 1 } } as const;
  expect([isNowhere(lost), isNowhere({ ...lost, orderId: '7' })]).toEqual([false, true]);
});

describe('the fold', () => {
  it.each(PATHS.filter(([, , to]) => to !== undefined))('%s by %s is %s', (from, name, to) => {
    expect(after(WAYS[from], step(name))).toBe(to);
  });

  it.each(PATHS.filter(([, , to]) => to === undefined))('%s by %s is a contradiction', (from, name) => {
    expect(() => after(WAYS[from], step(name))).toThrow(TransitionError);
  });

  it.each(STATES)('a new lineage after %s: only what is no more may be placed again', (from) => {
    const again = (): OrderState | undefined => after(WAYS[from], step('intent', { lineage: 1 }));
    const isOver = ['rejected', 'absent', 'cancelled', 'filled', 'never-sent'].includes(from);
    const found = ((): OrderState | 'a contradiction' | undefined => {
      try {
        return again();
      } catch (error) {
        if (error instanceof TransitionError) return 'a contradiction';
        throw error;
      }
    })();
    expect(found).toBe(isOver ? 'in-flight' : 'a contradiction');
  });

  it('of an older lineage after a newer one is a contradiction', () => {
    const records = [step('intent'), step('rejected'), step('intent', { lineage: 1 }), step('intent')];
    expect(() => foldJournal(records)).toThrow(TransitionError);
  });

  it('keeps what was sent, when, and what was answered', () => {
    const records = [
      step('intent', { atMs: 10, content: { size: '1' } }),
      step('not-sent', { atMs: 20, message: 'no connection' }),
      step('intent', { atMs: 30, content: { size: '2' } }),
      step('accepted', { atMs: 40, orderId: '596471064624628269', rule: 'order-id' }),
    ];
    expect(foldJournal(records).get('a')).toEqual({
      id: 'a',
      clientOid: 'oid0',
      lineage: 0,
      state: 'accepted',
      content: { size: '2' },
      sentAtMs: 30,
      changedAtMs: 40,
      changedUptimeMs: null,
      orderId: '596471064624628269',
      rule: 'order-id',
    });
  });

  it('leaves unknown by no sequence of records but a settle', () => {
    const anyStep = record({ name: constantFrom(...STEPS), lineage: integer({ min: 0, max: 2 }) });
    assert(
      property(array(anyStep, { maxLength: 8, size: 'max' }), (drawn) => {
        let records: JournalRecord[] = [step('intent'), step('unknown')];
        for (const { name, lineage } of drawn) {
          const next = [...records, step(name, { lineage })];
          try {
            foldJournal(next);
            records = next;
          } catch (error) {
            expect(error).toBeInstanceOf(TransitionError);
          }
        }
        // A cancel by its client order id leaves it unknown.
        const left = records.findIndex(({ step: name }, at) => at > 1 && name !== 'cancel-unplaced');
        expect(left === -1 || records[left]?.step.startsWith('settle-')).toBe(true);
        expect(foldJournal(records.slice(0, left === -1 ? undefined : left)).get('a')?.state).toBe('unknown');
      }),
      { numRuns: 500 },
    );
  });
});
