/** What is typed at the screen of a watch, on a terminal: the prompt for the code, pastes, and what is no key. */
import { describe, expect, test } from 'vitest';
import type { PublicEvent, RunEvent } from '../../src/model/event.ts';
import type { AccountCheck } from '../../src/model/watch-event.ts';
import { strike, watch } from '../support/mounted-screen.ts';
import { twelve } from '../support/run-events.ts';
import { CODE, dryRunOf, save, SAVED_MS, watching } from '../support/watch-events.ts';

type PlanCompiled = Extract<PublicEvent, { event: 'plan-compiled' }>;
type WatchStated = Extract<RunEvent, { event: 'watch-stated' }>;

test('p asks for the code that stands there, and its first six characters are wished for as the whole code', async () => {
  const { terminal, wishes, tell } = watch();
  await tell(...save(twelve));
  await terminal.until((text) => text.includes('approval'));
  terminal.press('p');
  await terminal.until((text) => text.includes('type the first 6 of 62a81732: _'));
  await strike(terminal, '6', '2', 'a', '8', '1');
  await terminal.until((text) => text.includes(': 62a81_'));
  expect(wishes).toEqual([]);
  await strike(terminal, '7', '\r');
  await terminal.until((text) => !text.includes('type the first 6'));
  expect(wishes).toEqual([{ kind: 'place', code: CODE }]);
});

test.each([
  [40, 5],
  [44, 9],
  [200, 50],
])('at %ix%i the code and what is typed of it are seen, and that it is wrong', async (columns, rows) => {
  const { terminal, wishes, tell } = watch(columns, rows);
  await tell(...save(twelve));
  await strike(terminal, 'p', '6', '2');
  await terminal.until((text) => /62a81732: 62_/.test(text));
  await strike(terminal, '0', '0', '0', '0', '\r');
  await terminal.until((text) => /(not the code|no: ).*62a81732: _/.test(text));
  expect(wishes).toEqual([]);
});

test.each([
  [80, /62a81732: _ {2}account main · journal journal\.db/],
  [60, /62a81732: _ {2}account .*….*\.db/],
])('at %i columns the prompt names the account and its journal', async (columns, about) => {
  const { terminal, tell } = watch(columns, 30);
  await tell(...save(twelve));
  await terminal.until((text) => text.includes('approval'));
  terminal.press('p');
  const text = await terminal.until((shown) => shown.includes('type the first 6 of 62a81732: _'));
  expect(text).toMatch(about);
});

test('a save that comes while the code is typed ends the prompt', async () => {
  const { terminal, wishes, tell } = watch();
  await tell(...save(twelve));
  await terminal.until((text) => text.includes('approval'));
  terminal.press('p');
  await terminal.until((text) => text.includes('type the first 6'));
  await tell(watching('settling'));
  await terminal.until((text) => text.includes('the approval code has changed'));
  await strike(terminal, '62a817', 'q');
  await terminal.until((text) => !text.includes('has changed'));
  expect(wishes).toEqual([{ kind: 'quit' }]);
});

test('a paste is no command, with its marks or without; an unknown sequence is no key', async () => {
  const { terminal, wishes, tell } = watch();
  await tell(...save(twelve));
  await terminal.until((text) => text.includes('approval'));
  const sequences = ['\u001b[113;5u', '\u001b[?1;2c', '\u001b[I', '\u001bOq', '\u001bp'];
  await strike(terminal, 'pqpq', '\u001b[200~q\u001b[201~', '\u001b[200~p62a817\u001b[201~', ...sequences);
  await strike(terminal, '/', '\u001b[200~bail\u001b[201~');
  await terminal.until((text) => text.includes('/bail_') && !text.includes('entry'));
  expect(wishes).toEqual([]);
});

const stated = (check?: AccountCheck): RunEvent => ({
  ...(watching('following', SAVED_MS, CODE) as WatchStated),
  ...(check !== undefined && { check }),
});

describe('where the account is read first', () => {
  const checks: RunEvent = { ...(dryRunOf(twelve).at(-2) as PlanCompiled), check: { ip: 15, uid: 0 } };
  /** A watch whose account is being read, at `p`. */
  async function asked(): Promise<ReturnType<typeof watch>> {
    const one = watch(140, 24, {
      onWish: (wish) => {
        one.wishes.push(wish);
        if (wish.kind === 'check') one.screen.sink(stated({ code: wish.code }));
      },
    });
    const events = save(twelve).map((event) => (event.event === 'plan-compiled' ? checks : event));
    await one.tell(...events);
    await one.terminal.until((text) => text.includes('approval'));
    one.terminal.press('p');
    await one.terminal.until((text) => text.includes('account main, being read'));
    expect(one.wishes).toEqual([{ kind: 'check', code: CODE }]);
    return one;
  }

  test('a code that is typed meanwhile places nothing, and the same once it was read', async () => {
    const { terminal, wishes, tell } = await asked();
    await strike(terminal, '6', '2', 'a', '8', '1', '7', '\r');
    await terminal.until((text) => text.includes('the account is still being read'));
    expect(wishes).toHaveLength(1);
    await tell(stated({ code: CODE, isOver: true, atMs: SAVED_MS }));
    await terminal.until((text) => text.includes('account main, checked 22:13:20Z'));
    await strike(terminal, '\r');
    await terminal.until((text) => !text.includes('type the first 6'));
    expect(wishes).toEqual([
      { kind: 'check', code: CODE },
      { kind: 'place', code: CODE },
    ]);
  });

  test('where nothing had to be read after all, nothing is said to be checked', async () => {
    const { terminal, tell } = await asked();
    await tell(stated({ code: CODE, isOver: true }));
    await terminal.until((text) => /type the first 6 .*account main · journal/.test(text));
  });

  test('one that is set otherwise ends the prompt, and a note says why', async () => {
    const { terminal, tell } = await asked();
    await tell(stated(), { event: 'note', message: 'nothing was sent: it is cross' });
    await terminal.until((text) => text.includes('it is cross') && !text.includes('type the first 6'));
  });
});
