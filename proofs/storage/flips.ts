/** A journal with one byte changed, or cut anywhere: it is refused, or it says exactly what it said before. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JournalError } from '../../src/journal/records/journal-error.ts';
import type { Claim, Ledger } from '../../src/journal/records/ledger.ts';
import type { Attempt } from '../../src/journal/records/request.ts';
import { stateOf } from '../../src/journal/records/known-account.ts';
import { openLedger } from '../../src/journal/open.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import { OPERATIONS } from '../../src/exchange/v2/requests.ts';
import type { Verdict } from '../../src/model/outcome.ts';
import type { Findings } from '../proof.ts';
import type { Random } from '../random.ts';

const ORDERS = 30;

const SCOPE = { account: { origin: 'http://127.0.0.1:1', name: 'main' }, plan: 'flips', generation: 1 };
const AMPLE = { amount: 1e9, windowMs: 1000 };
const LIMITS = { ip: AMPLE, uid: AMPLE, orderCalls: AMPLE, inFlight: 8 };
const wallMs = (): number => 1_760_000_000_000;

const ledgerOn = (file: string): Ledger =>
  openLedger(sqliteUrl(file), {
    self: { host: 'here', user: 'proof', pid: 1, since: '' },
    monotonicMs: wallMs,
    wallMs,
    defer: (act) => act(),
  });

async function claimOn(file: string): Promise<Claim> {
  const claim = await ledgerOn(file).claim({ account: SCOPE.account }, LIMITS);
  if (!claim.ok) throw new Error('somebody holds the journal of a proof');
  return claim.value;
}

const VERDICTS = (n: number): readonly Verdict[] => [
  { outcome: 'accepted', orderId: `59647106462462${n}`, rule: 'order-id' },
  { outcome: 'accepted', orderId: `71928859925361${n}`, rule: 'order-id' },
  { outcome: 'rejected', code: '40015', message: 'off the tick', rule: 'http-4xx' },
  { outcome: 'unknown', message: 'no answer', rule: 'timeout' },
];

/** Thirty orders: accepted, rejected, unknown, in flight, and one that did not leave; a journal as a run closes it. */
async function fill(file: string): Promise<void> {
  const claim = await claimOn(file);
  const { plan, generation } = SCOPE;
  await claim.begin({ plan, generation, planFile: 'plan.yaml', digest: 'd' });
  for (let n = 0; n < ORDERS; n++) {
    const order = { id: `o${n}`, clientOid: `ordo${'abcdefghijklmnop'.repeat(2)}${n}` };
    const content = { symbol: 'cmt_btcusdt', side: 'open-long', size: '0.01', price: `6${n}000` };
    const body = JSON.stringify(content);
    const call = { number: n + 1, kind: 'single', ...OPERATIONS.single, body, orders: [order] } as const;
    const { attempts } = await claim.intend([{ call, signedAtMs: n, orders: [{ ...order, lineage: 0, content }] }]);
    const attempt = attempts[0] as Attempt;
    const verdict = VERDICTS(n)[n % 6];
    if (verdict !== undefined) await claim.conclude(attempt, { how: 'answered', verdicts: [verdict], latencyMs: 12.5 });
    else if (n % 6 === 4) await claim.conclude(attempt, { how: 'not-sent', message: 'no connection', latencyMs: 1 });
  }
  await claim.release();
}

/** Changes `flips` bytes, one at a time, and cuts the file at a tenth as many lengths. */
export async function flips(count: number, random: Random, found: Findings): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-flips-'));
  try {
    const whole = join(folder, 'whole.db');
    await fill(whole);
    const bytes = readFileSync(whole);
    const truth = JSON.stringify([...stateOf(await ledgerOn(whole).account(SCOPE.account), SCOPE)]);
    const file = join(folder, 'journal.db');
    writeFileSync(`${file}.made`, '');
    const judge = async (damaged: Buffer, what: string): Promise<void> => {
      writeFileSync(file, damaged);
      const asRead = await reading(async () => stateOf(await ledgerOn(file).account(SCOPE.account), SCOPE));
      const asOpened = await reading(async () => {
        const claim = await claimOn(file);
        try {
          return await claim.state(SCOPE);
        } finally {
          await claim.release();
        }
      });
      for (const said of [asRead, asOpened]) {
        found.hold(said === undefined || said === truth, `the journal with ${what}`, 'is read as something else');
        found.count(said === undefined ? 'damaged journals refused' : 'damaged journals read truly');
      }
      for (const end of ['-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
    };
    for (let n = 0; n < count; n++) {
      const at = random.below(bytes.length);
      const mask = random.chance(0.7) ? 1 << random.below(8) : random.int(1, 255);
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ mask;
      await judge(damaged, `byte ${at} xor ${mask}`);
    }
    const cuts = Array.from({ length: Math.ceil(count / 10) }, (_, n) =>
      n < bytes.length / 4096 ? n * 4096 : random.below(bytes.length),
    );
    for (const length of cuts) await judge(bytes.subarray(0, length), `only ${length} bytes`);
    found.count('damaged journals', count + cuts.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is read, or undefined where it is refused; anything but a refusal passes on. */
async function reading(read: () => Promise<Iterable<unknown>>): Promise<string | undefined> {
  try {
    return JSON.stringify([...(await read())]);
  } catch (error) {
    if (error instanceof JournalError) return undefined;
    throw error;
  }
}
