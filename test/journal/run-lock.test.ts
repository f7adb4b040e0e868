import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimsOf, holderOf, lockedBy, lockRun, type RunLock } from '../../src/journal/files/run-lock.ts';
import type { Holder } from '../../src/journal/records/ledger.ts';
import { JournalError } from '../../src/journal/records/journal-error.ts';
import type { Result } from '../../src/model/result.ts';
import { folder, kill, newFile, startChild, type Child } from '../support/journal-files.ts';

const ORIGIN = 'http://127.0.0.1:1';
const MAIN = { origin: ORIGIN, name: 'main' };
const SELF: Holder = { pid: process.pid, user: 'tester', host: 'here', since: '2026-11-21T09:00:00.000Z' };
const lock = (file: string, account = 'main', origin = ORIGIN): Result<RunLock, Holder | undefined> =>
  lockRun(file, { account: { origin, name: account } }, SELF);

const ofPlan = (file: string, plan: string, account = MAIN): Result<RunLock, Holder | undefined> =>
  lockRun(file, { account, plan: { plan, generation: 2 } }, SELF);

const release = (held: Result<RunLock, Holder | undefined>): void => {
  expect(held.ok).toBe(true);
  if (held.ok) held.value.release();
};

const lockFileOf = (file: string): string =>
  join(dirname(file), readdirSync(dirname(file)).find((entry) => entry.endsWith('.account')) ?? '');

async function ready(): Promise<Child> {
  const child = startChild('hold-lock.ts');
  expect(await child.line()).toBe('ready');
  return child;
}

async function holding(file: string): Promise<Child> {
  const child = await ready();
  child.say(`take\t${file}`);
  expect(await child.line()).toBe('got');
  return child;
}

describe('who holds it', () => {
  it('is told while it is held, of its account only; asking makes nothing, and holds nothing', async () => {
    const file = newFile();
    expect(holderOf(file, MAIN)).toBeUndefined();
    expect(readdirSync(dirname(file))).toEqual([]);
    const child = await holding(file);
    expect(holderOf(file, MAIN)).toMatchObject({ pid: child.process.pid });
    expect(holderOf(file, { ...MAIN, name: 'another' })).toBeUndefined();
    await kill(child);
    expect(holderOf(file, MAIN)).toBeUndefined();
    release(lock(file));
  });
});

describe('the lock of a plan', () => {
  it('is beside those of other plans of the account, and keeps its own plan to itself', () => {
    const file = newFile();
    const held = [ofPlan(file, 'hedge'), ofPlan(file, 'ladder'), ofPlan(file, 'hedge', { ...MAIN, name: 'other' })];
    const [hedge] = held;
    expect(ofPlan(file, 'hedge')).toEqual({ ok: false, error: { ...SELF, plan: 'hedge', generation: 2 } });
    expect(hedge?.ok === true && [...(hedge.value.othersPlans?.() ?? [])]).toEqual(['ladder']);
    expect(new Set(claimsOf(file, MAIN).map(({ plan }) => plan?.plan))).toEqual(new Set(['hedge', 'ladder']));
    held.forEach(release);
    expect(claimsOf(file, MAIN)).toEqual([]);
    release(ofPlan(file, 'hedge'));
  });

  it('and that of the whole account keep each other off, and the one that is refused takes nothing', () => {
    const file = newFile();
    const hedge = ofPlan(file, 'hedge');
    expect(lock(file)).toMatchObject({ ok: false, error: { plan: 'hedge' } });
    release(ofPlan(file, 'ladder'));
    release(hedge);
    const whole = lock(file);
    expect(ofPlan(file, 'hedge')).toEqual({ ok: false, error: SELF });
    release(whole);
    release(ofPlan(file, 'hedge'));
  });

  it('is seen beforehand as it would be taken, and nothing is taken or made by that', () => {
    const file = newFile();
    const plan = (name: string) => ({ account: MAIN, plan: { plan: name, generation: 1 } });
    expect(lockedBy(file, plan('hedge')).ok).toBe(true);
    expect(readdirSync(dirname(file))).toEqual([]);
    const hedge = ofPlan(file, 'hedge');
    expect(['hedge', 'ladder'].map((name) => lockedBy(file, plan(name)).ok)).toEqual([false, true]);
    expect(lockedBy(file, { account: MAIN }).ok).toBe(false);
    release(hedge);
    const whole = lock(file);
    expect(lockedBy(file, plan('hedge'))).toEqual({ ok: false, error: SELF });
    release(whole);
  });

  it('is held while another process has a second plan, and free once that is killed', async () => {
    const file = newFile();
    const child = await ready();
    child.say(`take\t${file}\t0\tladder`);
    expect(await child.line()).toBe('got');
    const hedge = ofPlan(file, 'hedge');
    expect(hedge.ok).toBe(true);
    expect(ofPlan(file, 'ladder')).toMatchObject({ ok: false, error: { pid: child.process.pid } });
    await kill(child);
    release(ofPlan(file, 'ladder'));
    release(hedge);
    release(lock(file));
  });
});

