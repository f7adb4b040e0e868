/** What the journal holds is told and settled whatever became of the plan's file. */
import { beforeEach, describe, expect, test } from 'vitest';
import { validateEvent } from '../../src/generated/validate-event.js';
import { Desk, deskPlan, eventsOf, type Said } from '../support/desk.ts';

const TEXT = deskPlan('breakout', ['entry', 'probe', 'lost']);
const HALF_TYPED = TEXT.replace('size: 0.01', 'size: x');
const sent = (id: string): 'accepted' | 'unknown' => (id === 'lost' ? 'unknown' : 'accepted');

let desk: Desk;
beforeEach(async () => {
  desk = new Desk();
  await desk.place('plan.yaml', TEXT, sent);
});

/** Every order is shown, and the exit code is that of an unknown one. */
function expectAll(said: Said): void {
  expect(said.stdout).toMatch(/✓ accepted +entry +open-long +0\.01 +64000 +5964/);
  expect(said.stdout).toMatch(/✓ accepted +probe/);
  expect(said.stdout).toMatch(/\? UNKNOWN +lost/);
  expect(said.stdout).toContain('3 orders: 2 accepted, 1 UNKNOWN');
  expect(said.code).toBe(7);
}

test('a plan that is whole is compared, and nothing is said of the rest', async () => {
  const said = await desk.ordo('status', 'plan.yaml');
  expectAll(said);
  expect(said.stdout).not.toMatch(/journal knows|other plans|generation [^1]/);
});

describe('a file that does not say what the plan is', () => {
  test.each([
    [
      'half-typed',
      HALF_TYPED,
      'plan.yaml is invalid (1 error): shown is what the journal knows; ordo validate plan.yaml',
    ],
    ['no YAML', TEXT.replace('defaults: {', 'defaults: {{['), 'plan.yaml is invalid (1 error)'],
    [
      'of a plan limit below what was sent',
      TEXT.replace('defaults', 'limits: { maxOrders: 2 }\ndefaults'),
      'plan.yaml is forbidden by a policy or limit (1 error)',
    ],
    [
      'with a ladder, and no list of instruments',
      `${TEXT}  - { id: l, side: open-long, size: { total: 0.1 }, price: { from: 2, to: 1, steps: 3 } }\n`,
      'plan.yaml needs a list of instruments: shown is what the journal knows; ordo instruments',
    ],
  ])('%s: all orders are shown, and why they are not compared', async (_, text, why) => {
    desk.write('plan.yaml', text);
    const said = await desk.ordo('status', 'plan.yaml');
    expectAll(said);
    expect(said.stdout.replaceAll('\n', ' ')).toContain(why);
  });

  test('forbidden by the policy of the config', async () => {
    desk.write('ordo.config.yaml', 'version: 1\npolicy: { symbols: [cmt_ethusdt] }\n');
    expectAll(await desk.ordo('status', 'plan.yaml'));
  });

  test('a list of instruments that is broken, or named and gone', async () => {
    desk.write('ordo.config.yaml', 'version: 1\n');
    desk.write('instruments.json', '{');
    const broken = await desk.ordo('status', 'plan.yaml');
    expectAll(broken);
    expect(broken.stdout).toContain('instruments.json is invalid (1 error)');
    desk.write('ordo.config.yaml', 'version: 1\ninstruments: none.json\n');
    const gone = await desk.ordo('status', 'plan.yaml');
    expectAll(gone);
    expect(gone.stdout).toContain('none.json cannot be read: no such file');
  });

  test('gone: the plan that was sent from there', async () => {
    desk.remove('plan.yaml');
    const said = await desk.ordo('status', 'plan.yaml');
    expectAll(said);
    expect(said.stdout).toContain('plan.yaml cannot be read: no such file: shown is what the journal knows');
  });

  test('gone, and two plans were sent from there, or none: --name is asked for', async () => {
    await desk.place('plan.yaml', deskPlan('second', ['a']), sent);
    desk.remove('plan.yaml');
    for (const file of ['plan.yaml', 'plam.yaml']) {
      const said = await desk.ordo('status', file);
      expect([said.code, said.stdout]).toEqual([2, '']);
      expect(said.stderr).toContain('--name <plan>: it knows breakout, second');
    }
  });

  test.each([
    ['has no such line', TEXT.replace('name: breakout\n', '')],
    ['says two', `${TEXT}name: second\n`],
    ['says none that a plan can have', TEXT.replace('breakout', 'Break Out')],
  ])('it %s: --name is asked for', async (_, text) => {
    desk.write('plan.yaml', text);
    const said = await desk.ordo('status', 'plan.yaml');
    expect([said.code, said.stdout]).toEqual([2, '']);
    expect(said.stderr).toContain('no line of it gives the plan’s name');
    expect(said.stderr).toContain('--name <plan>: it knows breakout');
  });

  test('a name that the journal does not know', async () => {
    desk.write('plan.yaml', HALF_TYPED.replace('breakout', 'breakou'));
    const said = await desk.ordo('status', 'plan.yaml');
    expect(said.code).toBe(0);
    expect(said.stdout.replaceAll('\n', ' ')).toContain(
      'the journal knows nothing of breakou, generation 1; did you mean breakout? it knows breakout',
    );
  });

  test('a config that is broken is refused: nobody knows which account is meant', async () => {
    desk.write('ordo.config.yaml', 'version: 1\nexchange: 5\n');
    for (const args of [['plan.yaml'], ['--name', 'breakout'], []])
      expect([args, (await desk.ordo('status', ...args)).code]).toEqual([args, 2]);
  });
});

