/** `ordo close` over HTTP against the paper exchange: what it closes, what it refuses, and how it ends. */
import { describe, expect, test } from 'vitest';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import { inCases } from '../support/cases.ts';
import { between } from '../support/between.ts';
import { configOf, faults } from '../support/checked-desk.ts';
import { misshapen } from '../support/cancels.ts';
import {
  close,
  closes,
  codeIn,
  faultsAfter,
  finishedAs,
  held,
  LONG,
  planOf,
  type Desk,
} from '../support/close-desk.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run } from '../support/live.ts';

const NOW = '--execute --yes';
const remains = (ended: Ended): unknown => ofKind(eventsOf(ended), 'run-finished')[0]?.remains;
const words = (text: string): string => text.replaceAll(/\s+/g, ' ');
const ordo = (desk: Desk, line: string) => here(line.split(' '), desk.at);

/** The first six digits of the code that a question shows. */
const typed = (question: string): string => /Type ([0-9a-f]{6}) to close/.exec(question)?.[1] ?? '';

describe.each(inCases(['v2', 'v3'] as const))('a position on %s', (version) => {
  test('of 0.0401 is closed by half: 0.02, once, under an id of its own', async () => {
    const desk = await held(version);
    const ended = await close(desk, `cmt_btcusdt long 50% ${NOW}`);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(closes(desk)).toEqual(['0.02 filled']);
    expect(words(ended.stdout)).toContain('● filled btcusdt-long-1 0.02 at 64000, realised ≈-0.01 before fees');
    expect(ended.stdout).toMatch(/hold long 0\.0201 /);
    const again = await close(desk, `cmt_btcusdt long 50% ${NOW}`);
    expect([again.code, closes(desk)]).toEqual([0, ['0.02 filled', '0.01 filled']]);
    expect((await ordo(desk, 'journal verify')).code).toBe(0);
  });

  test('is closed by a size, and then whole', async () => {
    const desk = await held(version);
    expect((await close(desk, `cmt_btcusdt long 0.03 ${NOW}`)).code).toBe(0);
    expect((await close(desk, `cmt_btcusdt long ${NOW}`)).code).toBe(0);
    expect(closes(desk)).toEqual(['0.03 filled', '0.0101 filled']);
    const none = await close(desk, `cmt_btcusdt long ${NOW}`);
    expect([none.code, closes(desk).length]).toEqual([2, 2]);
    expect(none.stderr).toContain('cmt_btcusdt long is not held');
  });

  test('is known to the journal, status, reports and settle as the plan ordo:close', async () => {
    const desk = await held(version);
    await close(desk, `cmt_btcusdt long 50% ${NOW}`);
    const status = await ordo(desk, 'status --name ordo:close');
    expect([status.code, words(status.stdout)]).toEqual([
      0,
      expect.stringContaining('● filled btcusdt-long-1 close-long 0.02 market'),
    ]);
    const report = await ordo(desk, 'report --name ordo:close --as json');
    expect(report.code).toBe(0);
    expect(JSON.parse(report.stdout)).toMatchObject({ runs: [{ exitCode: 0, orders: [{ id: 'btcusdt-long-1' }] }] });
    expect((await ordo(desk, 'replay --name ordo:close --speed max')).code).toBe(0);
    expect((await ordo(desk, 'status')).stdout).toContain('ordo:close, generation 1');
  });

  test('is only read and shown without --execute, and the code of that closes it, once', async () => {
    const desk = await held(version);
    const dry = await close(desk, 'cmt_btcusdt long 50%');
    expect([dry.code, closes(desk)]).toEqual([0, []]);
    expect(words(dry.stdout)).toContain('cmt_btcusdt long: closes 0.02 of 0.0401 in 1 call');
    const approve = `cmt_btcusdt long 50% --execute --approve ${codeIn(dry)}`;
    expect((await close(desk, approve)).code).toBe(0);
    const twice = await close(desk, approve);
    expect([twice.code, closes(desk)]).toEqual([5, ['0.02 filled']]);
    expect(twice.stderr).toContain('what would be sent has the approval code');
  });

  test('that changed since it was shown is not closed by that code', async () => {
    const desk = await held(version);
    const dry = await close(desk, 'cmt_btcusdt long 0.02');
    desk.at.write('plan.yaml', planOf(LONG('0.0401'), LONG('0.01', '', 'more')));
    expect((await run(desk.at)).code).toBe(0);
    const ended = await close(desk, `cmt_btcusdt long 0.02 --execute --approve ${codeIn(dry)}`);
    expect([ended.code, closes(desk)]).toEqual([5, []]);
  });

  test('is closed at the prompt by the code, which stands beside what is held', async () => {
    const desk = await held(version);
    let asked = '';
    const answer = (question: string): string => typed((asked = question));
    expect((await close(desk, 'cmt_btcusdt long 50% --execute', { answer })).code).toBe(0);
    expect(closes(desk)).toEqual(['0.02 filled']);
    expect(asked).toContain('account default, checked ');
    expect(words(asked)).toContain('closes 0.02 of 0.0401 in 1 call');
    expect(asked).toContain('A close at market takes what the book gives.');
    const declined = await close(desk, 'cmt_btcusdt long --execute', { answer: () => 'no' });
    expect([declined.code, closes(desk).length]).toEqual([9, 1]);
  });

  test('that becomes smaller while it is read is not closed (exit 5)', async () => {
    const desk = await held(
      version,
      planOf(LONG('0.0401'), '  - { id: out, side: close-long, size: 0.01, price: 70000, after: [entry] }\n'),
    );
    const { paper } = desk;
    const before = paper.requests.length;
    const isRead = (): boolean => paper.requests.slice(before).some(({ path }) => /position/i.test(path));
    const closing = close(desk, `cmt_btcusdt long ${NOW}`);
    while (!isRead()) await new Promise((resolve) => setImmediate(resolve));
    paper.fill(paper.orders[1]?.orderId ?? '');
    const ended = await closing;
    expect([ended.code, closes(desk)]).toEqual([5, ['0.01 filled']]);
    expect(ended.stderr).toContain('cmt_btcusdt long became smaller while it was read: 0.0401, then 0.0301');
    expect((await close(desk, `cmt_btcusdt long ${NOW}`)).code).toBe(0);
    expect(closes(desk)).toEqual(['0.01 filled', '0.0301 filled']);
  });

  test('that is read once, and not again, is not closed (exit 7)', async () => {
    const { paper, at } = await paperAndPlace();
    let reads = Number.NEGATIVE_INFINITY;
    const { origin } = await between(paper, (path) =>
      /position/i.test(path) && ++reads > 1 ? { status: 500, body: 'no' } : undefined,
    );
    const desk = { paper, at: { ...at, env: { ...at.env, ORDO_BASE_URL: origin } } };
    at.write('ordo.config.yaml', configOf(version, 'cancelWait: 1s'));
    at.write('plan.yaml', planOf(LONG('0.0401')));
    expect((await run(desk.at)).code).toBe(0);
    reads = 0;
    const ended = await close(desk, `cmt_btcusdt long ${NOW}`);
    expect([ended.code, closes(desk)]).toEqual([7, []]);
    expect(ended.stderr).toContain('the position of cmt_btcusdt was read once, and not again');
    reads = Number.NEGATIVE_INFINITY;
    expect((await close(desk, `cmt_btcusdt long ${NOW}`)).code).toBe(0);
    expect(closes(desk)).toEqual(['0.0401 filled']);
  });

  test('that changes before the code is typed is not closed (exit 5)', async () => {
    const desk = await held(
      version,
      planOf(LONG('0.0401'), '  - { id: bid, side: open-long, size: 0.01, price: 60000 }\n'),
    );
    const answer = (question: string): string => {
      desk.paper.fill(desk.paper.orders[1]?.orderId ?? '');
      return typed(question);
    };
    const ended = await close(desk, 'cmt_btcusdt long 0.02 --execute', { answer });
    expect([ended.code, closes(desk)]).toEqual([5, []]);
    expect(ended.stderr).toContain('cmt_btcusdt long has changed since it was shown: 0.0401 then, 0.0501 now');
  });

  test('is closed once where the answer is lost, and the exchange has taken it', async () => {
    const desk = await held(version, undefined, faultsAfter(1, { 'drop-after': 1 }));
    const ended = await close(desk, `cmt_btcusdt long 50% ${NOW} --output ndjson`);
    expect([ended.code, closes(desk)]).toEqual([0, ['0.02 filled']]);
    expect(misshapen(ended)).toEqual([]);
    expect(ofKind(eventsOf(ended), 'order-outcome').map(({ outcome }) => outcome)).toEqual(['unknown']);
    expect(ofKind(eventsOf(ended), 'order-state').map(({ state }) => state)).toEqual(['filled']);
  });

  test('is not closed again while an earlier close is unknown (exit 7)', async () => {
    const desk = await held(version, undefined, faultsAfter(1, { 'drop-before': 1 }), 'cancelWait: 300ms');
    const first = await close(desk, `cmt_btcusdt long 50% ${NOW} --output ndjson`);
    expect([first.code, closes(desk)]).toEqual([7, []]);
    expect(remains(first)).toEqual({
      code: 'not-known',
      left: [],
      unknown: [expect.stringMatching(/^btcusdt-long-1, a close of 0\.02: \S/)],
    });
    expect(misshapen(first)).toEqual([]);
    const sent = desk.paper.requests.length;
    const second = await close(desk, `cmt_btcusdt long ${NOW} --output ndjson`);
    expect(finishedAs(second)).toEqual([7, 'close/earlier-open']);
    expect(second.stderr).toContain('btcusdt-long-1, unknown');
    expect(second.stderr).toContain('ordo settle --name ordo:close --absent btcusdt-long-1 --why');
    // Only asked, and nothing placed.
    expect(desk.paper.requests.slice(sent).filter(({ path }) => /placeOrder|\/order$/i.test(path))).toEqual([]);
    expect((await close(desk, 'cmt_btcusdt long')).code).toBe(7);
    expect((await ordo(desk, 'status')).code).toBe(7);
  });

  test('is closed again once a list has the earlier one, of which no answer came', async () => {
    const lost = { ...faultsAfter(1, { 'drop-after': 1 }, 1), ...faults('lag:3000ms') };
    const desk = await held(version, undefined, lost, 'cancelWait: 200ms');
    await new Promise((resolve) => setTimeout(resolve, 3100));
    // Both while the lists lag, on a busy machine too.
    expect((await close(desk, `cmt_btcusdt long 50% ${NOW}`)).code).toBe(7);
    expect((await close(desk, `cmt_btcusdt long 50% ${NOW}`)).code).toBe(7);
    expect(closes(desk)).toEqual(['0.02 filled']);
    await new Promise((resolve) => setTimeout(resolve, 3100));
    await close(desk, `cmt_btcusdt long 50% ${NOW}`);
    expect(closes(desk)).toEqual(['0.02 filled', '0.01 filled']);
  });

  test('ends with 6 where the exchange refuses', async () => {
    const desk = await held(version, undefined, faultsAfter(1, { 'reject-one': 1 }));
    const ended = await close(desk, `cmt_btcusdt long 50% ${NOW}`);
    expect([ended.code, closes(desk)]).toEqual([6, []]);
    expect(words(ended.stdout)).toMatch(/✗ rejected btcusdt-long-1 /);
    expect(ended.stdout).toMatch(/hold long 0\.0401 /);
    expect(ended.stdout).toContain('ordo close cmt_btcusdt long 50%');
  });

  test('says to programs why it ends with 6, and what is left', async () => {
    const desk = await held(version, undefined, faultsAfter(1, { 'reject-one': 1 }, 1, 1));
    const refused = await close(desk, `cmt_btcusdt long 50% ${NOW} --output ndjson`);
    expect([refused.code, misshapen(refused)]).toEqual([6, []]);
    expect(remains(refused)).toEqual({
      code: 'not-closed',
      left: [expect.stringMatching(/^btcusdt-long-1, a close of 0\.02: rejected \S+ \S/)],
      unknown: [],
    });
    const done = await close(desk, `cmt_btcusdt long ${NOW} --output ndjson`);
    expect([done.code, remains(done)]).toEqual([0, undefined]);
  });

  test('names the resting closes that hold what was refused, and cancels none', async () => {
    const out = '  - { id: out, side: close-long, size: 0.03, price: 90000, after: [entry] }\n';
    const desk = await held(version, planOf(LONG('0.0401'), out), { market: { seed: 3, stepMs: 0 } });
    const dry = await close(desk, 'cmt_btcusdt long');
    expect(words(dry.stdout)).toContain('It may be refused: resting closes reserve 0.03 of the position.');
    const ended = await close(desk, `cmt_btcusdt long ${NOW}`);
    expect([ended.code, closes(desk)]).toEqual([6, ['0.03 open']]);
    expect(words(ended.stdout)).toContain(
      'Resting closes reserve 0.03 of the position, and nothing cancels them: first: out (0.03 at 90000)',
    );
    expect((await close(desk, `cmt_btcusdt long 0.0101 ${NOW}`)).code).toBe(0);
  });

  test('ends with 6 where it is not seen filled in time, and is looked at before the next', async () => {
    const lag = { ...faults('lag:1500ms') };
    const desk = await held(version, undefined, lag, 'cancelWait: 200ms');
    await new Promise((resolve) => setTimeout(resolve, 1600));
    const ended = await close(desk, `cmt_btcusdt long 50% ${NOW} --output ndjson`);
    expect([ended.code, closes(desk)]).toEqual([6, ['0.02 filled']]);
    expect(remains(ended)).toMatchObject({
      code: 'not-closed',
      left: [expect.stringContaining('btcusdt-long-1, a close of 0.02: accepted, ')],
    });
    const early = await close(desk, `cmt_btcusdt long 50% ${NOW}`);
    expect([early.code, closes(desk).length]).toEqual([7, 1]);
    await new Promise((resolve) => setTimeout(resolve, 1600));
    expect((await close(desk, `cmt_btcusdt long 50% ${NOW}`)).code).toBe(6);
    expect(closes(desk)).toEqual(['0.02 filled', '0.01 filled']);
  });

  test('is looked at until what is told of it is of after the close', async () => {
    const desk = await held(version, undefined, faults('lag:1s'), 'cancelWait: 8s');
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const ended = await close(desk, `cmt_btcusdt long 50% ${NOW}`);
    expect([ended.code, closes(desk)]).toEqual([0, ['0.02 filled']]);
    expect(ended.stdout).toMatch(/hold long 0\.0201 /);
  });

  test('is closed while the account is halted, which the prompt says', async () => {
    const desk = await held(version);
    await here(['halt', '--why', 'feed is wrong'], desk.at);
    let asked = '';
    const answer = (question: string): string => typed((asked = question));
    expect((await close(desk, 'cmt_btcusdt long --execute', { answer })).code).toBe(0);
    expect(asked).toContain('HALTED by ');
    expect(closes(desk)).toEqual(['0.0401 filled']);
  });
});
