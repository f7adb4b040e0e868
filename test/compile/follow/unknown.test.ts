/** What opens waits while any order of the plan is unknown; what closes does not. */
import { expect, test } from 'vitest';
import { due } from '../../../src/compile/follow/due.ts';
import { Followed, planned } from '../../support/followed.ts';

test.each(['stop', 'target'])('nothing is opened while a %s is unknown, and exits go on', (id) => {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '2', trigger: '62000', exit: { filled: ['entry', 'more'] } }),
    planned({ id: 'target', size: '2', trigger: '68000', exit: { filled: ['entry', 'more'] } }),
    planned({ id: 'apart', size: '1', price: '63000', after: ['entry'] }),
    planned({ id: 'more', size: '1', price: '64000', afterFilled: ['entry'] }),
  ]);
  followed.look();
  expect(followed.settle()).toEqual(['entry 1 64000: conditions', 'apart 1 63000: conditions']);
  followed.fill('entry', 1, '0.5');
  followed.look();
  expect(followed.settle()).toEqual(['stop 0.5 market at 62000: first-fill', 'target 0.5 market at 68000: first-fill']);
  followed.put(id, 1, { state: 'unknown' });
  followed.fill('entry', 1, '1');
  followed.look();
  const steps = followed.settle();
  expect(steps.map((step) => step.split(':')[0])).toContain('stop/2 0.5 market at 62000');
  expect(steps.filter((step) => step.startsWith('more'))).toEqual([]);
  followed.put(id, 1, { state: 'works' });
  followed.look();
  expect(followed.settle()).toContain('more 1 64000: conditions');
});

test('what is held back names the unknown orders, part by part, and those that no list has', () => {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '2', trigger: '62000', exit: { filled: ['entry', 'more'] } }),
    planned({ id: 'more', size: '1', price: '64000', afterFilled: ['entry'] }),
  ]);
  const held = (): unknown => due(followed.plan, followed.known, followed.now).heldBack;
  followed.look();
  followed.settle();
  expect(followed.seen('entry', 1, '0.5')).toContain('stop 0.5 market at 62000: first-fill');
  followed.fill('entry', 1, '1');
  followed.put('stop', 1, { state: 'unknown' });
  followed.look();
  expect(held()).toEqual({ ids: ['more'], unknown: ['stop'], inNoList: [] });
  expect(followed.settle('unknown')).toContain('stop/2 0.5 market at 62000: first-fill');
  followed.put('stop', 1, { state: 'unknown', lackedBy: 2 });
  followed.look();
  expect(held()).toEqual({ ids: ['more'], unknown: ['stop', 'stop/2'], inNoList: ['stop'] });
  followed.put('stop', 2, { state: 'works' });
  followed.look();
  expect(held()).toEqual({ ids: ['more'], unknown: ['stop'], inNoList: ['stop'] });
  followed.put('stop', 1, { state: 'absent' });
  followed.look();
  expect(held()).toBeUndefined();
});
