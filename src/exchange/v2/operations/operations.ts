/** Every operation that a session uses. */
import type { Operations } from '../../../ports.ts';
import { CANCEL } from './cancel.ts';
import { FILLS } from './fills.ts';
import { LIST } from './list.ts';
import { PLACE } from './place.ts';
import { POSITION } from './position.ts';
import { TIME } from './time.ts';

export const OPERATIONS: Operations = {
  place: PLACE,
  cancel: CANCEL,
  list: LIST,
  fills: FILLS,
  position: POSITION,
  time: TIME,
};
