/** What the reports of a follow that was killed say: that it was cut off, and what it left bare, as `ordo status` says it. */
import { expect, test } from 'vitest';
import { start } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { followDesk } from '../support/follow-desk.ts';
import { FOLLOW } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { afterTest, type At } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: hold
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - { id: even, side: close-long, size: { filled: entry }, trigger: 59000, price: market, after: { filled: target } }
  - { id: target, side: close-long, size: { filled: entry, share: 1/2 }, price: 65000, trigger: =price }
`;
const isEntry = ({ kind, price }: PaperOrder): boolean => kind === 'single' && price?.startsWith('60000') === true;

async function toldBy(at: At, ...words: string[]): Promise<string> {
  const { stdout } = await here([...words], at, { width: 300 });
  return stdout;
}
const lineOf = (text: string): string | undefined => /^[!✓?–] hold .*$/mu.exec(text)?.[0];

test.each(INTERFACES)(
  '%s: a follow that was killed is told as cut off, and what it left naked',
  { timeout: 60_000 },
  async (version) => {
    const { paper, at, order } = await followDesk(PLAN, { version });
    const running = start(FOLLOW, at);
    afterTest(() => void running.child.kill('SIGKILL'));
    await running.until(/"order-outcome","id":"entry".*"accepted"/);
    paper.fill(order(isEntry).orderId, '0.06');
    await running.until(/"order-outcome","id":"stop".*"accepted"/);
    const open = JSON.parse(await toldBy(at, 'report', 'plan.yaml', '--as', 'json')) as { runs: { end: string }[] };
    expect(open.runs[0]?.end).toBe('open');
    running.child.kill('SIGKILL');
    await running.ended;

    const status = lineOf(await toldBy(at, 'status', 'plan.yaml'));
    expect(status).toContain('NAKED 0.24');
    const text = await toldBy(at, 'report', 'plan.yaml');
    expect(lineOf(text)).toBe(status);
    expect(text).toMatch(/note {6}naked for [\d.]+ s/);
    expect(text).toContain('exit code none: cut off: it ended before it could say how');
    expect(text).not.toContain('exit code 0');

    const json = JSON.parse(await toldBy(at, 'report', 'plan.yaml', '--as', 'json')) as { runs: object[] };
    expect(json.runs[0]).toMatchObject({
      end: 'cut',
      protection: { state: 'partly', positions: [{ naked: '0.24', covered: '0.06' }] },
      orders: [
        { id: 'entry', outcome: 'accepted' },
        { id: 'stop', outcome: 'accepted' },
        { id: 'even', outcome: 'withheld', reason: 'stopped' },
        { id: 'target' },
      ],
    });
    expect(json.runs[0]).not.toHaveProperty('exitCode');

    const junit = await toldBy(at, 'report', 'plan.yaml', '--as', 'junit');
    expect(junit).toMatch(/<testsuite .*failures="1" errors="1"/);
    expect(junit).toContain('<error type="cut"');
    expect(junit).toMatch(/name="protection">\n\s+<failure type="partly"/);
    expect(junit).not.toContain('still running');

    // Each case of what the next run finds, and of what is in flight as it is killed, is in killed-told.test.ts.
    const next = start(FOLLOW, at);
    afterTest(() => void next.child.kill('SIGKILL'));
    await next.until(/"order-state","id":"entry"/);
    next.child.kill('SIGKILL');
    await next.ended;
    const second = JSON.parse(await toldBy(at, 'report', 'plan.yaml', '--as', 'json')) as { runs: object[] };
    expect(second.runs[0]).toMatchObject({
      run: 2,
      orders: [{ reason: 'already-accepted' }, { reason: 'already-accepted' }, { reason: 'stopped' }, { id: 'target' }],
    });
  },
);
