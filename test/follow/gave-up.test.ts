/** A command that waits for a follower in vain takes its request back: nobody ends later for what is not done any more. */
import { expect, test } from 'vitest';
import { onceEnded, type HoldingFollower } from '../../src/actions/asked-followers.ts';
import { onceFree } from '../../src/actions/once-free.ts';
import type { EndRequest } from '../../src/journal/records/end-asked.ts';
import { refuse, RefusalError } from '../../src/refusal.ts';

const ACCOUNT = { origin: 'http://127.0.0.1:1', name: 'main' };
const FOLLOWER: HoldingFollower = {
  pid: 7,
  host: 'here',
  user: 'tester',
  since: '2026-11-21T12:00:00Z',
  plan: 'bracket',
  isFollow: true,
};

/** Follows until it is asked no more, or for ever. */
function desk(endsOnceFree = false) {
  const asked: EndRequest[] = [];
  let nowMs = 0;
  const isFree = (): boolean => endsOnceFree && asked.at(-1)?.withdrawn === true;
  const how = {
    account: ACCOUNT,
    command: 'cancel',
    emit: () => {},
    ledger: {
      askToEnd: (_: unknown, request: EndRequest) => Promise.resolve(void asked.push(request)),
      holder: () => Promise.resolve(isFree() ? undefined : FOLLOWER),
    },
    clock: {
      wallMs: () => nowMs,
      monotonicMs: () => nowMs,
      sleep: (ms: number) => Promise.resolve(void (nowMs += ms)),
    },
  };
  const take = (): Promise<string> => (isFree() ? Promise.resolve('taken') : Promise.reject(refusedLock()));
  return { how, asked, take, waitedMs: () => nowMs };
}

function refusedLock(): unknown {
  try {
    return refuse('account/locked', 'another run has it', '');
  } catch (error) {
    return error;
  }
}

const REQUEST = { plan: 'bracket', command: 'cancel', follower: { pid: 7, host: 'here' } };

test('a lock that is not let go in 30 s: the request is taken back before it is refused', async () => {
  const { how, asked, take, waitedMs } = desk();
  await expect(onceFree({ ...how, plan: 'bracket', waits: true }, take)).rejects.toThrow(RefusalError);
  expect(asked).toEqual([REQUEST, { ...REQUEST, withdrawn: true }]);
  expect(waitedMs()).toBe(30_000);
});

test('a follower that ended in that moment is not lost: the lock is tried once more', async () => {
  const { how, take } = desk(true);
  expect(await onceFree({ ...how, plan: 'bracket', waits: true }, take)).toBe('taken');
});

test('a close that waits for followers takes its requests back, too', async () => {
  const { how, asked } = desk();
  await expect(onceEnded(how, [FOLLOWER])).rejects.toThrow(RefusalError);
  expect(asked).toEqual([{ ...REQUEST, withdrawn: true }]);
});
