/**
 * Somebody beside the follower, who closes some of what is held at any time, by an order at market of which ordo knows nothing. What was
 * closed so counts as held for as long as no follower has to know it: it was killed, or answers got lost.
 */
import { sign } from '../../../src/exchange/keys/sign.ts';
import { Secret } from '../../../src/exchange/keys/secret.ts';
import type { PaperEngine } from '../../../src/paper/server.ts';
import { stepsIn } from '../../following/book.ts';
import { PLACES } from '../../following/draw.ts';
import type { Random } from '../../random.ts';
import type { SimClock } from '../../support/sim-clock.ts';
import type { Log } from '../violation.ts';
import type { Sent } from './sim-exchange.ts';

const SYMBOL = 'cmt_btcusdt';
const PATH = '/capi/v2/order/placeOrder';
/** Two looks that agree, the time that lists may be late, once more where a trigger may have fired, and the questions. */
const JUDGED_MS = 12_000;

interface HandsOf {
  readonly engine: PaperEngine;
  readonly clock: SimClock;
  readonly random: Random;
  readonly log: Log;
  /** How old what a look told may be when what follows from it arrives. */
  readonly oldMs: number;
  /** Told once something was closed. */
  readonly moved: () => void;
}

interface Closed {
  readonly steps: number;
  readonly atMs: number;
}

export class Hands {
  readonly #of: HandsOf;
  readonly #closed = new Map<boolean, Closed[]>();
  /** Nobody has to know before: a life began, or an answer got lost. */
  #blindMs = 0;
  #isOver = false;
  acts = 0;
  /** An order may be in no list: what somebody closed may be what that one did, and then a person decides. */
  mayLack = false;

  constructor(of: HandsOf) {
    this.#of = of;
  }

  /** So often, each at a time of its own. */
  begin(times: number): void {
    for (let at = 0; at < times; at++) this.#later();
  }

  end(): void {
    this.#isOver = true;
  }

  lost({ method }: Sent): void {
    if (method !== 'GET') this.mayLack = true;
    this.blind();
  }

  /** A life begins, or something got lost. */
  blind(): void {
    this.#blindMs = this.#of.clock.monotonicMs();
  }

  /** Takes in what the market has filled of these orders. */
  take(): void {
    const { engine, clock } = this.#of;
    for (const isLong of [true, false]) {
      const steps = engine.book.orders.reduce(
        (sum, { clientOid, type, filledSize = '0' }) =>
          clientOid.startsWith('hand-') && (type === '3') === isLong ? sum + stepsIn(filledSize) : sum,
        0,
      );
      const before = this.#closed.get(isLong) ?? [];
      if (steps !== (before.at(-1)?.steps ?? 0))
        this.#closed.set(isLong, [...before, { steps, atMs: clock.monotonicMs() }]);
    }
  }

  /** In whole steps: all that was closed of a side, and what of it a follower has to know by now. */
  closed(isLong: boolean): { readonly all: number; readonly known: number } {
    this.take();
    const closed = this.#closed.get(isLong) ?? [];
    const dueMs = this.#of.clock.monotonicMs() - this.#of.oldMs - JUDGED_MS;
    const known = this.#blindMs > dueMs ? 0 : (closed.findLast(({ atMs }) => atMs <= dueMs)?.steps ?? 0);
    return { all: closed.at(-1)?.steps ?? 0, known };
  }

  #later(): void {
    const { clock, random } = this.#of;
    clock.after(random.int(1, random.pick([500, 5000, 30_000])), () => {
      if (!this.#isOver && !this.#act()) this.#later();
    });
  }

  /** Whether there was something to close. */
  #act(): boolean {
    const { engine, random, log, moved } = this.#of;
    const sides = engine.book.held(SYMBOL).filter(({ size }) => stepsIn(size) > 0);
    const held = sides[random.below(sides.length)];
    if (held === undefined) return false;
    const whole = stepsIn(held.size);
    const steps = random.chance(0.5) ? whole : random.int(1, whole);
    const size = (steps / 10 ** PLACES).toFixed(PLACES);
    const said = this.#place(held.side === 'long' ? '3' : '4', size);
    log(() => `  ${this.#of.clock.monotonicMs()} BY HAND closes ${size} ${held.side} of ${held.size}: ${said}`);
    this.acts += 1;
    this.take();
    moved();
    return true;
  }

  #place(type: string, size: string): string {
    const { engine, clock } = this.#of;
    const body = JSON.stringify({
      symbol: SYMBOL,
      client_oid: `hand-${this.acts}`,
      size,
      type,
      order_type: '0',
      match_price: '1',
      price: '0',
    });
    const timestamp = String(clock.wallMs());
    const { delivery } = engine.handle({
      method: 'POST',
      target: PATH,
      headers: {
        'content-type': 'application/json',
        locale: 'en-US',
        'user-agent': 'a hand',
        'access-key': 'paper',
        'access-sign': sign(SECRET, { timestamp, method: 'POST', path: PATH, body }),
        'access-passphrase': 'paper',
        'access-timestamp': timestamp,
      },
      body: new TextEncoder().encode(body),
      address: 'hand',
      monotonicMs: clock.monotonicMs(),
      wallMs: clock.wallMs(),
    });
    return 'answer' in delivery ? delivery.answer.body.slice(0, 120) : 'no answer';
  }
}

const SECRET = new Secret('paper');
