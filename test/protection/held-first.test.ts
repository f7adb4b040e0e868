/** A plan's triggers cover what is held of it before what it has working, also where its targets have closed a part. */
import { expect, test } from 'vitest';
import { held, judged, order, told } from './scenes.ts';

const rung = (id: string, at: string) => order('open-long', { id, at, standing: 'filled', size: '2', filled: '2' });
const target = (plan = 'p') =>
  order('close-long', { plan, id: 'target', at: '120', size: '1', standing: 'filled', filled: '1' });
const working = order('open-long', { id: 'low', at: '95', size: '5', standing: 'open' });
const stop = (plan = 'p') => order('close-long', { plan, id: 'stop', trigger: '90', size: '4', standing: 'open' });

test('where what a plan opened less what it closed is what is held', () => {
  const orders = [rung('high', '100'), rung('middle', '98'), target(), working, stop()];
  const scene = { basis: 'look', held: [held('long', '3', '99')], market: '99' } as const;
  // 3 held at 99, and 1 of those at 95: 27 + 5.
  expect(told(judged(orders, scene))).toBe('covered 4 unknown 0 naked 4 loss 32 stop-too-small stop');
});

test('where somebody else opened or closed a part, it is not for certain of that plan', () => {
  const other = order('open-long', { plan: 'q', id: 'other', at: '97', standing: 'filled', filled: '1' });
  const scene = { basis: 'look', held: [held('long', '4', '99')], market: '99' } as const;
  const orders = [rung('high', '100'), rung('middle', '98'), other, target(), working, stop()];
  expect(
    judged(orders, scene).positions[0]?.pieces.find(({ unit }) => unit.state === 'held')?.unit.plan,
  ).toBeUndefined();
  const short = { ...scene, held: [held('long', '2', '99')] };
  expect(
    judged([rung('high', '100'), rung('middle', '98'), target(), stop()], short).positions[0]?.pieces[0]?.unit.plan,
  ).toBe(undefined);
});

test('a stop of another plan is not taken for it while its own plan needs it', () => {
  const orders = [rung('high', '100'), rung('middle', '98'), target(), { ...working, plan: 'q' }, stop('q')];
  const scene = { basis: 'look', held: [held('long', '3', '99')], market: '99' } as const;
  expect(told(judged(orders, scene))).toMatch(/^covered 4 unknown 0 naked 4 loss 20 /);
});

test('where other plans closed all that they opened themselves, what is held is of this one', () => {
  const theirs = { plan: 'q', standing: 'filled', size: '3', filled: '3' } as const;
  const over = [
    order('open-long', { ...theirs, id: 'other', at: '97' }),
    order('close-long', { ...theirs, id: 'out', at: '120' }),
  ];
  const orders = [...over, rung('high', '100'), working, stop()];
  const scene = { basis: 'look', held: [held('long', '2', '100')], market: '99' } as const;
  // 2 held at 100, and 2 of those at 95: 20 + 10.
  expect(told(judged(orders, scene))).toBe('covered 4 unknown 0 naked 3 loss 30 stop-too-small stop');
  // One that closed less may have some of it.
  const less = over.map((one) =>
    one.side === 'close-long' ? order('close-long', { ...theirs, id: 'out', at: '120', size: '2', filled: '2' }) : one,
  );
  const more = { ...scene, held: [held('long', '3', '100')] };
  expect(judged([...less, rung('high', '100'), stop()], more).positions[0]?.pieces[0]?.unit.plan).toBeUndefined();
});
