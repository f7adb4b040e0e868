/** What opens waits while any order of the plan is unknown; what closes does not. */
import { expect, test } from 'vitest';
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
