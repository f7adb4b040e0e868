/** The rules of a plan, in the order in which they judge. */
import type { Policy } from '../../model/config.ts';
import type { Finding } from '../../document/findings.ts';
import { isMapping } from '../read/frame.ts';
import { readLimits } from '../read/limits.ts';
import { isExit, type Found } from '../read/order-draft.ts';
import type { Reading } from '../read/reading.ts';
import { strayCaps } from '../read/cap-symbols.ts';
import { CAUTION_RULES } from './caution-rules.ts';
import { DIGIT_CAUTIONS } from './digit-cautions.ts';
import { exitCautions } from './exit-cautions.ts';
import { exitsAreSound } from './exit-rules.ts';
import type { ReadingWithExits } from './exits.ts';
import { identitiesAreUnique } from './identity-rules.ts';
import type { JudgedStops } from './judged-stops.ts';
import { ORDER_RULES } from './order-rules.ts';
import { defaultReferenceApplies, PLAN_RULES, timeIsNotOver, variablesAreUsed } from './plan-rules.ts';
import { moreRungs, POLICY_RULES, type Bound } from './policy-rules.ts';
import { PRICE_CAUTIONS } from './price-cautions.ts';
import { stagesAreSound } from './stage-rules.ts';
import { stopCautions } from './stop-cautions.ts';
import { demandsStops, stopsHold } from './stop-rules.ts';
import { limitsAreTighter } from './tighter-limits.ts';
import { endsAreLater } from './until-rules.ts';

/** What one order may not say. The same finding about several rungs of one ladder is one mistake, reported once. */
export function judgeOrders({ orders, settings, found }: Reading): void {
  const ofRungs = new Map<string, { readonly finding: Finding; more: number }>();
  const addOnce: Found = (finding) => {
    const key = `${finding.code} ${finding.path.join('/')}`;
    const earlier = ofRungs.get(key);
    if (earlier === undefined) ofRungs.set(key, { finding, more: 0 });
    else earlier.more += 1;
  };
  for (const order of orders) {
    if (found.isFull) break;
    const add = order.rung === undefined ? found.add : addOnce;
    for (const rule of ORDER_RULES) rule(order, settings, add);
  }
  for (const { finding, more } of ofRungs.values()) {
    found.add({ ...finding, message: finding.message + moreRungs(more) });
  }
}

/** What the orders may not say together, and what the frame may not. */
export function judgePlan(reading: ReadingWithExits): void {
  const { orders, names, found } = reading;
  for (const rule of PLAN_RULES) rule(reading, found.add);
  identitiesAreUnique(orders, found.add);
  stagesAreSound(orders, names, found.add);
  if (reading.hasTerms) {
    exitsAreSound(reading, found.add);
    endsAreLater(orders, found.add);
  }
  if (!found.hasErrors) variablesAreUsed(reading, found.add);
}

/** What the plan's own limits, which it returns, and the policy forbid. `stops` is undefined where an order has a mistake in them. */
export function judgeLimits(
  { orders, document, faults, settings, found }: Reading,
  stops: JudgedStops | undefined,
): Policy {
  const { policy, policyFile: file, instruments } = settings;
  const own = faults.at('limits');
  const written = document.limits;
  const limits = isMapping(written) && !own.here ? readLimits(own.soundOf(written), 'limits', found.add) : {};
  const used = orders.flatMap(({ symbol }) => symbol.value ?? []);
  strayCaps(limits, 'limits', { ...settings, used }).forEach(found.add);
  limitsAreTighter(limits, policy, found.add);
  const bounds: readonly Bound[] = [
    { limits: policy, who: 'the policy', key: 'policy', file, instruments },
    { limits, who: 'the plan itself', key: 'limits', instruments },
  ];
  for (const rule of POLICY_RULES) for (const bound of bounds) rule(orders, bound, found.add);
  if (stops !== undefined) stopsHold(stops, bounds, found.add);
  return limits;
}

/**
 * Warnings about what is allowed and seldom meant. What is said of one order is said next to errors as well, since it may be
 * their cause; what is said of several together needs all of them.
 */
export function caution(reading: ReadingWithExits, limits: Policy, stops: JudgedStops | undefined): void {
  const { orders, settings, found } = reading;
  timeIsNotOver(reading, found.add);
  // What closes a fill is judged by its entry.
  const sent = reading.hasTerms ? orders.filter((order) => !isExit(order)) : orders;
  for (const rule of DIGIT_CAUTIONS) rule(orders, found.add);
  for (const rule of PRICE_CAUTIONS) rule(sent, found.add);
  defaultReferenceApplies(reading, found.add);
  if (!isWhole(found)) return;
  for (const rule of CAUTION_RULES) rule(sent, found.add);
  exitCautions(reading, found.add);
  if (stops !== undefined) stopCautions(stops, [settings.policy, limits].some(demandsStops), found.add);
}

/** Whether every order could be read and judged; what only a policy forbids is. */
const isWhole = ({ diagnostics }: Reading['found']): boolean =>
  diagnostics.every(({ severity, code }) => severity === 'warning' || code.startsWith('policy/'));
