import { POSITION as ASKED, type PositionRead } from '../../../model/standing.ts';
import type { Operation } from '../../../ports.ts';
import { positionTarget, readPosition, type PositionQuery } from '../position.ts';
import { withCleanMessage } from '../told.ts';
import { transmittedAnswer } from '../../answers/transmitted.ts';

/** What the account holds of a symbol, on both sides. */
export const POSITION: Operation<PositionQuery, PositionRead> = {
  name: 'position',
  method: 'GET',
  weight: ASKED.weight,
  isSigned: true,
  isRepeatable: true,
  target: positionTarget,
  body: () => '',
  judge: (evidence, asked, { clean }) => transmittedAnswer(withCleanMessage(readPosition(evidence, asked), clean)),
};
