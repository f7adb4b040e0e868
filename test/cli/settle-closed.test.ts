/** `settle --closed`: what rests is not closed by a word, and what is over is at once. */
import { expect, test } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import { bids } from '../../proofs/support/ordo.ts';
import { cancel } from '../support/cancels.ts';
import { here } from '../support/here.ts';
import { forget, NO_LISTS, paperAndPlace, run, said, settle, status, type At } from '../support/live.ts';

const keyless = (at: At): At => ({ ...at, env: { ...at.env, ORDO_API_KEY: '', ORDO_API_SECRET: '' } });

async function placed(
  count = 1,
): Promise<{ paper: PaperExchange; at: At; fill: (index: number, size?: string) => void }> {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', bids('off', count));
  expect((await run(at)).code).toBe(0);
  return { paper, at, fill: (index, size) => paper.fill(paper.orders[index]?.orderId ?? '', size) };
}

const refresh = (at: At): Promise<unknown> => here(['status', 'plan.yaml', '--refresh'], at);

test('an accepted order whose rest is on the exchange is refused, with the cancel that goes first', async () => {
  const { at, fill } = await placed();
  fill(0, '0.004');
  const ended = await settle(at, '--closed', 'bid-1');
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('--closed bid-1: 0.006 of it is open\n')]);
  expect(ended.stderr.replaceAll(/\s+/g, ' ')).toContain('cancel it first: ordo cancel plan.yaml --only bid-1');
  expect(await status(at)).toMatch(/accepted +bid-1/);
});

test('without keys the last look decides: refused where it rested, and taken where nobody looked', async () => {
  const { at } = await placed(2);
  expect((await settle(keyless(at), '--closed', 'bid-2')).code).toBe(0);
  await refresh(at);
  const ended = await settle(keyless(at), '--closed', 'bid-1');
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('0.01 of it is open at the last look')]);
  at.write('ordo.config.yaml', NO_LISTS);
  expect((await settle(at, '--closed', 'bid-1')).code).toBe(2);
});

test('what was seen filled, and what was cancelled, is closed at once, without a question', async () => {
  const { paper, at, fill } = await placed(3);
  fill(0);
  fill(1, '0.004');
  await cancel(at);
  const asked = paper.requests.length;
  for (const id of ['bid-1', 'bid-2', 'bid-3']) expect((await settle(at, '--closed', id)).code).toBe(0);
  expect(paper.requests).toHaveLength(asked);
  expect(await status(at)).toMatch(/closed +bid-1/);
});

test('an accepted one that the lists show filled is closed in the same command; one that was never placed is not', async () => {
  const { at, fill } = await placed();
  fill(0);
  expect((await settle(at, '--closed', 'bid-1')).code).toBe(0);
  expect((await settle(at, '--closed', 'bid-1')).code).toBe(2);
  expect((await settle(at, '--closed', 'bid-9')).code).toBe(2);
});

test('how it stands is not known while the exchange does not tell: refused', async () => {
  const { paper, at } = await placed();
  await paper.close();
  const ended = await settle(at, '--closed', 'bid-1');
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('its state on the exchange is not known')]);
});

test('one that no list shows is closed only by a word that is said twice', async () => {
  const { paper, at } = await placed();
  forget(paper, () => true);
  const once = await settle(at, '--closed', 'bid-1');
  expect([once.code, once.stderr]).toEqual([2, expect.stringContaining('--closed bid-1: it is in none of the lists')]);
  expect(once.stderr.replaceAll(/\s+/g, ' ')).toContain('ordo settle plan.yaml --closed bid-1 --unseen bid-1');
  expect(await status(at)).toMatch(/accepted +bid-1/);
  expect((await settle(at, '--unseen', 'bid-1')).code).toBe(2);
  expect((await settle(at, '--closed', 'bid-1', '--unseen', 'bid-1')).code).toBe(0);
  expect(await status(at)).toMatch(/closed +bid-1/);
});

