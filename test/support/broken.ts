/** Surroundings in which something is against a live run, or nothing is: what is broken, and which check says so with which exit code. */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bids } from '../../proofs/support/ordo.ts';
import {
  LIST,
  config,
  planned,
  text,
  env,
  without,
  both,
  placed,
  halted,
  execution,
  account,
  answers,
  untrusted,
  elsewhere,
  overtaken,
  UNKNOWN,
  two,
  type Broken,
} from './breaking.ts';
import { BROKEN_KEYS } from './broken-keys.ts';
import { BROKEN_JOURNALS } from './broken-journal.ts';
import { BID, faults, plan, REQUIRED, STOP, WARN } from './checked-desk.ts';

export const BROKEN: readonly Broken[] = [
  { what: 'nothing' },
  { what: 'nothing, and all of it was placed', make: placed },
  ...BROKEN_KEYS,
  { what: 'nothing that answers', by: ['exchange', 2], make: ({ paper }) => paper.close() },
  {
    what: 'nothing that answers, and an invalid plan',
    by: ['plan', 3],
    make: both(({ paper }) => paper.close(), text('plan.yaml', 'orders: 1\n')),
  },
  { what: 'a certificate that nobody trusts', by: ['exchange', 2], make: untrusted },
  {
    what: 'version 2 that is closed',
    only: 'v2',
    by: ['key', 2],
    make: answers(
      '/capi/v2/',
      400,
      '{"code":"40018","msg":"this version is offline, please use the v3 service","requestTime":1}',
    ),
  },
  {
    what: 'a rate limit that is longer than maxPause',
    by: ['settings', 8],
    make: both(execution('maxPause: 1s'), answers('/market/ticker', 429, '')),
    only: 'v2',
  },
  { what: 'an unknown key of the config', by: ['config', 2], make: text('ordo.config.yaml', 'versin: 1\n') },
  { what: 'a config that is no YAML', by: ['config', 2], make: text('ordo.config.yaml', '{\n') },
  { what: 'a config under another name', by: ['config', 2], make: text('ordo.config.yml', 'version: 1\n') },
  { what: 'no exchange', by: ['config', 2], make: without('ORDO_BASE_URL') },
  { what: 'an address that is none', by: ['config', 2], make: env({ ORDO_BASE_URL: 'http://example.com' }) },
  { what: 'a list of instruments that is broken', by: ['config', 2], make: text('instruments.json', '{}') },
  { what: 'a list of instruments that is not there', by: ['config', 2], make: config('instruments: other.json') },
  { what: 'the config in the place of the plan', by: ['config', 2], given: ['ordo.config.yaml'] },
  { what: 'no plan', by: ['plan', 2], make: ({ at }) => rmSync(join(at.folder, 'plan.yaml')) },
  { what: 'an invalid plan', by: ['plan', 3], make: text('plan.yaml', 'version: 1\nname: x\norders: []\n') },
  { what: 'a plan that passes the policy', by: ['policy', 4], make: config('policy: { maxOrderNotional: 1 }') },
  {
    what: 'a plan that passes its limits',
    by: ['policy', 4],
    make: text('plan.yaml', plan(BID).replace('name: checked', 'name: checked\nlimits: { maxPlanNotional: 1 }')),
  },
  {
    what: 'a symbol that the policy does not name',
    by: ['policy', 4],
    make: both(
      text(
        'instruments.json',
        LIST.replace('{"cmt_', '{"cmt_ethusdt":{"tick":"0.1","step":"0.01","minSize":"0.01"},"cmt_'),
      ),
      config('policy: { symbols: [cmt_ethusdt] }'),
    ),
  },
  {
    what: 'a symbol of the policy that no order has',
    by: ['policy', 2],
    make: config('policy: { symbols: [cmt_ethusdt] }'),
  },
  {
    what: 'more orders than the policy takes',
    by: ['policy', 4],
    make: both(config('policy: { maxOrders: 1 }'), two()),
  },
  { what: 'a policy that requires a stop', by: ['policy', 4], make: config('policy: { requireStop: true }') },
  {
    what: 'a loss at the stops that is not known',
    by: ['policy', 4],
    make: config('policy: { maxLossAtStops: 1000 }'),
  },
  {
    what: 'a cap for no instrument',
    by: ['policy', 2],
    make: both(text('instruments.json', LIST), config('policy: { maxOrderSize: { cmt_btcusd: 1 } }')),
  },
  {
    what: 'a plan past its validUntil',
    by: ['time', 5],
    make: text('plan.yaml', plan(BID).replace('name: checked', 'name: checked\nvalidUntil: 2026-01-01T00:00:00Z')),
  },
  { what: 'a variable that shows requests', by: ['node', 2], make: env({ NODE_DEBUG: 'http' }) },
  { what: 'a variable that weakens TLS', by: ['node', 2], make: env({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }) },
  {
    what: 'a config that others may write',
    by: ['files', 2],
    make: ({ at }) => chmodSync(join(at.folder, 'ordo.config.yaml'), 0o666),
  },
  {
    what: 'an account file of yesterday',
    by: ['account file', 5],
    make: account({ asOf: new Date(Date.now() - 86_400_000).toISOString() }),
  },
  {
    what: 'an account file of another exchange',
    by: ['account file', 5],
    make: account({ origin: 'https://example.com' }),
  },
  { what: 'an account file of another account', by: ['account file', 5], make: account({ account: 'other' }) },
  {
    what: 'an account file of tomorrow',
    by: ['account file', 5],
    make: account({ asOf: new Date(Date.now() + 86_400_000).toISOString() }),
  },
  {
    what: 'an account file that is not there',
    by: ['plan', 3],
    make: both(account({}), ({ at }) => rmSync(join(at.folder, 'account.json'))),
  },
  { what: 'an account file that says nothing', by: ['plan', 2], make: both(account({}), text('account.json', '{}')) },
  {
    what: 'an account that is worth less than its file',
    by: ['equity', 5],
    options: { balance: '1000' },
    make: account({}),
  },
  ...BROKEN_JOURNALS,
  { what: 'a halt', by: ['halt', 4], make: halted },
  { what: 'a halt, and a plan that only closes', make: both(planned(STOP), halted) },
  {
    what: 'a lowered generation',
    by: ['orders', 5],
    make: both(
      text('plan.yaml', plan(BID).replace('name: checked', 'name: checked\ngeneration: 2')),
      placed,
      planned(BID),
    ),
  },
  {
    what: 'more than may stand',
    by: ['standing', 4],
    make: both(config('policy: { maxStandingNotional: 700 }'), placed, two()),
  },
  {
    what: 'an entry whose stop is not selected',
    by: ['stops', 4],
    given: ['plan.yaml', '--only', 'break'],
    make: text('plan.yaml', REQUIRED('64500')),
  },
  {
    what: 'separated positions, and a plan that closes',
    by: ['settings', 2],
    options: faults('separated'),
    make: planned(BID, STOP),
  },
  {
    what: 'separated positions where the check only warns',
    only: 'v2',
    options: faults('separated'),
    make: both(planned(BID, STOP), execution(WARN)),
  },
  {
    what: 'separated positions where nothing is asked',
    only: 'v2',
    options: faults('separated'),
    make: both(planned(BID, STOP), execution('accountCheck: off')),
  },
  { what: 'another margin mode than the plan’s', only: 'v3', by: ['settings', 2], options: faults('other-mode') },
  { what: 'answers that are cut off', by: ['settings', 2], options: faults('cut:1') },
  {
    what: 'a market that is elsewhere',
    by: ['market', 5],
    make: planned(`${BID.replace('60000', '69000')}, reference: 70000, maxDistance: 2%`),
  },
  {
    what: 'a day whose loss cannot be read',
    by: ['loss today', 4],
    options: faults('cut:1'),
    make: both(execution(WARN), config('execution: { accountCheck: warn }', 'policy: { maxLossToday: 10 }')),
  },
  {
    what: 'a day’s loss that may not be asked',
    by: ['loss today', 4],
    make: config('execution: { accountCheck: off }', 'policy: { maxLossToday: 10 }'),
  },
  { what: 'a plan that another journal placed', by: ['first send', 5], make: elsewhere },
  {
    what: 'a journal that was copied, and went on elsewhere',
    by: ['elsewhere', 5],
    given: ['plan.yaml'],
    make: both(text('plan.yaml', bids('checked', 1)), overtaken),
  },
  {
    what: 'an order that is unknown, and on the exchange',
    options: { faults: { 'drop-after': 1 } },
    make: placed,
  },
  { what: 'an order that is unknown, and in no list', by: ['earlier', 7], options: UNKNOWN, make: both(placed, two()) },
  {
    what: 'an order that is unknown, and may not be looked up',
    by: ['earlier', 7],
    options: UNKNOWN,
    make: both(
      placed,
      two(),
      ({ at }, version) =>
        void at.write('ordo.config.yaml', `version: 1\nexchange: { interface: ${version}, queries: false }\n`),
    ),
  },
];
