/** The `limits` of a plan and the `policy` of a config: one form, read in one place. */
import type { LimitsDocument } from '../generated/plan.ts';
import type { Policy } from '../model/config.ts';
import { Decimal } from '../model/decimal.ts';
import type { Found } from './draft.ts';
import { tooManyDigits } from './spelling.ts';

const NOTIONALS = ['maxOrderNotional', 'maxSideNotional', 'maxPlanNotional', 'maxCloseNotional'] as const;

/** `written` has only keys that fit the schema. */
export function readLimits(written: LimitsDocument, root: 'limits' | 'policy', found: Found): Policy {
  const notionals: Partial<Record<(typeof NOTIONALS)[number], Decimal>> = {};
  for (const key of NOTIONALS) {
    const text = written[key];
    if (text === undefined) continue;
    const value = Decimal.parse(text);
    if (value !== undefined && !value.isZero) notionals[key] = value;
    else if (value === undefined) {
      const said = tooManyDigits(text.replace('.', '').length);
      found({ ...said, message: `\`${key}\` ${said.message}`, path: [root, key] });
    } else
      found({
        code: 'value/zero',
        message: `\`${key}\` is zero`,
        hint: 'write a decimal above zero',
        path: [root, key],
      });
  }
  const { symbols, maxOrders } = written;
  return {
    ...(symbols === undefined ? {} : { symbols }),
    ...(maxOrders === undefined ? {} : { maxOrders: Number(maxOrders) }),
    ...notionals,
  };
}
