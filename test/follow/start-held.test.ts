/** A start with something held is not refused for what only openings need: those are withheld, and exits go on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { readFees } from '../../src/model/fees.ts';
import { between } from '../support/between.ts';
import { followDesk, isOpen, outcomesOf, type FollowDesk } from '../support/follow-desk.ts';
import { configOf } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { forge, review } from '../support/reviewed-desk.ts';
import { INTERFACES } from '../support/spellings.ts';

const plan = (...entries: string[]): string => planUntil('', ...entries);
const planUntil = (validUntil: string, ...entries: string[]): string => `version: 1
name: held
${validUntil}defaults: { symbol: cmt_btcusdt }
orders:
${entries.map((entry) => `  - ${entry}\n`).join('')}  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;
const ENTRY = '{ id: entry, side: open-long, size: 0.3, price: 60000 }';
const MORE = '{ id: more, side: open-long, size: 0.1, price: 59000, stopLoss: 58000 }';
const isStop = ({ kind }: PaperOrder): boolean => kind === 'trigger';
const stopsOf = (orders: readonly PaperOrder[]): string[] => orders.filter(isStop).map(({ size }) => size);

/** A follow that ends with a part of its entry held and stopped; the order id of the entry, of which the rest may fill. */
async function endedHeld(
  { paper, begin, order }: Pick<FollowDesk, 'paper' | 'begin' | 'order'>,
  part = '0.1',
): Promise<string> {
  const one = begin();
  await one.until('the entry', () => paper.orders.length === 1);
  const { orderId } = order(isOpen);
  paper.fill(orderId, part);
  await one.until('the stop', () => stopsOf(paper.orders).length === 1);
  await one.stop();
  return orderId;
}

test.each(INTERFACES)('%s: a halt', { timeout: 60_000 }, async (version) => {
  const { paper, begin, at, order } = await followDesk(plan(ENTRY), { version });
  const orderId = await endedHeld({ paper, begin, order });
  expect((await here(['halt', '--why', 'news'], at)).code).toBe(0);
  at.write('plan.yaml', plan(ENTRY, MORE));
  const two = begin();
  paper.fill(orderId);
  await two.until('the rest of the stop', () => stopsOf(paper.orders).length === 2);
  expect([stopsOf(paper.orders), paper.orders.some(({ price }) => price === '59000')]).toEqual([['0.1', '0.2'], false]);
  expect((await here(['halt', '--lift', '--why', 'over'], at)).code).toBe(0);
  await two.until('what opens', () => paper.orders.some(({ price }) => price?.startsWith('59000') === true));
  await two.stop();
});

test(
  'past its validUntil exits go on, and nothing is opened; a plan of which nothing is held is refused',
  { timeout: 60_000 },
  async () => {
    const atMs = Date.now() + 5_000;
    const until = `validUntil: ${new Date(atMs).toISOString()}\n`;
    const { paper, begin, at, order } = await followDesk(planUntil(until, ENTRY));
    const orderId = await endedHeld({ paper, begin, order });
    at.write('plan.yaml', planUntil(until, ENTRY, MORE));
    await new Promise((resolve) => setTimeout(resolve, atMs + 100 - Date.now()));
    const two = begin();
    paper.fill(orderId);
    await two.until('the rest of the stop', () => stopsOf(paper.orders).length === 2);
    await two.until('some looks more', lookedAgain(paper));
    expect(notSentIn(await two.stop())).toEqual([EXPIRED]);
    expect(paper.orders.some(({ price }) => price?.startsWith('59000') === true)).toBe(false);
    at.write('plan.yaml', planUntil(until, ENTRY).replace('name: held', 'name: fresh'));
    const fresh = await begin().ended;
    expect([fresh.code, fresh.stdout]).toEqual([5, expect.stringContaining('plan/past-valid-until')]);
  },
);

/** What is said of openings while the run goes on: each once. */
const notSentIn = (ended: Ended): string[] =>
  ofKind(eventsOf(ended), 'openings-held-back').map(({ ids, message = 'free' }) => `${ids.join(', ')}: ${message}`);
const EXPIRED = 'more: past the plan’s validUntil, or the reviewed plan’s expiry. It will not be sent';

/** Goes on with `more` in the plan: the stop of what fills meanwhile is placed, and `more` is not. In words why. */
async function goesOn(desk: FollowDesk, orderId: string, ...words: string[]): Promise<string> {
  const { paper, begin } = desk;
  const before = stopsOf(paper.orders).length;
  const two = begin(...words);
  paper.fill(orderId);
  await two.until('the rest of the stop', () => stopsOf(paper.orders).length === before + 1);
  await two.until('some looks more', lookedAgain(paper));
  await two.until('why nothing opens', () => two.written.includes('openings-held-back'));
  const ended = await two.stop();
  expect(paper.orders.some(({ price }) => price?.startsWith('59000') === true)).toBe(false);
  expect(outcomesOf(ended)).toContain('more withheld: policy');
  expect(notSentIn(ended)).toHaveLength(1);
  return ended.stdout + ended.stderr;
}

