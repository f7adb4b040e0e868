/** What may stand of the account, over plans, generations and files (docs/contract.md#policy, exit 4). */
import type { PlanOrder } from '../ledger/known-account.ts';
import type { Config } from '../model/config.ts';
import { Decimal } from '../model/decimal.ts';
import { EXIT } from '../model/exit-code.ts';
import { isOpening, type Order, type Side } from '../model/order.ts';
import { refuse } from '../refusal.ts';
import type { PreparedRun } from './prepared-run.ts';

/**
 * Refuses a run that opens more than may stand beside what stands. What cannot be computed counts as a breach. A run that opens
 * nothing is never held back.
 */
export function checkStandingCap({
  plan,
  config,
  schedule,
  standing,
  known,
}: Pick<PreparedRun, 'plan' | 'config' | 'schedule' | 'standing' | 'known'>): void {
  const cap = capOf(plan.limits.maxStandingNotional, config);
  if (cap === undefined) return;
  const opened = [...schedule.pending.values()].filter(({ side }) => isOpening(side));
  if (opened.length === 0) return;
  // Its place is taken: what was filled of it is part of what takes it.
  const replaced = new Set(
    opened.flatMap(({ id, replaces, carried }) => {
      const before = carried === undefined ? undefined : known.get(id)?.clientOid;
      return replaces ?? before ?? [];
    }),
  );
  const before = standing.filter(
    ({ order }) => isOpening(order.content['side'] as Side) && !replaced.has(order.clientOid),
  );
  const run = sumOf(
    opened.map((order) => ({ name: order.id, worth: plannedWorth(order) })),
    cap,
  );
  const stands = sumOf(
    before.map((one) => ({ name: nameOf(one), worth: sentWorth(one) })),
    cap,
  );
  const total = run.plus(stands);
  if (total.compare(cap.most) <= 0) return;
  refuse(
    EXIT.forbidden,
    `this run opens ${run.canonical()}, and ${stands.canonical()} stands of the account: ${total.canonical()} in all; ${cap.who} allows ${cap.most.toString()} (${cap.key}.maxStandingNotional)`,
    `ordo status shows what stands; make the plan smaller, or say which orders are closed: ordo settle <plan> --closed <id>`,
  );
}

interface Cap {
  readonly most: Decimal;
  readonly who: string;
  readonly key: 'limits' | 'policy';
}

/** The plan's own is never looser than the policy's. */
const capOf = (own: Decimal | undefined, { policy }: Config): Cap | undefined => {
  if (own !== undefined) return { most: own, who: 'the plan itself', key: 'limits' };
  const most = policy.maxStandingNotional;
  return most === undefined ? undefined : { most, who: 'the policy', key: 'policy' };
};

const plannedWorth = ({ worth, size, price, carried = Decimal.zero }: Order): Decimal | undefined =>
  worth ?? (price.kind === 'limit' ? size.plus(carried).times(price.at) : undefined);

function sentWorth({ order: { worth, content } }: PlanOrder): Decimal | undefined {
  if (worth !== undefined) return Decimal.of(worth);
  const { price, size } = content;
  if (size === undefined || price === undefined || price === 'market') return undefined;
  return Decimal.of(size).times(Decimal.of(price));
}

const nameOf = ({ plan, generation, order }: PlanOrder): string => `${order.id} of ${plan}, generation ${generation}`;

function sumOf(
  orders: readonly { readonly name: string; readonly worth: Decimal | undefined }[],
  { who, key }: Cap,
): Decimal {
  let sum = Decimal.zero;
  for (const { name, worth } of orders) {
    if (worth === undefined) {
      return refuse(
        EXIT.forbidden,
        `what ${name} is worth cannot be computed, so ${key}.maxStandingNotional of ${who} forbids to open more`,
        'write a limit price; or `reference` and `maxDistance`, and it is valued at the worst of them',
      );
    }
    sum = sum.plus(worth);
  }
  return sum;
}
