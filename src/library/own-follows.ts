/**
 * What a session follows itself, now or once it is its turn. What needs the plan asks it to end, in the ledger, as a command asks any
 * follower: else its own turn would never come.
 */
import { askToEnd } from '../actions/asked-followers.ts';
import { isLong, type Plan } from '../model/order.ts';
import type { Result } from '../model/result.ts';
import { sameSymbol } from '../model/symbol.ts';
import type { Refusal } from '../refusal.ts';
import type { Holding } from './holding.ts';

interface OwnFollow {
  readonly plan: Plan;
  hasBegun: boolean;
  /** In whose name it was asked before it began. */
  asked: string | undefined;
}

type InTurn = <T>(work: () => Promise<T>) => Promise<Result<T, Refusal>>;

interface Way {
  readonly inTurn: InTurn;
  readonly atOnce: InTurn;
}

/** What needs plans that may be followed. */
interface Needing<T> {
  /** In whose name a follower is asked. */
  readonly command: 'cancel' | 'close' | 'flatten';
  readonly isMeant: (plan: Plan) => boolean;
  readonly work: () => Promise<T>;
  /** Done before anybody is asked. */
  readonly before?: () => Promise<void>;
}

/** Whether an order of the plan is at that position. */
export const isAt =
  (symbol: string, side: 'long' | 'short') =>
  ({ orders }: Plan): boolean =>
    orders.some((order) => sameSymbol(order.symbol, symbol) && isLong(order.side) === (side === 'long'));

export class OwnFollows {
  readonly #held: Pick<Holding, 'ledger' | 'account' | 'telling'>;
  readonly #way: Way;
  readonly #follows = new Set<OwnFollow>();

  constructor(held: Pick<Holding, 'ledger' | 'account' | 'telling'>, way: Way) {
    this.#held = held;
    this.#way = way;
  }

  async follow<T>(plan: Plan, work: () => Promise<T>): Promise<Result<T, Refusal>> {
    const own: OwnFollow = { plan, hasBegun: false, asked: undefined };
    this.#follows.add(own);
    const followed = this.#way.inTurn(async () => {
      own.hasBegun = true;
      if (own.asked !== undefined) await this.#ask(own.asked, plan);
      return work();
    });
    return followed.finally(() => void this.#follows.delete(own));
  }

  /** In its turn, which is that of the call; nothing of it is done where its followers cannot be asked. */
  endThen<T>({ command, isMeant, work, before }: Needing<T>): Promise<Result<T, Refusal>> {
    const { inTurn, atOnce } = this.#way;
    if (![...this.#follows].some(({ plan }) => isMeant(plan))) return inTurn(work);
    const asked = atOnce(async () => {
      await before?.();
      await this.#askAll(command, isMeant);
    });
    const worked = inTurn(async () => {
      const first = await asked;
      return first.ok ? work() : undefined;
    });
    return asked.then((first) => (first.ok ? (worked as Promise<Result<T, Refusal>>) : first));
  }

  async #askAll(command: string, isMeant: (plan: Plan) => boolean): Promise<void> {
    for (const own of [...this.#follows].filter(({ plan }) => isMeant(plan))) {
      if (own.hasBegun) await this.#ask(command, own.plan);
      else own.asked = command;
    }
  }

  async #ask(command: string, { name }: Plan): Promise<void> {
    const { ledger, account, telling } = this.#held;
    const self = await ledger.holder(account);
    if (self !== undefined) await askToEnd({ ledger, account, command, emit: telling.emit }, [{ ...self, plan: name }]);
  }
}
