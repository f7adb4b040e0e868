/** What the newest save changed of an order. */
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { widthOf } from '../../report/text/columns.ts';
import { priceShare } from '../../report/text/price-share.ts';
import type { SaveChange } from '../../report/view/watch-view.ts';

export interface PriceChange {
  readonly before: Safe;
  readonly after: Safe;
  /** `+0.16 %`; empty where one of both is no number. */
  readonly share: Safe;
}

export function priceChange(save: SaveChange | undefined, id: string): PriceChange | undefined {
  const [before, after] = save?.fields.get(id)?.['price'] ?? [];
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  return { before: safeText(before), after: safeText(after), share: priceShare(before, after) };
}

/** `size 0.1 → 0.2`: the changed fields that have no column of their own. */
export function besidePrice(save: SaveChange | undefined, id: string): Safe {
  const fields = Object.entries(save?.fields.get(id) ?? {}).filter(
    ([field, [before, after]]) => field !== 'price' || before === null || after === null,
  );
  return joined(
    fields.map(([field, change]) => fieldWords(field, change)),
    safe`, `,
  );
}

export const fieldWords = (field: string, [before, after]: readonly (string | null)[]): Safe =>
  safe`${safeText(field)} ${safeText(before ?? 'none')} → ${safeText(after ?? 'none')}`;

const widths = new WeakMap<SaveChange, number>();

/** Columns of the widest new price; 0 where no price was changed. */
export function changeWidth(save: SaveChange | undefined): number {
  if (save === undefined) return 0;
  let width = widths.get(save);
  if (width === undefined) {
    width = 0;
    for (const id of save.fields.keys()) width = Math.max(width, widthOf(priceChange(save, id)?.after ?? safe``));
    widths.set(save, width);
  }
  return width;
}
