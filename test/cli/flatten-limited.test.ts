/** `ordo flatten` where the rate limit keeps it from sending: it says so and until when, ends with 8, and the halt stands. */
import { describe, expect, test } from 'vitest';
import type { Ended } from '../../proofs/support/ordo.ts';
import { between, type Instead } from '../support/between.ts';
import { inCases } from '../support/cases.ts';
import { configOf, type Version } from '../support/checked-desk.ts';
import { FLAT, flatten, heldIn, PLAN, resting, type Desk } from '../support/flatten-desk.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run } from '../support/live.ts';

const LIMITED: Instead = { status: 429, body: '{"code":"429","msg":"slow down"}' };
const CLOSE = /\/order(?:\/placeOrder)?$/;
const CANCEL = /cancel/i;

interface Told {
  readonly steps: readonly { readonly kind: string; readonly name: string; readonly words: string }[];
  readonly left: readonly string[];
}

const toldBy = ({ stdout }: Ended): Told => JSON.parse(stdout) as Told;

/** Such requests are refused by the rate limit while `limit` is on. */
async function limited(
  version: Version,
  isOne: (method: string, path: string) => boolean,
): Promise<Desk & { readonly limit: (on: boolean) => void }> {
  const { paper, at: direct } = await paperAndPlace();
  let isOn = false;
  const { origin } = await between(paper, (path, method) => (isOn && isOne(method, path) ? LIMITED : undefined));
  const at = { ...direct, env: { ...direct.env, ORDO_BASE_URL: origin } };
  at.write('ordo.config.yaml', configOf(version, 'cancelWait: 500ms, maxPause: 3s'));
  at.write('plan.yaml', PLAN);
  expect((await run(at)).code).toBe(0);
  return { paper, at, limit: (on) => void (isOn = on) };
}

describe.each(inCases(['v3', 'v2'] as const))('a flatten on %s', (version) => {
  test('whose close would have to wait longer than maxPause ends with 8, says why, and is done by the next', async () => {
    const desk = await limited(version, (method, path) => method === 'POST' && CLOSE.test(path));
    desk.limit(true);
    const ended = await flatten(desk, '--execute --yes --output json');
    const { steps, left } = toldBy(ended);
    expect([ended.code, heldIn(desk)]).toEqual([8, '0.04 0']);
    expect(steps.at(-1)).toMatchObject({ kind: 'withheld', name: 'cmt_btcusdt long' });
    expect(left[0]).toMatch(/^cmt_btcusdt long: nothing was sent: .*(?:rate limit|execution\.maxPause)/);
    expect((await here(['status'], desk.at)).stdout).toContain('HALTED by');
    desk.limit(false);
    // What was asked counts towards the weights, too: this one may wait for them.
    desk.at.write('ordo.config.yaml', configOf(version, 'cancelWait: 2s'));
    expect((await flatten(desk)).code).toBe(0);
    expect([heldIn(desk), resting(desk)]).toEqual([FLAT, 0]);
  });

  test('whose cancels the rate limit refuses calls none of them rejected, and closes what is held', async () => {
    const desk = await limited(version, (method, path) => method === 'DELETE' || CANCEL.test(path));
    desk.limit(true);
    const ended = await flatten(desk, '--execute --yes --output json');
    const { steps, left } = toldBy(ended);
    expect([8, 7]).toContain(ended.code);
    expect(steps.filter(({ kind }) => kind === 'refused')).toEqual([]);
    expect(steps.find(({ name }) => name === 'first: bid')).toMatchObject({
      kind: 'withheld',
      words: expect.stringContaining('its cancel was not sent: '),
    });
    if (ended.code === 8) expect(left[0]).toMatch(/^not all was sent: .*(?:rate limit|execution\.maxPause)/);
  });
});
