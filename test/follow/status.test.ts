/** What `ordo status` says of a plan that is followed, and of one that nobody follows any more. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { followDesk, isOpen } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';
import { INTERFACES } from '../support/spellings.ts';

const BRACKET = `version: 1
name: bracket
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000, until: 4h }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - { id: target, side: close-long, size: { filled: entry }, price: { from: 65000, to: 66000, steps: 2 }, trigger: =price }
  - { id: even, side: close-long, size: { filled: entry }, trigger: 59000, price: market, after: { filled: target-1 } }
`;
const EITHER = `version: 1
name: either
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: low, side: open-long, size: 0.1, price: 60000, until: { filled: lower } }
  - { id: lower, side: open-long, size: 0.1, price: 59000, until: { filled: low } }
`;
const SLOWLY = { timeout: 20_000 };
const isEntry = ({ kind, type, price }: PaperOrder): boolean =>
  kind === 'single' && type === '1' && price?.startsWith('60000') === true;
const isAt =
  (trigger: string) =>
  (order: PaperOrder): boolean =>
    order.kind === 'trigger' && order.trigger?.startsWith(trigger) === true && isOpen(order);
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

test.each(INTERFACES)(
  '%s: who follows a plan, what it waits for once nobody does, and what is due and why',
  { timeout: 120_000 },
  async (version) => {
    const { paper, at, begin, order } = await followDesk(BRACKET, { version });
    const one = begin();
    await one.until('the entry is there', () => paper.orders.some(isEntry));
    paper.fill(order(isEntry).orderId);
    await one.until('targets', () => paper.orders.filter((is) => isAt('6')(is)).length === 2);
    await expect.poll(async () => (await here(['status'], at)).stdout, SLOWLY).toMatch(/accepted +target-2/);
    const followed = await here(['status', 'plan.yaml', '--refresh'], at);
    expect(flat(followed.stdout)).toMatch(/pid \d+ of \S+ on \S+ follows it since \S+Z/);
    expect(flat(followed.stdout)).toContain('whoever follows the plan looks');
    expect(followed.code).toBe(0);
    expect(flat(followed.stdout)).toContain('held 0.3 long cmt_btcusdt (entry) · covered 0.3 · naked 0 · unknown 0');
    expect(flat(followed.stdout)).toContain('even waits until target-1 is filled');
    expect((await here(['status'], at)).stdout).not.toContain('NOT FOLLOWED');
    await one.stop();

    const bare = await here(['status'], at);
    expect(flat(bare.stdout)).toMatch(
      /bracket, generation 1, waits \((entry, )?stop, target-1, target-2, even\): NOT FOLLOWED since \S+Z\. To continue: ordo run \S+ --execute --live --follow/,
    );
    const events = await here(['status', '--output', 'ndjson'], at);
    expect([events.stderr.includes('NOT FOLLOWED'), events.stdout.includes('NOT FOLLOWED')]).toEqual([true, false]);

    const target = order(isAt('65000'));
    paper.fire(target.orderId);
    for (const left of paper.orders.filter((is) => is.kind === 'single' && is.type === '3' && isOpen(is)))
      paper.fill(left.orderId);
    const due = await here(['status', 'plan.yaml', '--refresh'], at);
    expect(flat(due.stdout)).toMatch(
      /even is due, target-1 was filled at \d\d:\d\d:\d\dZ: NOT FOLLOWED since \S+Z\. To continue: ordo run plan\.yaml --execute --live --follow( |$)/,
    );
    expect(due.code).toBe(6);
    const allDue = await here(['status'], at);
    expect(flat(allDue.stdout)).toMatch(
      /bracket, generation 1: even is due, target-1 was filled at \d\d:\d\d:\d\dZ: NOT FOLLOWED since \S+Z\. To continue: ordo run \S+plan\.yaml --execute --live --follow( |$)/,
    );
    expect(allDue.code).toBe(6);
    // Where the plan's file is gone, nobody can say what is due.
    at.write('plan.yaml', BRACKET.replace('name: bracket', 'name: another'));
    const unread = await here(['status'], at);
    expect(flat(unread.stdout)).toMatch(/bracket, generation 1, waits .* so whether something is due is not known/);
    expect(unread.code).toBe(0);
    at.write('plan.yaml', BRACKET);
    expect(flat(due.stdout)).toContain('held 0.15 long cmt_btcusdt (entry) · covered 0.15 · naked 0 · unknown 0');
    expect(due.stdout).not.toContain('even waits');
  },
);

test(
  'the command that goes on says the real exchange, the plan and the journal, wherever it is shown',
  { timeout: 60_000 },
  async () => {
    const { paper, at, begin, order } = await followDesk(BRACKET);
    const journal = join(at.folder, 'own.db');
    const place = ['--config', 'ordo.config.yaml', '--journal', journal];
    const one = begin(...place);
    await one.until('the entry is there', () => paper.orders.some(isEntry));
    await one.stop();
    const goesOn = `--execute --live --follow --config ordo.config.yaml --journal ${journal}`;
    const toldBy = async (...words: string[]): Promise<string> =>
      flat((await here(['status', ...words, ...place], at, { width: 400 })).stdout);
    // Nothing is due yet, and still nobody follows it.
    expect(await toldBy('plan.yaml')).toContain(`To continue: ordo run plan.yaml ${goesOn}`);
    paper.fill(order(isEntry).orderId);
    expect(await toldBy('plan.yaml', '--refresh')).toMatch(/NAKED 0\.3/);
    for (const words of [['plan.yaml', '--refresh'], ['plan.yaml']])
      expect(await toldBy(...words)).toContain(`To continue: ordo run plan.yaml ${goesOn}`);
    const path = join(at.folder, 'plan.yaml');
    for (const words of [['--name', 'bracket'], []])
      expect(await toldBy(...words)).toContain(`To continue: ordo run ${path} ${goesOn}`);
  },
);

test.each(INTERFACES)(
  '%s: what is held of each group, covered, naked and not known, in lines and for programs',
  { timeout: 60_000 },
  async (version) => {
    const { paper, at, begin, order } = await followDesk(BRACKET, { version });
    expect((await here(['status', 'plan.yaml'], at)).stdout).not.toContain('· covered');
    const one = begin();
    await one.until('the entry is there', () => paper.orders.some(isEntry));
    paper.fill(order(isEntry).orderId, '0.06');
    await one.until('targets', () => paper.orders.filter((is) => isAt('6')(is)).length === 2);
    await one.stop();
    paper.fill(order(isEntry).orderId);
    paper.cancelByExchange(order(isAt('65000')).orderId);
    const lines = flat((await here(['status', 'plan.yaml', '--refresh'], at)).stdout);
    expect(lines).toContain('held 0.3 long cmt_btcusdt (entry) · covered 0.06 · NAKED 0.24 · unknown 0');
    const group = { entries: ['entry'], held: '0.3', covered: '0.06', naked: '0.24', unknown: '0' };
    const json: unknown = JSON.parse((await here(['status', 'plan.yaml', '--json'], at)).stdout);
    expect(json).toMatchObject({ groups: [{ symbol: 'cmt_btcusdt', side: 'long', ...group }] });
    const events = eventsOf(await here(['status', 'plan.yaml', '--output', 'ndjson'], at));
    expect(ofKind(events, 'protection')[0]?.positions[0]?.groups).toEqual([group]);
  },
);

test(
  'a cancel that is due says what was filled, and nothing waits any more once all is off',
  { timeout: 60_000 },
  async () => {
    const { paper, at, begin, order } = await followDesk(EITHER);
    const one = begin();
    await one.until('both are there', () => paper.orders.length === 2);
    await expect.poll(async () => (await here(['status'], at)).stdout, SLOWLY).toMatch(/accepted +lower/);
    await one.stop();
    paper.fill(order(isEntry).orderId, '0.04');
    const due = await here(['status', 'plan.yaml', '--refresh'], at);
    expect(flat(due.stdout)).toMatch(/the cancel of lower is due, low was filled at \d\d:\d\d:\d\dZ: NOT FOLLOWED/);
    expect(due.code).toBe(6);
    await here(['cancel', 'plan.yaml', '--execute', '--live', '--yes'], at);
    expect((await here(['status', 'plan.yaml'], at)).stdout).not.toContain('is due');
  },
);
