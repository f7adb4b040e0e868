/** What a killed run left without an answer, and a new start finds, has a line that says so: a stop that works above all. */
import { expect, test } from 'vitest';
import { start, type Running } from '../../proofs/support/ordo.ts';
import { FOLLOW } from '../support/follow-run.ts';
import { isEntry, isStop, killedDesk, type KilledDesk } from '../support/killed-desk.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

/** A second life, whose lines are read. */
function inLines({ at }: KilledDesk): Running {
  const running = start([...FOLLOW.slice(0, FOLLOW.indexOf('--output')), '--output', 'lines'], at);
  afterTest(() => void running.child.kill('SIGKILL'));
  return running;
}

async function saidBy(running: Running): Promise<string> {
  running.child.kill('SIGINT');
  return (await running.ended).stdout.replaceAll(/ +/g, ' ');
}

test.each(INTERFACES)('%s: a stop', { timeout: 60_000 }, async (version) => {
  const desk = await killedDesk(version, 200);
  const { paper, life, kill, order, until } = desk;
  const one = life();
  await one.until(/"order-outcome","id":"entry".*"accepted"/);
  paper.fill(order(isEntry).orderId, '0.06');
  await until(() => paper.orders.some(isStop));
  await kill(one);
  const two = inLines(desk);
  await two.until(/✓ stop +found: 0\.06 works/);
  const said = await saidBy(two);
  expect(said.match(/found:/g)).toHaveLength(1);
  expect(paper.orders.filter(isStop)).toHaveLength(1);
});

test.each(INTERFACES)('%s: an entry, with what was filled of it meanwhile', { timeout: 60_000 }, async (version) => {
  const desk = await killedDesk(version, 200);
  const { paper, life, kill, order, until } = desk;
  const one = life();
  await until(() => paper.orders.some(isEntry));
  await kill(one);
  paper.fill(order(isEntry).orderId, '0.06');
  const two = inLines(desk);
  await two.until(/✓ entry +found: 0\.(3 works|24 works, filled 0\.06)/);
  await two.until(/✓ stop +close-long 0\.06/);
  // Neither was lost to this run.
  expect((await saidBy(two)).match(/found:/g)).toHaveLength(1);
});
