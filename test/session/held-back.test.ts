/** What keeps an opening of a followed plan back is told once for each reason, in words, and so is its end. */
import { expect, test } from 'vitest';
import { followPlan } from '../../src/compile/follow/follow-plan.ts';
import type { Halt } from '../../src/journal/records/halt.ts';
import type { RunEvent } from '../../src/model/event.ts';
import type { Order } from '../../src/model/order.ts';
import type { OpeningsChecked } from '../../src/session/follow/follow-task.ts';
import { OpeningsHeld } from '../../src/session/follow/held-back.ts';
import { planned } from '../support/followed.ts';

interface World {
  halt?: Halt;
  checked: OpeningsChecked | Promise<OpeningsChecked>;
  rung: number;
  nowMs: number;
}

function holding(refused?: string) {
  const world: World = { checked: 'may', nowMs: 0, rung: 0 };
  const told: string[] = [];
  const withheld = new Map<string, { reason: string; message?: string }>();
  const follow = followPlan(
    { orders: ['a', 'b'].map((id) => planned({ id, size: '1', price: '64000' })) },
    { instrumentOf: () => undefined, onUnknown: 'stop', maxPauseMs: 300_000 },
  );
  const held = new OpeningsHeld({
    task: { follow, validUntilMs: 100_000, checkOpenings: () => world.checked },
    time: { nowMs: () => world.nowMs, clock: { monotonicMs: () => world.nowMs } },
    alarm: { ring: () => void (world.rung += 1) },
    halts: { now: () => Promise.resolve(world.halt) },
    looks: { withheld },
    emit: (event: RunEvent) => {
      if (event.event !== 'openings-held-back') return;
      const { ids, reason = 'free', message, isOver } = event;
      told.push(
        [
          `${ids.join(' ')} ${reason}${isOver === true ? ', over' : ''}`,
          ...((message ?? []).length === 0 ? [] : [message]),
        ].join(': '),
      );
    },
    ...(refused !== undefined && { refused }),
  } as unknown as ConstructorParameters<typeof OpeningsHeld>[0]);
  const ask = async (...ids: string[]): Promise<string[]> => {
    const before = told.length;
    await held.has(
      ids.map((id) => ({ id })),
      [] as Order[],
    );
    return told.slice(before);
  };
  return { world, told, withheld, held, ask };
}

const LOOKED = { lookedMs: 0 };
const HALTED = 'the account is halted. Sent once the halt is lifted';
const BESIDE = 'stop/2 is UNKNOWN (onUnknown: stop). Sent once a look finds it';

test('a halt, and its end', async () => {
  const { world, withheld, ask } = holding();
  world.halt = {} as Halt;
  expect([await ask('a'), await ask('a'), await ask('a', 'b')]).toEqual([
    [`a halted: ${HALTED}`],
    [],
    [`b halted: ${HALTED}`],
  ]);
  expect([...withheld.keys()]).toEqual(['a', 'b']);
  delete world.halt;
  expect([await ask('a', 'b'), await ask('a', 'b'), [...withheld]]).toEqual([['a b free, over'], [], []]);
});

test('what the check refuses is not told again for another price, and is for another reason', async () => {
  const { world, ask } = holding();
  world.checked = { refused: 'plan.yaml:6: the market is at 63,100.5, more than 2 % away' };
  const [first, same] = [
    await ask('a'),
    ((world.checked = { refused: 'plan.yaml:6: the market is at 63,099, more than 2 % away' }), await ask('a')),
  ];
  expect(first).toEqual([
    'a policy: the account’s check refused it: plan.yaml:6: the market is at 63,100.5, more than 2 % away. Checked again every 10 s',
  ]);
  expect(same).toEqual([]);
  world.checked = { refused: 'the account lost 12 today' };
  expect(await ask('a')).toEqual([
    'a policy: the account’s check refused it: the account lost 12 today. Checked again every 10 s',
  ]);
  world.checked = 'may';
  expect(await ask('a')).toEqual(['a free, over']);
});

test('an account that could not be checked is told with what ends that; a moment without weight is not', async () => {
  const { world, ask, withheld } = holding();
  world.checked = { later: undefined };
  expect(await ask('a')).toEqual([]);
  world.checked = { later: 'the account could not be checked again: no answer. Sent once it is' };
  expect(await ask('a')).toEqual(['a waiting: the account could not be checked again: no answer. Sent once it is']);
  expect(withheld.size).toBe(0);
  world.checked = 'may';
  expect(await ask('a')).toEqual(['a free, over']);
});

test('while the account is asked nothing opens, which is told after ten seconds, and the answer wakes the loop', async () => {
  const { world, ask, held } = holding();
  const answer = Promise.withResolvers<OpeningsChecked>();
  world.checked = answer.promise;
  expect([await ask('a'), held.isChecking]).toEqual([[], true]);
  world.nowMs = 10_000;
  expect(await ask('a')).toEqual(['a waiting: the account could not be checked again: no answer yet. Sent once it is']);
  expect([await ask('a'), world.rung]).toEqual([[], 0]);
  answer.resolve('may');
  await held.end();
  expect([world.rung, held.isChecking]).toEqual([1, false]);
  world.checked = 'may';
  expect(await ask('a')).toEqual(['a free, over']);
});

test('what a check fails by is thrown once it has ended', async () => {
  const { world, ask, held } = holding();
  world.checked = Promise.reject(new Error('no journal'));
  expect(await ask('a')).toEqual([]);
  await held.end();
  await expect(ask('a')).rejects.toThrow('no journal');
});

test('a cap that was full as it began says when it is checked again, and a time that is over that nothing is sent', async () => {
  const { world, ask } = holding('this run opens 6310, and the cap is 13000');
  expect(await ask('a')).toEqual([
    'a policy: this run opens 6310, and the cap is 13000. Checked again only when the follow starts',
  ]);
  world.nowMs = 100_000;
  expect(await ask('a')).toEqual([
    'a expired: past the plan’s validUntil, or the reviewed plan’s expiry. It will not be sent',
  ]);
  expect(await ask('a')).toEqual([]);
});

test('an unknown order, and what is not due any more', () => {
  const { told, held, withheld } = holding();
  held.turn({ steps: [], heldBack: { ids: ['a', 'b'], unknown: ['stop/2'], inNoList: [] } }, LOOKED);
  held.turn({ steps: [], heldBack: { ids: ['a', 'b'], unknown: ['stop/2'], inNoList: [] } }, LOOKED);
  expect(told).toEqual([`a b unresolved: ${BESIDE}`]);
  expect(withheld.get('a')).toEqual({ reason: 'waiting', message: BESIDE });
  held.turn({ steps: [], heldBack: { ids: ['a'], unknown: ['stop/2'], inNoList: ['stop/2'] } }, LOOKED);
  expect(told.slice(1)).toEqual([
    'a unresolved: stop/2 is UNKNOWN and in no list (onUnknown: stop). Sent once that is settled',
    'b free, over',
  ]);
  // After a gap nothing is due before a look: that is no end.
  held.turn({ steps: [] }, {});
  expect(told.slice(3)).toEqual([]);
  held.turn({ steps: [] }, LOOKED);
  expect([told.slice(3), withheld.size]).toEqual([['a free, over'], 0]);
});

test('what is missed meanwhile is over, with how late it is', () => {
  const { told, held } = holding();
  held.turn({ steps: [], heldBack: { ids: ['a'], unknown: ['stop'], inNoList: [] } }, LOOKED);
  held.missed('a', 301_000);
  held.turn({ steps: [] }, LOOKED);
  expect(told.slice(1)).toEqual(['a missed, over: too late to be sent: 301 s']);
});
