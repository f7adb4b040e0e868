/** Lists that go wrong, as an exchange that does not keep to its pages has them, in the words of the help. */
export const LIST_FAULT_MEANINGS = {
  repeated: 'pages count from 1, and page 0 is the first as well',
  ignored: 'every page is the first',
  shifted: 'behind each full first page an order ends',
  nameless: 'no record has a client order id',
  shuffled: 'version 3: records are in no order',
  unfilled: 'version 3: what is filled is listed with 0 filled',
  expired: 'version 3: what is cancelled is listed as EXPIRED',
  'named-after': 'version 3: presets are named after their order',
} as const;
export type ListFault = keyof typeof LIST_FAULT_MEANINGS;
export const LIST_FAULTS = Object.keys(LIST_FAULT_MEANINGS) as readonly ListFault[];

/** The page that is told where this one is asked for. */
export function pageTold(page: number, fault: ListFault | undefined): number {
  if (fault === 'ignored') return 0;
  return fault === 'repeated' ? Math.max(0, page - 1) : page;
}
