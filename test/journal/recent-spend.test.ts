/** What others have spent on a store, as a claim finds it: how long its next request has to wait tells how much, and until when. */
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/exchange/v2/requests.ts';
import type { LedgerRequest } from '../../src/journal/records/request.ts';
import { WALL_START_MS } from '../../proofs/support/sim-clock.ts';
import { accepted, rejected, unknown } from '../support/sim-exchange.ts';
import { anOrder, someOrders } from '../support/plan-builder.ts';
import {
  intentOf,
  newFile,
  openJournal,
  ROOMY,
  taken,
  type JournalOptions,
  type OpenJournal,
} from '../support/journal-files.ts';

const WINDOW_MS = 10_000;
const GUARD_MS = 5;
const single = OPERATIONS.single.weight;
const batch = OPERATIONS.batch.weight;

interface Timed {
  readonly journal: OpenJournal;
  /** The journal at that moment. */
  readonly at: (ms: number) => OpenJournal;
  readonly file: string;
}

async function timed(changes: Partial<JournalOptions> = {}, file = newFile()): Promise<Timed> {
  let nowMs = 0;
  const journal = await openJournal(file, { ...changes, wallMs: () => WALL_START_MS + nowMs });
  const at = (ms: number): OpenJournal => {
    nowMs = ms;
    return journal;
  };
  return { journal, at, file };
}

/** IP weight that is spent at that moment, as another run of the machine sees it. */
async function spentAt(file: string, ms: number, changes: Partial<JournalOptions> = {}): Promise<number> {
  const journal = await openJournal(file, { wallMs: () => WALL_START_MS + ms, ...changes });
  // Asking nothing is enough to look.
  await journal.intend([]);
  const { used } = journal.gauges().ip;
  await journal.release();
  return used;
}

