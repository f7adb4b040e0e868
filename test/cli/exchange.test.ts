/** `ordo exchange` in a process of its own, and a client that is not ours. */
import { describe, expect, test } from 'vitest';
import { ACCOUNT_FAULT_MEANINGS } from '../../src/paper/account-faults.ts';
import { CLOSES_MEANINGS, FIRED_MEANINGS, PASSED_MEANINGS } from '../../src/paper/book.ts';
import { CANCEL_FAULT_MEANINGS, CANCEL_FAULTS } from '../../src/paper/cancel-faults.ts';
import { FAULT_MEANINGS } from '../../src/paper/faults.ts';
import { WIRE_FAULT_MEANINGS } from '../../src/paper/wire-faults.ts';
import {
  batch,
  entry,
  json,
  PATHS,
  send,
  single,
  trigger,
  type Changes,
  type Received,
} from '../support/paper-client.ts';
import { afterTest, servedOrigin } from '../support/live.ts';
import { ordo, place } from '../../proofs/support/ordo.ts';

type Client = (path: string, body: Changes | undefined, locale?: string) => Promise<Received>;

/** A client of `ordo exchange` with these options. */
async function served(...options: string[]): Promise<Client> {
  const origin = await servedOrigin(...options);
  return (path, body, locale = 'en-US') =>
    send(origin, path, body, {
      timestamp: String(Date.now()),
      headers: { locale: locale === '' ? undefined : locale },
    });
}

/** As a bot and an SDK send it: no locale, keys of its own, empty prices, an id with `_`. */
const ofABot: readonly (readonly [path: string, body: Changes])[] = [
  [PATHS.single, single({ client_oid: 'ww#123456', match_price: '1', price: '', separatedMode: 1 })],
  [PATHS.trigger, trigger({ client_oid: 'smt_tighten_1771491765497', execute_price: '' })],
];
const half = batch([entry({ client_oid: 'a' }), entry({ client_oid: 'a'.repeat(41) })]);

describe('who may be a client', () => {
  test('what the document does not forbid is taken, and one bad entry refuses itself', async () => {
    const client = await served();
    for (const [path, body] of ofABot) expect(json(await client(path, body, ''))).toHaveProperty('order_id');
    const infos = json(await client(PATHS.batch, half))['order_info'] as Changes[];
    expect(infos.map((info) => info['result'])).toEqual([true, false]);
    expect(JSON.parse((await client('/capi/v2/order/current', undefined)).text)).toHaveLength(1);
    expect(JSON.parse((await client('/capi/v2/order/currentPlan', undefined)).text)).toHaveLength(1);
  });

  test('--strict refuses each of these', async () => {
    const client = await served('--strict');
    for (const [path, body] of ofABot) {
      expect((await client(path, body, '')).status).toBe(400);
      expect((await client(path, body)).status).toBe(400);
    }
    expect(json(await client(PATHS.batch, half))['code']).toBe('40020');
    expect(JSON.parse((await client('/capi/v2/order/current', undefined)).text)).toEqual([]);
  });

  test('--errors 200: what the engine refuses comes with 200, and with 400 else', async () => {
    const wrong = single({ size: '0' });
    for (const [options, status] of [
      [['--errors', '200'], 200],
      [['--errors', '400'], 400],
      [[], 400],
    ] as const) {
      const client = await served(...options);
      const received = await client(PATHS.single, wrong);
      expect([received.status, json(received)['code']]).toEqual([status, '40015']);
    }
  });
});

/** The status of the cancel of an order that rests, and what stands open after it. */
const cancelled = async (...options: string[]): Promise<[status: number, current: unknown]> => {
  const client = await served(...options);
  const { order_id: orderId } = json(await client(PATHS.single, single()));
  const { status } = await client('/capi/v2/order/cancel_order', { orderId });
  const current = JSON.parse((await client('/capi/v2/order/current', undefined)).text) as Changes[];
  return [status, current.map((one) => one['status'])];
};

describe('cancels', () => {
  test('end an order at once, or after --cancel-delay', async () => {
    expect(await cancelled()).toEqual([200, []]);
    expect(await cancelled('--cancel-delay', '10m')).toEqual([200, ['canceling']]);
  });

  test('meet the faults of --cancel-faults, and none of --faults', async () => {
    expect(await cancelled('--cancel-faults', 'cancel-filled:1')).toEqual([400, []]);
    expect(await cancelled('--faults', 'reorder:1', '--cancel-faults', 'cancel-ignored:1')).toEqual([200, ['open']]);
  });
});

