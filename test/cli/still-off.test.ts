/** A stop that an interrupted `--replace` left off: every later run names it at its end, until it is back or a person ends it. */
import { describe, expect, test } from 'vitest';
import type { Interruption } from '../../src/commands/world.ts';
import { OPERATIONS } from '../../src/exchange/v2/requests.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import { between } from '../support/between.ts';
import { approved, misshapen, statuses } from '../support/cancels.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, said, type At } from '../support/live.ts';

const order = (id: string, trigger: number): string =>
  `  - { id: ${id}, side: close-long, size: 0.01, trigger: ${trigger}, price: market }\n`;
const plan = (...orders: string[]): string =>
  `version: 1\nname: off\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders.join('')}`;
const BOTH = plan(order('first', 50_500), order('stop', 50_600));

const words = ({ stdout }: Ended): string => stdout.replaceAll(/\s+/g, ' ');
const shown = (at: At, ...more: string[]): Promise<Ended> =>
  here(['run', 'plan.yaml', '--live', '--execute', '--yes', ...more], at);
const status = (at: At): Promise<Ended> => here(['status', 'plan.yaml'], at);

const NOT_BACK = 'Cancelled, and NOT BACK: stop (close-long 0.01 cmt_btcusdt, trigger 50100)';
const AGAIN = 'ordo run plan.yaml --live --again stop';

interface Cut {
  readonly paper: PaperExchange;
  readonly at: At;
  readonly ended: Ended;
  /** From now on no placing arrives, and nobody knows that. */
  readonly answers: { areLost: boolean };
}

/** The run is asked to end while it places the first of two stops that it took off. */
async function cutShort(): Promise<Cut> {
  const { paper, at } = await paperAndPlace();
  const answers = { areLost: false };
  let interrupt: ((how: Interruption) => void) | undefined;
  const { origin } = await between(paper, (path) => {
    if (path !== OPERATIONS.trigger.path) return undefined;
    interrupt?.('SIGTERM');
    return answers.areLost ? { status: 502, body: 'lost' } : undefined;
  });
  const there = { ...at, env: { ...at.env, ORDO_BASE_URL: origin } };
  at.write('ordo.config.yaml', 'version: 1\nexchange: { inFlight: 1 }\n');
  at.write('plan.yaml', plan(order('first', 50_000), order('stop', 50_100)));
  expect((await run(there)).code).toBe(0);
  at.write('plan.yaml', BOTH);
  const ended = await here(['run', 'plan.yaml', '--live', '--execute', '--yes', '--replace', 'edited'], there, {
    onInterruption: (listener) => {
      interrupt = listener;
      return () => (interrupt = undefined);
    },
  });
  return { paper, at: there, ended, answers };
}

describe('a stop that a run took off and was stopped before it placed it', () => {
  test('is named by that run, and by each later one that does not place it; none of them ends with 0', async () => {
    const { paper, at, ended } = await cutShort();
    expect([ended.code, statuses(paper)]).toEqual([143, ['canceled', 'canceled', 'untriggered']]);
    expect([words(ended), words(await status(at))]).toEqual([
      expect.stringContaining(NOT_BACK),
      expect.stringContaining(NOT_BACK),
    ]);
    const ends: [more: string[], command: string][] = [
      [[], AGAIN],
      [['--only', 'first'], 'ordo run plan.yaml --live --only stop --again stop'],
    ];
    for (const [more, command] of ends) {
      const later = await shown(at, ...more);
      expect([later.code, words(later)]).toEqual([6, expect.stringContaining(NOT_BACK)]);
      expect(later.stdout).toContain(`    ${command}\n`);
      const told = await run(at, ...more);
      expect([told.code, misshapen(told)]).toEqual([6, []]);
      expect(ofKind(eventsOf(told), 'run-finished')[0]?.notBack).toMatchObject([
        { id: 'stop', state: 'cancelled', size: '0.01', trigger: '50100', filledSize: '0' },
      ]);
    }
    const back = await run(at, '--replace', 'edited');
    expect([back.code, said(back)]).toEqual([0, ['first already-accepted', 'stop accepted']]);
    expect(words(await shown(at))).not.toContain('NOT BACK');
  });

  test('is named where what holds the run back is another order', async () => {
    const { paper, at, answers } = await cutShort();
    at.write('plan.yaml', `${BOTH}${order('third', 50_700)}`);
    answers.areLost = true;
    expect(said(await run(at, '--only', 'third'))).toContain('third unknown');
    answers.areLost = false;
    const held = await shown(at, '--replace', 'edited');
    expect([held.code, words(held), statuses(paper)]).toEqual([
      7,
      expect.stringContaining(NOT_BACK),
      ['canceled', 'canceled', 'untriggered'],
    ]);
  });

  test('is named where its new form is refused, and by the runs after that', async () => {
    const { at } = await cutShort();
    at.write('plan.yaml', BOTH.replace('50600', '50600.05'));
    const refused = await shown(at, '--replace', 'edited');
    expect(refused.code).toBe(6);
    for (const told of [refused, await shown(at, '--only', 'first'), await status(at)])
      expect(words(told)).toContain('Cancelled, and NOT BACK: stop (close-long 0.01 cmt_btcusdt, trigger 50600.05)');
    // Nothing could end it for a plan that no longer has it: what was refused is not called closed.
    at.write('plan.yaml', plan(order('first', 50_500)));
    expect(words(await shown(at))).not.toContain('NOT BACK');
    at.write('plan.yaml', BOTH);
    expect(said(await run(at, '--again', 'stop'))).toEqual(['first already-accepted', 'stop accepted']);
    expect(words(await status(at))).not.toContain('NOT BACK');
  });

  test('is named though the plan no longer has it, until a person says that nothing is left to close', async () => {
    const { at } = await cutShort();
    at.write('plan.yaml', plan(order('first', 50_500)));
    const settle = 'ordo settle plan.yaml --closed stop';
    for (const told of [await shown(at), await status(at)]) {
      expect(words(told)).toContain(`${NOT_BACK}. The plan no longer has it.`);
      expect(told.stdout).toContain(`    ${settle}\n`);
    }
    expect((await run(at)).code).toBe(6);
    expect((await here([...settle.split(' ').slice(1), '--why', 'gone'], at)).code).toBe(0);
    const after = await shown(at);
    expect([after.code, words(after).includes('NOT BACK')]).toEqual([0, false]);
  });

  test('is not named once a person has cancelled what came back', async () => {
    const { at } = await cutShort();
    expect((await run(at, '--replace', 'edited')).code).toBe(0);
    expect((await approved(at, ['--only', 'stop', '--yes'])).code).toBe(0);
    const later = await shown(at);
    expect([later.code, words(later).includes('NOT BACK')]).toEqual([6, false]);
  });
});
