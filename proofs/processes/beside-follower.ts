/** Another command of the same plan, at any time while a follower runs: it is refused, only asks, or the follower ends for it. */
import type { FollowJudge } from '../following/judge.ts';
import { startFollower, type Stage } from '../following/scene.ts';
import { pause, type Findings } from '../proof.ts';
import type { Random } from '../random.ts';
import { start, type Ended, type Running } from '../support/ordo.ts';

const COMMANDS = ['follow', 'status', 'cancel'] as const;
type Command = (typeof COMMANDS)[number];

/** What each may end with beside a follower that lives; a cancel beside one that is killed may find it dead, or another one. */
const ENDS: Readonly<Record<Command, readonly number[]>> = {
  follow: [10],
  status: [0, 6, 7, 11],
  cancel: [0, 6, 7, 10, 11],
};
const ANY = [...ENDS.status, 10];
/** A cancel of what is not placed yet. */
const NOTHING_OPEN = /"code":"(?:order\/not-open|journal\/unknown-plan)"/;

export interface BesideOf {
  readonly random: Random;
  readonly stage: Stage;
  readonly judge: FollowJudge;
  readonly found: Findings;
  readonly where: string;
  /** Of what a cancel takes one. */
  readonly ids: readonly string[];
  /** Ids of which somebody cancelled an order. */
  readonly cancelled: Set<string>;
}

/** Begins it; what is returned ends it once the first is over. */
export function beside(first: Running, of: BesideOf): () => Promise<void> {
  const { random } = of;
  const command = random.pick(COMMANDS);
  const inMs = random.int(0, random.pick([200, 1000, 4000]));
  const id = random.pick(of.ids);
  let second: Running | undefined;
  let isFirstOver = false;
  const asItCame = async (): Promise<void> => {
    await pause(inMs);
    if (isFirstOver) return;
    if (command === 'cancel') of.cancelled.add(id);
    second = startOf(command, id, of);
    const ended = await second.ended;
    judged(ended, command, isOver(first), of);
  };
  const done = asItCame();
  return async () => {
    isFirstOver = true;
    // It may be the follower by now: it is killed as the first was.
    if (command === 'follow') second?.child.kill('SIGKILL');
    await done;
  };
}

const isOver = ({ child }: Running): boolean => child.exitCode !== null || child.signalCode !== null;

function startOf(command: Command, id: string, { stage }: BesideOf): Running {
  if (command === 'follow') return startFollower(stage);
  const args = command === 'status' ? ['--refresh'] : ['--live', '--only', id, '--execute', '--yes'];
  return start([command, 'plan.yaml', ...args, '--output', 'ndjson'], stage.at);
}

function judged(ended: Ended, command: Command, isAlone: boolean, { judge, found, where }: BesideOf): void {
  judge.run(ended, true);
  found.count(`${command} beside`);
  if (ended.signal === 'SIGKILL' || NOTHING_OPEN.test(ended.stdout)) return;
  const may = isAlone ? ANY : ENDS[command];
  found.hold(
    may.includes(ended.code ?? -1),
    where,
    `${command} beside ends with ${ended.code}: ${ended.stderr}${ended.stdout.slice(-600)}`,
  );
  if (ended.code === 10)
    found.hold(!ended.stdout.includes('"call-sent"'), where, `${command} beside sent something, and ends with 10`);
}
