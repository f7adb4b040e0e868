/** A live watch that looks: what it says of what stands is the same whatever the file says of it, until r is pressed; and it goes on. */
import { expect, test } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import { between } from '../support/between.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { here } from '../support/here.ts';
import { afterTest, paperAndPlace, run, type At } from '../support/live.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const rungs = (count: number): string =>
  `version: 1
name: rungs
defaults: { symbol: cmt_btcusdt }
orders:
${Array.from({ length: count }, (_, at) => `  - { id: rung-${at + 1}, side: open-long, size: 0.001, price: ${60_000 - at * 10}, stopLoss: 55000 }\n`).join('')}`;

function open(at: At): DrivenTerminal {
  const terminal = new DrivenTerminal(
    ['run', 'plan.yaml', '--watch', '--execute', '--live'],
    at,
    { columns: 100, rows: 44 },
    at.env,
  );
  afterTest(() => terminal.close());
  return terminal;
}

/** The row below the head, and the rows of the picture. */
const lineIn = (screen: string): string => screen.split('\n')[1] ?? '';
const pictureIn = (screen: string): string[] => screen.split('\n').filter((row) => /\||long|⋮/.test(row));

test.skipIf(!hasPseudoTerminal)('what is gone from the file stands as it did, until r is pressed', async () => {
  const { paper, at } = await paperAndPlace({ presets: true });
  at.write('plan.yaml', rungs(20));
  expect((await run(at)).code).toBe(0);
  const watch = open(at);
  const before = lineIn(await watch.until(/^ ✓ hold/m));
  expect(before).toBe(' ✓ hold ? + long 0.02 working · at stops 98.1 · naked 0 · unknown 0 · by journal');
  watch.type('2');
  const picture = pictureIn(await watch.until(/\[2 picture\][^]*Exposure[^]*55000 +\|/));

  at.write('plan.yaml', rungs(10));
  const saved = await watch.until(/this save: 10 removed/);
  expect([lineIn(saved), pictureIn(saved)]).toEqual([before, picture]);
  watch.type('1');
  const orders = await watch.until(/\[1 orders\][^]*removed, still live/);
  expect(orders.match(/removed, still live/g)).toHaveLength(10);
  expect(lineIn(orders)).toBe(before);

  paper.fill(paper.orders[0]?.orderId ?? '');
  watch.type('r');
  const looked = lineIn(await watch.until(/hold long 0\.001/));
  const status = await here(['status', 'plan.yaml'], at, { width: 100 });
  const [told = 'no line'] = /^✓ hold long 0\.001 \+ 0\.019 working .* unknown 0/m.exec(status.stdout) ?? [];
  expect(looked).toMatch(/ · \d\d:\d\d:\d\dZ$/);
  expect(looked).toContain(told);
  // No key is needed for it to say that the look has ended.
  await watch.until(/hold long 0\.001(?![^]*looking at the account)/);
  watch.type('q');
  expect(await watch.ended).toBe(0);
});

/** How many looks have come to their last question since. */
const looks = ({ requests }: PaperExchange, from: number): number =>
  requests.slice(from).filter(({ path }) => path.includes('singlePosition')).length;

test.skipIf(!hasPseudoTerminal)('what is asked for while it looks is placed, and it goes on', async () => {
  const { paper, at } = await paperAndPlace({ latencyMs: 500 });
  at.write('plan.yaml', rungs(2));
  expect((await run(at)).code).toBe(0);
  at.write('plan.yaml', rungs(3));
  const watch = open(at);
  const shown = await watch.until(/approval [0-9a-f]{8}[^]*\+ rung-3[^]*p place 1 new/);
  const [, code = ''] = /approval ([0-9a-f]{6})/.exec(shown) ?? [];
  const asked = paper.requests.length;
  watch.type('r');
  // A handful of questions, each of half a second: the account is to be read between the first and the last.
  await watch.until(() => paper.requests.length > asked);
  watch.type('p');
  await watch.until(/type the first 6/);
  expect(looks(paper, asked)).toBe(0);
  await watch.until(/account default, checked/);
  watch.type(code);
  await watch.until((screen) => screen.includes(`${code}_`));
  watch.type('\r');
  await watch.until(/✓ rung-3/);
  // The look, and the check before sending.
  expect([looks(paper, asked), paper.orders.length]).toEqual([2, 3]);
  // What was looked at is shown, and the next save is read.
  await watch.until(/hold 0 .*\d\d:\d\d:\d\dZ/);
  at.write('plan.yaml', rungs(4));
  await watch.until(/\+ rung-4/);
  watch.type('q');
  expect(await watch.ended).toBe(0);
});

test.skipIf(!hasPseudoTerminal)(
  'a look that nothing answers takes the older one’s place, until one is answered',
  async () => {
    const started = await paperAndPlace();
    let isDown = false;
    const { origin } = await between(started.paper, () => (isDown ? { status: 503, body: 'down' } : undefined));
    const at = { ...started.at, env: { ...started.at.env, ORDO_BASE_URL: origin } };
    at.write('plan.yaml', rungs(2));
    expect((await run(at)).code).toBe(0);
    const watch = open(at);
    await watch.until(/^ ✓ hold \?/m);
    watch.type('r');
    await watch.until(/^ ✓ hold 0 .*\d\d:\d\d:\d\dZ/m);
    isDown = true;
    watch.type('r');
    // What nobody answered, and why, is said on the screen as in every text.
    await watch.until(/^ \? hold \? \+ long 0\.002 working · at stops .* · UNKNOWN 3/m);
    watch.type('4');
    const why = await watch.until(/\[4 problems\][^]*were not read/);
    for (const what of ['positions', 'triggers', 'orders'])
      expect(why).toContain(`the ${what} of cmt_btcusdt were not read`);
    expect(why).toMatch(/» rung-1: its state on the exchange is not known: the open list: status 503/);
    watch.type('1');
    await watch.until(/\[1 orders\]/);
    isDown = false;
    watch.type('r');
    await watch.until(/^ ✓ hold 0 .*\d\d:\d\d:\d\dZ/m);
    watch.type('q');
    expect(await watch.ended).toBe(0);
  },
);
