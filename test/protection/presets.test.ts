/** The stop that an order carries: live with it, and an order of its own once that fills. */
import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../src/protection/reason-rows.ts';
import { rowText } from '../../src/protection/words.ts';
import { BTC, held, judged, order, told } from './scenes.ts';

describe('the preset of an order', () => {
  const own = { id: 'in', at: '100', stopLoss: '90' } as const;

  test.each(['new', 'open', 'unsure', 'in-no-list'] as const)('that is %s is live with it', (standing) => {
    expect(told(judged([order('open-long', { ...own, standing })]))).toBe('covered 1 unknown 0 naked 0 loss 10');
  });

  test.each([
    ['resting', 'covered 1 unknown 0 naked 0 loss 10'],
    ['not-seen', 'covered 0 unknown 1 naked 0 loss 0 preset-not-seen in'],
    ['missing', 'covered 0 unknown 0 naked 1 loss 0 preset-missing in'],
  ] as const)('that was filled and is %s', (preset, says) => {
    expect(told(judged([order('open-long', { ...own, standing: 'filled', preset })], { basis: 'journal' }))).toBe(says);
  });

  test('is not known until it is looked for', () => {
    const protection = judged([order('open-long', { ...own, standing: 'filled' })], { basis: 'journal' });
    expect([protection.state, protection.unknown]).toEqual(['unknown', 1]);
  });

  test.each([
    ['not-seen', 'the look lacks its stopLoss, but came soon after the fill'],
    [undefined, 'its stopLoss was not looked for since it was filled'],
  ] as const)('says whether a look lacked it or nobody looked: %s', (preset, says) => {
    const filled = order('open-long', { ...own, standing: 'filled', ...(preset !== undefined && { preset }) });
    const other = { ...filled, id: 'other', preset: 'not-seen' } as const;
    const rows = rowsOf(judged([filled, other], { basis: 'journal' })).rows.map(rowText);
    expect(rows).toContain(`1 long ${BTC} (in) may have no stop: ${says}`);
    // One sentence is said of each that it is true of.
    expect(rows).toHaveLength(2);
  });

  test.each([
    ['resting', 'covered 1 unknown 0 naked 0 loss 10'],
    ['missing', 'covered 0 unknown 0 naked 1 loss 0 preset-missing in'],
  ] as const)('that is %s closes, or not, what nobody can name', (preset, says) => {
    const opened = order('open-long', { ...own, size: '3', standing: 'filled', preset });
    const scene = { basis: 'look', held: [held('long', '1', '100')], market: '95' } as const;
    expect(told(judged([opened], scene))).toBe(says);
  });
});

describe('the preset of another order', () => {
  const opened = order('open-long', {
    id: 'a',
    at: '100',
    size: '3',
    stopLoss: '90',
    standing: 'filled',
    preset: 'resting',
  });
  const scene = { basis: 'look', held: [held('long', '1', '100')], market: '101' } as const;

  test('covers nothing that still works: a target of its order may end it', () => {
    const bare = order('open-long', { id: 'bare', at: '95', standing: 'open' });
    expect(told(judged([opened, bare], scene))).toBe('covered 1 unknown 0 naked 1 loss 10 no-stop');
    expect(judged([opened, bare], scene).positions[0]?.spare.map(({ size }) => size.canonical())).toEqual(['2']);
  });
});

describe('the preset of an order that is filled in part', () => {
  const part = { id: 'in', at: '100', size: '3', stopLoss: '90', standing: 'open', filled: '1' } as const;

  test.each([
    ['resting', 'covered 3 unknown 0 naked 0 loss 30'],
    ['not-seen', 'covered 0 unknown 3 naked 0 loss 0 preset-not-seen in preset-not-seen in'],
    ['missing', 'covered 0 unknown 0 naked 3 loss 0 preset-missing in preset-missing in'],
  ] as const)('is %s for its rest as well', (preset, says) => {
    expect(told(judged([order('open-long', { ...part, preset })], { basis: 'journal' }))).toBe(says);
  });
});
