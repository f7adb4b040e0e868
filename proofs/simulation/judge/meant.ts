/** Which order a cancel means by a name. */
import type { Surroundings } from '../life.ts';

/** The client order id that a name means: what a trigger became has that of the trigger. */
export function clientOidOf(
  name: string,
  by: 'orderId' | 'clientOid',
  { disk, venue }: Surroundings,
): string | undefined {
  if (by === 'clientOid') return name;
  const alive = venue.listed.aliveAs(name);
  if (alive?.facts.owner === 'fired') return alive.facts.clientOid;
  return [...disk.orders().values()].findLast(({ orderId }) => orderId === name)?.clientOid;
}
