/**
 * The journal's server goes away while a plan is followed: nothing is sent meanwhile, and once it answers again the follow goes on by
 * itself, as after a new start.
 */
import { describe, expect, it } from 'vitest';
import { startProxy } from '../../proofs/support/postgres-proxy.ts';
import { start } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { followDesk, isOpen, outcomesOf, type FollowDesk } from '../support/follow-desk.ts';
import { FOLLOW, placedTwice } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { afterTest } from '../support/live.ts';
import { ownServer } from '../support/own-server.ts';

const PLAN = `version: 1
name: guarded
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - { id: even, side: close-long, size: { filled: entry }, price: 66000, trigger: =price }
`;

const { server, fresh } = await ownServer();
const isEntry = ({ kind, type }: PaperOrder): boolean => kind === 'single' && type === '1';
const stops = ({ paper }: FollowDesk): string[] =>
  paper.orders.filter((one) => isOpen(one) && one.trigger === '58000').map(({ size }) => size);

async function desk(plan = PLAN): Promise<FollowDesk> {
  const one = await followDesk(plan);
  one.at.env['ORDO_JOURNAL'] = await fresh();
  return one;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe.skipIf(server === undefined)('a journal server that is gone during a follow', { timeout: 120_000 }, () => {
  it.each(['SIGKILL', 'SIGINT'] as const)('is waited for, and the follow goes on: %s', async (signal) => {
    const one = await desk();
    const { paper, begin, order } = one;
    const run = begin();
    await run.until('the entry', () => paper.orders.some(isEntry));
    paper.fill(order(isEntry).orderId, '0.1');
    await run.until('its stop', () => stops(one).length === 1);
    await server?.killed(signal);
    paper.fill(order(isEntry).orderId, '0.1');
    await pause(4_000);
    const asked = paper.requests.length;
    await pause(2_000);
    expect(stops(one)).toEqual(['0.1']);
    expect(paper.requests.length).toBe(asked);
    await server?.start();
    await run.until('the rest of the stop', () => stops(one).length === 2);
    const ended = await run.stop();
    expect([ended.code, ended.stderr]).toEqual([130, expect.any(String)]);
    expect(placedTwice(paper)).toEqual([]);
    expect(outcomesOf(ended)).toContain('stop/2 accepted: growth');
  });

  it('is waited for no longer than a person wants', async () => {
    const one = await desk();
    const { paper, begin, order } = one;
    const run = begin('--output', 'lines');
    await run.until('the entry', () => paper.orders.some(isEntry));
    paper.fill(order(isEntry).orderId, '0.1');
    await run.until('its stop', () => stops(one).length === 1);
    await run.until('what closes behind it', () =>
      paper.orders.some(({ size, price }) => size === '0.1' && price === '66000'),
    );
    // By then its answer is on record.
    await pause(1_000);
    await server?.killed('SIGKILL');
    await pause(3_000);
    const ended = await run.stop();
    expect(ended.code).toBe(130);
    const said = ended.stdout.replaceAll(/\s+/g, ' ');
    expect(said).toMatch(
      /nothing is sent or looked at until it answers, as of the last look at \S+ entry, stop, even work/,
    );
    expect(said).toContain('the end of the run is not in the journal');
    expect(said).toContain('Working on the exchange entry open-long 0.2 60000 stop close-long 0.1');
    await server?.start();
    const again = begin();
    paper.fill(order(isEntry).orderId, '0.2');
    await again.until('the rest of the stop', () => stops(one).length === 2);
    expect((await again.stop()).code).toBe(130);
    expect(placedTwice(paper)).toEqual([]);
  });

  it('and an answer that came meanwhile is imported: nothing goes twice', async () => {
    const one = await desk();
    const { paper, begin, order, at } = one;
    const proxy = await startProxy(at.env['ORDO_JOURNAL'] ?? '');
    afterTest(() => proxy.close());
    at.env['ORDO_JOURNAL'] = proxy.through(at.env['ORDO_JOURNAL'] ?? '');
    const run = begin('--output', 'lines');
    await run.until('the entry', () => paper.orders.some(isEntry));
    proxy.lay({ way: 'to-server', message: 'accepted', how: 'before' });
    paper.fill(order(isEntry).orderId, '0.3');
    await run.until('its stop', () => stops(one).length === 1);
    const answered = paper.requests.length;
    await run.until('looks go on', () => paper.requests.length > answered + 10);
    const ended = await run.stop();
    expect([ended.code, proxy.broken]).toEqual([130, expect.any(String)]);
    const said = ended.stdout.replaceAll(/\s+/g, ' ');
    expect(said).toContain('imported 1 outcome that');
    expect(said).toContain('the journal’s server answers again, gone for');
    expect([stops(one), placedTwice(paper)]).toEqual([['0.3'], []]);
  });

  it('and what opens is not sent once it is too late', async () => {
    const at = new Date(Date.now() + 8_000).toISOString();
    const one = await desk(`${PLAN}  - { id: late, side: open-long, size: 0.1, price: 59000, after: ${at} }\n`);
    one.at.write(
      'ordo.config.yaml',
      'version: 1\nexchange: { interface: v2 }\nexecution: { lookEvery: 500ms, maxPause: 1s }\n',
    );
    const { paper, begin, order } = one;
    const run = begin();
    await run.until('the entry', () => paper.orders.some(isEntry));
    await server?.killed('SIGKILL');
    await pause(Date.parse(at) + 2_000 - Date.now());
    await server?.start();
    paper.fill(order(isEntry).orderId, '0.3');
    await run.until('its stop', () => stops(one).length === 1);
    const answered = paper.requests.length;
    await run.until('looks go on', () => paper.requests.length > answered + 10);
    const ended = await run.stop();
    expect([ended.code, outcomesOf(ended)]).toEqual([130, expect.arrayContaining(['late withheld: missed'])]);
    expect(paper.orders.filter(isEntry).length).toBe(1);
  });

  it('and that is not there yet as the follow starts is waited for: a position of the run before gets its stop', async () => {
    const one = await desk();
    const { paper, begin, order } = one;
    const before = begin();
    await before.until('the entry', () => paper.orders.some(isEntry));
    await before.stop();
    paper.fill(order(isEntry).orderId, '0.1');
    await server?.killed('SIGKILL');
    const asked = paper.requests.length;
    const run = begin('--output', 'lines');
    await run.until('the line', () => /until\s+it\s+answers/.test(run.written));
    await pause(3_000);
    expect(paper.requests.length).toBe(asked);
    await server?.start();
    await run.until('its stop', () => stops(one).length === 1);
    const ended = await run.stop();
    expect([ended.code, ended.stderr, stops(one), placedTwice(paper)]).toEqual([130, '', ['0.1'], []]);
    const said = ended.stdout.replaceAll(/\s+/g, ' ');
    expect(said.split('until it answers').length).toBe(2);
    expect(said).toMatch(/ECONNREFUSED.*nothing is sent or looked at until it answers/);
    expect(said).toMatch(/the journal’s server answers, after \d+ s/);
  });

  it('is waited for at the start by the built command too, until a signal ends it; other commands say so at once', async () => {
    const { at, paper } = await desk();
    await server?.killed('SIGKILL');
    try {
      const run = start(FOLLOW.slice(0, FOLLOW.indexOf('--output')).concat('--output', 'lines'), at);
      await run.until(/until\s+it\s+answers/);
      run.child.kill('SIGTERM');
      expect((await run.ended).code).toBe(143);
      const once = FOLLOW.filter((word) => word !== '--follow');
      for (const words of [once, ['status'], ['status', 'plan.yaml']]) expect((await here(words, at)).code).toBe(2);
      expect(paper.orders).toEqual([]);
    } finally {
      await server?.start();
    }
  });

  it('but one that takes no such password, and one that is no journal, ends the start with 2', async () => {
    const { at, begin } = await desk();
    const url = new URL(at.env['ORDO_JOURNAL'] ?? '');
    for (const wrong of [
      Object.assign(new URL(url), { password: 'wrong' }),
      Object.assign(new URL(url), { pathname: '/none' }),
    ]) {
      at.env['ORDO_JOURNAL'] = wrong.href;
      const ended = await begin().ended;
      expect([ended.code, ended.stdout + ended.stderr]).toEqual([2, expect.not.stringContaining('until it answers')]);
    }
  });
});
