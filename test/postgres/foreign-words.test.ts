/** Words of an exchange that a server’s JSON has no room for are recorded the same on every store. */
import { describe, expect, it } from 'vitest';
import { copyJournal } from '../../src/journal/copy.ts';
import { saidOf } from '../../src/journal/records/record-schema.ts';
import type { Ledger } from '../../src/journal/records/ledger.ts';
import { intentOf, newFile, openJournal, reader, ROOMY } from '../support/journal-files.ts';
import { ACCOUNT, headOf, ledgerOn, machine } from '../support/moved-journals.ts';
import { someOrders } from '../support/plan-builder.ts';
import { clientOn, sharedServer } from '../support/own-server.ts';

const { server, fresh } = await sharedServer();

const PLAN = { plan: 'p', generation: 1 };
const refusal = (message: string) => ({ outcome: 'rejected', code: '40020', message, rule: 'rejected' }) as const;
const WORDS = ['bad \0 size', 'cut in \ud83d', '\udc00 cut', '数量错误', 'whole \u{1f600}'];
const RECORDED = ['bad \ufffd size', 'cut in \ufffd', '\ufffd cut', '数量错误', 'whole \u{1f600}'];

async function messagesIn(ledger: Ledger): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  await ledger.records((record) => {
    if (record.kind !== 'answered') return;
    for (const verdict of saidOf('ending', record).verdicts ?? [])
      told.push('message' in verdict ? verdict.message : undefined);
  });
  return told;
}

describe.skipIf(server === undefined)('an answer', { timeout: 30_000 }, () => {
  it('whose words have a NUL or half a character is on record in a file, and in its copy, under one head', async () => {
    const file = newFile();
    const journal = await openJournal(file);
    const attempt = await journal.recordIntent(intentOf(someOrders(WORDS.length)));
    await journal.recordVerdicts(attempt, WORDS.map(refusal), 1);
    await journal.release();
    expect(await messagesIn(reader(file))).toEqual(RECORDED);
    const head = await headOf(reader(file));
    const url = await fresh();
    expect(await copyJournal(file, url, machine)).toMatchObject({ kind: 'copied', head });
    expect(await messagesIn(ledgerOn(url))).toEqual(RECORDED);
  });

  it('is on record on a server, and does not keep its account from going on', async () => {
    const url = await fresh();
    const claim = await claimed(url);
    const [attempt] = (await claim.intend([intentOf(someOrders(WORDS.length))])).attempts;
    if (attempt === undefined) throw new Error('no attempt');
    await claim.conclude(attempt, { how: 'answered', verdicts: WORDS.map(refusal), latencyMs: 1 });
    await claim.release();
    expect(await messagesIn(ledgerOn(url))).toEqual(RECORDED);
    const again = await claimed(url);
    expect(await again.recover([])).toEqual({ taken: 0, unknown: 0, refused: [] });
    await again.release();
  });

  it('that was kept aside and is refused by the server is told, and keeps no other from being taken in', async () => {
    const url = await fresh();
    const claim = await claimed(url);
    const orders = someOrders(2);
    await claim.intend([intentOf(orders)]);
    await claim.release();
    const [first = '', second = ''] = orders.map(({ clientOid }) => clientOid);
    const aside = [
      { clientOid: first, verdict: refusal('no') },
      { clientOid: second, verdict: refusal('what this server does not take') },
    ];
    await (
      await clientOn(url)
    ).query(`alter table ordo.journal add check (said not like '%this server does not take%')`);
    const again = await claimed(url);
    expect(await again.recover(aside)).toEqual({ taken: 1, unknown: 1, refused: [], unfit: [aside[1]] });
    expect([...(await again.state(PLAN)).values()].map(({ state }) => state)).toEqual(['rejected', 'unknown']);
    await again.begin({ ...PLAN, planFile: 'plan.yaml', digest: 'd' });
    await again.release();
  });
});

async function claimed(url: string) {
  const got = await ledgerOn(url).claim({ account: ACCOUNT, plan: PLAN }, ROOMY);
  if (!got.ok) throw new Error('held');
  await got.value.begin({ ...PLAN, planFile: 'plan.yaml', digest: 'd' });
  return got.value;
}
