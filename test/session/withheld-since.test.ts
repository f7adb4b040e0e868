/** An order that was to be sent, and is withheld since the cancel of what it replaces has ended. */
import { expect, it } from 'vitest';
import { Outcomes } from '../../src/session/place/outcomes.ts';
import { tied } from '../support/tied-orders.ts';
import { rig } from './rig.ts';

it('has a name for what waits for it', async () => {
  const { schedule } = await rig({ orders: tied({ entry: [], exit: ['entry'], later: ['exit'] }, { stopLoss: '1' }) });
  const entry = [...schedule.pending.values()].find(({ id }) => id === 'entry');
  if (entry === undefined) throw new Error('nothing is to be sent');
  const pending = new Map([...schedule.pending].filter(([clientOid]) => clientOid !== entry.clientOid));
  const withheld = [{ order: entry, outcome: { outcome: 'withheld', reason: 'edited-after-send' } as const }];
  const outcomes = new Outcomes({ ...schedule, pending, withheld }, () => {});
  outcomes.tellWithheld();
  const waiting = schedule.calls.find(({ waitsFor }) => waitsFor?.includes(entry.clientOid));
  if (waiting === undefined) throw new Error('nothing waits');
  const failed = await outcomes.dependencies.firstFailed(waiting);
  expect(failed).toEqual({ clientOid: entry.clientOid, outcome: 'withheld' });
  expect(outcomes.idOf(failed?.clientOid ?? '')).toBe('entry');
});
