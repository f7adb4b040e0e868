/** A start next to an exchange that takes connections and never answers, on a terminal of 80 columns. */
import { afterEach, describe, expect, test } from 'vitest';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { followDesk, type FollowDesk } from '../support/follow-desk.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const PLAN = `version: 1
name: guarded
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;
const CTRL_C = '\u0003';

const open: DrivenTerminal[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

function onTerminal({ at }: FollowDesk): DrivenTerminal {
  const words = ['run', 'plan.yaml', '--execute', '--live', '--follow', '--yes'];
  const one = new DrivenTerminal(words, at, { columns: 80, rows: 24 });
  open.push(one);
  return one;
}

describe.skipIf(!hasPseudoTerminal)('a start next to a silent exchange', { timeout: 90_000 }, () => {
  test('with nothing held: says what it waits for, and the first Ctrl-C ends it', async () => {
    const desk = await followDesk(PLAN);
    desk.paper.standStill(true);
    const one = onTerminal(desk);
    await one.until((screen) => /does not answer yet: nothing is sent before the account/.test(screen));
    one.type(CTRL_C);
    expect(await one.ended).toBe(130);
    expect(one.history().join('\n')).toContain('Nothing was sent: interrupted before the first call');
    expect(desk.paper.orders).toEqual([]);
  });

  test('with something held: shows what the journal knows, is blind since its start, and asks at Ctrl-C', async () => {
    const desk = await followDesk(PLAN);
    const { paper } = desk;
    const before = desk.begin();
    await before.until('the entry', () => paper.orders.length === 1);
    paper.fill(paper.orders[0]?.orderId ?? '');
    await before.until('what is covered', () => /"covered":"0\.3"/.test(before.written));
    await before.stop();
    paper.standStill(true);
    const begunMs = Date.now();
    const one = onTerminal(desk);
    const told = await one.until((screen) => screen.includes('the exchange does not answer yet'));
    expect(told).toMatch(/✓ stop +close-long +0\.3 +market at 58000 +works, covers 0\.3$/m);
    const blind = await one.until(/BLIND since \d\d:\d\d:\d\dZ/);
    expect(blind).toMatch(/^ \? hold long 0\.3 /m);
    const [, since = ''] = /BLIND since (\S+)/.exec(blind) ?? [];
    const sinceMs = Date.parse(`${new Date().toISOString().slice(0, 11)}${since}`);
    // What it starts by takes a second or two; its first question is given up after ten.
    expect(sinceMs - begunMs).toBeLessThan(8_000);
    one.type(CTRL_C);
    const asked = await one.until((screen) => screen.includes('Ctrl-C again within 10 s ends it'));
    expect(asked).toMatch(/^ entry: 0\.3 from 60000 · stop 58000$/m);
    expect(asked.split('\n').every((line) => line.length <= 80)).toBe(true);
    one.type(CTRL_C);
    expect(await one.ended).toBe(130);
    const end = one.history().join('\n');
    expect(end).toMatch(/Working on the exchange\n +stop +close-long +0\.3 +market at 58000\n/);
    expect(end).toContain('entry: 0.3 from 60000 · stop 58000 · by the journal');
    expect(paper.orders).toHaveLength(2);
  });
});
