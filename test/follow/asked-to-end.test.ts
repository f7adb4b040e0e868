/** A command that needs the plan's lock asks its follower to end: it ends between two steps, says who asked, and the command begins. */
import { expect, test } from 'vitest';
import type { Ended } from '../../proofs/support/ordo.ts';
import { followDesk, isOpen, outcomesOf, type FollowDesk, type Following } from '../support/follow-desk.ts';
import { BRACKET, openOn } from '../support/follow-run.ts';
import { here } from '../support/here.ts';

const CANCEL = ['cancel', 'plan.yaml', '--live', '--execute', '--yes'];
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Of the bracket: the entry is filled in part, its stop and its targets are placed. */
async function bracketHeld(desk: FollowDesk): Promise<Following> {
  const one = desk.begin();
  await one.until('the entry', () => desk.paper.orders.length === 1);
  desk.paper.fill(desk.order(isOpen).orderId, '0.06');
  await one.until('the stop and the targets', () => desk.paper.orders.filter(isOpen).length === 5);
  return one;
}

/** A note, once. */
const endingIn = ({ stderr }: Ended): readonly string[] =>
  flat(stderr).match(/ending: ordo \S+ asked for it \(process \d+ of \S+ on \S+\)/g) ?? [];

test.each(['v2', 'v3'] as const)(
  'a cancel asks the follower to end, and takes off all of the plan: %s',
  { timeout: 60_000 },
  async (version) => {
    const desk = await followDesk(BRACKET, { version });
    const { paper, at } = desk;
    const one = await bracketHeld(desk);
    const cancelled = await here(CANCEL, at);
    const ended = await one.ended;
    expect({ code: cancelled.code, open: openOn(paper), said: flat(cancelled.stdout) }).toEqual({
      code: 0,
      open: [],
      said: expect.stringMatching(
        /pid \d+ of \S+ on \S+, which follows bracket since \S+Z, is asked to end/,
      ) as unknown,
    });
    expect({ code: ended.code, why: endingIn(ended) }).toEqual({
      code: 6,
      why: [expect.stringMatching('ending: ordo cancel')],
    });
    expect(outcomesOf(ended).filter((line) => line.includes('cancelled'))).toEqual([]);
  },
);
