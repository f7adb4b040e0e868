/** The weight that runs which follow keep: what others may not spend, what they need not write, and until when. */
import { describe, expect, it } from 'vitest';
import { FILLS } from '../../src/exchange/v2/requests.ts';
import type { Attempt } from '../../src/journal/records/request.ts';
import type { Claim } from '../../src/journal/records/ledger.ts';
import { Random } from '../../proofs/random.ts';
import { Bench, LIMITS, LOOK, WANTED, WINDOW_MS } from '../support/reserve-bench.ts';

async function look(bench: Bench, claim: Claim): Promise<number> {
  let waits = 0;
  for (const question of LOOK) {
    const attempt = await bench.send(claim, question);
    if (attempt === undefined) waits += 1;
    else await bench.answer(claim, attempt);
  }
  return waits;
}

describe('the weight that a follower keeps', () => {
  it('is spent to all others, and looks within it are on no record', async () => {
    const bench = new Bench();
    const { claim, kept } = await bench.following('followed');
    expect(kept).toMatchObject({ looks: { ip: 35, uid: 40 }, everyMs: 2050 });
    const other = await bench.placing('other');
    await other.intend([]);
    expect(other.gauges()).toMatchObject({ ip: { used: 35 + 8 }, uid: { used: 40 + 16 } });
    const before = await bench.records();
    for (let at = 0; at < 20; at++, bench.nowMs += kept.everyMs) expect(await look(bench, claim)).toBe(0);
    expect(await bench.records()).toBe(before);
    // More than that is on record, as any question is.
    for (let at = 0; at < 6; at++) await look(bench, claim);
    expect(await bench.records()).toBeGreaterThan(before);
  });

  it('tells now and then that it follows', async () => {
    const bench = new Bench();
    const { claim } = await bench.following('followed');
    const before = await bench.records();
    for (let at = 0; at < 3; at++, bench.nowMs += 600_000) await look(bench, claim);
    expect(await bench.records()).toBe(before + 2 * 2);
  });

  it('counts for one window after its plan was let go', async () => {
    const bench = new Bench();
    const { claim } = await bench.following('followed');
    const other = await bench.placing('other');
    bench.nowMs = 5000;
    await claim.release();
    await other.intend([]);
    expect(other.gauges().uid.used).toBe(40);
    bench.nowMs += WINDOW_MS - 1;
    await other.intend([]);
    expect(other.gauges().uid.used).toBe(40);
    bench.nowMs += 2000;
    await other.intend([]);
    expect(other.gauges().uid.used).toBe(0);
  });

  it('makes looks further apart, and then keeps none, where others keep most', async () => {
    const bench = new Bench();
    const every: number[] = [];
    for (let at = 0; at < 11; at++) {
      const { kept } = await bench.following(`p${at}`);
      every.push(kept.everyMs);
    }
    expect(every.slice(0, 8)).toEqual([2050, 2050, 2050, 2050, 2050, 3417, 3417, 3417]);
    expect(every[8]).toBe(3417);
    expect(Math.min(...every.slice(9))).toBeGreaterThan(8000);
  });

  it('waits for nobody who begins after it, once it has fitted; who begins does', async () => {
    const bench = new Bench();
    const { claim: first, kept } = await bench.following('first');
    expect(await look(bench, first)).toBe(0);
    const other = await bench.placing('other');
    const rest = { path: '/x', weight: { ip: 1, uid: 500 - kept.looks.uid - kept.room.uid, orderCalls: 0 } };
    await bench.answer(other, (await bench.send(other, rest)) as Attempt);
    const { claim: late } = await bench.following('late');
    expect(await look(bench, late)).toBe(3);
    expect(await look(bench, first)).toBe(0);
    const exit = await bench.send(first, bench.order('close-long'));
    expect(exit).toBeDefined();
    await bench.answer(first, exit as Attempt);
    expect(bench.inWindow().uid).toBeLessThanOrEqual(500);
  });

  it('has looks at what was filled of the room for exits, and leaves one of these', async () => {
    const bench = new Bench();
    const { claim, kept } = await bench.following('followed');
    const other = await bench.placing('other');
    for (let at = 0; at < 5; at++, bench.nowMs += 2000) expect(await look(bench, claim)).toBe(0);
    // Another takes all that is left.
    const spend = { path: '/x', weight: { ip: 1, uid: 500 - kept.looks.uid - kept.room.uid, orderCalls: 0 } };
    await bench.answer(other, (await bench.send(other, spend)) as Attempt);
    const trades = FILLS;
    expect(await bench.send(claim, { ...trades, look: 'open' })).toBeUndefined();
    expect(await bench.send(claim, { ...trades, look: 'ended' })).toBeUndefined();
    const asked = await bench.send(claim, { ...trades, look: 'news' });
    await bench.answer(claim, asked as Attempt);
    expect(await bench.send(claim, { ...trades, look: 'news' })).toBeUndefined();
    expect(await bench.send(claim, bench.order('close-long'))).toBeDefined();
    expect(bench.inWindow().uid).toBeLessThanOrEqual(500);
  });

  it('keeps its room for what protects: targets take nothing of it, and others still leave it', async () => {
    const bench = new Bench();
    const { claim } = await bench.following('followed');
    expect(await bench.most(claim, () => bench.target())).toBe(LIMITS.orderCalls.amount - WANTED.room.orderCalls);
    const other = await bench.placing('other');
    expect(await bench.most(other, () => bench.order())).toBe(0);
    expect(await bench.most(claim, () => bench.order('close-long'))).toBe(WANTED.room.orderCalls);
    expect(bench.inWindow().orderCalls).toBe(LIMITS.orderCalls.amount);
  });

  it('leaves no window passed, and lets no look and no exit wait', { timeout: 60_000 }, async () => {
    for (let seed = 1; seed <= 2; seed++) {
      const bench = new Bench();
      const random = new Random(seed);
      const followers = await Promise.all(Array.from({ length: 8 }, (_, at) => bench.following(`p${at}`)));
      const other = await bench.placing('other');
      const next = followers.map(() => WINDOW_MS + random.below(2000));
      const exits = followers.map(() => 0);
      // Exits of all together have half of the window of calls.
      let lastMs = 0;
      let opened = 0;
      // The other takes all it gets, and so do openings of the followers.
      for (; bench.nowMs < 40_000; bench.nowMs += 25) {
        for (const [at, { claim, kept }] of followers.entries()) {
          if (bench.nowMs >= (next[at] as number)) {
            expect(await look(bench, claim), `look of ${at} at ${bench.nowMs}, seed ${seed}`).toBe(0);
            next[at] = bench.nowMs + kept.everyMs;
          }
          if (random.chance(0.002)) {
            const opening = await bench.send(claim, bench.order());
            if (opening !== undefined) await bench.answer(claim, opening);
          }
        }
        const one = random.below(8);
        if (bench.nowMs > WINDOW_MS && bench.nowMs - (exits[one] as number) > WINDOW_MS && bench.nowMs - lastMs > 250) {
          lastMs = bench.nowMs;
          exits[one] = bench.nowMs;
          const exit = await bench.send((followers[one] as { claim: Claim }).claim, bench.order('close-long'));
          expect(exit, `exit of ${one} at ${bench.nowMs}, seed ${seed}`).toBeDefined();
          await bench.answer((followers[one] as { claim: Claim }).claim, exit as Attempt);
        }
        const taken = await bench.send(other, bench.order());
        if (taken !== undefined) {
          opened += 1;
          await bench.answer(other, taken);
        }
        const { ip, uid, orderCalls } = bench.inWindow();
        expect(ip).toBeLessThanOrEqual(500);
        expect(uid).toBeLessThanOrEqual(500);
        expect(orderCalls).toBeLessThanOrEqual(10);
      }
      expect(opened).toBeGreaterThan(20);
    }
  });
});
