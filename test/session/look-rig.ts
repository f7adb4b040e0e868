/** Orders placed by a real session, and looks at the account by a way that changes answers. */
import type { Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { httpAnswer, startFaultServer, type Received } from '../../proofs/support/fault-server.ts';
import { protectionOfAccount } from '../support/account-protection.ts';
import type { Weight } from '../../src/model/call.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import type { Exchange } from '../../src/ports.ts';
import { lookOf } from '../../src/protection/journal/kept-look.ts';
import type { AccountLook } from '../../src/protection/journal/look.ts';
import type { Protection } from '../../src/protection/protection.ts';
import { listedOrder, paperClient } from '../support/listed-orders.ts';
import { anOrder, PLAN, type OrderWords } from '../support/plan-builder.ts';
import type { Spelling } from '../support/spellings.ts';
import { cancelRig, type CancelRig } from './cancel-rig.ts';

export const BTC = 'cmt_btcusdt';
export const ETH = 'cmt_ethusdt';

/** What an answer is changed to; undefined: as it is. `LOST`: it does not come. */
export type Change = (path: string, text: string) => string | undefined;
export const LOST = 'lost';

export const rowsChanged =
  (change: (rows: { side: string }[]) => unknown): Change =>
  (path, text) =>
    path.includes('singlePosition') ? JSON.stringify(change(JSON.parse(text) as { side: string }[])) : undefined;

/** Passes all on to the exchange, and its answers back as they are changed. */
async function way(paper: PaperExchange, change: Change): Promise<string> {
  const serve = async ({ method, target, headers }: Received, socket: Socket): Promise<void> => {
    const given = [...headers].filter(([name]) => !['host', 'connection', 'content-length'].includes(name));
    const answer = await fetch(`${paper.origin}${target}`, { method, headers: given });
    const text = await answer.text();
    const changed = change(target, text);
    if (changed === LOST) socket.destroy();
    else socket.write(httpAnswer(answer.status, changed ?? text));
  };
  const server = await startFaultServer({
    onRequest: (request, socket) => void serve(request, socket).catch(() => socket.destroy()),
  });
  onTestFinished(() => server.close());
  return server.origin;
}

interface LookRigOptions {
  readonly orders: readonly OrderWords[];
  readonly change: Change | undefined;
  readonly paper: PaperOptions | undefined;
}

export function lookRig(spoken: Spelling, { orders, change, paper = {} }: LookRigOptions): Promise<CancelRig> {
  const connect = async (at: PaperExchange): Promise<Exchange> =>
    paperClient(at, {
      operations: spoken.operations,
      timeoutMs: 1000,
      ...(change !== undefined && { origin: await way(at, change) }),
    });
  return cancelRig({ orders: orders.map(anOrder), spoken, paper, connect });
}

export async function look(at: CancelRig): Promise<AccountLook> {
  const taken = await at.during((session) => session.look(new AbortController().signal));
  if (taken === undefined) throw new Error('nothing was asked');
  return taken;
}

/** With how the orders of the plan stand, so that what filled is known to be. */
export async function refreshed(at: CancelRig): Promise<AccountLook> {
  const orders = [...(await at.state()).values()];
  const run = { plan: PLAN.name, generation: PLAN.generation, planFile: 'plan.yaml' };
  const asked = { orders, carrying: orders };
  const around = await at.during((session) => session.refreshAround(run, asked, new AbortController().signal));
  if (around.look === undefined) throw new Error('nothing was asked');
  return around.look;
}

/** By the fresh look; the same by the one that was kept. */
export async function protection(at: CancelRig, fresh: AccountLook): Promise<Protection> {
  const { known, look: kept } = await at.ledger.accountWithLook(at.account);
  const by = (seen: AccountLook | undefined): Protection =>
    protectionOfAccount({ account: known, look: seen, nowMs: Date.now(), cancelWaitMs: 0 });
  expect(kept).toBeDefined();
  expect(by(kept && lookOf(kept))).toEqual(by(fresh));
  expect(await at.isWhole()).toBe(true);
  return by(fresh);
}

/** Of what is held of the first symbol. */
export async function told(at: CancelRig): Promise<Record<'low' | 'mark' | 'average', string | undefined>> {
  const { market, positions: [held] = [] } = (await look(at)).symbols.get(BTC) ?? {};
  return { low: market?.low.toString(), mark: held?.mark?.toString(), average: held?.average?.toString() };
}

/** How many are unknown; then symbol, side, state, held, working, covered, naked, average and loss at stops of each position. */
export const shown = ({ positions, unknown }: Protection): unknown => [
  unknown,
  ...positions.map(({ symbol, side, state, held, working, covered, naked, average, lossAtStops }) => {
    const figures = [held, working, covered, naked, average?.toDecimal(), lossAtStops];
    return [symbol, side, state, ...figures.map((one) => one?.canonical())].join(' ');
  }),
];

/** An order of somebody else. */
export const put = (at: CancelRig, index: number, fields: Partial<PaperOrder>): void =>
  void (at.paper.orders as PaperOrder[]).push(listedOrder(index, { clientOid: `other${index}`, ...fields }));

/** What the requests since then cost, and where they went. */
export function costs(at: CancelRig, from: number): Weight & { readonly asked: readonly string[] } {
  const since = at.paper.requests.slice(from);
  return {
    ip: since.reduce((sum, { weight }) => sum + weight.ip, 0),
    uid: since.reduce((sum, { weight }) => sum + weight.uid, 0),
    asked: since.map(({ path }) => path.split('/').at(-1)?.split('?')[0] ?? ''),
  };
}
