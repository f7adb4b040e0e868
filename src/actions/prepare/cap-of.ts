/** An amount that a run may not pass, and who says so. */
import type { Config, Policy } from '../../model/config.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { Plan } from '../../model/order.ts';

export interface Cap {
  readonly most: Decimal;
  readonly who: string;
  readonly key: 'limits' | 'policy';
}

interface Ruled {
  readonly plan: Pick<Plan, 'limits'>;
  readonly config: Pick<Config, 'policy'>;
}

/** The plan's own is never looser than the policy's. */
export function capOf(
  { plan: { limits }, config: { policy } }: Ruled,
  name: keyof Policy & ('maxStandingNotional' | 'maxLossToday'),
): Cap | undefined {
  const [own, most] = [limits[name], policy[name]];
  if (own !== undefined) return { most: own, who: 'the plan itself', key: 'limits' };
  return most === undefined ? undefined : { most, who: 'the policy', key: 'policy' };
}
