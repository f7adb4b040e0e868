/** Whose key an account is tied to, by which answer, and what is said of a key that the exchange refuses. */
import { describe, expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { here } from '../support/here.ts';
import { NO_LISTS, paperAndPlace, run, said, type At } from '../support/live.ts';

/** What was typed wrong, and what is said of it. */
const SLIPS = [
  ['ORDO_API_KEY', 'the exchange refuses this key (40006 ACCESS-KEY is invalid)', 'check ORDO_API_KEY'],
  ['ORDO_API_SECRET', 'the exchange refuses this signature (40009 ', 'check ORDO_API_SECRET'],
  ['ORDO_API_PASSPHRASE', 'the exchange refuses this key or its passphrase (40012 ', 'check ORDO_API_PASSPHRASE'],
] as const;

describe('a key that the exchange refuses', () => {
  test.each(SLIPS)(
    'for a slip in %s is told so first, and does not shut the right one out',
    async (name, why, mend) => {
      const { paper, at } = await paperAndPlace();
      at.write('plan.yaml', bids('typo', 2));
      const refused = await run({ ...at, env: { ...at.env, [name]: 'papr' } });
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`ordo: ${why}`) as string]);
      expect(refused.stderr).toContain(mend);
      expect(refused.stderr).not.toContain('queries: false');
      expect((await run(at)).code).toBe(0);
      expect(paper.orders).toHaveLength(2);
      // From then on it is the account's.
      at.write('plan.yaml', bids('typo', 3));
      const other = { ...at, env: { ...at.env, ORDO_API_KEY: 'papr' } };
      expect((await run(other)).stderr).toContain('was used with another key');
    },
  );

  test('is tied all the same before an order leaves, where the lists are not asked', async () => {
    const { at } = await paperAndPlace();
    at.write('ordo.config.yaml', NO_LISTS);
    at.write('plan.yaml', bids('blind', 1));
    expect((await run({ ...at, env: { ...at.env, ORDO_API_KEY: 'papr' } })).code).toBe(6);
    expect((await run(at, '--again', 'rejected')).stderr).toContain('was used with another key');
  });
});

test('where nothing answers, that is what is said', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', bids('silent', 2));
  await paper.close();
  const refused = await run(at);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining(`ordo: nothing answers at ${paper.origin}`) as string,
  ]);
  expect(refused.stderr).toContain('is `ordo exchange` running?');
});

test('rehearsals on two paper exchanges are two accounts, though both have the one key', async () => {
  const [first, second] = [await paperAndPlace(), await paperAndPlace()];
  for (const { paper } of [first, second]) {
    const at = { ...first.at, env: { ...first.at.env, ORDO_BASE_URL: paper.origin } };
    at.write('plan.yaml', bids('rehearsal', 1));
    expect((await run(at)).code).toBe(0);
    expect(paper.orders).toHaveLength(1);
  }
});

/** One order is unknown, the others are on the exchange. */
async function someUnknown(): Promise<{ paper: PaperExchange; at: At }> {
  const { paper, at } = await paperAndPlace({ faults: { 'drop-before': 0.5 }, seed: 2 });
  at.write('ordo.config.yaml', 'version: 1\nexecution: { onUnknown: continue, cancelWait: 1s }\n');
  at.write('plan.yaml', bids('asked', 1));
  await run(at);
  // A call of its own.
  at.write('plan.yaml', bids('asked', 2));
  const sent = await run(at);
  expect([said(sent), paper.orders.length]).toEqual([['bid-1 already-accepted', 'bid-2 unknown'], 1]);
  return { paper, at };
}

describe('the first cause is the first word of', () => {
  const ASKING: [string, string[]][] = [
    ['settle', ['settle', 'plan.yaml']],
    ['cancel', ['cancel', 'plan.yaml', '--execute', '--live', '--yes']],
    ['status', ['status', 'plan.yaml', '--refresh']],
  ];

  test.each(ASKING)('%s: a key that is refused', async (_, words) => {
    const { at } = await someUnknown();
    const wrong = { ...at, env: { ...at.env, ORDO_API_KEY: 'papr' } };
    const { stdout: told } = await here([...words, '--rebind'], wrong, { width: 400 });
    const cause = 'the exchange refuses this key (40006 ACCESS-KEY is invalid): check ORDO_API_KEY';
    expect(told).toContain(cause);
    expect(told.indexOf('40006')).toBe(told.indexOf(cause) + cause.indexOf('40006'));
  });

  test.each([...ASKING, ['instruments', ['instruments']] as [string, string[]]])(
    '%s: an exchange that is not there',
    async (_, words) => {
      const { paper, at } = await someUnknown();
      await paper.close();
      const { stdout, stderr } = await here(words, at, { width: 400 });
      const told = stdout + stderr;
      const cause = `nothing answers at ${paper.origin} (the connection was refused (ECONNREFUSED))`;
      expect(told).toContain(cause);
      expect(told).toContain('is `ordo exchange` running?');
      expect(told.indexOf('ECONNREFUSED')).toBe(told.indexOf(cause) + cause.indexOf('ECONNREFUSED'));
    },
  );
});
