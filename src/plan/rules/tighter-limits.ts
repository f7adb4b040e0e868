/** The limits of a plan only tighten the policy: a looser one would read as if it counted. */
import { sameSymbol } from '../../model/symbol.ts';
import type { Policy } from '../../model/config.ts';
import { allOf, quoted } from '../../source/quoted.ts';
import { AMOUNTS } from '../read/limits.ts';
import type { Found } from '../read/order-draft.ts';
import { boundOf } from './policy-rules.ts';

/** A limit that is looser than the policy; `at` is the entry or key within it. */
interface Looser {
  readonly key: keyof Policy;
  readonly value: string;
  readonly allowed: string;
  readonly at?: string | number;
}

export function limitsAreTighter(limits: Policy, policy: Policy, found: Found): void {
  const all = [
    ...looserSymbols(limits, policy),
    ...looserCounts(limits, policy),
    ...looserSizes(limits, policy),
    ...looserStops(limits, policy),
    ...looserAmounts(limits, policy),
  ];
  for (const { key, value, allowed, at } of all) {
    found({
      code: 'policy/looser-limit',
      message: `\`${key}\` ${value} is looser than the policy, which has ${allowed}`,
      hint: 'a plan may only tighten the policy: write less, or delete it',
      path: at === undefined ? ['limits', key] : ['limits', key, at],
    });
  }
}

const looserSymbols = ({ symbols = [] }: Policy, { symbols: allowed }: Policy): Looser[] =>
  symbols.flatMap((symbol, at) =>
    allowed === undefined || allowed.some((one) => sameSymbol(one, symbol))
      ? []
      : [{ key: 'symbols', value: quoted(symbol), allowed: allOf(allowed), at }],
  );

const looserCounts = ({ maxOrders: own }: Policy, { maxOrders: allowed }: Policy): Looser[] =>
  own === undefined || allowed === undefined || own <= allowed
    ? []
    : [{ key: 'maxOrders', value: String(own), allowed: String(allowed) }];

function looserSizes({ maxOrderSize: own = {} }: Policy, { maxOrderSize: policy = {} }: Policy): Looser[] {
  const most = boundOf(policy);
  return Object.entries(own).flatMap(([symbol, size]) => {
    const allowed = most(symbol);
    if (allowed === undefined || size.compare(allowed) <= 0) return [];
    const value = `${size.toString()} of ${quoted(symbol)}`;
    return [{ key: 'maxOrderSize', value, allowed: allowed.toString(), at: symbol }];
  });
}

const looserStops = ({ requireStop: own }: Policy, { requireStop: allowed }: Policy): Looser[] =>
  own === false && allowed === true ? [{ key: 'requireStop', value: 'false', allowed: 'true' }] : [];

const looserAmounts = (limits: Policy, policy: Policy): Looser[] =>
  AMOUNTS.flatMap((key) => {
    const [own, allowed] = [limits[key], policy[key]];
    if (own === undefined || allowed === undefined || own.compare(allowed) <= 0) return [];
    return [{ key, value: own.toString(), allowed: allowed.toString() }];
  });
