import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/event.ts';
import type { WithheldReason } from '../../src/model/outcome.ts';
import { nextSteps } from '../../src/views/run/next-steps.ts';
import type { RunView } from '../../src/report/view/run-view.ts';
import { pageOf } from '../../src/report/text/page.ts';
import { sheetLines } from '../../src/show/terminal.ts';
import { summaryBlocks } from '../../src/views/run/summary.ts';
import {
  accepted,
  dryRun,
  execution,
  finished,
  prologue,
  rejected,
  started,
  twelve,
  unknown,
  viewAfter,
  withheld,
} from '../support/run-events.ts';

const lines = (view: RunView, most?: number): string[] =>
  sheetLines(pageOf({ color: false, width: 80 }), { blocks: summaryBlocks(view, most) });
const commands = (view: RunView): (string | undefined)[] => nextSteps(view).map(({ command }) => command);

const LIVE = { target: 'live' } as const;
const CODE = '62a81732f0b4';
const LIVE_CODE = CODE.padEnd(64, '0');
const all = twelve.map(({ id }, at) => accepted(id, 1, at));

test('the first line is the verdict, in the words of the contract', () => {
  expect(lines(viewAfter(execution()))[0]).toMatch(/^12 orders: 8 accepted, 2 rejected, 1 withheld, 1 UNKNOWN\b/);
  expect(lines(viewAfter([...prologue(), ...all, finished()]))[0]).toMatch(/^12 orders: 12 accepted\b/);
  expect(lines(viewAfter([...prologue(), accepted('entry', 1, 1)]))[0]).toMatch(
    /^12 orders: 1 accepted, 11 without an outcome/,
  );
});

test('every order that is not accepted is listed, the loudest first, and the rest is counted past a bound', () => {
  const listed = (most?: number): string[] =>
    lines(viewAfter(execution()), most)
      .filter((line) => /^[?✗–] /.test(line))
      .map((line) => line.split(/ +/)[2] as string);
  expect(listed()).toEqual(['entry', 'pullback-9', 'hedge', 'bail-out']);
  expect(listed(1)).toEqual(['entry', 'pullback-9', 'bail-out']);
  expect(lines(viewAfter(execution()), 1)).toContain('  … and 1 more rejected');
});

test('twenty orders of one lost call are one line, and do not hide the one that was rejected', () => {
  const lost = twelve.slice(1, 10).map(({ id }) => unknown(id, 2, 'the connection was closed'));
  const shown = lines(viewAfter([...prologue(), ...lost, rejected('hedge', 2, '40754', 'no'), finished()]), 1);
  expect(shown).toContain('? UNKNOWN   pullback-1 … pullback-9  9 orders: the connection was closed');
  expect(shown.filter((line) => line.startsWith('✗ rejected  hedge'))).toHaveLength(1);
});

test('what was accepted before, or not selected, is counted and not listed as a problem', () => {
  const quiet = twelve.map(({ id }, at) => withheld(id, at < 10 ? 'already-accepted' : 'not-selected'));
  const shown = lines(viewAfter([...prologue(LIVE), ...quiet, finished()]));
  expect(shown).toEqual(['10 accepted before, unchanged · 2 not selected']);
  expect(nextSteps(viewAfter([...prologue(LIVE), ...quiet, finished()]))).toEqual([]);
});

const whyOf = (events: readonly RunEvent[]): string =>
  nextSteps(viewAfter(events))
    .map(({ why }) => why)
    .join(' ');
const offEnd = (outcome: 'cancelled' | 'refused'): RunEvent => ({
  event: 'cancel-outcome',
  id: 'probe',
  clientOid: 'ordo',
  outcome,
  rule: 'planted',
});

const endedWith = (end: RunEvent): RunEvent[] => [...prologue(LIVE), end, ...all, finished(LIVE)];

describe('what is said to be on the exchange', () => {
  const some = twelve.map(({ id }, at) => (at === 0 ? accepted(id, 1, at) : withheld(id, 'not-selected')));
  test('is all of a plan, or a part that is counted', () => {
    expect(whyOf([...prologue(LIVE), ...all, finished(LIVE)])).toContain('All are on the exchange.');
    const part = whyOf([...prologue(LIVE), ...some, finished(LIVE)]);
    expect(part).toContain('1 of 12 orders placed, 11 not selected.');
    expect(part).not.toContain('All are');
  });

  test('is not all, where something was to go off and was not seen off', () => {
    expect(whyOf(endedWith(offEnd('cancelled')))).toContain('All are on the exchange.');
    const left = nextSteps(viewAfter(endedWith(offEnd('refused'))));
    expect(left.map(({ command }) => command)).toEqual(['ordo cancel plan.yaml --removed --execute --live']);
  });
});

const run = (event: RunEvent, target: 'paper' | 'live', exitCode = 6): RunView =>
  viewAfter([...prologue({ target, approval: CODE }), event, finished({ target, exitCode })]);

