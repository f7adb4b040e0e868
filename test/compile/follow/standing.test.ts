/** What of a group is covered, naked and not known at a moment. */
import { expect, test } from 'vitest';
import { groupStandings } from '../../../src/compile/follow/standing.ts';
import { Followed, planned } from '../../support/followed.ts';

const stands = ({ plan, known, now }: Followed): string[] =>
  groupStandings(plan, known, now).map(
    ({ held, covered, naked, unknown }) =>
      `held ${held.canonical()} covered ${covered.canonical()} naked ${naked.canonical()} unknown ${unknown.canonical()}`,
  );

test('what is held is naked until its stop works, whatever the plan says of it', () => {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
  ]);
  followed.look();
  followed.settle();
  followed.fill('entry', 1, '0.4');
  followed.look();
  expect(stands(followed)).toEqual(['held 0.4 covered 0 naked 0.4 unknown 0']);
  followed.settle('intended');
  expect(stands(followed)).toEqual(['held 0.4 covered 0 naked 0 unknown 0.4']);
  followed.put('stop', 1, { state: 'accepted' });
  expect(stands(followed)).toEqual(['held 0.4 covered 0.4 naked 0 unknown 0']);
  followed.fill('entry', 1, '1');
  expect(stands(followed)).toEqual(['held 1 covered 0.4 naked 0.6 unknown 0']);
});