describe('money', () => {
  test('is --balance, less --fees, and goes wrong by --account-faults', async () => {
    const client = await served('--balance', '25000', '--fees', '0.02%/0.06%');
    await client(PATHS.single, single({ match_price: '1', price: '' }));
    const [money] = JSON.parse((await client('/capi/v2/account/assets', undefined)).text) as Changes[];
    expect(money).toMatchObject({ coinName: 'USDT', equity: '24999.6149994' });
    const wrong = await served('--account-faults', 'garbage:1');
    expect((await wrong('/capi/v2/account/assets', undefined)).text).toContain('upstream');
  });
});

describe('what the documents leave open', () => {
  test('--closes, --fired, --passed, --list-lag and --depth reach the book', async () => {
    const open = ['--closes', 'reserve', '--fired', 'own-id', '--passed', 'refuses', '--list-lag', '0'];
    const client = await served(...open, '--market', 'walk', '--depth', '0.003');
    const bought = single({ client_oid: 'in', match_price: '1', price: '' });
    await client(PATHS.single, bought);
    const fills = json(await client('/capi/v2/order/fills', undefined))['list'] as Changes[];
    expect(fills.at(-1)).toMatchObject({ fillSize: '0.003' });
    expect((await client(PATHS.trigger, trigger({ size: '0.003', trigger_price: '40000' }))).status).toBe(200);
    expect((await client(PATHS.trigger, trigger({ client_oid: 'even', trigger_price: '64000.1' }))).text).toMatch(
      /passed|order_id/,
    );
    const close = single({ client_oid: 'out', type: '3', size: '0.003', price: '90000' });
    expect((await client(PATHS.single, close)).text).toContain('cannot set reduce only');
    const late = await served('--list-lag', '10m');
    await late(PATHS.single, single());
    expect((await late('/capi/v2/order/current', undefined)).text).toBe('[]');
  });
});

describe('what it says of itself', () => {
  test('the help names every fault with its meaning, each switch, and what there is not, within 80 columns', async () => {
    const at = place();
    afterTest(() => at.remove());
    const { stdout } = await ordo(['exchange', '--help'], at);
    for (const [name, meaning] of Object.entries({
      ...FAULT_MEANINGS,
      ...WIRE_FAULT_MEANINGS,
      ...CANCEL_FAULT_MEANINGS,
      ...ACCOUNT_FAULT_MEANINGS,
      ...CLOSES_MEANINGS,
      ...FIRED_MEANINGS,
      ...PASSED_MEANINGS,
    })) {
      expect(stdout).toMatch(new RegExp(`^  ${name} +${meaning}$`, 'm'));
    }
    for (const answered of ['orders, batches and triggers', 'cancels', 'trades', 'positions', 'money', 'contracts'])
      expect(stdout).toContain(answered);
    const ofCancels = stdout.slice(stdout.indexOf('by --cancel-faults'));
    for (const name of CANCEL_FAULTS) expect(ofCancels).toMatch(new RegExp(`\\s${name}[\\s,.]`));
    for (const absent of ['cancelling all', 'closing positions', 'depth', '404']) {
      expect(stdout).toContain(absent);
    }
    expect(stdout).toContain('--strict');
    expect(stdout).toContain('--errors 200|400');
    for (const line of stdout.split('\n')) expect(line).toMatch(/^.{0,80}$/u);
  });

  test.each([
    ['--errors', '300', '200, 400'],
    ['--faults', 'drop', 'error-unlisted'],
    ['--cancel-faults', 'reject-one:1', 'cancel-filled'],
    ['--cancel-delay', 'soon', '20ms'],
    ['--account-faults', 'lag', 'lag:3s'],
    ['--balance', '1e5', '25000'],
    ['--closes', 'reduce', 'cut, refuse, reserve'],
    ['--fired', 'same', 'same-id'],
    ['--passed', 'fire', 'fires'],
    ['--list-lag', '2', '20ms'],
    ['--depth', '0', '0.05'],
    ['--depth', '0.05', '--market walk'],
    ['--fees', '1', '0.02%/0.08%'],
  ])('%s %s is exit 2, with what there is', async (option, value, word) => {
    const at = place();
    afterTest(() => at.remove());
    const { code, stderr } = await ordo(['exchange', option, value], at);
    expect(code).toBe(2);
    expect(stderr).toContain(word);
  });

  test('the paths of which the help says so are 404', async () => {
    const client = await served();
    for (const path of [
      'v2/order/cancelAllOrders',
      'v2/order/closePositions',
      'v2/market/depth',
      'v2/market/tickers',
      'v3/sim/order',
    ]) {
      expect([path, (await client(`/capi/${path}`, undefined)).status]).toEqual([path, 404]);
    }
  });
});
