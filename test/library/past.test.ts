/** Past runs and the audit: what the ledger says later is what placing has said, and a ledger that was changed is a value. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bids, place as placeAt } from '../../proofs/support/ordo.ts';
import {
  EXIT,
  exchangeOf,
  loadConfig,
  openLedger,
  orThrow,
  pastRuns,
  reportText,
  verifyLedger,
  type Connection,
  type PublicEvent,
  type SessionLedger,
  type Story,
  type Verdict,
} from '../../src/index.ts';
import { isForScreens } from '../../src/report/formats/ndjson.ts';
import { here } from '../support/here.ts';
import { afterTest } from '../support/live.ts';
import { compiledOf, folder, held, memory, paperOf } from '../support/sessions.ts';

const config = orThrow(
  loadConfig(
    'version: 1\nexecution: { maxOrdersPerCall: 1, onUnknown: continue }\nexchange: { inFlight: 1, queries: false }\n',
  ),
);

function verdictOf(call: number, orderId: string): Verdict {
  if (call === 1) return { outcome: 'accepted', orderId, rule: 'own' };
  if (call === 2) return { outcome: 'rejected', code: '40', message: 'too far away', rule: 'own' };
  return { outcome: 'unknown', message: 'the line went dead', rule: 'own' };
}

/** Accepts the first order, rejects the second, and never answers the third; `meanwhile` is awaited in each call. */
const mixed = (meanwhile: () => Promise<void> = async () => {}, key = 'ours'): Connection => ({
  origin: 'https://own.example',
  exchange: exchangeOf({
    keyFingerprint: () => key,
    place: async ({ number, orders }) => {
      await meanwhile();
      const verdicts = orders.map(({ clientOid }) => verdictOf(number, clientOid));
      return { kind: 'answered', value: { verdicts }, ...(number === 3 && { isLost: true }) };
    },
  }),
});

const storiesIn = async (
  ledger: Pick<SessionLedger, 'records' | 'holder'>,
  account: Story['account'],
  plan: string,
): Promise<Story[]> => {
  const runs = orThrow(await pastRuns(ledger, account, plan));
  return Promise.all(runs.map(async (run) => orThrow(await run.story())));
};

test.each([
  ['in memory', memory],
  ['of a file', () => orThrow(openLedger(`sqlite:${join(folder(), 'journal.db')}`))],
])('what placing has told and what the ledger %s says later agree', async (_, ledgerOf) => {
  const ledger = ledgerOf();
  const events: PublicEvent[] = [];
  const session = await held({ ledger, connection: mixed(), config, onEvent: (event) => events.push(event) });
  const placed = orThrow(await session.place(compiledOf(bids('mixed', 3), { config })));
  expect(placed.counts).toEqual({ accepted: 1, rejected: 1, unknown: 1, withheld: 0 });
  orThrow(await session.settle({ plan: 'mixed', generation: 1 }, [{ id: 'bid-1', closed: true }]));
  orThrow(await session.place(compiledOf(bids('other', 1), { config })));
  await session.close();
  const { journalHead = '' } = placed;
  expect(orThrow(await verifyLedger(ledger, journalHead)).kind).toBe('whole');
  for (const head of [journalHead.replace(/:.{12}/, ':000000000000'), `99${journalHead}`])
    expect(orThrow(await verifyLedger(ledger, head)).kind).toBe('broken');
  const [story, ...more] = await storiesIn(ledger, session.account, 'mixed');
  expect(more).toEqual([]);
  expect(story).toMatchObject({ run: 1, end: 'finished', by: { digest: placed.digest, pid: process.pid } });
  const again = story?.events.map(({ event }) => event) ?? [];
  const outcomes = again.filter((event) => event.event === 'order-outcome');
  expect(new Map(outcomes.map((one) => [one.id, one]))).toEqual(placed.outcomes);
  const first = events.slice(0, events.findIndex(({ event }) => event === 'run-finished') + 1);
  // What it left is judged again from what it told.
  const told = first.filter(({ event }) => event !== 'diagnostic' && event !== 'protection');
  expect(again.filter((event) => !isForScreens(event))).toEqual(told);
  expect([...(story?.since ?? [])].map(([id, { state }]) => `${id} ${state}`)).toEqual(['bid-1 closed']);
});

