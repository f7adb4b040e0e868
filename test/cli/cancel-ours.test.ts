/** Only what is ours is cancelled, and that nothing stands is said only where it is known: through the command. */
import { describe, expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { bids, eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { cancel, ends, misshapen, planned, shown, statuses } from '../support/cancels.ts';
import { here } from '../support/here.ts';
import { GO_ON, LOSING, forget, paperAndPlace, run, settle, status, type At } from '../support/live.ts';

const keyless = (at: At): At => ({ ...at, env: { ...at.env, ORDO_API_KEY: '', ORDO_API_SECRET: '' } });
const LIST =
  '{"asOf":"2026-01-02T03:04:05Z","source":"a test","instruments":{"cmt_btcusdt":{"tick":"0.1","step":"0.0001","minSize":"0.0001"}}}';
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** An order of somebody else: another symbol, another client order id. */
function stranger(paper: PaperExchange, fields: Partial<PaperOrder> = {}): PaperOrder {
  const order: PaperOrder = {
    ...(paper.orders[0] as PaperOrder),
    symbol: 'cmt_ethusdt',
    clientOid: 'web-17',
    orderId: '719288599253619999',
    ...fields,
  };
  (paper.orders as PaperOrder[]).push(order);
  return order;
}

/** One order whose answer was lost, and that is on no list; beside it one of somebody else. */
async function lost(fields: Partial<PaperOrder> = {}): Promise<{ paper: PaperExchange; at: At; theirs: PaperOrder }> {
  const { paper, at } = await paperAndPlace(LOSING);
  at.write('ordo.config.yaml', GO_ON);
  at.write('plan.yaml', bids('ours', 1));
  expect((await run(at)).code).toBe(7);
  const theirs = stranger(paper, fields);
  forget(paper, ({ clientOid }) => clientOid !== theirs.clientOid);
  return { paper, at, theirs };
}

describe('an order id that only a person said', () => {
  test('is refused where the lists were asked and do not show it, until it is said twice', async () => {
    const { at, theirs } = await lost();
    const claim = `bid-1=${theirs.orderId}`;
    const once = await settle(at, '--placed', claim);
    expect([once.code, flat(once.stderr)]).toEqual([
      2,
      expect.stringContaining(`ordo settle plan.yaml --placed ${claim} --unseen ${claim}`),
    ]);
    expect(await status(at)).toMatch(/UNKNOWN +bid-1/);
    expect((await settle(at, '--unseen', claim)).code).toBe(2);
    expect((await settle(at, '--placed', claim, '--unseen', 'bid-1=7')).code).toBe(2);
    expect((await settle(at, '--placed', claim, '--unseen', claim)).code).toBe(0);
  });

  test.each(['with keys, said twice', 'without keys'])('%s: a cancel never takes that order off', async (how) => {
    const { paper, at, theirs } = await lost();
    const claim = `bid-1=${theirs.orderId}`;
    const said =
      how === 'without keys'
        ? await settle(keyless(at), '--placed', claim)
        : await settle(at, '--placed', claim, '--unseen', claim);
    expect(said.code).toBe(0);
    at.write('ordo.config.yaml', GO_ON.replace(' }', ', cancelWait: 1s }'));
    const ended = await cancel(at);
    expect([statuses(paper), ends(ended), ended.code]).toEqual([['open'], ['bid-1 unknown'], 7]);
    const edited = bids('ours', 1).replace('size: 0.01', 'size: 0.02');
    at.write('plan.yaml', edited);
    await run(at, '--replace', 'bid-1');
    expect(statuses(paper)[0]).toBe('open');
    for (const { path, body } of paper.requests)
      expect([path, path.includes('cancel') && body.includes(theirs.orderId)]).toEqual([path, false]);
  });

  test('is that of the order once a list has it under our client order id', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('ordo.config.yaml', GO_ON);
    at.write('plan.yaml', bids('ours', 1));
    await run(at);
    const { orderId = '', clientOid } = paper.orders[0] ?? {};
    await settle(keyless(at), '--placed', `bid-1=${orderId}`);
    expect(ofKind(eventsOf(await planned(at)), 'call-planned')[0]?.body).toBe(JSON.stringify({ clientOid }));
    await here(['status', 'plan.yaml', '--refresh'], at);
    expect(ofKind(eventsOf(await planned(at)), 'call-planned')[0]?.body).toBe(JSON.stringify({ orderId }));
    expect([ends(await cancel(at)), statuses(paper)]).toEqual([['bid-1 cancelled'], ['canceled']]);
  });

  test('of another is not that of ours, which goes off by its client order id: how it ended is not known', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('ordo.config.yaml', GO_ON);
    at.write('plan.yaml', bids('ours', 1));
    await run(at);
    const theirs = stranger(paper, { symbol: 'cmt_btcusdt' });
    await settle(keyless(at), '--placed', `bid-1=${theirs.orderId}`);
    at.write('ordo.config.yaml', GO_ON.replace(' }', ', cancelWait: 1s }'));
    const ended = await cancel(at);
    expect([ended.code, ends(ended), statuses(paper)]).toEqual([7, ['bid-1 unknown'], ['canceled', 'open']]);
    expect(ended.stdout).toContain(`it is order ${paper.orders[0]?.orderId}, not ${theirs.orderId}`);
  });
});

