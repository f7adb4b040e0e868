/** What holds of every account, and of random plans on the paper exchange: short forms of `npm run protection`, with other seeds each time. */
import { test } from 'vitest';
import { PROPERTIES } from '../../proofs/protection/properties.ts';

test.each(PROPERTIES)('$name', ({ check }) => {
  check({ numRuns: 1000 });
});