test('a run is open while its own process holds the account, whoever else runs meanwhile', async () => {
  const ledger = memory();
  const seen: string[] = [];
  const otherConfig = { ...config, exchange: { ...config.exchange, account: 'other' } };
  const other = await held({ ledger, connection: mixed(undefined, 'theirs'), config: otherConfig });
  const session = await held({
    ledger,
    config,
    connection: mixed(async () => {
      orThrow(await other.place(compiledOf(bids('theirs', 1), { config: otherConfig })));
      const holder = await ledger.holder(session.account);
      const gone = {
        records: ledger.records.bind(ledger),
        holder: async () => holder && { ...holder, pid: holder.pid + 1 },
      };
      for (const read of [ledger, gone]) {
        const [story] = await storiesIn(read, session.account, 'ours');
        seen.push(story?.end ?? 'none');
      }
    }),
  });
  orThrow(await session.place(compiledOf(bids('ours', 1), { config })));
  const [story] = await storiesIn(ledger, session.account, 'ours');
  expect([...seen, story?.end]).toEqual(['open', 'cut', 'finished']);
});

test.each(['paper', 'live'] as const)('a %s run that was cut off ended where it began', async (target) => {
  const ledger = memory();
  const ends: unknown[] = [];
  const gone = { records: ledger.records.bind(ledger), holder: async () => undefined };
  const read = async (): Promise<void> => {
    const [story] = await storiesIn(gone, session.account, 'ours');
    ends.push(story?.events.at(-1)?.event);
  };
  const session = await held({ ledger, config, connection: { ...mixed(read), target } });
  orThrow(await session.place(compiledOf(bids('ours', 1), { config })));
  expect(ends).toMatchObject([{ event: 'run-finished', target, counts: { unknown: 1 }, exitCode: EXIT.unknown }]);
});

test('a report has each form, of runs of one plan', async () => {
  const ledger = memory();
  const session = await held({ ledger, connection: await paperOf() });
  for (const name of ['one', 'other']) {
    const { journalHead } = orThrow(await session.place(compiledOf(bids(name, 2))));
    expect(journalHead).toBeUndefined();
  }
  const [one = [], other = []] = await Promise.all(
    ['one', 'other'].map((name) => storiesIn(ledger, session.account, name)),
  );
  for (const [form, start] of [
    ['lines', 'one  '],
    ['md', '## '],
    ['junit', '<?xml'],
    ['html', '<!doctype html>'],
    ['json', '{\n'],
  ] as const) {
    const text = orThrow(await reportText(one, form));
    expect(text.trimStart().slice(0, start.length)).toBe(start);
    expect(text).toContain('bid-2');
  }
  const escape = String.fromCharCode(27);
  expect(orThrow(await reportText(one))).not.toContain(escape);
  expect(orThrow(await reportText(one, 'lines', { color: true }))).toContain(escape);
  for (const mixedUp of [[], [...one, ...other]])
    expect(await reportText(mixedUp)).toMatchObject({ ok: false, error: { exitCode: EXIT.usage } });
  expect(await pastRuns(ledger, session.account, 'never')).toEqual({ ok: true, value: [] });
});

test('a live run names the head, the command reads the same, and a changed byte is a value', async () => {
  const paper = await paperOf();
  const at = placeAt(paper.origin);
  afterTest(() => at.remove());
  const file = join(folder(), 'journal.db');
  const ledger = orThrow(openLedger(`sqlite:${file}`));
  expect(await verifyLedger(ledger)).toMatchObject({ ok: false, error: { exitCode: EXIT.usage } });
  const session = await held({ ledger, connection: { ...paper, target: 'live' } });
  const { journalHead = '' } = orThrow(await session.place(compiledOf(bids('kept', 2))));
  orThrow(await session.place(compiledOf(bids('more', 1))));
  await session.close();
  expect(orThrow(await verifyLedger(ledger, journalHead))).toMatchObject({ kind: 'whole' });
  expect((await here(['journal', 'verify', '--journal', file, '--head', journalHead], at)).code).toBe(EXIT.done);
  for (const form of ['json', 'junit', 'html'] as const) {
    const theirs = await here(['report', '--name', 'kept', '--journal', file, '--as', form], at);
    expect(orThrow(await reportText(await storiesIn(ledger, session.account, 'kept'), form))).toBe(theirs.stdout);
  }
  expect(await verifyLedger(ledger, 'no head')).toMatchObject({ ok: false, error: { exitCode: EXIT.usage } });
  const bytes = readFileSync(file);
  // Where its call is recorded; what the run announced names it too.
  bytes[bytes.indexOf('[["bid-2"') + 3] = 'k'.charCodeAt(0);
  writeFileSync(file, bytes);
  const found = orThrow(await verifyLedger(ledger));
  expect(found.kind === 'broken' ? `${found.about} ${found.what}` : 'whole').toMatch(/of kept .*kid-2.* was changed/);
  writeFileSync(file, 'no ledger at all');
  expect(await verifyLedger(ledger)).toMatchObject({ ok: true, value: { kind: 'broken' } });
  const unreadable = await pastRuns(ledger, session.account, 'kept');
  expect(unreadable).toMatchObject({ ok: false, error: { exitCode: EXIT.usage } });
});
