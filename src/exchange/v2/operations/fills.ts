import { FILLS as ASKED, type FillsQuery, type FillsRead } from '../../../model/standing.ts';
import type { Operation } from '../../../ports.ts';
import { fillsTarget, readFills } from '../fills.ts';
import { withCleanMessage } from '../told.ts';
import { transmittedAnswer } from '../../answers/transmitted.ts';

/** The account's trades of a symbol, the newest first (docs/exchange.md#fills). */
export const FILLS: Operation<FillsQuery, FillsRead> = {
  name: 'fills',
  method: 'GET',
  weight: ASKED.weight,
  isSigned: true,
  isRepeatable: true,
  target: fillsTarget,
  body: () => '',
  judge: (evidence, _, { clean }) => transmittedAnswer(withCleanMessage(readFills(evidence, clean), clean)),
};
