/** The dry run says what the check before sending weighs: a window of the exchange of just so much takes all of it, and nothing more. */
import { expect, test } from 'vitest';
import type { PaperOptions } from '../../src/paper/server.ts';
import { BID, configOf, desk, NOW, plan, runHere, type Version } from '../support/checked-desk.ts';
import { here } from '../support/here.ts';

const ETHER = 'id: ether, symbol: cmt_ethusdt, side: open-long, size: 0.1, price: 2000';
/** Whatever else is counted has room. */
const ROOM = 10_000;

interface Weighed {
  readonly ip: number;
  readonly uid: number;
}

/** What the dry run states, and the statuses of what the exchange was asked in a run: up to its first order, and of that. */
async function weighed(version: Version, bids: readonly string[], windows: Weighed) {
  let aheadMs = 0;
  const options: PaperOptions = {
    ipWeight: { amount: windows.ip, windowMs: 10_000 },
    uidWeight: { amount: windows.uid, windowMs: 10_000 },
    clock: { wallMs: () => Date.now(), monotonicMs: () => performance.now() + aheadMs },
  };
  const it = await desk(version, plan(NOW), options);
  // Placed without a question, so that the next one is no first send. Then the windows are empty again.
  it.at.write('ordo.config.yaml', configOf(version).replace(' }', ', queries: false }'));
  expect((await runHere(it.at)).code).toBe(0);
  aheadMs = 60_000;
  it.at.write('ordo.config.yaml', configOf(version, 'maxPause: 1s'));
  it.at.write('plan.yaml', plan(NOW, ...bids));
  const dry = await here(['run', 'plan.yaml', '--live', '--output', 'ndjson'], it.at);
  const check = JSON.parse(/"check":(\{[^}]*\})/.exec(dry.stdout)?.[1] ?? '{}') as Weighed;
  const from = it.paper.requests.length;
  const { code } = await runHere(it.at);
  const asked = it.paper.requests.slice(from);
  const first = asked.findIndex(({ method }) => method === 'POST');
  const before = (first < 0 ? asked : asked.slice(0, first)).map(({ status }) => status);
  return { check, before: new Set(before), order: asked[first]?.status, code };
}

const all = { ip: ROOM, uid: ROOM };

test.each([
  ['v2', [BID], { ip: 13, uid: 18 }],
  ['v2', [BID, ETHER], { ip: 21, uid: 26 }],
  ['v3', [BID], { ip: 29, uid: 0 }],
  ['v3', [BID, ETHER], { ip: 33, uid: 0 }],
] as const)('on %s with %j it is %j', async (version, bids, check) => {
  expect(await weighed(version, bids, all)).toEqual({ check, before: new Set([200]), order: 200, code: 0 });
  const behind = version === 'v2' ? { order: 429, code: 8 } : { order: 200, code: 0 };
  for (const window of version === 'v2' ? (['ip', 'uid'] as const) : (['ip'] as const)) {
    // All that is asked fits, and the order behind it no longer, where an order weighs something in that window.
    const full = await weighed(version, bids, { ...all, [window]: check[window] });
    expect([window, full]).toEqual([window, { check, before: new Set([200]), ...behind }]);
    const less = await weighed(version, bids, { ...all, [window]: check[window] - 1 });
    expect([window, less.before.has(429), less.order]).toEqual([window, true, undefined]);
  }
});
