/** The screen of a follower on a real terminal, beside an exchange whose orders are filled by hand. */
import { afterEach, describe, expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { followDesk, type FollowDesk } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const PLAN = `version: 1
name: bracket
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000, until: 4h }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - id: target
    side: close-long
    size: { filled: entry }
    price: { from: 65000, to: 68000, steps: 3 }
    trigger: =price
  - id: even
    side: close-long
    size: { filled: entry }
    trigger: =tick(average(entry))
    price: market
    after: { filled: target-1 }
`;

const isEntry = ({ kind, type }: PaperOrder): boolean => kind === 'single' && type === '1';
const isClose = ({ kind, type }: PaperOrder): boolean => kind !== 'trigger' && type === '3';
const hasTrigger =
  (at: string) =>
  ({ kind, trigger }: PaperOrder): boolean =>
    kind === 'trigger' && trigger?.startsWith(at) === true;

const open: DrivenTerminal[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function onTerminal(columns = 80, rows = 30): Promise<{ desk: FollowDesk; one: DrivenTerminal }> {
  const desk = await followDesk(PLAN);
  const one = new DrivenTerminal(['run', 'plan.yaml', '--execute', '--live', '--follow', '--yes'], desk.at, {
    columns,
    rows,
  });
  open.push(one);
  return { desk, one };
}

describe.skipIf(!hasPseudoTerminal)('the screen of a follower', () => {
  test('tells each order in the words of a trade, and each group on its line', { timeout: 90_000 }, async () => {
    const { desk, one } = await onTerminal();
    const before = await one.until((screen) => /✓ entry .* works$/m.test(screen));
    expect(before).toMatch(/^ bracket {2}generation 1 +LIVE +127\.0\.0\.1:\d+ .* follows \d+s$/m);
    expect(before).toContain('entry: nothing filled yet');
    expect(before).toMatch(/· even +close-long +0\.3 +market at 60000 +once target-1 is filled$/m);
    const { orderId } = desk.order(isEntry);
    desk.paper.fill(orderId, '0.06');
    const some = await one.until((screen) => /target-3 .* works$/m.test(screen));
    expect(some).toMatch(/^ IP {2}[━─]+ +\d+ of 500 {3}UID {2}[━─]+ +\d+ of 500 {3}looked \d s ago$/m);
    expect(some).toContain('entry: 0.06 from 60000 · stop 58000 · targets +390');
    expect(some).toMatch(/✓ stop +close-long +0\.06 +market at 58000 +works, covers 0\.06$/m);
    expect(some).toMatch(/✓ entry +open-long +0\.3 +60000 +filled 0\.06 of 0\.3 at 60000$/m);
    expect(some).toContain('ends when the entries are over and nothing is held');
    desk.paper.fill(orderId);
    await one.until((screen) => /target-3 .* works, 2 parts$/m.test(screen));
    for (const { orderId: target } of desk.paper.orders.filter(hasTrigger('65000'))) desk.paper.fire(target);
    for (const { orderId: became } of desk.paper.orders.filter(isClose)) desk.paper.fill(became);
    const last = await one.until((screen) => /× stop /.test(screen) && screen.includes('even took its place'));
    // What works comes first, its stop above; what is over comes last.
    const signs = [...last.matchAll(/^ ([✓·●×✗?]) ((?!hold)[a-z0-9-]+) /gm)].map(([, sign, id]) => `${sign} ${id}`);
    expect(signs).toEqual(['✓ even', '✓ target-2', '✓ target-3', '● entry', '● target-1', '× stop']);
    expect(last).toMatch(/entry: 0\.2 from 60000 · stop 60000 by even · targets \+1450 · closed 0\.1: \+500$/m);
    expect(last).toMatch(/✓ even +close-long +0\.2 +market at 60000 +works, covers 0\.2$/m);
    expect(last).toMatch(/× stop +close-long +0\.3 +market at 58000 +cancelled: even took its place$/m);
    expect(last).toContain('ends when nothing is held');
    expect(last.split('\n').every((line) => line.length <= 80)).toBe(true);
  });

  test(
    'ends with what works, what will not happen any more, and the command that goes on',
    { timeout: 90_000 },
    async () => {
      const { desk, one } = await onTerminal(120, 40);
      await one.until((screen) => /✓ entry .* works$/m.test(screen));
      one.signal('SIGTERM');
      expect(await one.ended).toBe(143);
      const text = one.history().join('\n').trimEnd();
      expect(text.slice(text.indexOf('Working on the exchange'))).toMatch(
        new RegExp(
          [
            'Working on the exchange',
            ' {2}entry +open-long +0\\.3 +60000',
            '',
            'Will not happen any more',
            ' {2}stop +as entry fills',
            ' {2}target-1 +as entry fills',
            ' {2}target-2 +as entry fills',
            ' {2}target-3 +as entry fills',
            ' {2}even +in place of stop, once target-1 is filled',
            ' {2}entry +its end: until 4h after it is sent',
            '',
            'Next',
            ' {2}ordo run plan\\.yaml --execute --live --follow --approve [0-9a-f]+(?:\n[0-9a-f]+)?',
            '',
            'entry: nothing filled yet · as of \\d\\d:\\d\\d:\\d\\dZ',
            'bracket: ended by SIGTERM after \\d+s',
            '',
          ].join('\n'),
        ),
      );
      expect(text).not.toMatch(/to cancel|\d orders:|withheld/);
      const again = await here(['run', 'plan.yaml', '--live', '--again', 'stop'], desk.at);
      expect({ code: again.code, approval: again.stdout.includes('approval') }).toEqual({ code: 2, approval: false });
      expect(again.stderr).toContain('--again stop: nothing keeps it from being placed as the plan says');
    },
  );

  test(
    'asks once what is left when something is held, and ends at the second Ctrl-C',
    { timeout: 90_000 },
    async () => {
      const { desk, one } = await onTerminal();
      await one.until((screen) => /✓ entry .* works$/m.test(screen));
      desk.paper.fill(desk.order(isEntry).orderId);
      await one.until((screen) => /target-3 .* works$/m.test(screen));
      one.type('\u0003');
      const asked = await one.until((screen) => screen.includes('Ctrl-C again within 10 s ends it'));
      expect(asked).toMatch(/Will not happen any more\n +even +in place of stop, once target-1 is filled\n/);
      expect(asked).toMatch(/^ +stop or targets +what is left of one is not cancelled by the other$/m);
      // It goes on: a look later than the question.
      await one.until((screen) => /looked [01] s ago/.test(screen));
      one.type('\u0003');
      expect(await one.ended).toBe(130);
      expect(one.history().join('\n')).toContain('bracket: ended by Ctrl-C after');
    },
  );

  test('asks nothing where nothing is held', { timeout: 90_000 }, async () => {
    const { one } = await onTerminal();
    await one.until((screen) => /✓ entry .* works$/m.test(screen));
    one.type('\u0003');
    expect(await one.ended).toBe(130);
  });
});
