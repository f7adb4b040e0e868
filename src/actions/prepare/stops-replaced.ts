/** What works of the stops whose edit is taken up, now or by an earlier run, and goes once what takes its place works. */
import { knownOf } from '../../journal/records/known-account.ts';
import { sentSize, type KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { PublicEvent } from '../../model/event.ts';
import { sentOf } from '../../model/order-changes.ts';
import { identityOf } from '../../model/order.ts';
import { partsOf } from '../../session/lists/followed-parts.ts';
import { filledIn, isAtWork } from './kept-groups.ts';
import { nameOf, type PreparedRun } from './prepared-run.ts';

/** As `step-planned` has it. */
export type StopReplaced = NonNullable<Extract<PublicEvent, { event: 'step-planned' }>['edited']>;

/** By the plan's ids. */
export function stopsReplaced({ plan, account = [], edited }: PreparedRun): ReadonlyMap<string, StopReplaced> {
  const known = knownOf(account, nameOf(plan));
  return new Map(
    plan.orders.flatMap((order) => {
      const name = identityOf(order);
      const firstPart = edited?.get(name) ?? known?.edited?.get(name);
      if (known === undefined || firstPart === undefined) return [];
      const before = partsOf(order, known.orders).filter((part) => part.number < firstPart && isAtWork(part.known));
      const [one, ...more] = before.map((part) => partReplaced(part.known, part.number));
      return one === undefined ? [] : [[order.id, { firstPart, replaces: [one, ...more] }] as const];
    }),
  );
}

function partReplaced(known: KnownOrder, number: number): StopReplaced['replaces'][number] {
  const { price, trigger } = sentOf(known.content);
  const size = Decimal.of(sentSize(known)).minus(filledIn(known)).canonical();
  return { ...(number > 1 && { part: number }), clientOid: known.clientOid, size, price, ...defined({ trigger }) };
}