test('an order that never was, and whose cancel has no end, is closed by a word that is said twice', async () => {
  const { paper, at } = await paperAndPlace({ faults: { 'drop-before': 1 } });
  at.write('ordo.config.yaml', 'version: 1\nexecution: { cancelWait: 1s }\n');
  at.write('plan.yaml', bids('off', 1));
  expect((await run(at)).code).toBe(7);
  expect(paper.orders).toEqual([]);
  expect((await settle(at, '--placed', 'bid-1=777', '--unseen', 'bid-1=777')).code).toBe(0);
  expect((await cancel(at)).code).toBe(7);
  const once = await settle(at, '--closed', 'bid-1');
  expect([once.code, once.stderr]).toEqual([2, expect.stringContaining('does not prove that no part of it is open')]);
  expect((await settle(at, '--closed', 'bid-1', '--unseen', 'bid-1')).code).toBe(0);
  expect(await status(at)).toMatch(/closed +bid-1/);
});

test('one that was called closed, and rests after all, is told by the next look; and asked for no more once it is over', async () => {
  const { paper, at, fill } = await placed(2);
  fill(0, '0.004');
  for (const id of ['bid-1', 'bid-2']) expect((await settle(keyless(at), '--closed', id)).code).toBe(0);
  fill(1);
  const looked = await here(['status', 'plan.yaml', '--refresh'], at);
  const orderId = paper.orders[0]?.orderId ?? '';
  expect(looked.stdout.replaceAll(/\s+/g, ' ')).toContain(
    `bid-1: a person settled it as closed, but it is open as order ${orderId}: cancel it`,
  );
  expect(looked.stdout).toContain('settled as closed, but it is OPEN');
  expect(looked.stdout).not.toContain('bid-2: a person');
  expect(await status(at)).toMatch(/closed +bid-1[^]*0\.004 of 0\.01\s+filled[^]*settled as closed, but it is OPEN/);
  expect((await here(['journal', 'verify'], at)).code).toBe(0);
  paper.cancelByExchange(orderId);
  await refresh(at);
  expect(await status(at)).not.toContain('it is OPEN');
  const asked = paper.requests.length;
  await refresh(at);
  expect(paper.requests).toHaveLength(asked);
});

test('an accepted order that no list shows: a look at it ends with 7, and each command names the word that ends it', async () => {
  const { paper, at } = await placed(2);
  at.write('ordo.config.yaml', 'version: 1\nexecution: { cancelWait: 1s }\n');
  forget(paper, (_, index) => index === 0);
  const twice = 'ordo settle plan.yaml --closed bid-1 --unseen bid-1\n';
  const named = async (code: number, ...args: string[]): Promise<void> => {
    const ended = await here(args, at);
    expect([args, ended.code, ended.stdout.includes(`    ${twice}`)]).toEqual([args, code, true]);
  };
  await named(7, 'status', 'plan.yaml', '--refresh');
  await named(0, 'status', 'plan.yaml');
  await named(0, 'run', 'plan.yaml', '--live');
  await named(0, 'settle', 'plan.yaml');
  await named(0, 'cancel', 'plan.yaml', '--only', 'bid-1');
  await named(7, 'cancel', 'plan.yaml', '--only', 'bid-1', '--execute', '--live', '--yes');
  await named(7, 'status', 'plan.yaml');
  await named(7, 'run', 'plan.yaml', '--live');
  await named(7, 'run', 'plan.yaml', '--execute', '--live', '--yes');
  await named(7, 'settle', 'plan.yaml');
  const ended = await here(twice.trim().split(' ').slice(1), at);
  const after = await here(['status', 'plan.yaml', '--refresh'], at);
  expect([ended.code, after.code, after.stdout.includes('In no list')]).toEqual([0, 0, false]);
});

test('a closed order is told as closed by a later run, not among what stands', async () => {
  const { paper, at, fill } = await placed(2);
  fill(0);
  expect((await settle(at, '--closed', 'bid-1')).code).toBe(0);
  const dry = await here(['run', 'plan.yaml', '--live'], at);
  expect([dry.code, dry.stdout]).toEqual([
    0,
    expect.stringContaining('\n1 accepted before, unchanged · 1 closed before\n'),
  ]);
  at.write('plan.yaml', bids('off', 3));
  const ended = await here(['run', 'plan.yaml', '--execute', '--live', '--yes'], at);
  expect(ended.stdout).toContain('3 orders: 1 accepted, 1 accepted before, unchanged · 1 closed before (');
  // What is naked says more than that the rest is on the exchange.
  expect(ended.stdout).not.toContain('are on the exchange');
  const again = await run(at);
  expect([ended.code, again.code, said(again), paper.orders.length]).toEqual([
    0,
    0,
    ['bid-1 already-closed', 'bid-2 already-accepted', 'bid-3 already-accepted'],
    3,
  ]);
});
