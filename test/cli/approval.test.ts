/** What the code of an approval covers: one plan for one account under the settings that it was given for. */
import { describe, expect, test } from 'vitest';
import { here } from '../support/here.ts';
import { bids, eventsOf, ofKind, start, type Ended } from '../../proofs/support/ordo.ts';
import { reader } from '../support/journal-files.ts';
import { journalOf, localhost, paperAndPlace, type At } from '../support/live.ts';

/** The code that a dry run of the plan asks approval by. */
async function codeOf(at: At): Promise<string> {
  const dry = await here(['run', 'plan.yaml', '--live', '--output', 'ndjson'], at);
  return ofKind(eventsOf(dry), 'plan-loaded')[0]?.approval ?? '';
}
const approved = (at: At, code: string, ...more: string[]): Promise<Ended> =>
  here(['run', 'plan.yaml', '--execute', '--live', '--approve', code, '--output', 'ndjson', ...more], at);

describe('an approval', () => {
  test.each([
    ['another exchange', (at: At): At => localhost(at)],
    ['another account', (at: At): At => (at.write('ordo.config.yaml', 'version: 1\nexchange: { account: big }\n'), at)],
    [
      'another answer to an unknown',
      (at: At): At => (at.write('ordo.config.yaml', 'version: 1\nexecution: { onUnknown: continue }\n'), at),
    ],
    [
      'another answer to a rejection',
      (at: At): At => (at.write('ordo.config.yaml', 'version: 1\nexecution: { onReject: stop }\n'), at),
    ],
    [
      'another weight window',
      (at: At): At => (at.write('ordo.config.yaml', 'version: 1\nexchange: { uidWeight: 400/10s }\n'), at),
    ],
    ['another policy', (at: At): At => (at.write('ordo.config.yaml', 'version: 1\npolicy: { maxOrders: 9 }\n'), at)],
    [
      'another end of its time',
      (at: At): At => (
        at.write('plan.yaml', bids('bound', 1).replace('name:', 'validUntil: 2999-01-01T00:00:00Z\nname:')),
        at
      ),
    ],
  ])('is of what it was given for, not of %s', async (_, change) => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('bound', 1));
    const code = await codeOf(at);
    expect(code).toMatch(/^[0-9a-f]{64}$/);
    const refused = await approved(change(at), code);
    expect(refused.code).toBe(5);
    expect(paper.orders).toHaveLength(0);
  });

  test('covers what an interrupted run left of it, and nothing else', async () => {
    const { paper, at } = await paperAndPlace({ latencyMs: 100 });
    at.write('ordo.config.yaml', 'version: 1\nexecution: { maxOrdersPerCall: 1 }\nexchange: { inFlight: 1 }\n');
    at.write('plan.yaml', bids('rest', 4));
    const code = await codeOf(at);
    const first = start(['run', 'plan.yaml', '--execute', '--live', '--approve', code, '--output', 'ndjson'], at);
    await first.until(/"accepted"/);
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(143);
    const placed = paper.orders.length;
    expect(placed).toBeLessThan(4);
    // An order that says something else than what was approved is not covered, nor is a new one, nor a plan that lacks one.
    const others = [bids('rest', 4).replace('price: 60003', 'price: 59000'), bids('rest', 5), bids('rest', 3)];
    for (const changed of others) {
      at.write('plan.yaml', changed);
      const refused = await approved(at, code);
      expect([refused.code, paper.orders.length]).toEqual([5, placed]);
    }
    at.write('plan.yaml', bids('rest', 4));
    expect((await approved(at, code, '--only', 'bid-4')).code).toBe(5);
    expect((await approved(at, code)).code).toBe(0);
    expect(paper.orders).toHaveLength(4);
  });

  test('is on record only once the keys are there', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('keyless', 1));
    const code = await codeOf(at);
    const isOnRecord = async (): Promise<boolean> => {
      const kinds: string[] = [];
      await reader(journalOf(at)).records(({ kind }) => void kinds.push(kind));
      return kinds.includes('approval');
    };
    const keyless = { ...at, env: { ...at.env, ORDO_API_SECRET: '' } };
    expect([(await approved(keyless, code)).code, await isOnRecord()]).toEqual([2, false]);
    expect([(await approved(at, code)).code, await isOnRecord()]).toEqual([0, true]);
  });

  test('does not cover the rest under another setting', async () => {
    const { paper, at } = await paperAndPlace({ faults: { 'reject-one': 1 } });
    at.write('plan.yaml', bids('rest', 2));
    const code = await codeOf(at);
    expect((await approved(at, code, '--only', 'bid-1')).code).toBe(5);
    expect((await approved(at, code)).code).toBe(6);
    expect((await approved(at, code, '--again', 'rejected')).code).toBe(5);
    expect(paper.orders.length).toBeLessThanOrEqual(1);
  });
});
