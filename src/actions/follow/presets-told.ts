/** That the `stopLoss` of an entry is not on the exchange, or is again: told once each, with what a person can do. */
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';

export class PresetsTold {
  readonly #follow: FollowPlan;
  /** By id. */
  readonly #told = new Set<string>();

  constructor(follow: FollowPlan) {
    this.#follow = follow;
  }

  /** What is new of them. */
  take({ known: { placed, presets }, groups }: FollowNews): readonly string[] {
    const bare = new Map(groups.flatMap((group) => (group.naked.isZero ? [] : group.entries.map((id) => [id, group]))));
    return [...placed].flatMap(([id, parts]) => {
      const isMissing = parts.some(({ clientOid }) => presets?.get(clientOid) === 'missing');
      const group = bare.get(id);
      if (!isMissing || group === undefined) {
        if (isMissing || !this.#told.delete(id)) return [];
        return [`the stopLoss of ${id} is on the exchange again`];
      }
      if (this.#told.has(id)) return [];
      this.#told.add(id);
      const { stopLoss } = this.#follow.orderOf.get(id) ?? {};
      const at = stopLoss === undefined ? '' : ` at ${stopLoss.canonical()}`;
      const side = group.isLong ? 'long' : 'short';
      return [
        `the stopLoss of ${id}${at} is not on the exchange: ordo places none in its stead. Place a stop yourself, or close: ordo close ${group.symbol} ${side}`,
      ];
    });
  }
}
