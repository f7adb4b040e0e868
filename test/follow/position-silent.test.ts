/** What must wait for no answer that only confirms: a position that is not told, and an opening that the exchange puts off. */
import { expect, test } from 'vitest';
import { between } from '../support/between.ts';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { followDesk, isOpen, type FollowDesk } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const plan = (...more: string[]): string => `version: 1
name: two
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 10% }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
${more.map((line) => `  - ${line}\n`).join('')}  - { id: stop, side: close-long, size: { filled: [${more.length === 0 ? 'entry' : 'entry, third'}] }, trigger: 58000, price: market }
`;
const THIRD = '{ id: third, side: open-long, size: 0.1, price: 59500, after: { filled: entry } }';

const stopsOf = ({ paper }: FollowDesk): number =>
  paper.orders.filter((one) => one.kind === 'trigger' && isOpen(one)).length;

/** By way of a server that answers for the exchange where the test says so. */
async function deskBy(
  text: string,
  version: (typeof INTERFACES)[number],
  instead: (path: string, desk: FollowDesk) => ReturnType<Parameters<typeof between>[1]>,
): Promise<FollowDesk> {
  const desk = await followDesk(text, { version });
  const { origin } = await between(desk.paper, (path) => instead(path, desk));
  desk.at.env['ORDO_BASE_URL'] = origin;
  await here(['instruments'], desk.at);
  return desk;
}

test.each(INTERFACES)(
  '%s: a stop waits for no position, and is late at no look while none is told',
  { timeout: 90_000 },
  async (version) => {
    const told = Promise.withResolvers<undefined>();
    let isSilent = false;
    const desk = await deskBy(plan(), version, (path) =>
      isSilent && /position/i.test(path) ? told.promise : undefined,
    );
    const { paper, order } = desk;
    const one = desk.begin('--output', 'lines');
    await one.until('the entry', () => paper.orders.length === 1);
    const { orderId } = order(isOpen);
    paper.fill(orderId, '0.1');
    await one.until('the stop', () => stopsOf(desk) === 1);
    isSilent = true;
    afterTest(() => told.resolve(undefined));
    for (const stops of [2, 3, 4]) {
      const filledMs = performance.now();
      paper.fill(orderId, '0.05');
      await one.until(`stop ${stops}`, () => stopsOf(desk) === stops);
      // A look is due every 500 ms; one that waited for a position took 10 s.
      expect(performance.now() - filledMs).toBeLessThan(4_000);
    }
    await one.until('the note', () => /no position was told since \d\d:\d\d:\d\dZ/.test(one.written));
    expect(one.written).not.toContain('blind since');
    isSilent = false;
    told.resolve(undefined);
    await one.until('its end', () => one.written.includes('positions are told again'));
    await one.stop();
  },
);

test.each(INTERFACES)(
  '%s: an opening that is put off once its stop was accepted makes nothing naked that is not',
  { timeout: 60_000 },
  async (version) => {
    let refused = 0;
    const desk = await deskBy(plan(THIRD), version, (path, { paper }) =>
      /(placeOrder|\/order)$/.test(path) && paper.orders.length >= 2 && refused++ === 0
        ? { status: 429, body: '{}' }
        : undefined,
    );
    const { paper, order } = desk;
    const one = desk.begin();
    await one.until('the entry', () => paper.orders.length === 1);
    paper.fill(order(isOpen).orderId);
    await one.until('what opens', () => paper.orders.some(({ price }) => price?.startsWith('59500') === true));
    const ended = await one.stop();
    expect(refused).toBeGreaterThan(0);
    const told = ofKind(eventsOf(ended), 'protection').flatMap(({ positions }) => positions);
    const groups = told.flatMap((position) => position.groups ?? []);
    expect(groups.map(({ naked }) => naked)).toContain('0');
    expect(groups.filter(({ naked }) => naked !== '0')).toEqual([]);
  },
);
