/** A stop that a run took off to replace it, and that is not back: every command that a person reads next says so. */
import { describe, expect, test } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import type { Ended } from '../../proofs/support/ordo.ts';
import { FILLS } from '../../src/exchange/v2/requests.ts';
import { between } from '../support/between.ts';
import { approved, cancel, ends, misshapen, statuses } from '../support/cancels.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, said, type At } from '../support/live.ts';

const plan = (trigger: number): string =>
  `version: 1\nname: back\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { id: stop, side: close-long, size: 0.01, trigger: ${trigger}, price: market }\n`;

const execute = (at: At, ...more: string[]): Promise<Ended> =>
  here(['run', 'plan.yaml', '--live', '--execute', '--yes', ...more], at);
const words = ({ stdout }: Ended): string => stdout.replaceAll(/\s+/g, ' ');
const status = async (at: At): Promise<string> => words(await here(['status', 'plan.yaml'], at));

const NOT_BACK = 'Cancelled, and NOT BACK: stop (close-long 0.01 cmt_btcusdt';

/** The exchange takes the cancel on, and acts upon it only when it is told to. */
async function slow(): Promise<{ readonly paper: PaperExchange; readonly at: At; readonly ended: Ended }> {
  const { paper, at } = await paperAndPlace({ cancelDelayMs: 600_000 });
  at.write('ordo.config.yaml', 'version: 1\nexecution: { cancelWait: 700ms }\n');
  at.write('plan.yaml', plan(50_000));
  expect((await run(at)).code).toBe(0);
  at.write('plan.yaml', plan(50_500));
  return { paper, at, ended: await execute(at, '--replace', 'edited') };
}

const NEW_RUN = 'ordo run plan.yaml --execute --live --replace edited';
const AGAIN = 'ordo run plan.yaml --live --again stop';

const goesOff = (paper: PaperExchange): void => paper.cancelByExchange(paper.orders[0]?.orderId ?? '');

describe('a stop whose cancel has no known end', () => {
  test('is placed by the command that the end of the run names', async () => {
    const { paper, at, ended } = await slow();
    expect([ended.code, words(ended).includes('ordo cancel')]).toEqual([7, false]);
    expect(ended.stdout).toContain(`    ${NEW_RUN}\n`);
    goesOff(paper);
    const more = await run(at, '--replace', 'edited');
    expect([more.code, said(more), statuses(paper)]).toEqual([0, ['stop accepted'], ['canceled', 'untriggered']]);
    expect(await status(at)).not.toContain('NOT BACK');
  });

  test('is looked at before anything else, and no later run names a cancel by hand, which would leave it off', async () => {
    const { at } = await slow();
    for (const options of [[], ['--only', 'stop']]) {
      const later = await execute(at, ...options);
      expect([later.code, words(later).includes('ordo cancel')]).toEqual([7, false]);
      expect(later.stdout).toContain('    ordo status plan.yaml --refresh\n');
    }
  });

  test('and that a person cancels stays off: the cancel says so, and status, with the command that places it', async () => {
    const { paper, at } = await slow();
    goesOff(paper);
    const off = await approved(at, ['--only', 'stop', '--yes']);
    expect([off.code, words(off)]).toEqual([0, expect.stringContaining(NOT_BACK)]);
    expect(off.stdout).toContain(`    ${AGAIN}\n`);
    const shown = await here(['status', 'plan.yaml'], at);
    expect([words(shown), shown.stdout]).toEqual([
      expect.stringContaining(NOT_BACK),
      expect.stringContaining(`    ${AGAIN}\n`),
    ]);
    expect(said(await run(at, '--replace', 'edited'))).toEqual(['stop already-cancelled']);
    expect(said(await run(at, '--again', 'stop'))).toEqual(['stop accepted']);
    expect(await status(at)).not.toContain('NOT BACK');
    expect(statuses(paper)).toEqual(['canceled', 'untriggered']);
  });

  test('is named as off by status however often its cancel went by hand', async () => {
    const { paper, at } = await slow();
    expect((await cancel(at)).code).toBe(7);
    goesOff(paper);
    const off = await approved(at, ['--yes']);
    expect([off.code, words(off)]).toEqual([0, expect.stringContaining(NOT_BACK)]);
    // Whether an edit meant to leave it out, only a person knows.
    at.write('plan.yaml', plan(50_500).replace('id: stop', 'id: other'));
    expect(await status(at)).toContain(`${NOT_BACK}, trigger 50000). The plan no longer has it.`);
  });
});

test('a close that went off while its trades did not answer is named by the run and by status, with the look first', async () => {
  const { paper, at } = await paperAndPlace();
  const trades = { areDown: true };
  const { origin } = await between(paper, (path) =>
    path === FILLS.path && trades.areDown ? { status: 500, body: '{"code":"500","msg":"try later"}' } : undefined,
  );
  const there = { ...at, env: { ...at.env, ORDO_BASE_URL: origin } };
  const limit = (price: number): string =>
    at.write('plan.yaml', plan(0).replace('trigger: 0, price: market', `price: ${price}`));
  at.write('ordo.config.yaml', 'version: 1\nexecution: { cancelWait: 1s }\n');
  limit(70_000);
  expect((await run(there)).code).toBe(0);
  limit(70_500);
  const look = 'Look first: ordo status plan.yaml --refresh Then place it: ordo run plan.yaml --live --again stop';
  const named = [expect.stringContaining(NOT_BACK), expect.stringContaining(look)];
  const first = words(await execute(there, '--replace', 'edited'));
  expect([first, first]).toEqual(named);
  const third = await status(there);
  expect([third, third]).toEqual(named);
  trades.areDown = false;
  expect((await here(['status', 'plan.yaml', '--refresh'], there)).code).toBe(0);
  expect(said(await run(there, '--again', 'stop'))).toEqual(['stop accepted']);
  const told = await here(['status', 'plan.yaml', '--output', 'ndjson'], there);
  expect([misshapen(told), words(told).includes('notBack'), statuses(paper)]).toEqual([
    [],
    false,
    ['canceled', 'open'],
  ]);
});

test('a stop that stood and was cancelled on purpose is not named', async () => {
  const { at } = await paperAndPlace();
  at.write('plan.yaml', plan(50_000));
  expect((await run(at)).code).toBe(0);
  const off = await approved(at, ['--yes']);
  expect([off.code, ends(await cancel(at)), words(off).includes('NOT BACK')]).toEqual([0, ['stop cancelled'], false]);
  expect(await status(at)).not.toContain('NOT BACK');
});