describe('by the plan’s name', () => {
  test('no file is needed', async () => {
    desk.remove('plan.yaml');
    expectAll(await desk.ordo('status', '--name', 'breakout'));
  });

  test('one that the journal does not know is refused, with what it knows', async () => {
    const said = await desk.ordo('status', '--name', 'brakout');
    expect(said.code).toBe(2);
    expect(said.stderr).toContain('the journal knows no plan brakout of this account');
    expect(said.stderr).toContain('did you mean breakout? it knows breakout');
  });

  test.each([[['plan.yaml']], [['--var', 'a=1']]])('not beside %j', async (more) => {
    expect((await desk.ordo('status', '--name', 'breakout', ...more)).code).toBe(2);
  });
});

const states = (said: Said): [unknown, unknown][] =>
  eventsOf(said)
    .filter(({ event }) => event === 'order-state')
    .map(({ id, state }) => [id, state]);
const outcomes = (said: Said): unknown[] =>
  eventsOf(said)
    .filter(({ event }) => event === 'order-outcome')
    .map(({ id, outcome }) => [id, outcome]);

describe('for programs', () => {
  test('each order of the plan has a state, each that was answered its outcome, the removed too', async () => {
    desk.write('plan.yaml', deskPlan('breakout', ['entry', 'never', 'lost']).replace('64000', '64100'));
    const said = await desk.ordo('status', 'plan.yaml', '--output', 'ndjson');
    expect(states(said)).toEqual([
      ['entry', 'edited'],
      ['never', 'new'],
      ['lost', 'unknown'],
      ['probe', 'removed'],
    ]);
    expect(outcomes(said)).toEqual([
      ['entry', 'accepted'],
      ['probe', 'accepted'],
      ['lost', 'unknown'],
    ]);
    expect([said.code, said.stderr]).toEqual([7, '']);
    expect(eventsOf(said).filter((event) => !validateEvent(event))).toEqual([]);
  });

  test('of a broken plan all that the journal has, and beside it why', async () => {
    desk.write('plan.yaml', HALF_TYPED);
    const said = await desk.ordo('status', 'plan.yaml', '--output', 'ndjson');
    expect(states(said)).toEqual([
      ['entry', 'accepted'],
      ['probe', 'accepted'],
      ['lost', 'unknown'],
    ]);
    expect(outcomes(said)).toHaveLength(3);
    expect(said.stderr).toContain('plan.yaml is invalid (1 error): shown is what the journal knows');
  });
});

describe('settle', () => {
  const PLACED = ['--placed', 'lost=77'];

  test.each([
    ['half-typed', () => desk.write('plan.yaml', HALF_TYPED), ['plan.yaml']],
    [
      'forbidden',
      () => desk.write('plan.yaml', TEXT.replace('defaults', 'limits: { maxOrders: 2 }\ndefaults')),
      ['plan.yaml'],
    ],
    ['gone', () => desk.remove('plan.yaml'), ['plan.yaml']],
    ['asked about by its name', () => desk.remove('plan.yaml'), ['--name', 'breakout']],
  ])('takes a word on an order of a plan that is %s', async (_, change, args) => {
    change();
    const said = await desk.ordo('settle', ...args, ...PLACED);
    expect(said.stdout).toContain('1 unknown: 1 settled as placed');
    expect(said.stdout).not.toContain('removed from the plan');
    expect(said.code).toBe(0);
    expect((await desk.ordo('status', '--name', 'breakout')).code).toBe(0);
  });

  test('says that it settles what the journal knows', async () => {
    desk.write('plan.yaml', HALF_TYPED);
    const { stdout } = await desk.ordo('settle', 'plan.yaml', ...PLACED);
    expect(stdout).toContain('plan.yaml is invalid (1 error): settled is what the journal knows');
  });

  test('goes on by the name', async () => {
    desk.nowMs += 61_000;
    const { stdout, code } = await desk.ordo('settle', '--name', 'breakout', '--absent', 'lost', '--why', 'not there');
    expect(code).toBe(0);
    expect(stdout).toContain('ordo run /desk/plan.yaml --live --again lost');
  });

  test('refuses a name that the journal does not know', async () => {
    const said = await desk.ordo('settle', '--name', 'brakout', ...PLACED, '--output', 'ndjson');
    expect(said.code).toBe(2);
    expect(eventsOf(said).at(-1)).toMatchObject({ event: 'run-finished', exitCode: 2 });
  });
});
