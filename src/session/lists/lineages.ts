/**
 * An order that was placed from elsewhere may have gone under any lineage: it was replaced there, or placed again. Its client
 * order ids are derived, so each is looked for. What rests is the order; where none rests, the newest is.
 */
import type { PlanName } from '../../journal/records/scope.ts';
import { Decimal } from '../../model/decimal.ts';
import { clientOrderId } from '../../model/ids.ts';
import type { ListedOrder, TellingRecord } from '../../model/listing.ts';
import type { RecordStatus } from '../../model/standing.ts';

/** So many lineages of an order are looked for, from 0. */
const LINEAGES = 100;

/** The client order ids that an order may have, by lineage. */
export const lineagesOf = ({ plan, generation }: PlanName, identity: string): readonly string[] =>
  Array.from({ length: LINEAGES }, (_, lineage) => clientOrderId(plan, generation, identity, lineage));

/** Whether the text has the form of a client order id of ours. */
export const isOurForm = (clientOid: string): boolean => /^ordo[a-z2-7]{32}$/.test(clientOid);

/** What was told of an order under one of its client order ids. */
export interface ToldLineage {
  readonly clientOid: string;
  readonly lineage: number;
  readonly records: readonly TellingRecord[];
}

/** The lineage that counts. */
export interface ChosenLineage extends ToldLineage {
  /** What was filled of it under earlier lineages, in base coin; undefined where their records do not tell it. */
  readonly carried: Decimal | undefined;
  /** These earlier lineages, the oldest first. */
  readonly before: readonly ToldLineage[];
}

const OVER: ReadonlySet<RecordStatus> = new Set(['filled', 'cancelled', 'triggered']);

/** An order that ended while the lists were read stands in both, and is over. */
export const rests = ({ records }: Pick<ToldLineage, 'records'>): boolean =>
  records.every(({ list, record }) => isOpenList(list) && (record.status === undefined || !OVER.has(record.status)));

export const isOpenList = (list: TellingRecord['list']): boolean => list === 'open' || list === 'open-triggers';

/** What rests, else the newest; several where more than one rests. */
export function chosen(told: readonly ToldLineage[]): readonly ChosenLineage[] {
  const resting = told.filter(rests);
  const those = resting.length > 0 ? resting : told.slice(-1);
  return those.map((one): ChosenLineage => {
    const { clientOid, lineage, records } = one;
    const before = told.filter((other) => other.lineage < lineage);
    return { clientOid, lineage, records, before, carried: filledBefore(before) };
  });
}

function filledBefore(earlier: readonly ToldLineage[]): Decimal | undefined {
  let sum = Decimal.zero;
  for (const { records } of earlier) {
    const filled = filledIn(records.map(({ record }) => record));
    if (filled === undefined) return undefined;
    sum = sum.plus(filled);
  }
  return sum;
}

/** How much was filled of a lineage: the most that any record of it says. */
export function filledIn(records: readonly ListedOrder[]): Decimal | undefined {
  const told = records.flatMap(({ status, filledSize, size }) => {
    const text = filledSize ?? (status === 'filled' ? size : status === 'triggered' ? '0' : undefined);
    return Decimal.parse(text ?? '') ?? [];
  });
  return told.length === 0 ? undefined : told.reduce((most, one) => (one.compare(most) > 0 ? one : most));
}
