/** Placing orders: one order, a batch, or a trigger order. Never sent again without proof that it was not taken. */
import { OPERATIONS as CALLS, type Call, type CallKind } from '../../../model/call.ts';
import { defined } from '../../../model/defined.ts';
import type { Operation, Placed, Transmitted } from '../../../ports.ts';
import type { CallResult } from '../../answers/call-result.ts';
import { classify } from '../classify.ts';
import { withoutCredentials } from '../../answers/without-credentials.ts';
import { transmittedOf } from '../../answers/transmitted.ts';

const placing = (kind: CallKind): Operation<Call, Placed> => ({
  name: kind,
  method: 'POST',
  weight: CALLS[kind].weight,
  isSigned: true,
  isRepeatable: false,
  target: ({ path }) => path,
  body: ({ body }) => body,
  judge: (evidence, call, { refusalCodes, clean }) =>
    transmitted(withoutCredentials(classify(evidence, call, refusalCodes), clean), call),
});

export const PLACE = { single: placing('single'), batch: placing('batch'), trigger: placing('trigger') };

/** The result of the table, as every operation's result. */
export const transmitted = (result: CallResult, call: Call): Transmitted<Placed> =>
  transmittedOf(result, call.orders.length, (verdicts, halt) => ({ verdicts, ...defined({ halt }) }));
