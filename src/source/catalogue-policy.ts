/** Codes of what the policy of a config and the limits of a plan forbid. */
import type { Mistake } from './mistake.ts';

export const policyMistakes = {
  'policy/symbol': {
    title: 'A symbol that the policy forbids',
    meaning: 'The policy of the config, or the limits of the plan, list the symbols that may be traded.',
    fix: 'Use another symbol, or change the list.',
  },
  'policy/max-orders': {
    title: 'More orders than the policy allows',
    meaning: 'The policy of the config, or the limits of the plan, say how many orders a plan may have.',
    fix: 'Split the plan, or change maxOrders.',
  },
  'policy/max-order-size': {
    title: 'An order whose size the policy forbids',
    meaning:
      'An opening order is larger than maxOrderSize allows of its symbol. That needs no price, so no `reference` makes it look smaller; closing orders are not limited by it.',
    fix: 'Make it smaller, or change the limit.',
  },
  'policy/max-order-notional': {
    title: 'An order larger than the policy allows',
    meaning: 'An opening order may be worth more than maxOrderNotional.',
    fix: 'Make it smaller, or change the limit.',
  },
  'policy/max-plan-notional': {
    title: 'A plan larger than the policy allows',
    meaning: 'All opening orders together may be worth more than maxPlanNotional.',
    fix: 'Make orders smaller, or change the limit.',
  },
  'policy/max-side-notional': {
    title: 'One side larger than the policy allows',
    meaning: 'The opening orders of one symbol and side together may be worth more than maxSideNotional.',
    fix: 'Make orders smaller, or change the limit.',
  },
  'policy/max-close-notional': {
    title: 'A closing order larger than the policy allows',
    meaning: 'A closing order is worth more than maxCloseNotional, the one notional limit for closing orders.',
    fix: 'Check the size, or change the limit.',
  },
  'policy/no-stop': {
    title: 'An opening order without a stop, which the policy requires',
    meaning:
      'Under requireStop or maxLossAtStops every opening order has a `stopLoss`, or triggers that close as much. A trigger counts if it closes the same position, of the same symbol and margin mode, on the losing side of the entry and of the market, and closes once it fires: at market, or at a limit beyond its trigger. Each covers at most its size. Where the market has to be known and nobody says it, a trigger does not count.',
    fix: 'Add `stopLoss`, or a trigger order that closes what is left open; write `reference` where the market has to be known.',
  },
  'policy/max-loss-at-stops': {
    title: 'More to lose at the stops than the policy allows',
    meaning:
      'All opening orders together, each by its size and the distance from its entry to its stop, or to the limit of its stop, may lose more than maxLossAtStops. An entry at market is taken to be at the `reference`, moved to the worse side by `maxDistance`.',
    fix: 'Make orders smaller, set their stops nearer, or change the limit.',
  },
  'policy/unknown-loss': {
    title: 'An order whose loss cannot be computed',
    meaning:
      'An opening order at market may be filled anywhere, and what cannot be computed counts as a breach of maxLossAtStops.',
    fix: 'Write a limit price; or `reference` and `maxDistance`, and it is counted from the worst of them.',
  },
  'policy/looser-limit': {
    title: 'A limit of the plan that is looser than the policy',
    meaning:
      'A plan may only tighten what the policy of the config allows; a looser limit would read as if it counted.',
    fix: 'Write a tighter limit, or delete it.',
  },
  'policy/unknown-notional': {
    title: 'An order whose worth cannot be computed',
    meaning:
      'An opening order at market may cost anything, and what cannot be computed counts as a breach of a notional limit.',
    fix: 'Write a limit price; or `reference` and `maxDistance`, and it is valued at the worst of them.',
  },
} as const satisfies Record<string, Mistake>;
