/** What a run's end, `status` with a plan, with another and without one say of an account in the one line: the same. */
import { expect, test } from 'vitest';
import { here } from '../support/here.ts';
import { paperAndPlace, type At } from '../support/live.ts';

const breakout = (reference: string): string => `version: 1
name: breakout
defaults: { symbol: cmt_btcusdt${reference} }
orders:
  - { id: break, side: open-long, size: 0.05, trigger: 65000, price: 65010 }
  - { id: break-stop, side: close-long, size: 0.05, trigger: 63010, price: market }
`;
const market = (reference: string): string => `version: 1
name: market
defaults: { symbol: cmt_ethusdt${reference} }
orders:
  - { id: go, side: open-long, size: 0.5, price: market }
  - { id: go-stop, side: close-long, size: 0.5, trigger: 2900, price: market }
`;
const PLANS = [
  ['breakout.yaml', breakout],
  ['market.yaml', market],
] as const;
const SAID = { breakout: ', reference: 64500', market: ', reference: 3000' };
const UNSAID = { breakout: '', market: '' };

const lineOf = (text: string): string =>
  (/^[!?✓–] hold [^]*/m.exec(text)?.[0] ?? text).split('\njournal head')[0] ?? '';

async function linesOf(at: At): Promise<string[]> {
  const ended = [];
  for (const words of ['', ' breakout.yaml', ' market.yaml'])
    ended.push(await here(`status${words}`.split(' '), at, { width: 120 }));
  return ended.map(({ stdout }) => lineOf(stdout).trim());
}

test.each([
  ['with the check', '', UNSAID, '✓ hold ? + long 0.05 working · at stops 100 ·'],
  ['with the check and a reference', '', SAID, '✓ hold ? + long 0.05 working · at stops 100 ·'],
  ['without the check', 'execution: { accountCheck: off }', SAID, '✓ hold ? + long 0.05 working · at stops 100 ·'],
  ['asking nothing', 'exchange: { queries: false }', SAID, '✓ hold ? + long 0.05 working · at stops 100 ·'],
  ['without either', 'execution: { accountCheck: off }', UNSAID, '? hold ? + long 0.05 working · at stops 0 ·'],
])('%s', async (_, config, said, first) => {
  const { at } = await paperAndPlace();
  at.write('ordo.config.yaml', `version: 1\n${config}\n`);
  const ends: string[] = [];
  for (const [file, plan] of PLANS) {
    at.write(file, plan(file === 'breakout.yaml' ? said.breakout : said.market));
    const words = ['run', file, '--execute', '--live', '--yes', '--output', 'lines'];
    const ran = await here(words, at, { width: 120 });
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const end = lineOf(ran.stdout).trim();
    ends.push(end);
    if (file === 'breakout.yaml') at.write('market.yaml', market(said.market));
    expect(await linesOf(at)).toEqual([end, end, end]);
  }
  expect(ends[0]).toContain(first);
  // What the plan says afterwards says nothing of where the market was.
  if (said === SAID) at.write('breakout.yaml', breakout(', reference: 62000'));
  expect(await linesOf(at)).toEqual([ends[1], ends[1], ends[1]]);
});