describe('what was spent lately', () => {
  it('counts from its answer on, for one window', async () => {
    const { at, file } = await timed();
    const first = await at(0).recordIntent(intentOf(someOrders(3), 1));
    const second = await at(100).recordIntent(intentOf([anOrder({ id: 'a' })], 2));
    await at(900).recordVerdicts(second, [taken], 800);
    await at(1500).recordVerdicts(first, [accepted('1'), rejected, unknown], 1500);
    expect(await spentAt(file, 2000)).toBe(single.ip + batch.ip);
    expect(await spentAt(file, 900 + WINDOW_MS + GUARD_MS)).toBe(batch.ip);
    expect(await spentAt(file, 1500 + WINDOW_MS)).toBe(0);
  });

  it('counts a request that was begun long before the newest, and is not answered or was answered just now', async () => {
    const HOURS_MS = 5 * 3_600_000;
    const { at, file } = await timed();
    const slow = await at(0).recordIntent(intentOf(someOrders(3), 1));
    // Its weight is long over, and it stands in front of what is not.
    const over = await at(0).recordIntent(intentOf([anOrder({ id: 'over' })], 2));
    await at(1).recordVerdicts(over, [taken], 1);
    await at(HOURS_MS - 1).recordIntent(intentOf([anOrder({ id: 'b' })], 4));
    await at(HOURS_MS).recordVerdicts(slow, [accepted('1'), rejected, unknown], 1);
    await at(HOURS_MS + 1).recordIntent(intentOf([anOrder({ id: 'a' })], 3));
    expect(await spentAt(file, HOURS_MS + 2)).toBe(batch.ip + 2 * single.ip);
    expect(await spentAt(file, HOURS_MS + WINDOW_MS + GUARD_MS)).toBe(2 * single.ip);
  });

  it('leaves out what did not leave, and keeps what was refused by the rate limit', async () => {
    const { at, file } = await timed();
    const vain = await at(0).recordIntent(intentOf([anOrder({ id: 'a' })], 1));
    await at(0).recordNotTaken(vain, 'not-sent', 'no', 1);
    const refused = await at(0).recordIntent(intentOf([anOrder({ id: 'b' })], 2));
    await at(0).recordNotTaken(refused, 'rate-refused', 'no', 1);
    expect(await spentAt(file, 10)).toBe(single.ip);
  });

  it.each(['was lost', 'never came'])(
    'counts a call whose answer %s for as long as it can be taken, and a window more',
    async (how) => {
      const { at, file } = await timed();
      const open = await at(0).recordIntent(intentOf([anOrder({ id: 'a' })], 1));
      if (how === 'was lost') await at(2000).recordVerdicts(open, [unknown], 2000, true);
      expect(await spentAt(file, 15_000)).toBe(single.ip);
      expect(await spentAt(file, 30_000 + WINDOW_MS - 1)).toBe(single.ip);
      expect(await spentAt(file, 30_000 + WINDOW_MS)).toBe(0);
    },
  );

  it('counts IP weight at the address that it left by, and UID weight wherever it left', async () => {
    const office = { limits: { ...ROOMY, egress: 'office' } };
    const { at, file } = await timed(office);
    const call = await at(0).recordIntent(intentOf([anOrder({ id: 'a' })], 1));
    await at(1).recordVerdicts(call, [taken], 1);
    expect([await spentAt(file, 2, office), await spentAt(file, 2)]).toEqual([single.ip, 0]);
    const elsewhere = await openJournal(file, { wallMs: () => WALL_START_MS + 2 });
    await elsewhere.intend([]);
    expect(elsewhere.gauges().uid.used).toBe(single.uid);
    await elsewhere.recordIntent(intentOf([anOrder({ id: 'b' })], 2));
    await elsewhere.release();
    expect([await spentAt(file, 3, office), await spentAt(file, 3)]).toEqual([single.ip, single.ip]);
    expect(await spentAt(file, 3, { limits: { ...ROOMY, egress: 'home' } })).toBe(0);
  });

  it('counts a call that a later run found without an answer for as long as it can be taken', async () => {
    const { at, file } = await timed();
    await at(0).recordIntent(intentOf([anOrder({ id: 'a' })], 1));
    const later = await openJournal(file, { wallMs: () => WALL_START_MS + 5000 });
    await later.recover([]);
    expect(await spentAt(file, 30_000 + WINDOW_MS - 1)).toBe(single.ip);
    expect(await spentAt(file, 30_000 + WINDOW_MS)).toBe(0);
  });

  it('is of the account, whichever plan spent it; of another at the origin its IP weight alone', async () => {
    const { at, file } = await timed();
    await at(0).recordVerdicts(await at(0).recordIntent(intentOf([anOrder()])), [taken], 1);
    expect(await spentAt(file, 3000, { plan: 'another' })).toBe(single.ip);
    const neighbour = { origin: 'http://127.0.0.1:1', name: 'neighbour' };
    const journal = await openJournal(file, { wallMs: () => WALL_START_MS + 3000, account: neighbour });
    await journal.intend([]);
    expect(journal.gauges()).toMatchObject({ ip: { used: single.ip }, uid: { used: 0 } });
    expect(await spentAt(file, 3000, { account: { origin: 'o', name: 'n' } })).toBe(0);
  });

  it('is no older than now, though the wall clock went back', async () => {
    const { at, file } = await timed();
    await at(60_000).recordVerdicts(await at(60_000).recordIntent(intentOf([anOrder()])), [taken], 1);
    expect(await spentAt(file, 0)).toBe(single.ip);
  });
});