describe('what to do next', () => {
  test.each([
    ['unknown, live', run(unknown('entry', 1, 'cut'), 'live', 7), ['ordo settle plan.yaml']],
    [
      'unknown, paper: there is nothing left to look it up on',
      run(unknown('entry', 1, 'cut'), 'paper', 7),
      [undefined],
    ],
    ['rejected, live', run(rejected('entry', 1, '1', 'no'), 'live'), ['ordo run plan.yaml --live --again rejected']],
    ['rejected, paper', run(rejected('entry', 1, '1', 'no'), 'paper'), ['ordo run plan.yaml --execute']],
    ['all accepted, live', viewAfter([...prologue(LIVE), ...all, finished(LIVE)]), ['ordo status plan.yaml']],
    ['all accepted, paper', viewAfter([...prologue(), ...all, finished()]), ['ordo run plan.yaml --live']],
    ['dry run, paper', viewAfter(dryRun()), ['ordo run plan.yaml --execute', 'ordo run plan.yaml --live']],
    ['dry run, live', viewAfter(dryRun(LIVE)), [`ordo run plan.yaml --execute --live --approve ${LIVE_CODE}`]],
    [
      'a dry run with nothing to send',
      viewAfter([started(twelve, { mode: 'dry-run' }), prologue().at(-1) as RunEvent, finished({ mode: 'dry-run' })]),
      ['ordo status plan.yaml'],
    ],
    [
      'a dry run that a policy forbids',
      viewAfter([...prologue({ mode: 'dry-run' }), finished({ mode: 'dry-run', exitCode: 4 })]),
      [],
    ],
  ] as [string, RunView, (string | undefined)[]][])('%s', (_, view, expected) => {
    expect(commands(view)).toEqual(expected);
  });

  test.each([
    ['already-rejected', 'ordo run plan.yaml --live --again rejected'],
    ['already-absent', 'ordo run plan.yaml --live --again absent'],
    ['unresolved', 'ordo settle plan.yaml'],
    ['edited-after-send', 'ordo run plan.yaml --live --replace edited'],
    ['already-cancelled', 'ordo run plan.yaml --live --again cancelled'],
    ['rate-limit', `ordo run plan.yaml --execute --live --approve ${CODE}`],
    ['expired', 'ordo run plan.yaml --live'],
    ['dependency', 'ordo run plan.yaml --live'],
    ['stopped', `ordo run plan.yaml --execute --live --approve ${CODE}`],
  ] as [WithheldReason, string | undefined][])('withheld, %s', (reason, command) => {
    expect(commands(run(withheld('entry', reason), 'live'))).toEqual([command]);
  });

  test('what an approval does not cover is looked at again before it is sent', () => {
    const again = [{ name: 'again', value: 'rejected' }] as const;
    const rest = [withheld('entry', 'stopped'), finished(LIVE)];
    const placed = viewAfter([...prologue({ ...LIVE, approval: CODE, options: again }), ...rest]);
    expect(commands(placed)).toEqual(['ordo run plan.yaml --live']);
    const behind = viewAfter([...prologue({ ...LIVE, approval: CODE }), withheld('hedge', 'dependency'), ...rest]);
    expect(commands(behind)).toEqual(['ordo run plan.yaml --live']);
  });

  test('while an order is unknown, nothing is offered that would be held back by it', () => {
    const events = [unknown('entry', 1, 'cut'), rejected('hedge', 1, '1', 'no'), withheld('bail-out', 'stopped')];
    const shown = (stopsAtUnknown: boolean): (string | undefined)[] =>
      commands(viewAfter([...prologue({ ...LIVE, approval: CODE, stopsAtUnknown }), ...events, finished(LIVE)]));
    expect(shown(true)).toEqual(['ordo settle plan.yaml']);
    expect(shown(false)).toEqual([
      'ordo settle plan.yaml',
      'ordo run plan.yaml --live --again rejected',
      `ordo run plan.yaml --execute --live --approve ${CODE}`,
    ]);
  });

  test('what an execution would refuse is not offered, nor a live exchange where none is configured', () => {
    const refused = { obstacles: ['the plan is past its validUntil'] };
    expect(commands(viewAfter(dryRun({ ...LIVE, ...refused })))).not.toContain(expect.stringContaining('--execute'));
    expect(commands(viewAfter(dryRun(refused))).join()).not.toContain('--execute');
    expect(commands(viewAfter(dryRun({ canLive: false })))).toEqual(['ordo run plan.yaml --execute']);
    const done = [...prologue({ canLive: false }), ...all, finished()];
    expect(commands(viewAfter(done))).toEqual([]);
  });

  test('each says again what the run was told; a paper run takes no journal', () => {
    const options = [
      { name: 'config', value: 'a b.yaml' },
      { name: 'journal', value: 'j.db' },
      { name: 'var', value: 'entry=1' },
      { name: 'only', value: 'entry' },
    ] as const;
    expect(commands(viewAfter(dryRun({ options })))).toEqual([
      "ordo run plan.yaml --execute --config 'a b.yaml' --var entry=1 --only entry",
      "ordo run plan.yaml --live --config 'a b.yaml' --journal j.db --var entry=1 --only entry",
    ]);
  });

  test('a file name is a word that a shell takes as it is', () => {
    const view = viewAfter([...prologue({ planFile: "my plan's.yaml" }), unknown('entry', 1, 'cut'), finished()]);
    const live = viewAfter([
      ...prologue({ planFile: "my plan's.yaml", ...LIVE }),
      unknown('entry', 1, 'cut'),
      finished(LIVE),
    ]);
    expect(commands(view)).toEqual([undefined]);
    expect(commands(live)).toEqual(["ordo settle 'my plan'\\''s.yaml'"]);
  });
});