/** Whether the account was asked three times more than now. */
function lookedAgain({ requests }: FollowDesk['paper']): () => boolean {
  const before = requests.length;
  return () => requests.length > before + 12;
}

const FEES = readFees('0.5%/0.5%');

test('the loss of the day, and a cap on what stands', { timeout: 60_000 }, async () => {
  const wide = { amount: 5000, windowMs: 10_000 };
  const desk = await followDesk(plan(ENTRY), { ipWeight: wide, uidWeight: wide, ...(FEES.ok && { fees: FEES.value }) });
  const config = configOf('v2', 'policy: { maxLossToday: 1 }');
  const orderId = await endedHeld(desk);
  desk.at.write('plan.yaml', plan(ENTRY, MORE));
  desk.at.write('ordo.config.yaml', config.replace(' }', ', ipWeight: 5000/10s, uidWeight: 5000/10s }'));
  expect(await goesOn(desk, orderId)).toMatch(/the account lost .*maxLossToday/);
  const other = await followDesk(plan(ENTRY));
  const its = await endedHeld(other);
  other.at.write('plan.yaml', plan(ENTRY, MORE));
  other.at.write('ordo.config.yaml', configOf('v2', 'policy: { maxStandingNotional: 20000 }'));
  expect(await goesOn(other, its)).toContain('policy.maxStandingNotional');
});

test('a market that has moved away from what an opening was reviewed with', { timeout: 60_000 }, async () => {
  const near = ENTRY.replace('}', ', reference: 60000, maxDistance: 10% }');
  const desk = await followDesk(plan(near), { market: { seed: 4, stepMs: 0 } });
  const orderId = await endedHeld(desk);
  desk.at.write('plan.yaml', plan(near, MORE.replace('}', ', reference: 59000, maxDistance: 1% }')));
  expect(await goesOn(desk, orderId)).toContain('the market is at');
});

test.each(INTERFACES)('%s: an exchange that does not answer', { timeout: 90_000 }, async (version) => {
  const desk = await followDesk(plan(ENTRY), { version });
  let isSilent = false;
  const { origin } = await between(desk.paper, () => (isSilent ? { status: 503, body: 'busy' } : undefined));
  desk.at.env['ORDO_BASE_URL'] = origin;
  await here(['instruments'], desk.at);
  const orderId = await endedHeld(desk);
  desk.at.write('plan.yaml', plan(ENTRY, MORE));
  isSilent = true;
  const two = desk.begin();
  desk.paper.fill(orderId);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  isSilent = false;
  await two.until('the rest of the stop', () => stopsOf(desk.paper.orders).length === 2);
  await two.until('what opens', () => desk.paper.orders.some(({ price }) => price?.startsWith('59000') === true));
  expect((await two.stop()).stderr).toContain('what opens is not sent yet: ');
});

test('past the last moment of its reviewed plan', { timeout: 60_000 }, async () => {
  const desk = await followDesk(plan(ENTRY));
  const { paper, at, begin } = desk;
  expect((await review(at)).code).toBe(0);
  const atMs = Date.now() + 5_000;
  forge(at, (reviewed) => ({ ...reviewed, expires: new Date(atMs).toISOString() }));
  const orderId = await endedHeld({ ...desk, begin: () => begin('r.json') });
  await new Promise((resolve) => setTimeout(resolve, atMs + 100 - Date.now()));
  const two = begin('r.json');
  paper.fill(orderId);
  await two.until('the rest of the stop', () => stopsOf(paper.orders).length === 2);
  await two.stop();
  const fresh = await followDesk(plan(ENTRY));
  expect((await review(fresh.at)).code).toBe(0);
  forge(fresh.at, (reviewed) => ({ ...reviewed, expires: new Date().toISOString() }));
  const { code, stdout } = await fresh.begin('r.json').ended;
  expect([code, stdout, fresh.paper.orders]).toEqual([5, expect.stringContaining('r.json expired at'), []]);
});

test('with an account file that is too old by now', { timeout: 60_000 }, async () => {
  const SHARE = ENTRY.replace('size: 0.3', 'size: { risk: 1%, of: equity, stop: 58000 }');
  const desk = await followDesk(plan(SHARE));
  const { paper, at, begin } = desk;
  expect((await here(['account', '--out', 'account.json'], at)).code).toBe(0);
  const orderId = await endedHeld(desk, '0.01');
  const file = JSON.parse(readFileSync(join(at.folder, 'account.json'), 'utf8')) as object;
  at.write('account.json', JSON.stringify({ ...file, asOf: new Date(Date.now() - 7_200_000).toISOString() }));
  const two = begin();
  paper.fill(orderId);
  await two.until('the rest of the stop', () => stopsOf(paper.orders).length === 2);
  await two.stop();
  at.write('plan.yaml', plan(SHARE).replace('name: held', 'name: fresh'));
  const fresh = await begin().ended;
  expect([fresh.code, fresh.stdout]).toEqual([5, expect.stringContaining('account/file')]);
});

