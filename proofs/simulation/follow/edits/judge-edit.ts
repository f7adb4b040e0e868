/**
 * Whether a start must refuse a text, and whether it must not, by the true book and what the journal has: what is open or held goes on as
 * it was sent, or the start says that it does not.
 */
import { exitsOf, sumsOf, type Placed } from '../../../following/book.ts';
import type { DrawnGroup } from '../../../following/draw.ts';
import { contentsOf, type EditedPlan, type Sent } from './edited-plan.ts';
import type { Content, PlanLines } from './plan-lines.ts';

interface Truth {
  readonly plan: EditedPlan;
  readonly placed: readonly Placed[];
  /** In whole steps. */
  readonly byHand: (isLong: boolean) => number;
}

/** Why it must be refused; none: it may be or not. What rests there is at work for whatever journal has placed it. */
export function mustRefuse(to: PlanLines, { plan, placed, byHand }: Truth): readonly string[] {
  // What nothing of the plan closes is no group.
  const heldOf = (group: DrawnGroup): number =>
    exitsOf(group).some((id) => plan.ids.includes(id)) ? sumsOf(placed, group).held - byHand(group.isLong) : 0;
  const ours = placed.flatMap((one) => {
    const sent = plan.sent.get(one.order.clientOid);
    return sent?.generation === plan.now.generation ? [{ one, sent }] : [];
  });
  if (to.generation !== plan.now.generation) return otherGeneration(to, { plan, ours, held: plan.groups.map(heldOf) });
  const contents = contentsOf(to);
  const group = (id: string): DrawnGroup | undefined =>
    plan.groups.find((one) => [...one.entries, ...exitsOf(one)].includes(id));
  return ours.flatMap(({ one, sent }) => {
    const next = contents.get(sent.rung);
    const of = group(one.id);
    const isHeld = one.filled > 0 && of !== undefined && heldOf(of) > 0;
    if (one.open === 0 && !isHeld) return [];
    if (next === undefined) return [`${one.id} is gone from the plan, with ${one.open} open and ${one.filled} filled`];
    if (one.open > 0 && isSurelyOther(one, sent, next))
      return [`${one.id}/${one.part} is open and says something else`];
    const isOtherEntry = sent.content.role === 'entry' && isOther(sent.content, next, ['side', 'size', 'steps']);
    return isHeld && isOtherEntry ? [`${one.id} was filled and says something else`] : [];
  });
}

interface Ours {
  readonly one: Placed;
  readonly sent: Sent;
}

function otherGeneration(
  { generation }: PlanLines,
  { plan, ours, held }: { plan: EditedPlan; ours: readonly Ours[]; held: readonly number[] },
): readonly string[] {
  const isPlaced = [...plan.sent.values()].some((sent) => sent.generation === generation);
  if (generation < plan.now.generation) return ours.length > 0 ? [`generation ${plan.now.generation} was placed`] : [];
  if (isPlaced) return [];
  const open = ours.filter((one) => one.one.open > 0).map(({ one }) => `${one.id}/${one.part} is open`);
  return [...open, ...held.filter((size) => size > 0).map((size) => `${size} is held`)];
}

/** Nothing that the journal has says anything else: a refusal would be for nothing. */
export function mayNotRefuse(to: PlanLines, { plan }: Pick<Truth, 'plan'>): boolean {
  const contents = contentsOf(to);
  return (
    to.generation === plan.now.generation &&
    [...plan.sent.values()].every(({ rung, generation, content }) => {
      const next = contents.get(rung);
      return generation !== to.generation || (next !== undefined && !isOther(content, next, ALL));
    })
  );
}

/** An order that was placed becomes another group's, or another kind: what was filled of it would be counted elsewhere. */
export function isMoved(to: PlanLines, plan: EditedPlan): boolean {
  const contents = contentsOf(to);
  return [...plan.sent.values()].some(({ rung, generation, content }) => {
    const next = contents.get(rung);
    if (next === undefined || generation !== to.generation) return false;
    return next.role !== content.role || next.entries[0] !== content.entries[0] || next.side !== content.side;
  });
}

const ALL = ['role', 'entries', 'side', 'size', 'price', 'trigger', 'steps'] as const;

const isOther = (one: Content, other: Content, fields: readonly (keyof Content)[]): boolean =>
  fields.some((field) => String(one[field]) !== String(other[field]));

/** A part that went as its trigger would have become says no trigger. The first rung stays where it was when a range gets more steps. */
function isSurelyOther({ order }: Placed, { rung, content }: Sent, next: Content): boolean {
  const isEntry = content.role === 'entry';
  if (next.role !== content.role || next.side !== content.side) return true;
  if (!next.entries.some((id) => content.entries.includes(id))) return true;
  if (!isEntry && content.trigger !== '' && order.kind !== 'trigger') return false;
  if (!isEntry && next.steps !== content.steps && rung.endsWith('-1')) return false;
  return isOther(content, next, ['size', 'price', 'trigger', 'steps']);
}