const FIRES = `version: 1
name: off
orders:
  - { id: dip, symbol: cmt_btcusdt, side: open-long, size: 0.01, trigger: 58500, price: 58000 }
`;

async function fired(): Promise<{ paper: PaperExchange; at: At; child: () => PaperOrder }> {
  const { paper, at } = await paperAndPlace();
  at.write('ordo.config.yaml', 'version: 1\nexecution: { cancelWait: 3s }\n');
  at.write('plan.yaml', FIRES);
  expect((await run(at)).code).toBe(0);
  paper.fire(paper.orders[0]?.orderId ?? '');
  return { paper, at, child: () => paper.orders[1] as PaperOrder };
}

describe('a trigger that fired', () => {
  test('is shown by status as what it became, and cancel takes that off', async () => {
    const { paper, at, child } = await fired();
    const refreshed = await here(['status', 'plan.yaml', '--refresh'], at);
    expect(flat(refreshed.stdout)).toContain(`fired as order ${child().orderId}, open`);
    const dry = ofKind(eventsOf(await planned(at)), 'call-planned');
    expect(dry.map(({ body }) => body)).toEqual([JSON.stringify({ orderId: child().orderId })]);
    const ended = await cancel(at);
    expect([ended.code, ends(ended), statuses(paper), misshapen(ended)]).toEqual([
      0,
      ['dip cancelled'],
      ['triggered', 'canceled'],
      [],
    ]);
  });

  test('and is first seen so by the cancel: what it became goes off in the same command', async () => {
    const { paper, at } = await fired();
    const ended = await cancel(at);
    expect([ended.code, ends(ended), statuses(paper)]).toEqual([0, ['dip cancelled'], ['triggered', 'canceled']]);
    expect((await cancel(at)).code).toBe(0);
  });

  test('and became what no list has: fired, exit 6, and said so; again and again', async () => {
    const { paper, at, child } = await fired();
    forget(paper, ({ orderId }) => orderId === child().orderId);
    for (const _ of [1, 2]) {
      const ended = await cancel(at);
      expect([ended.code, ends(ended), misshapen(ended)]).toEqual([6, ['dip fired'], []]);
      expect(ended.stdout).toContain('may be open');
    }
    const person = await here(['cancel', 'plan.yaml', '--execute', '--live', '--yes'], at);
    expect(person.stdout).toContain('1 FIRED');
    expect(person.stdout).toContain('ordo cancel plan.yaml --execute --live\n');
  });

  test('and became what was filled, in part or whole: what was filled is told', async () => {
    const { paper, at, child } = await fired();
    paper.fill(child().orderId, '0.004');
    const ended = await cancel(at);
    expect([ended.code, ofKind(eventsOf(ended), 'cancel-outcome')]).toMatchObject([
      0,
      [{ id: 'dip', outcome: 'cancelled', filledSize: '0.004' }],
    ]);
    const whole = await fired();
    whole.paper.fill(whole.child().orderId);
    const over = await cancel(whole.at);
    expect([over.code, ofKind(eventsOf(over), 'cancel-outcome')]).toMatchObject([
      0,
      [{ id: 'dip', outcome: 'filled', filledSize: '0.01' }],
    ]);
  });
});