test.each(INTERFACES)(
  '%s: what its entry may still fill has its stop to come, before it is followed again',
  async (version) => {
    const { begin, at, paper } = await followDesk(plan(ENTRY), { version });
    const one = begin();
    await one.until('the entry', () => paper.orders.length === 1);
    await one.stop();
    at.write('plan.yaml', plan(ENTRY).replace('defaults:', 'limits: { requireStop: true }\ndefaults:'));
    const dry = await here(['run', 'plan.yaml', '--live'], at);
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringMatching(/long 0\.3 working · at stops 600 · naked 0/)]);
    expect(dry.stdout).not.toContain('NAKED');
    const two = begin();
    paper.fill(paper.orders[0]?.orderId ?? '', '0.1');
    await two.until('the stop', () => stopsOf(paper.orders).length === 1);
    // Its stop was cancelled on purpose: nothing comes with the next fill.
    await two.stop();
    const off = await here(['cancel', 'plan.yaml', '--only', 'stop', '--execute', '--live', '--yes'], at);
    expect(off.code).toBe(11);
    expect((await here(['run', 'plan.yaml', '--live'], at)).stdout).toMatch(/NAKED 0\.3/);
  },
);

const TIGHT: readonly (readonly [policy: string, words: RegExp])[] = [
  ['policy: { maxPlanNotional: 10 }', /the policy allows 10/],
  ['policy: { maxOrderSize: { cmt_btcusdt: 0.05 } }', /the policy allows 0\.05/],
  ['policy: { maxLossAtStops: 5 }', /the loss at the stops is/],
  ['policy: { maxOrders: 1 }', /the policy allows 1/],
  ['policy: { symbols: [cmt_ethusdt] }', /does not allow `cmt_btcusdt`/],
];

test.each(TIGHT)('a policy that was tightened since: %s', { timeout: 60_000 }, async (policy, words) => {
  const desk = await followDesk(plan(ENTRY));
  const { at, paper, begin } = desk;
  const orderId = await endedHeld(desk);
  at.write('plan.yaml', plan(ENTRY, MORE));
  at.write('ordo.config.yaml', configOf('v2', policy));
  const dry = await here(['run', 'plan.yaml', '--live'], at);
  expect([dry.code, unwrapped(dry)]).toEqual([0, expect.stringMatching(words)]);
  expect(unwrapped(dry)).toContain('what opens is withheld (more), exits and cancels go on: ');
  expect(await goesOn(desk, orderId)).toMatch(words);
  // Of what nothing is held it refuses as ever, and nothing is sent.
  at.write('plan.yaml', plan(ENTRY, MORE).replace('name: held', 'name: fresh'));
  const [fresh, dryFresh] = [await begin().ended, await here(['run', 'plan.yaml', '--live'], at)];
  expect([fresh.code, fresh.stdout, dryFresh.code]).toEqual([4, expect.stringContaining('"policy/'), 4]);
  expect(paper.orders.filter(({ price }) => price?.startsWith('60000') === true)).toHaveLength(1);
});

test(
  'a tightened policy where nothing is left to open, with a close that it would not allow',
  { timeout: 60_000 },
  async () => {
    const TARGET = '{ id: out, side: close-long, size: { filled: entry }, price: 66000, trigger: =price }';
    const desk = await followDesk(plan(ENTRY, TARGET));
    const { at, paper, begin } = desk;
    const orderId = await endedHeld(desk);
    at.write('ordo.config.yaml', configOf('v2', 'policy: { maxCloseNotional: 100, maxPlanNotional: 10 }'));
    const dry = await here(['run', 'plan.yaml', '--live'], at);
    expect([dry.code, unwrapped(dry)]).toEqual([0, expect.stringContaining('nothing is left to open')]);
    const two = begin();
    paper.fill(orderId);
    await two.until('stop and target', () => closedBy(paper.orders) > 0.59);
    expect(notSentIn(await two.stop())).toEqual([]);
  },
);

/** All that its triggers would close, near enough. */
const closedBy = (orders: readonly PaperOrder[]): number =>
  stopsOf(orders).reduce((sum, size) => sum + Number(size), 0);

const unwrapped = ({ stdout }: Ended): string => stdout.replaceAll(/\s+/g, ' ');
