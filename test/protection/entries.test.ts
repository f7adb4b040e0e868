/** The price that the loss of an entry is reckoned from. */
import { expect, test } from 'vitest';
import { judged, order, told } from './scenes.ts';

const stop = () => order('close-long', { id: 'out', trigger: '90' });

test('an entry at market loses from the worse of its reference and a newer look', () => {
  const opening = order('open-long', { id: 'in', reference: '100' });
  expect(told(judged([opening, stop()], { market: '120' }))).toBe('covered 1 unknown 0 naked 0 loss 30');
  expect(told(judged([opening, stop()], { market: '95' }))).toBe('covered 1 unknown 0 naked 0 loss 10');
  const carries = order('open-long', { id: 'in', reference: '100', stopLoss: '90' });
  expect(told(judged([carries], { market: '120' }))).toBe('covered 1 unknown 0 naked 0 loss 30');
});
