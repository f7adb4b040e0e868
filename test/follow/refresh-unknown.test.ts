/** `status --refresh` of a follow that was killed while the answer to its stop hung: the table, the groups and the line say one thing. */
import { expect, test } from 'vitest';
import { ordo } from '../../proofs/support/ordo.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { isEntry, isStop, killedDesk, type KilledDesk } from '../support/killed-desk.ts';
import { INTERFACES } from '../support/spellings.ts';

async function killed(version: (typeof INTERFACES)[number], fault: FaultName): Promise<KilledDesk> {
  const desk = await killedDesk(version);
  const { paper, faults, life, order, kill, until } = desk;
  const one = life();
  await one.until(/"order-outcome","id":"entry".*"accepted"/);
  faults[fault] = 1;
  paper.fill(order(isEntry).orderId, '0.06');
  if (fault === 'stall-after') await until(() => paper.orders.some(isStop));
  else await one.until(/"order-outcome","id":"stop"[^\n]*"unknown"/);
  await kill(one);
  delete faults[fault];
  return desk;
}

/** What each place of the screen says of the stop. */
async function saidOfStop({ at }: KilledDesk): Promise<object> {
  const { code, stdout } = await ordo(['status', 'plan.yaml', '--refresh'], at);
  const text = stdout.replaceAll(/\s+/g, ' ');
  return {
    code,
    row: /(\S+) stop close-long/.exec(text)?.[1],
    group: /held 0\.06 .*?(covered \S+ · (?:naked|NAKED) \S+ · unknown \S+)/.exec(text)?.[1],
    covered: /cmt_btcusdt long 0\.06 0\.24 (\S+ \S+ \S+)/.exec(text)?.[1],
    line: /(?:unknown|UNKNOWN) \d+(?= · \d\d:)/.exec(text)?.[0],
    mayHaveNone: /may have no stop/.test(text),
  };
}

test.each(INTERFACES)('%s: what the lists have is known, everywhere', { timeout: 60_000 }, async (version) => {
  const desk = await killed(version, 'stall-after');
  const sent = desk.paper.orders.length;
  expect(await saidOfStop(desk)).toEqual({
    code: 6,
    row: 'accepted',
    group: 'covered 0.06 · naked 0 · unknown 0',
    covered: '0.06 0.24 0',
    line: 'unknown 0',
    mayHaveNone: false,
  });
  expect(desk.paper.orders).toHaveLength(sent);
});

test.each(INTERFACES)('%s: what no list has is unknown, everywhere', { timeout: 60_000 }, async (version) => {
  const desk = await killed(version, 'drop-before');
  const sent = desk.paper.orders.length;
  expect(await saidOfStop(desk)).toEqual({
    code: 7,
    row: 'UNKNOWN',
    group: 'covered 0 · naked 0 · unknown 0.06',
    covered: '0 0.24 0.06',
    line: 'UNKNOWN 1',
    mayHaveNone: true,
  });
  expect(desk.paper.orders).toHaveLength(sent);
});
