/** A stop that stays unknown, and whose next part works, keeps what opens back until a person settles it: by the command that is told, as it is told. */
import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { CLI, eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { followDesk, type FollowDesk } from '../support/follow-desk.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: beside
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: more, side: open-long, size: 0.1, price: 59000, after: { filled: entry } }
  - { id: stop, side: close-long, size: { filled: [entry, more] }, trigger: 58000, price: market }
`;

/** As a person types it into a shell. */
const typed = (command: string, { at: { folder, env } }: FollowDesk): Promise<{ code: number | null; text: string }> =>
  new Promise((resolve) => {
    const script = `ordo() { '${process.execPath}' '${CLI}' "$@"; }; ${command}`;
    const shell = spawn('sh', ['-c', script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const output of [shell.stdout, shell.stderr]) output.setEncoding('utf8').on('data', (part) => (text += part));
    shell.on('close', (code) => resolve({ code, text }));
  });

/** The commands of a text, each whole, whatever it is wrapped at. */
const commandIn = (text: string, pattern: RegExp): string =>
  pattern.exec(text.replaceAll(/\s+/g, ' '))?.[0] ?? `echo no command in: "${text}"; false`;

test.each(INTERFACES)('%s: what opens waits for the person, and goes after the command', async (version) => {
  const faults: Partial<Record<FaultName, number>> = {};
  const desk = await followDesk(PLAN, { version, faults });
  const { paper, begin } = desk;
  const triggers = (): number => paper.orders.filter(({ kind }) => kind === 'trigger').length;
  const opens = (): number => paper.orders.filter(({ type }) => type === '1').length;
  const one = begin('--output', 'lines');
  await one.until('the entry', () => one.written.includes('✓ entry'));
  faults['drop-before'] = 1;
  paper.fill(paper.orders[0]?.orderId ?? '');
  await one.until('it is told', () => one.written.includes('‖ more'));
  faults['drop-before'] = 0;
  // Its request is dead after a minute: until() waits for 20 s.
  while (triggers() === 0) await new Promise((resolve) => setTimeout(resolve, 100));
  const untilMs = Date.now() + 5_000;
  while (Date.now() < untilMs) await new Promise((resolve) => setTimeout(resolve, 100));
  expect([triggers(), opens()]).toEqual([1, 1]);
  const command = commandIn(one.written, /ordo settle plan\.yaml --absent stop --why "[^"]+"/);
  const settled = await typed(command, desk);
  const ended = await one.ended;
  expect([settled.code, ended.code, ended.stdout]).toEqual([0, 7, expect.stringContaining('ordo settle asked for it')]);
  expect(ended.stdout.replaceAll(/\s+/g, ' ')).toContain('more not sent: stop is UNKNOWN');
  // What it says next works as well, and proposes nothing that is refused.
  const dry = await typed(commandIn(settled.text, /ordo run plan\.yaml --live/), desk);
  expect([dry.code, settled.text]).toEqual([0, expect.not.stringContaining('--again')]);
  const two = begin();
  await two.until('what opens', () => opens() === 2);
  const again = await two.stop();
  expect(ofKind(eventsOf(again), 'order-outcome').filter(({ outcome }) => outcome === 'unknown')).toEqual([]);
  expect(triggers()).toBe(1);
});