describe('the lock', () => {
  it('refuses a second run and names the first: pid, user, host and since when', async () => {
    const file = newFile();
    const child = await holding(file);
    expect(lock(file)).toEqual({
      ok: false,
      error: { pid: child.process.pid, user: 'holder', host: 'here', since: '2026-11-21T08:00:00.000Z' },
    });
  });

  it('is free when the holder lets go, and when it is killed', async () => {
    const file = newFile();
    const first = await holding(file);
    first.process.stdin?.end();
    await first.ended;
    const second = await holding(file);
    await kill(second);
    release(lock(file));
    release(lock(file));
  });

  it('is held by one that is only suspended', async () => {
    const file = newFile();
    const child = await holding(file);
    child.process.kill('SIGSTOP');
    expect(lock(file).ok).toBe(false);
    child.process.kill('SIGCONT');
    expect(lock(file).ok).toBe(false);
    await kill(child);
    release(lock(file));
  });

  it('is of one account and journal: others are not held up', async () => {
    const file = newFile();
    await holding(file);
    for (const other of [lock(file, 'other'), lock(file, 'main', 'http://127.0.0.1:2'), lock(newFile())])
      release(other);
  });

  it('refuses within one process too, and is let go of once', () => {
    const file = newFile();
    const first = lock(file);
    expect(lock(file)).toEqual({ ok: false, error: SELF });
    release(first);
    const second = lock(file);
    release(first);
    expect(lock(file).ok).toBe(false);
    release(second);
  });

  it('that cannot be taken for another reason says so, and accuses nobody', () => {
    const file = newFile();
    expect(() => lock(join(folder(), 'missing', 'journal.db'))).toThrow(JournalError);
    release(lock(file));
    writeFileSync(lockFileOf(file), Buffer.alloc(4096, 7));
    expect(() => lock(file)).toThrow(JournalError);
  });

  it('is not refused for one that only passes by: two starts of one moment must not both be refused', async () => {
    const file = newFile();
    release(lock(file));
    const child = await ready();
    child.say(`pass\t${lockFileOf(file)}\t40`);
    expect(await child.line()).toBe('passing');
    release(lock(file));
  });

  it('of ten starts in one moment is got by exactly one, every time', async () => {
    const ROUNDS = 3;
    const children = await Promise.all(Array.from({ length: 10 }, ready));
    const place = folder();
    for (let round = 0; round < ROUNDS; round++) {
      // Every other round finds the file of the round before.
      const file = join(place, `journal${Math.floor(round / 2)}.db`);
      const atMs = Date.now() + 60;
      children.forEach((child) => child.say(`take\t${file}\t${atMs}`));
      const said = await Promise.all(children.map((child) => child.line()));
      expect(said.filter((word) => word === 'got')).toHaveLength(1);
      expect(said.filter((word) => word === 'refused')).toHaveLength(9);
      children.forEach((child) => child.say('release'));
      await Promise.all(children.map((child) => child.line()));
    }
  });
});
