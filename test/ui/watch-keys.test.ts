/** What is typed at the screen of a watch, on a terminal: the prompt for the code, pastes, and what is no key. */
import { expect, test } from 'vitest';
import { strike, watch } from '../support/mounted-screen.ts';
import { twelve } from '../support/run-events.ts';
import { CODE, save, watching } from '../support/watch-events.ts';

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
