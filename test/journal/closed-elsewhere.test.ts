/** What was closed of a plan elsewhere, on record: by its trades, each of which counts once. */
import { expect, test } from 'vitest';
import type { ClosedElsewhere } from '../../src/journal/records/closed-elsewhere.ts';
import { knownOf } from '../../src/journal/records/known-account.ts';
import { someOrders } from '../support/plan-builder.ts';
import { intentOf, newFile, openJournal, optionsFor, reader, taken } from '../support/journal-files.ts';

const CLOSED: ClosedElsewhere = {
  entries: ['o1'],
  symbol: 'cmt_btcusdt',
  side: 'long',
  size: '0.2',
  trades: [
    ['7', '596471064624628000', 'closes', '0.3', 5],
    ['8', '596471064624628000', 'opens', '0.1', 6],
  ],
};

test('it is read again after a restart, and no trade counts a second time', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  const [order] = someOrders(1);
  const attempt = await journal.recordIntent(intentOf(order === undefined ? [] : [order]));
  await journal.recordVerdicts(attempt, [taken], 1);
  expect(await journal.keepClosed(journal.plan, CLOSED)).toBe(true);
  const more = { ...CLOSED, entries: ['o2'], trades: CLOSED.trades.slice(1) };
  expect(await journal.keepClosed(journal.plan, more)).toBe(false);
  await journal.release();

  const again = await openJournal(file);
  expect(await again.keepClosed(again.plan, more)).toBe(false);
  const other = { ...CLOSED, size: '0.05', trades: [['9', '596471064624628000', 'closes', '0.05', 7]] as const };
  expect(await again.keepClosed(again.plan, other)).toBe(true);
  await again.release();
  const read = reader(file);
  const { account, plan, generation } = optionsFor(file);
  expect(knownOf(await read.account(account), { plan, generation })?.elsewhere).toEqual([CLOSED, other]);
  expect(await read.verify()).toMatchObject({ kind: 'whole' });
});
