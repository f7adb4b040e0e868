/** What of a group is covered, naked and not known at a moment. */
import { expect, test } from 'vitest';
import { groupStandings } from '../../../src/compile/follow/standing.ts';
import { Rational } from '../../../src/model/rational.ts';
import { Followed, planned } from '../../support/followed.ts';

const stands = ({ plan, known, now }: Pick<Followed, 'plan' | 'known' | 'now'>): string[] =>
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

test('a preset that a look lacks is not known to cover, and covers nothing once it is missing', () => {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000', stopLoss: '62000' }),
    planned({ id: 'out', size: '1', trigger: '66000', exit: { filled: ['entry'], share: Rational.ratio(1n, 1n) } }),
  ]);
  followed.look();
  followed.settle();
  followed.fill('entry', 1, '1');
  followed.look();
  const { plan, known, now } = followed;
  const clientOid = known.placed.get('entry')?.[0]?.clientOid ?? '';
  const seen = (sight: 'resting' | 'not-seen' | 'missing'): string[] =>
    stands({ plan, now, known: { ...known, presets: new Map([[clientOid, sight]]) } });
  expect(seen('resting')).toEqual(['held 1 covered 1 naked 0 unknown 0']);
  expect(seen('not-seen')).toEqual(['held 1 covered 0 naked 0 unknown 1']);
  expect(seen('missing')).toEqual(['held 1 covered 0 naked 1 unknown 0']);
});

test('the preset of an entry covers it until break-even works, and is not counted twice then', () => {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000', stopLoss: '62000' }),
    planned({ id: 'half', size: '1', trigger: '66000', exit: { filled: ['entry'], share: Rational.ratio(1n, 2n) } }),
    planned({ id: 'even', size: '1', trigger: '63990', exit: { filled: ['entry'] }, afterFilled: ['half'] }),
  ]);
  followed.look();
  followed.settle();
  followed.fill('entry', 1, '1');
  followed.look();
  expect(stands(followed)).toEqual(['held 1 covered 1 naked 0 unknown 0']);
  followed.settle();
  followed.fill('half', 1, '0.5');
  followed.look();
  expect(stands(followed)).toEqual(['held 0.5 covered 0.5 naked 0 unknown 0']);
  followed.settle();
  expect(followed.known.placed.get('even')).toHaveLength(1);
  expect(stands(followed)).toEqual(['held 0.5 covered 0.5 naked 0 unknown 0']);
});

test('a preset covers what its own entry filled, and no other entry of the group', () => {
  const followed = new Followed([
    planned({ id: 'with', size: '1', price: '64000', stopLoss: '62000' }),
    planned({ id: 'bare', size: '1', price: '63000' }),
    planned({ id: 'stop', size: '2', trigger: '61000', exit: { filled: ['with', 'bare'] } }),
  ]);
  followed.look();
  followed.settle();
  followed.fill('with', 1, '1');
  followed.fill('bare', 1, '0.4');
  followed.look();
  expect(stands(followed)).toEqual(['held 1.4 covered 1 naked 0.4 unknown 0']);
  followed.settle();
  expect(stands(followed)).toEqual(['held 1.4 covered 1.4 naked 0 unknown 0']);
});
