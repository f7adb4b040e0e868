/** What is held, naked and not known on each screen of a command, on terminals of three widths; and on the rows of a live watch. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { here } from '../support/here.ts';
import { journey } from '../support/journey.ts';
import { afterTest, paperAndPlace, run } from '../support/live.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const plan = (name: string, reference: number, ...orders: readonly string[]): string =>
  `version: 1
name: ${name}
defaults: { symbol: cmt_btcusdt, reference: ${reference} }
orders:
${orders.map((order) => `  - { ${order} }\n`).join('')}`;

const TRAP = plan(
  'trap',
  64_000,
  'id: core, side: open-long, size: 0.02, price: 63990, stopLoss: 63500',
  'id: hedge, side: open-short, size: 0.02, trigger: 63800, price: market',
  'id: hedge-stop, side: close-short, size: 0.02, trigger: 63900, price: market',
);
const BREAKOUT = plan(
  'breakout',
  64_500,
  'id: break, side: open-long, size: 0.05, trigger: 65000, price: 65010',
  'id: break-stop, side: close-long, size: 0.05, trigger: 63010, price: market',
);

const WIDTHS = [60, 80, 120];

test.each(WIDTHS)('a stop that is missing, in %i columns', (width) =>
  journey(
    `a-stop-that-is-missing-${width}`,
    async (trader) => {
      trader.atTheDesk();
      trader.say('A stop that the market passes before its entry opens.');
      trader.write('trap.yaml', TRAP);
      expect(await trader.type('ordo run trap.yaml')).toBe(0);
      trader.say('A breakout is asked for and placed, and then its stop is cancelled.');
      trader.write('breakout.yaml', BREAKOUT);
      expect(await trader.type('ordo run breakout.yaml --live --execute', 'the code')).toBe(0);
      expect(await trader.type('ordo cancel breakout.yaml --only break-stop')).toBe(0);
      expect(await trader.type('ordo cancel breakout.yaml --only break-stop --execute --live', 'the code')).toBe(0);
      expect(await trader.type('ordo status breakout.yaml')).toBe(0);
      trader.say('The stop is placed again, and refused.');
      trader.faults({ 'reject-one': 1 });
      expect(await trader.type('ordo run breakout.yaml --live --execute --again break-stop', 'the code')).toBe(6);
      expect(await trader.type('ordo status breakout.yaml --refresh')).toBe(0);
      trader.say('And once more.');
      trader.faults({});
      expect(await trader.type('ordo run breakout.yaml --live --execute --again break-stop', 'the code')).toBe(0);
      expect(await trader.type('ordo status breakout.yaml --refresh')).toBe(0);
    },
    width,
  ),
);

/** The row below the head, at whatever time. */
const row = (screen: string): string => (screen.split('\n')[1] ?? '').replace(/\d\d:\d\d:\d\dZ/, 'TIME');

test.skipIf(!hasPseudoTerminal).each([...WIDTHS, 40])('the row of a live watch, in %i columns', async (columns) => {
  const { at } = await paperAndPlace();
  at.write('plan.yaml', BREAKOUT);
  expect((await run(at)).code).toBe(0);
  const cancel = 'cancel plan.yaml --only break-stop --execute --live --yes';
  expect((await here(cancel.split(' '), at)).code).toBe(0);
  const watch = new DrivenTerminal(
    ['run', 'plan.yaml', '--watch', '--execute', '--live'],
    at,
    { columns, rows: 30 },
    at.env,
  );
  afterTest(() => watch.close());
  const before = row(await watch.until(/^ ! hold \?/m));
  watch.type('r');
  const after = row(await watch.until(/^ ! hold 0/m));
  watch.type('q');
  await watch.ended;
  const file = join(import.meta.dirname, `the-row-of-a-watch-${columns}.txt`);
  await expect(`${before}\n${after}\n`).toMatchFileSnapshot(file);
});
