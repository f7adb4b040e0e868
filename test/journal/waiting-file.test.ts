/** The line of those who wait for weight, in a file beside the journal. */
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
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
  await first.leave([ORDER, ORDER], { forMs: 100, isExit: false });
  await second.leave([ORDER], { forMs: 100, isExit: false });
  expect([first.ahead(false), second.ahead(false), late.ahead(false)]).toEqual([
    NOBODY,
    { ip: 4, uid: 10, orderCalls: 2 },
    { ip: 6, uid: 15, orderCalls: 3 },
  ]);
  // Asked again, it stands where it stood, and wants what it wants now.
  await first.leave([ORDER], { forMs: 100, isExit: false });
  expect(second.ahead(false)).toEqual(ORDER);
  first.served();
  expect(second.ahead(false)).toEqual(NOBODY);
  await first.leave([ORDER], { forMs: 100, isExit: false });
  expect([first.ahead(false), second.ahead(false)]).toEqual([ORDER, NOBODY]);
});

test('an exit goes before all that is none, whenever it came', async () => {
  const [target, stop, cancel] = line();
  await target.leave([ORDER], { forMs: 100, isExit: false });
  await stop.leave([ORDER, ORDER], { forMs: 100, isExit: true });
  await cancel.leave([ORDER], { forMs: 100, isExit: true });
  expect(target.ahead(false)).toEqual({ ip: 6, uid: 15, orderCalls: 3 });
  expect([stop.ahead(true), cancel.ahead(true)]).toEqual([ORDER, { ip: 6, uid: 15, orderCalls: 3 }]);
  stop.served();
  expect(target.ahead(false)).toEqual(ORDER);
});

test('a file of an earlier ordo is taken up', async () => {
  const file = newFile();
  const before = new DatabaseSync(file);
  before.exec(`create table waiting (number integer primary key autoincrement, ip integer not null, uid integer not null,
    orderCalls integer not null, expires integer not null) strict`);
  before.close();
  const [target, stop] = line(file);
  await target.leave([ORDER], { forMs: 100, isExit: false });
  await stop.leave([ORDER], { forMs: 100, isExit: true });
  expect(target.ahead(false)).toEqual(ORDER);
});

test('who does not ask again in time, or has gone, waits no more', async () => {
  const [first, second, third] = line();
  await first.leave([ORDER], { forMs: 100, isExit: false });
  await second.leave([ORDER], { forMs: 5000, isExit: false });
  nowMs += 599;
  expect(second.ahead(false)).toEqual(ORDER);
  nowMs += 1;
  expect(second.ahead(false)).toEqual(NOBODY);
  await first.leave([ORDER], { forMs: 100, isExit: false });
  expect([first.ahead(false), second.ahead(false)]).toEqual([ORDER, NOBODY]);
  second.close();
  expect([first.ahead(false), third.ahead(false)]).toEqual([NOBODY, ORDER]);
});

test('where the file cannot be used nobody waits, and nothing fails', async () => {
  const file = newFile();
  writeFileSync(file, 'something else, and long enough to be looked at as a database, which it is not');
  for (const one of [...line(file), ...line(`${file}/no/such/folder`)]) {
    await one.leave([ORDER], { forMs: 100, isExit: false });
    expect(one.ahead(false)).toEqual(NOBODY);
    one.served();
    one.close();
  }
});
