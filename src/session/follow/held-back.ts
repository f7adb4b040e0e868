/** Why what opens is not sent now: its time, a halt, a cap, the check of the account. What is kept back is said, once of each order. */
import { someOf } from '../../model/count.ts';
import type { Order } from '../../model/order.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { FollowTask, NeverSent } from './follow-task.ts';
import type { Halts } from './halts.ts';
import type { Looks } from './looks.ts';

interface HeldBackWith {
  readonly task: Pick<FollowTask, 'validUntilMs' | 'checkOpenings'>;
  readonly time: ExchangeTime;
  readonly halts: Halts;
  readonly looks: Pick<Looks, 'withheld'>;
  readonly note: (message: string) => void;
  /** What the begin of the run had against all that it opens. */
  readonly refused?: string;
}

export class OpeningsHeld {
  readonly #with: HeldBackWith;
  readonly #said = new Set<string>();

  constructor(how: HeldBackWith) {
    this.#with = how;
  }

  /** Whether these are; what holds back one of them holds back all that is due with it. */
  async has(due: readonly { readonly id: string }[], orders: readonly Order[]): Promise<boolean> {
    const { withheld } = this.#with.looks;
    const ids = due.map(({ id }) => id);
    const why = await this.#why(orders);
    for (const id of ids) {
      if (why === undefined) withheld.delete(id);
      else if (why !== 'later') withheld.set(id, why);
    }
    if (why !== undefined && why !== 'later') this.#say(ids, why);
    return why !== undefined;
  }

  async #why(orders: readonly Order[]): Promise<NeverSent | 'later' | undefined> {
    const { task, halts, time, refused } = this.#with;
    if (task.validUntilMs !== undefined && time.nowMs() >= task.validUntilMs) return { reason: 'expired' };
    if ((await halts.now()) !== undefined) return { reason: 'halted' };
    if (refused !== undefined) return { reason: 'policy', message: refused };
    const checked = (await task.checkOpenings?.(orders)) ?? 'may';
    if (checked === 'may') return undefined;
    return checked === 'later' ? 'later' : { reason: 'policy', message: checked.refused };
  }

  /** A halt is told as such, and what the account's check says by who asks it. */
  #say(ids: readonly string[], { reason }: NeverSent): void {
    const words = reason === 'expired' ? EXPIRED : reason === 'policy' ? this.#with.refused : undefined;
    const untold = words === undefined ? [] : ids.filter((id) => !this.#said.has(id));
    if (untold.length === 0) return;
    for (const id of untold) this.#said.add(id);
    this.#with.note(`${someOf(untold)}: not sent: ${words}`);
  }
}

const EXPIRED = 'past the plan’s validUntil, or the reviewed plan’s expiry';
