/** Bad input of every kind: the right exit code, a clear word, and not one connection; an approval is asked for with the account read. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import { here } from '../support/here.ts';
import { bids, eventsOf, place } from '../../proofs/support/ordo.ts';

let paper: PaperExchange;
let at: ReturnType<typeof place>;
beforeAll(async () => {
  paper = await startPaperExchange();
});
afterAll(() => paper.close());
beforeEach(() => {
  at = place(paper.origin);
});
/** How many requests a test may have made: questions of the check before sending. */
let asked = 0;
afterEach(() => {
  at.remove();
  const { length } = paper.requests;
  if (length !== asked || paper.requests.some(({ method }) => method !== 'GET')) throw new Error('something was sent');
});
/** Money, market, both lists and the position. */
const OF_CHECK = 5;

const live = ['--execute', '--live', '--yes', '--output', 'ndjson'];

describe('the command line', () => {
  test.each<[string, string[], string]>([
    ['an unknown command', ['rum', 'plan.yaml'], 'run'],
    ['an unknown option', ['run', 'plan.yaml', '--excute'], '--execute'],
    ['an option without its value', ['run', 'plan.yaml', '--config'], '--config'],
    ['a switch with a value', ['run', 'plan.yaml', '--live=yes'], '--live'],
    ['no plan', ['run'], 'plan'],
    ['two plans', ['run', 'plan.yaml', 'plan.yaml'], 'one plan'],
    ['an unknown output', ['run', 'plan.yaml', '--output', 'xml'], 'ndjson'],
    ['the screen without a terminal', ['run', 'plan.yaml', '--output', 'tui'], 'terminal'],
    ['an approval code that is none', ['run', 'plan.yaml', '--execute', '--approve', 'zz'], 'approval code'],
    ['an approval of a dry run', ['run', 'plan.yaml', '--yes'], '--execute'],
    ['an order that is not there', ['run', 'plan.yaml', '--only', 'bid-9'], 'bid-'],
    ['a plan that is not there', ['run', 'nowhere.yaml'], 'nowhere.yaml'],
    ['a config that is not there', ['run', 'plan.yaml', '--config', 'nowhere.yaml'], 'nowhere.yaml'],
    ['watching and placing live where nobody looks', ['run', 'plan.yaml', '--watch', '--execute', '--live'], '--watch'],
  ])('%s is exit 2', async (_, args, word) => {
    at.write('plan.yaml', bids('plan', 3));
    const ended = await here(args, at);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(word);
  });
});

describe('without an exchange', () => {
  const NEEDED = 'exchange.baseUrl in ordo.config.yaml, or ORDO_BASE_URL';

  test.each([
    [['run', 'plan.yaml', '--live'], 'a live run needs'],
    [['run', 'plan.yaml', '--live', '--execute', '--yes'], 'a live run needs'],
    [['status', 'plan.yaml'], 'status finds the account by its exchange, and needs'],
    [['settle', 'plan.yaml'], 'settle needs'],
  ])('ordo %j says so in one line, whatever the plan lacks', async (args, who) => {
    at.write('plan.yaml', bids('plan', 3).replace('size: 0.01', 'size: { risk: 10 }, stopLoss: 50000'));
    const ended = await here([...args], { ...at, env: { ...at.env, ORDO_BASE_URL: '' } });
    expect(ended).toMatchObject({ code: 2, stderr: `ordo: no exchange is configured: ${who} ${NEEDED}\n` });
    expect(ended.stdout).not.toContain('error[');
  });
});

describe('the environment', () => {
  test.each<[string, Record<string, string>, string]>([
    ['a misspelt variable', { ORDO_API_KYE: 'x' }, 'ORDO_API_KYE'],
    ['no key', { ORDO_API_KEY: '' }, 'ORDO_API_KEY'],
    ['plain http to elsewhere', { ORDO_BASE_URL: 'http://example.com' }, 'https'],
    ['an address with a path', { ORDO_BASE_URL: 'https://example.com/capi' }, 'origin'],
    ['an address with a user', { ORDO_BASE_URL: 'https://me:word@example.com' }, 'origin'],
    ['no address at all', { ORDO_BASE_URL: 'nonsense' }, 'nonsense'],
    ['switched off certificates', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED'],
    ['a debug log', { NODE_DEBUG: 'net' }, 'NODE_DEBUG'],
    ['a key log', { SSLKEYLOGFILE: '/tmp/keys' }, 'SSLKEYLOGFILE'],
  ])('%s is exit 2 on a live run', async (_, variables, word) => {
    const plan = at.write('plan.yaml', bids('plan', 3));
    const ended = await here(['run', plan, ...live], { folder: at.folder, env: { ...at.env, ...variables } });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(word);
  });

  test('a live run with neither approval nor terminal is exit 2 and names the approval code', async () => {
    const plan = at.write('plan.yaml', bids('plan', 3));
    const ended = await here(['run', plan, '--execute', '--live', '--output', 'ndjson'], at);
    expect(ended.code).toBe(2);
    asked += OF_CHECK;
    const digest = eventsOf(await here(['run', plan, '--live', '--output', 'ndjson'], at)).find(
      (event) => event.event === 'plan-loaded',
    );
    expect(ended.stderr).toContain(digest?.event === 'plan-loaded' ? (digest.approval ?? '').slice(0, 12) : 'none');
  });

  test('a journal that is no journal is exit 2', async () => {
    const plan = at.write('plan.yaml', bids('plan', 3));
    const journal = at.write('journal.db', 'not a database, but long enough to be read as one, or so one would think');
    const ended = await here(['run', plan, ...live, '--journal', journal], at);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('journal');
  });
});

describe('the plan and what it must keep to', () => {
  test.each<[string, string, number]>([
    ['not YAML', 'version: [', 3],
    ['not a mapping', '- a\n- b\n', 3],
    ['empty', '', 3],
    ['one bad order among good ones', bids('plan', 30).replace('price: 60029', 'price: 6e4'), 3],
    ['past its time', bids('plan', 3).replace('orders:', 'validUntil: 2020-01-01T00:00:00Z\norders:'), 5],
  ])('%s', async (_, text, code) => {
    const plan = at.write('plan.yaml', text);
    const ended = await here(['run', plan, ...live], at);
    expect(ended.code).toBe(code);
    expect(eventsOf(ended).at(-1)).toMatchObject({ event: 'run-finished', exitCode: code });
  });

  test('a policy that forbids it is exit 4', async () => {
    at.write('ordo.config.yaml', 'version: 1\npolicy: { maxOrders: 2 }\n');
    const ended = await here(['run', at.write('plan.yaml', bids('plan', 3)), ...live], at);
    expect(ended.code).toBe(4);
  });

  test('a config with a mistake is exit 2, at its place', async () => {
    at.write('ordo.config.yaml', 'version: 1\nexchange:\n  ipWieght: 500/10s\n');
    const ended = await here(['run', at.write('plan.yaml', bids('plan', 3)), '--output', 'ndjson'], at);
    expect(ended.code).toBe(2);
    expect(eventsOf(ended)[0]).toMatchObject({ event: 'diagnostic', line: 3, column: 3 });
  });

  test('another code than the approved one is exit 5', async () => {
    const plan = at.write('plan.yaml', bids('plan', 3));
    const ended = await here(
      ['run', plan, '--execute', '--live', '--approve', '0123456789abcdef'.repeat(4), '--output', 'ndjson'],
      at,
    );
    expect(ended.code).toBe(5);
    asked += OF_CHECK;
  });
});
