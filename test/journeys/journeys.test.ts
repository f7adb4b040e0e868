/**
 * Sessions of commands with what the screen shows after each, kept beside this file as a trader would see them. To write
 * them anew after a change of the texts: `npx vitest run test/journeys -u`, and read the difference.
 */
import { expect, test } from 'vitest';
import { journey } from '../support/journey.ts';

const HEAD = 'version: 1\nname: swing\ndefaults: { symbol: cmt_btcusdt }\n';
const ENTRY = '  - { id: entry, side: open-long, size: 0.02, price: 61000, stopLoss: 59000 }\n';
const PROBE = '  - { id: probe, side: open-long, size: 0.01, price: 60500, stopLoss: 59000 }\n';
const plan = (...orders: readonly string[]): string => `${HEAD}orders:\n${orders.join('')}`;
const ladder = (steps: number, to: number): string =>
  `  - { id: add, side: open-long, size: { total: ${steps / 100} }, price: { from: 60000, to: ${to}, steps: ${steps} }, stopLoss: 55000 }\n`;
const LIVE = 'ordo run plan.yaml --live';
const PLACE = 'ordo run plan.yaml --live --execute';

test('the first minutes', () =>
  journey('the-first-minutes', async (trader) => {
    trader.withoutExchange();
    trader.say('A plan, and no exchange yet.');
    trader.write('plan.yaml', plan(ENTRY));
    expect(await trader.type('ordo validate plan.yaml')).toBe(0);
    expect(await trader.type('ordo run plan.yaml')).toBe(0);
    expect(await trader.next()).toBe(0);
    trader.say('What the pages name next says in one line what is missing.');
    for (const command of [LIVE, 'ordo status plan.yaml', 'ordo settle plan.yaml'])
      expect(await trader.type(command)).toBe(2);
  }));

test('a day of edits', () =>
  journey('a-day-of-edits', async (trader) => {
    trader.atTheDesk();
    trader.write('plan.yaml', plan(ENTRY, PROBE));
    expect(await trader.type(LIVE)).toBe(0);
    expect(await trader.next()).toBe(0);
    trader.say('The same plan again.');
    expect(await trader.type(LIVE)).toBe(0);
    expect(await trader.type(PLACE)).toBe(0);
    trader.say('One order edited, one removed, one new.');
    trader.write(
      'plan.yaml',
      plan(ENTRY.replace('61000', '61100'), PROBE.replace('probe', 'late').replace('60500', '60100')),
    );
    await trader.type(LIVE);
    await trader.type(PLACE, 'the code');
    await trader.type('ordo status plan.yaml');
  }));

test('four ways to a second position', () =>
  journey('four-ways-to-a-second-position', async (trader) => {
    trader.atTheDesk();
    trader.write('plan.yaml', plan(PROBE, ladder(3, 58000)));
    expect(await trader.type(PLACE, 'the code')).toBe(0);
    trader.say('A renamed order.');
    trader.write('plan.yaml', plan(PROBE.replace('probe', 'starter'), ladder(3, 58000)));
    await trader.type(LIVE);
    trader.say('The same, said so.');
    trader.write('plan.yaml', plan(PROBE.replace('id: probe', 'id: starter, was: probe'), ladder(3, 58000)));
    await trader.type(LIVE);
    trader.say('A ladder that has grown.');
    trader.write('plan.yaml', plan(PROBE, ladder(5, 56000)));
    await trader.type(LIVE);
    trader.say('A raised generation.');
    trader.write('plan.yaml', plan(PROBE, ladder(3, 58000)).replace('name: swing', 'name: swing\ngeneration: 2'));
    await trader.type(LIVE);
    trader.say('Another shell, whose journal is another one.');
    trader.write('plan.yaml', plan(PROBE, ladder(3, 58000)));
    trader.otherShell();
    expect(await trader.type(PLACE, 'the code')).toBe(5);
  }));

test('answers that are lost', () =>
  journey('answers-that-are-lost', async (trader) => {
    trader.atTheDesk();
    trader.write('plan.yaml', plan(ENTRY));
    expect(await trader.type(PLACE, 'the code')).toBe(0);
    trader.say('The exchange takes the next orders, and its answers are lost.');
    trader.faults({ 'drop-after': 1 });
    trader.write('plan.yaml', plan(ENTRY, ladder(4, 57000)));
    expect(await trader.type(PLACE, 'the code')).toBe(7);
    await trader.type('ordo status plan.yaml');
    trader.say('The next run looks them up before it sends anything.');
    trader.faults({});
    trader.write('plan.yaml', plan(ENTRY, ladder(4, 57000), PROBE));
    expect(await trader.type(PLACE, 'the code')).toBe(0);
    await trader.type('ordo status plan.yaml');
  }));

test('orders that nobody finds', () =>
  journey('orders-that-nobody-finds', async (trader) => {
    trader.atTheDesk();
    trader.write('plan.yaml', plan(ENTRY));
    expect(await trader.type(PLACE, 'the code')).toBe(0);
    trader.say('The exchange takes nothing, and nobody answers.');
    trader.faults({ 'drop-before': 1 });
    trader.write('plan.yaml', plan(ENTRY, ladder(3, 58000)));
    expect(await trader.type(PLACE, 'the code')).toBe(7);
    trader.faults({});
    expect(await trader.next()).toBe(7);
    trader.say('A person looks at the exchange, and decides; too early at first.');
    expect(await trader.type('ordo settle plan.yaml --absent add-1 --why looked')).toBe(2);
    trader.wait(90_000);
    expect(await trader.type('ordo settle plan.yaml --absent add --why looked')).toBe(0);
    await trader.type(LIVE);
    expect(await trader.type(`${PLACE} --again absent`, 'the code')).toBe(0);
  }));

test('a plan that is broken, or gone', () =>
  journey('a-plan-that-is-broken-or-gone', async (trader) => {
    trader.atTheDesk();
    trader.write('plan.yaml', plan(ENTRY, PROBE));
    expect(await trader.type(PLACE, 'the code')).toBe(0);
    trader.say('Half a line was typed.');
    trader.write('plan.yaml', plan(ENTRY, PROBE, '  - { id: add, si'));
    expect(await trader.type('ordo status plan.yaml')).toBe(0);
    trader.say('The file is gone.');
    trader.remove('plan.yaml');
    expect(await trader.type('ordo status --name swing')).toBe(0);
    expect(await trader.type('ordo status')).toBe(0);
    expect(await trader.type('ordo status --name swng')).toBe(2);
  }));

test('a desk’s cap', () =>
  journey('a-cap-of-what-stands', async (trader) => {
    trader.atTheDesk();
    trader.write(
      'ordo.config.yaml',
      'version: 1\nexchange: { batchPresets: true, inFlight: 1 }\npolicy: { maxStandingNotional: 2500 }\n',
    );
    trader.write('plan.yaml', plan(ENTRY, PROBE));
    expect(await trader.type(PLACE, 'the code')).toBe(0);
    trader.say('Another plan of the same account.');
    trader.write('other.yaml', plan(ENTRY).replace('swing', 'other'));
    expect(await trader.type('ordo run other.yaml --live')).toBe(4);
    trader.say('The first order is filled, and its position is closed.');
    trader.fill();
    expect(await trader.type('ordo settle plan.yaml --closed entry')).toBe(0);
    expect(await trader.type('ordo run other.yaml --live')).toBe(0);
    await trader.type('ordo status');
  }));
