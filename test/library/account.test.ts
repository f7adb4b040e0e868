/** An account asked for by a program: its equity sizes a plan, and its trades are told as texts. */
import { expect, test } from 'vitest';
import { compilePlan, loadAccountFile, loadPlan, orThrow } from '../../src/index.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { compiledOf, held, memory, paperOf } from '../support/sessions.ts';

const BUY = `version: 1
name: bought
orders:
  - { id: a, symbol: cmt_btcusdt, side: open-long, size: 0.02, price: market, reference: 64000, stopLoss: 60000 }
`;
const SHARE = `version: 1
name: share
orders:
  - { id: a, symbol: cmt_btcusdt, side: open-long, size: { risk: 1%, of: equity }, price: 64000, stopLoss: 62000 }
`;

test('a session asks for the account, and a plan is sized by it', async () => {
  const session = await held({ ledger: memory(), connection: await paperOf() });
  orThrow(await session.place(compiledOf(BUY)));
  const { file, available, others, trades, exitCode, protection } = orThrow(await session.askAccount());
  expect([file.account, file.asset, file.equity.toString(), available, others]).toEqual([
    'default',
    'USDT',
    '99999.998',
    '99999.998',
    0,
  ]);
  expect(trades).toEqual({
    rows: [{ plan: 'bought', generation: 1, trades: 1, realised: '0', fees: '0', net: '0' }],
    all: { trades: 1, realised: '0', fees: '0', net: '0' },
  });
  expect([exitCode, protection.positions[0]?.held]).toEqual([0, '0.02']);
  const ofPlan = orThrow(await session.askAccount({ plan: { plan: 'bought', generation: 1 } }));
  expect(ofPlan.trades?.rows).toEqual([{ id: 'a', trades: 1, realised: '0', fees: '0', net: '0' }]);
  const checked = orThrow(loadPlan(SHARE, { account: file, instruments: paperInstruments }));
  expect(orThrow(compilePlan(checked)).calls[0]?.body).toContain('"size":"0.4999"');
});

test('a plan without the account that it needs is invalid', () => {
  const loaded = loadPlan(SHARE, { instruments: paperInstruments });
  expect(loaded.ok ? [] : loaded.error.diagnostics.map(({ code }) => code)).toEqual(['size/no-account']);
});

test('a session refuses sizes by another account', async () => {
  const session = await held({ ledger: memory(), connection: { ...(await paperOf()), target: 'live' } });
  const { file } = orThrow(await session.askAccount());
  const other = { ...file, account: 'other' };
  const checked = orThrow(loadPlan(SHARE, { account: other, instruments: paperInstruments }));
  const placed = await session.place(orThrow(compilePlan(checked)));
  expect(placed.ok ? 0 : placed.error).toMatchObject({ code: 'account/file', exitCode: 5 });
});

test('an account file is read from code, and its mistakes are told', () => {
  const document = {
    version: 1,
    asOf: '2026-11-23T12:04:07Z',
    origin: 'https://exchange.example',
    account: 'main',
    asset: 'USDT',
    equity: '25310.4',
  } as const;
  expect(orThrow(loadAccountFile(document)).equity.toString()).toBe('25310.4');
  const wrong = loadAccountFile({ ...document, equity: '0' });
  expect(wrong.ok ? [] : wrong.error.diagnostics.map(({ code }) => code)).toEqual(['value/zero']);
});