describe('that nothing of a plan stands', () => {
  const EXECUTE = ['--execute', '--live', '--yes'];

  test('is not said of a generation while another stands: 6, and its command', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('held-out', 2));
    await run(at);
    at.write('plan.yaml', bids('held-out', 2).replace('name:', 'generation: 2\nname:'));
    const ended = await shown(at, ...EXECUTE);
    expect([ended.code, statuses(paper)]).toEqual([6, ['open', 'open']]);
    expect(ended.stdout).not.toContain('No order of this plan is open.');
    const words = flat(ended.stdout + ended.stderr);
    expect(words).toContain('generation 1 of held-out: 2 orders of it may be open');
    expect(words).toContain('ordo cancel --name held-out --generation 1');
    const dry = await shown(at);
    expect([dry.code, flat(dry.stdout + dry.stderr)]).toEqual([0, expect.stringContaining('--generation 1')]);
    const removed = await shown(at, '--removed', ...EXECUTE);
    expect([removed.code, removed.stdout]).toEqual([6, expect.not.stringContaining('No order of this plan is open.')]);
    const other = await here(['cancel', '--name', 'held-out', '--generation', '1', ...EXECUTE], at);
    expect([other.code, statuses(paper)]).toEqual([0, ['canceled', 'canceled']]);
    expect((await shown(at, ...EXECUTE)).code).toBe(0);
  });

  test('nor under an account, in a journal or by a name that never placed it: 2, and where it does stand', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('held-out', 2));
    await run(at);
    const asked = paper.requests.length;
    const typo = await shown(at, '--journal', 'typo.db', ...EXECUTE);
    expect([typo.code, flat(typo.stderr)]).toEqual([2, expect.stringContaining('leave --journal out')]);
    at.write('plan.yaml', bids('held-outs', 2));
    const name = await shown(at, ...EXECUTE);
    expect([name.code, flat(name.stderr)]).toEqual([2, expect.stringContaining('did you mean held-out?')]);
    at.write('plan.yaml', bids('held-out', 2));
    at.write('ordo.config.yaml', 'version: 1\nexchange: { account: desk }\n');
    const account = await shown(at, ...EXECUTE);
    expect([account.code, flat(account.stderr)]).toEqual([
      2,
      expect.stringContaining('2 orders of it may be open (bid-1, bid-2) under the account default at'),
    ]);
    expect(account.stderr).toContain('set exchange.account: default');
    expect([paper.requests.length, statuses(paper)]).toEqual([asked, ['open', 'open']]);
  });

  test('--generation goes with --name, and names one that the journal knows', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('held-out', 1));
    await run(at);
    for (const words of [
      ['plan.yaml', '--generation', '1'],
      ['--name', 'held-out', '--generation', '0'],
      ['--name', 'held-out', '--generation', '7'],
    ])
      expect([words, (await here(['cancel', ...words], at)).code]).toEqual([words, 2]);
    expect((await here(['status', '--name', 'held-out', '--generation', '1'], at)).code).toBe(0);
  });
});

describe('a name that an order had before a ladder', () => {
  test('is the ladder’s rungs, and what was', async () => {
    const { paper, at } = await paperAndPlace();
    const single = bids('off', 1).replace('bid-1', 'pb');
    at.write('instruments.json', LIST);
    at.write('ordo.config.yaml', 'version: 1\n');
    at.write('plan.yaml', single);
    await run(at);
    await cancel(at);
    at.write(
      'plan.yaml',
      'version: 1\nname: off\norders:\n  - { id: pb, symbol: cmt_btcusdt, side: open-long, price: { from: 59000, to: 58000, steps: 3 }, size: { total: 0.06 } }\n',
    );
    expect((await run(at)).code).toBe(0);
    const ended = await cancel(at, '--only', 'pb');
    expect([ended.code, ends(ended)]).toEqual([
      0,
      ['pb cancelled', 'pb-1 cancelled', 'pb-2 cancelled', 'pb-3 cancelled'],
    ]);
    expect(new Set(statuses(paper))).toEqual(new Set(['canceled']));
    const closed = await settle(at, '--closed', 'pb');
    expect([closed.code, flat(closed.stdout)]).toEqual([0, expect.stringContaining('4 settled as closed')]);
  });
});
