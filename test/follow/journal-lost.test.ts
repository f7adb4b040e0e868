/** A followed plan whose journal was lost, or copied back from before its last parts: what stands is found, named and taken in, and nothing goes twice. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientOrderId } from '../../src/model/ids.ts';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { between, type Instead } from '../support/between.ts';
import { followDesk, isOpen, outcomesOf, type FollowDesk } from '../support/follow-desk.ts';
import { placedTwice } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { listedOrder } from '../support/listed-orders.ts';
import { forget, type At } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: lost
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - { id: target, side: close-long, size: { filled: entry, share: 1/2 }, trigger: 70000, price: 70000 }
`;

const isTrigger = ({ kind }: PaperOrder): boolean => kind === 'trigger';
const covers = ({ paper }: FollowDesk): string[] =>
  paper.orders.filter((one) => isTrigger(one) && isOpen(one) && one.trigger === '58000').map(({ size }) => size);
const targets = ({ paper }: FollowDesk): string[] =>
  paper.orders.filter((one) => isTrigger(one) && isOpen(one) && one.trigger === '70000').map(({ size }) => size);
const entryOf = ({ order }: FollowDesk): string => order((one) => !isTrigger(one)).orderId;
/** The command that a refusal names, as a person pastes it. */
const pasted = ({ stderr, stdout }: Ended): string[] =>
  /ordo (settle plan\.yaml [^\n"]*)/
    .exec(stderr + stdout)?.[1]
    ?.trim()
    .split(' ') ?? [];
const partName = (index: number): string => (index === 0 ? 'stop' : `stop/${index + 1}`);

/** Followed until the entry was filled in as many parts as sizes are given, each with its stop and its target. */
async function filled(desk: FollowDesk, ...sizes: string[]): Promise<void> {
  const had = covers(desk).length;
  const one = desk.begin();
  await one.until('the entry', () => desk.paper.orders.length > 0);
  for (const [at, size] of sizes.entries()) {
    desk.paper.fill(entryOf(desk), size);
    await one.until(
      'its stop and its target',
      () => covers(desk).length === had + at + 1 && targets(desk).length === had + at + 1,
    );
  }
  await one.stop();
}

const journals = ({ folder }: At): string => join(folder, 'state');

/** Refused with all of these by name and order id; nothing is sent, and the command that it prints takes all of them in. */
async function refusedAndTakenIn(desk: FollowDesk, names: readonly string[]): Promise<void> {
  const before = desk.paper.orders.length;
  const refused = await desk.begin().ended;
  expect(refused.code).toBe(5);
  const said = refused.stderr + refused.stdout;
  const settle = pasted(refused);
  for (const name of names) {
    const oid = clientOrderId('lost', 1, name, 0);
    const { orderId } = desk.order(({ clientOid }) => clientOid === oid);
    expect(said).toContain(`${name} (order ${orderId}`);
    expect(settle).toContain(`${name}=${orderId}`);
  }
  expect(settle.filter((word) => word === '--placed')).toHaveLength(names.length);
  expect((await here(settle, desk.at)).code).toBe(0);
  expect(desk.paper.orders).toHaveLength(before);
}

/** Goes on by itself with what is filled next: the stops cover all of it, and no id went twice. */
async function goesOn(desk: FollowDesk, more: string): Promise<Ended> {
  const had = covers(desk).length;
  const one = desk.begin();
  desk.paper.fill(entryOf(desk), more);
  await one.until('the next stop and target', () => covers(desk).length > had && targets(desk).length > had);
  const ended = await one.stop();
  expect(placedTwice(desk.paper)).toEqual([]);
  expect(new Set(desk.paper.orders.map(({ clientOid }) => clientOid)).size).toBe(desk.paper.orders.length);
  expect(outcomesOf(ended).filter((told) => / rejected| unknown/.test(told))).toEqual([]);
  return ended;
}

const TRIGGER_PATH = /algoOrder|plan_order/;
const REFUSALS: Readonly<Record<(typeof INTERFACES)[number], (message: string) => Instead>> = {
  v2: (msg) => ({ status: 400, body: JSON.stringify({ code: '40015', msg, requestTime: 1, data: null }) }),
  v3: (msg) => ({ status: 500, body: JSON.stringify({ code: -1054, msg }) }),
};

const lastLine = (ended: Ended) => ofKind(eventsOf(ended), 'protection').at(-1);

for (const version of INTERFACES) {
  test(`${version}: a lost journal`, { timeout: 90_000 }, async () => {
    const desk = await followDesk(PLAN, { version });
    await filled(desk, '0.1', '0.1');
    rmSync(journals(desk.at), { recursive: true });
    await refusedAndTakenIn(desk, ['entry', 'stop', 'stop/2', 'target', 'target/2']);
    const ended = await goesOn(desk, '0.1');
    expect(covers(desk)).toEqual(['0.1', '0.1', '0.1']);
    expect(lastLine(ended)?.positions[0]).toMatchObject({ held: '0.3', naked: '0', unknown: '0' });
    const status = await here(['status', 'plan.yaml', '--refresh'], desk.at);
    expect([status.code, status.stdout]).toEqual([0, expect.not.stringContaining('NAKED')]);
  });

  test(`${version}: a lost journal, of which a person takes in the entry alone`, { timeout: 90_000 }, async () => {
    const desk = await followDesk(PLAN, { version });
    await filled(desk, '0.1');
    rmSync(journals(desk.at), { recursive: true });
    const entry = `entry=${entryOf(desk)}`;
    expect((await here(['settle', 'plan.yaml', '--placed', entry], desk.at)).code).toBe(0);
    const bare = await here(['status', 'plan.yaml', '--refresh'], desk.at);
    expect([bare.code, bare.stdout]).toEqual([6, expect.stringContaining('NAKED')]);
    expect(bare.stdout).toMatch(/not in this\s+journal[^]*stop\s+\(order\s+\d+\),\s+target\s+\(order/);
    await refusedAndTakenIn(desk, ['stop', 'target']);
    await goesOn(desk, '0.1');
    expect(covers(desk)).toEqual(['0.1', '0.1']);
  });

  test(`${version}: a journal from before the last parts`, { timeout: 90_000 }, async () => {
    const desk = await followDesk(PLAN, { version });
    await filled(desk, '0.1');
    const [state, old] = [journals(desk.at), join(desk.at.folder, 'old')];
    cpSync(state, old, { recursive: true });
    await filled(desk, '0.05', '0.05');
    rmSync(state, { recursive: true });
    cpSync(old, state, { recursive: true });
    await refusedAndTakenIn(desk, ['stop/2', 'stop/3', 'target/2', 'target/3']);
    await goesOn(desk, '0.05');
    expect(covers(desk)).toEqual(['0.1', '0.05', '0.05', '0.05']);
  });

  test(`${version}: a part between them that no list has`, { timeout: 90_000 }, async () => {
    const desk = await followDesk(PLAN, { version });
    await filled(desk, '0.1', '0.05', '0.05');
    const second = clientOrderId('lost', 1, partName(1), 0);
    forget(desk.paper, ({ clientOid }) => clientOid === second);
    rmSync(journals(desk.at), { recursive: true });
    await refusedAndTakenIn(desk, ['entry', 'stop', 'stop/3', 'target', 'target/2', 'target/3']);
    await goesOn(desk, '0.05');
    // What is missing is covered by the next number, never by the one that may be there.
    expect(desk.paper.orders.filter(({ clientOid }) => clientOid === second)).toEqual([]);
    expect(covers(desk)).toEqual(['0.1', '0.05', '0.1']);
  });

  test(`${version}: a journal in order goes on`, { timeout: 90_000 }, async () => {
    const desk = await followDesk(PLAN, { version });
    await filled(desk, '0.1');
    const ended = await goesOn(desk, '0.1');
    expect(ended.stderr).toBe('');
    expect(covers(desk)).toEqual(['0.1', '0.1']);
  });

  test(`${version}: a list that is silent as a held plan starts by an old journal`, { timeout: 90_000 }, async () => {
    const desk = await followDesk(PLAN, { version });
    let [isSilent, unanswered] = [false, 0];
    const { origin } = await between(desk.paper, (path) =>
      isSilent && /histor|allAlgo/i.test(path) && ++unanswered > 0 ? { status: 503, body: 'busy' } : undefined,
    );
    desk.at.env['ORDO_BASE_URL'] = origin;
    await here(['instruments'], desk.at);
    await filled(desk, '0.1');
    const [state, old] = [journals(desk.at), join(desk.at.folder, 'old')];
    cpSync(state, old, { recursive: true });
    await filled(desk, '0.1');
    // Of what is open no list tells of them, so the history alone has them.
    for (const { orderId } of desk.paper.orders.filter(isOpen).slice(-2)) desk.paper.cancelByExchange(orderId);
    rmSync(state, { recursive: true });
    cpSync(old, state, { recursive: true });
    isSilent = true;
    const before = desk.paper.orders.length;
    const one = desk.begin();
    await one.until('it was asked twice in vain', () => unanswered >= 2);
    // What is held is not left bare for that, and no target goes.
    const sent = (): readonly PaperOrder[] => desk.paper.orders.slice(before);
    expect(sent().every(({ trigger }) => trigger === '58000')).toBe(true);
    isSilent = false;
    const refused = await one.ended;
    expect(refused.code).toBe(5);
    expect(sent().every(({ trigger }) => trigger === '58000')).toBe(true);
    expect(refused.stdout + refused.stderr).toContain(
      'only stops, closes at market and cancels are sent until the lists say',
    );
    expect(refused.stdout + refused.stderr).toMatch(/order \d+, cancelled/);
  });

  test(
    `${version}: a part that is refused for an id that the exchange has is no refused one`,
    { timeout: 90_000 },
    async () => {
      const desk = await followDesk(PLAN, { version });
      const clientOid = clientOrderId('lost', 1, 'stop', 0);
      const message = `FAILED_PRECONDITION: client_oid ${clientOid} is that of a resting order`;
      const refusal = REFUSALS[version](message);
      let refused = 0;
      const { origin } = await between(desk.paper, (path, method) =>
        method === 'POST' && TRIGGER_PATH.test(path) && refused++ === 0 ? refusal : undefined,
      );
      desk.at.env['ORDO_BASE_URL'] = origin;
      await here(['instruments'], desk.at);
      const one = desk.begin();
      await one.until('the entry', () => desk.paper.orders.length > 0);
      const there = listedOrder(1, {
        kind: 'trigger',
        type: '3',
        size: '0.1',
        clientOid,
        trigger: '58000',
        status: 'untriggered',
      });
      const { price: _, ...atMarket } = there;
      (desk.paper.orders as PaperOrder[]).push({ ...atMarket, acceptedAtMs: Date.now() });
      desk.paper.fill(entryOf(desk), '0.1');
      await one.until('the target, which waits for the stop', () => targets(desk).length === 1);
      const ended = await one.stop();
      const said = outcomesOf(ended).filter((told) => told.startsWith('stop'));
      expect(said).toEqual(['stop unknown: first-fill', 'stop accepted: first-fill']);
      expect(covers(desk)).toEqual(['0.1']);
      expect(placedTwice(desk.paper)).toEqual([]);
    },
  );
}
