/** A difference for a program: one object. Money and sizes are strings. */
import { defined } from '../../model/defined.ts';
import type { Weight } from '../../model/call.ts';
import type { LooserLimit } from '../../model/config.ts';
import type { PlanChanges } from '../../model/plan-changes.ts';
import type { Exposure } from '../figures/exposure-figures.ts';
import { disarmedJson } from '../../report/text/edge.ts';
import { identityChanges, type Difference, type DiffSide } from './difference.ts';
import type { State } from '../../protection/protection.ts';
import { simulatedJson } from './simulated.ts';
import { directionOf, riskOf, type Direction } from './risk.ts';

interface DifferenceJson extends PlanChanges {
  readonly before: string;
  readonly after: string;
  /** Name and generation of the plan, where they differ. */
  readonly identity: readonly LimitJson[];
  /** Those that became looser; null where a side is a reviewed plan. */
  readonly limits: readonly LimitJson[] | null;
  readonly risk: { readonly before: RiskJson; readonly after: RiskJson };
  /** The digest of what would be sent. */
  readonly digest?: string;
  readonly approval?: string;
  /** Why a live run would be refused. */
  readonly refusal?: string;
  /** `before` and `after` on the same candles; null with a `why` where they are not simulated. */
  readonly simulated?: object;
}

interface LimitJson {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Null where the figure is not known. */
interface RiskJson {
  readonly symbols: readonly ({ readonly symbol: string } & Readonly<Partial<Record<Direction, FiguresJson>>>)[];
  readonly calls: number | null;
  readonly weight: Weight | null;
  readonly forecastMs: number | null;
}

interface FiguresJson {
  readonly orders: number;
  readonly size: string;
  /** Null at market without a reference. */
  readonly notional: string | null;
  /** For opening orders; null where none has a stop and an entry to reckon from. */
  readonly lossAtStops?: string | null;
  readonly withoutStop?: number;
  /** For what opens: as the event `protection` says it. Sizes in base coin. */
  readonly state?: State;
  readonly naked?: string;
  readonly unknown?: string;
}

export function differenceJson(difference: Difference): string {
  const { before, after, changes, looser, next, simulated } = difference;
  const json: DifferenceJson = {
    before: before.name,
    after: after.name,
    ...changes,
    identity: identityChanges(difference).map(limitJson),
    limits: looser?.map(limitJson) ?? null,
    risk: { before: riskJson(before), after: riskJson(after) },
    ...defined({ digest: next?.digest, approval: next?.approval, refusal: next?.refusal }),
    ...(simulated !== undefined && { simulated: simulatedJson(simulated) }),
  };
  return `${disarmedJson(JSON.stringify(json))}\n`;
}

const limitJson = ({ name, before, after }: LooserLimit): LimitJson => ({
  name,
  before: before ?? null,
  after: after ?? null,
});

function riskJson({ orders, plan, whole }: DiffSide): RiskJson {
  const positions = Map.groupBy(riskOf(orders), ({ symbol }) => symbol);
  const symbols = Array.from(positions, ([symbol, own]) => {
    const json: { symbol: string } & Partial<Record<Direction, FiguresJson>> = { symbol };
    for (const position of own) json[directionOf(position)] = figuresJson(position.ofRun);
    return json;
  });
  if (plan === undefined) return { symbols, calls: 0, weight: { ip: 0, uid: 0 }, forecastMs: 0 };
  const { calls = null, weight = null, forecastMs = null } = whole ?? {};
  return { symbols, calls, weight, forecastMs };
}

const figuresJson = ({ orders, size, notional, loss }: Exposure): FiguresJson => ({
  orders,
  size: size.canonical(),
  notional: notional?.canonical() ?? null,
  ...(loss !== undefined && {
    lossAtStops: loss.covered.compare(loss.unpriced) <= 0 ? null : loss.amount.canonical(),
    withoutStop: loss.bareOrders,
    state: loss.state,
    naked: loss.naked.canonical(),
    unknown: loss.unknown.canonical(),
  }),
});
