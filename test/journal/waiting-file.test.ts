/** The line of those who wait for weight, in a file beside the journal. */
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WaitingFile } from '../../src/journal/sqlite/waiting-file.ts';
import { newFile } from '../support/journal-files.ts';

const NOBODY = { ip: 0, uid: 0, orderCalls: 0 };
const ORDER = { ip: 2, uid: 5, orderCalls: 1 };
let nowMs = 1_000_000;

function line(file = newFile()) {
  const join = (): WaitingFile => new WaitingFile(file, () => nowMs);
  return [join(), join(), join()] as const;
}

test('the first to come is the first to go, and who has none waits behind all', async () => {
  const [first, second, late] = line();
  await first.leave([ORDER, ORDER], 100);
  await second.leave([ORDER], 100);
  expect([first.ahead(), second.ahead(), late.ahead()]).toEqual([
    NOBODY,
    { ip: 4, uid: 10, orderCalls: 2 },
    { ip: 6, uid: 15, orderCalls: 3 },
  ]);
  // Asked again, it stands where it stood, and wants what it wants now.
  await first.leave([ORDER], 100);
  expect(second.ahead()).toEqual(ORDER);
  first.served();
  expect(second.ahead()).toEqual(NOBODY);
  await first.leave([ORDER], 100);
  expect([first.ahead(), second.ahead()]).toEqual([ORDER, NOBODY]);
});

test('who does not ask again in time, or has gone, waits no more', async () => {
  const [first, second, third] = line();
  await first.leave([ORDER], 100);
  await second.leave([ORDER], 5000);
  nowMs += 599;
  expect(second.ahead()).toEqual(ORDER);
  nowMs += 1;
  expect(second.ahead()).toEqual(NOBODY);
  await first.leave([ORDER], 100);
  expect([first.ahead(), second.ahead()]).toEqual([ORDER, NOBODY]);
  second.close();
  expect([first.ahead(), third.ahead()]).toEqual([NOBODY, ORDER]);
});

test('where the file cannot be used nobody waits, and nothing fails', async () => {
  const file = newFile();
  writeFileSync(file, 'something else, and long enough to be looked at as a database, which it is not');
  for (const one of [...line(file), ...line(`${file}/no/such/folder`)]) {
    await one.leave([ORDER], 100);
    expect(one.ahead()).toEqual(NOBODY);
    one.served();
    one.close();
  }
});
