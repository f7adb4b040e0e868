/**
 * Taking orders off: one order, a batch, or a trigger order (docs/exchange.md#cancel). A cancel does no harm twice, but whoever
 * lost its answer looks the order up first: so it is not repeated of itself.
 */
import type { CallKind } from '../../../model/call.ts';
import { CANCELS, type CancelCall, type Cancelled } from '../../../model/cancel.ts';
import { defined } from '../../../model/defined.ts';
import type { Operation } from '../../../ports.ts';
import { cancelWithoutCredentials, classifyCancel } from '../classify-cancel.ts';
import { transmittedOf } from '../../answers/transmitted.ts';

const cancelling = (kind: CallKind): Operation<CancelCall, Cancelled> => ({
  name: `cancel-${kind}`,
  method: 'POST',
  weight: CANCELS[kind].weight,
  isSigned: true,
  isRepeatable: false,
  target: ({ path }) => path,
  body: ({ body }) => body,
  judge: (evidence, call, { refusalCodes, clean }) =>
    transmittedOf(
      cancelWithoutCredentials(classifyCancel(evidence, call, refusalCodes), clean),
      call.orders.length,
      (answers, halt) => ({ answers, ...defined({ halt }) }),
    ),
});

export const CANCEL: Readonly<Record<CallKind, Operation<CancelCall, Cancelled>>> = {
  single: cancelling('single'),
  batch: cancelling('batch'),
  trigger: cancelling('trigger'),
};