describe('what version 2 spent, where the windows of the account count orders', () => {
  const byOrders: Partial<JournalOptions> = { limits: { ...ROOMY, countsOrders: true } };
  const asked: LedgerRequest = { path: '/q', weight: { ip: 10, uid: 10, orderCalls: 0 } };

  /** Orders that were spent at that moment, as a run of version 3 sees it. */
  async function ordersAt(file: string, ms: number): Promise<number> {
    const journal = await openJournal(file, { wallMs: () => WALL_START_MS + ms, ...byOrders });
    await journal.intend([]);
    const { used } = journal.gauges().uid;
    await journal.release();
    return used;
  }

  it('is one for an order of its own, and nothing for a question', async () => {
    const { at, file } = await timed();
    for (const number of [1, 2, 3]) {
      const intent = intentOf([anOrder({ id: `o${number}` })], number, number === 3 ? 'trigger' : 'single');
      await at(0).recordVerdicts(await at(0).recordIntent(intent), [taken], 1);
    }
    await at(0).intend([asked]);
    expect(await ordersAt(file, 100)).toBe(3);
    expect(await ordersAt(file, 60_000)).toBe(0);
  });

  it.each([
    [3, batch.uid],
    [14, 14],
  ])('is never less than the %i orders of a batch', async (count, counted) => {
    const { at, file } = await timed();
    const orders = someOrders(count);
    await at(0).recordVerdicts(
      await at(0).recordIntent(intentOf(orders)),
      orders.map(() => taken),
      1,
    );
    expect(await ordersAt(file, 100)).toBe(counted);
  });

  it('is no order that an answer counted: what another program used stays as it was told', async () => {
    const { at, file } = await timed();
    await at(0).recordVerdicts(await at(0).recordIntent(intentOf([anOrder({ id: 'a' })])), [taken], 1);
    const journal = await openJournal(file, { wallMs: () => WALL_START_MS + 2000, ...byOrders });
    const own = intentOf([anOrder({ id: 'b' })], 2);
    const attempt = await journal.recordIntent({ ...own, call: { ...own.call, weight: { ip: 0, uid: 1 } } });
    const windows = [{ windowMs: WINDOW_MS, counted: 6, remaining: 100 }];
    await journal.conclude(attempt, { how: 'answered', verdicts: [taken], latencyMs: 1, windows });
    // Ours, the one of version 2, and the five that are on no record.
    expect(journal.gauges().uid.used).toBe(1 + 1 + 5);
  });
});

describe('a claim', () => {
  const one = { amount: single.ip, windowMs: WINDOW_MS };

  it('takes up what fits, in order, and says how long the rest waits', async () => {
    const { at } = await timed({ limits: { ...ROOMY, ip: { ...one, amount: 2 * single.ip } } });
    const orders = someOrders(3);
    const requests = orders.map((order, index) => intentOf([order], index + 1));
    const begun = await at(0).intend(requests);
    expect(begun).toEqual({ attempts: [expect.anything(), expect.anything()], waitMs: Number.POSITIVE_INFINITY });
    await at(1000).recordVerdicts(begun.attempts[0] as never, [taken], 1);
    expect(await at(1500).intend(requests.slice(2))).toEqual({ attempts: [], waitMs: 9500 + GUARD_MS });
    expect((await at(11_005).intend(requests.slice(2))).attempts).toHaveLength(1);
  });

  it('lets no smaller request pass one that waits', async () => {
    const { at } = await timed({ limits: { ...ROOMY, ip: { ...one, amount: batch.ip + 1 } } });
    const [a, b, c, d] = someOrders(4);
    const requests = [intentOf([a as never], 1), intentOf([b as never, c as never], 2), intentOf([d as never], 3)];
    expect((await at(0).intend(requests)).attempts).toHaveLength(1);
  });

  it('sees within its own commit what another run has spent since', async () => {
    const limits = { ...ROOMY, ip: one };
    const { at, file } = await timed({ limits });
    const other = await openJournal(file, { limits, plan: 'another', wallMs: () => WALL_START_MS });
    await other.recordIntent(intentOf([anOrder({ id: 'theirs' })], 1));
    expect(await at(0).intend([intentOf([anOrder({ id: 'ours' })], 1)])).toEqual({ attempts: [], waitMs: 250 });
  });
});

describe('the wall clock put forward between two runs', () => {
  it.each([
    ['in the same uptime', 40_000, 41_000, 990],
    ['after a restart of the machine', 40_000, 700, 690],
  ])('hides nothing that was spent, %s', async (_, thenMs, nowMs, ageMs) => {
    const file = newFile();
    const before = await openJournal(file, { wallMs: () => WALL_START_MS, uptimeMs: () => thenMs });
    await before.recordVerdicts(await before.recordIntent(intentOf([anOrder({ id: 'a' })], 1)), [taken], 1);
    await before.release();
    const hourLater = { wallMs: () => WALL_START_MS + 3_600_000, uptimeMs: () => nowMs };
    const journal = await openJournal(file, hourLater);
    await journal.intend([]);
    expect(journal.gauges().ip).toMatchObject({ used: single.ip, freesInMs: WINDOW_MS + GUARD_MS - ageMs });
  });
});
