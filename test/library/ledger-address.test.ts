/** What is almost the address of a ledger may hold a password: it is refused and not shown. */
import { expect, test } from 'vitest';
import { openLedger } from '../../src/library/ledger.ts';

test.each([
  'host=db user=ann password=word dbname=ordo',
  'jdbc:postgresql://db/ordo?password=word',
  'ann:word@db/ordo',
  'POSTGRES://ann:word@db/ordo',
  'sqlite:/srv/postgres://ann:word@db/ordo',
  'sqlite:/srv/host=db password=word',
])('%s', (text) => {
  const opened = openLedger(text);
  expect(opened.ok ? undefined : opened.error).toMatchObject({
    exitCode: 2,
    message: 'this is not the address of a ledger',
  });
});
