/** One plan from its approval on: the market acts, the follower looks and does what is due, is killed and starts again. */
import { followPlan, type FollowPlan } from '../../src/compile/follow/follow-plan.ts';
import { due } from '../../src/compile/follow/due.ts';
import { groupsOf } from '../../src/compile/follow/groups.ts';
import { Random } from '../random.ts';
import { look, marketActs } from './act.ts';
import { Book, leftOf, filledOf } from './book.ts';
import { drawScene, MAX_PAUSE_MS, plannedOf, sizeOf, type DueScene } from './draw.ts';
import { isQuiet, judgeQuiet } from './judge-quiet.ts';
import type { Wrong } from './judge-exit.ts';
import { knownOf } from './known.ts';
import { takeTurn, type Doing } from './turn.ts';

interface Broken {
  readonly invariant: string;
  readonly what: string;
}

class Stop extends Error {
  readonly broken: Broken;
  constructor(broken: Broken) {
    super(broken.what);
    this.broken = broken;
  }
}

const wrong: Wrong = (invariant, what) => {
  throw new Stop({ invariant, what });
};

/** What is broken first, if anything is. */
export function tryScene(
  seed: number,
  note: (figure: string) => void,
  tell: Told = () => undefined,
): Broken | undefined {
  try {
    followScene(seed, note, tell);
    return undefined;
  } catch (error) {
    if (error instanceof Stop) return error.broken;
    return { invariant: 'throws', what: (error as Error).stack ?? String(error) };
  }
}

function planOf(scene: DueScene): FollowPlan {
  const orders = plannedOf(scene);
  const { faults, groups } = groupsOf(orders);
  if (faults.length > 0)
    wrong(
      'groups',
      JSON.stringify(faults, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
    );
  for (const exit of groups.flatMap((group) => group.exits)) {
    const { role } = scene.orders.find(({ id }) => id === exit.id) as DueScene['orders'][number];
    if (role !== exit.kind) wrong('groups', `${exit.id} is a ${role}, not a ${exit.kind}`);
  }
  return followPlan(
    { orders, groups },
    {
      instrumentOf: () => ({ step: sizeOf(1), minSize: sizeOf(scene.least) }),
      onUnknown: scene.onUnknown,
      maxPauseMs: MAX_PAUSE_MS,
    },
  );
}

/** Takes the story, line by line. */
type Told = (line: () => string) => void;

function followScene(seed: number, note: (figure: string) => void, tell: Told): void {
  const random = new Random(seed);
  const scene = drawScene(random);
  const book = new Book(scene);
  const plan = planOf(scene);
  note('groups');
  tell(() => scene.orders.map((order) => JSON.stringify(order)).join('\n'));
  const turns = random.int(4, 25);
  for (let turn = 0; turn < turns; turn++) {
    if (turn > 0) marketActs(book, random);
    book.now += random.pick([500, 2000, 2000, 2000, 11_000, 65_000, ...(random.chance(0.1) ? [400_000] : [])]);
    const isLast = turn === turns - 1;
    const isComplete = isLast || random.chance(0.4);
    const doing = { book, plan, random, wrong, note, tell, isSmooth: false };
    follow(doing, isComplete);
  }
  note('ends with everything seen');
}

/** A look and a turn; where everything was seen and nothing is under way, what is true is judged. */
function follow(doing: Doing, isComplete: boolean): void {
  const { book, random, note } = doing;
  look(book, random, isComplete);
  doing.tell(() => shown(book));
  const isDone = takeTurn(doing);
  if (random.chance(0.2)) sameAfterKill(doing);
  if (!isDone || !isComplete) return;
  // What the last steps came to is seen as well, and what follows from it is done without a fault.
  for (let again = 0; again < 8; again++) {
    book.now += 1;
    look(book, random, true);
    doing.tell(() => shown(book));
    if (due(doing.plan, knownOf(book), book.now).steps.length === 0 && again > 0) break;
    if (!takeTurn({ ...doing, isSmooth: true })) return;
  }
  if (!isQuiet(book) || due(doing.plan, knownOf(book), book.now).steps.length > 0) return;
  note('judged when quiet');
  judgeQuiet(book, doing.wrong);
}

/** Killed here, and read again by another process, it comes to the same steps. */
function sameAfterKill({ book, plan }: Doing): void {
  const [one, other] = [plan, planOf(book.scene)].map((each) => textOf(due(each, knownOf(book), book.now).steps));
  if (one !== other) wrong('9', `${one} before a kill, ${other} after it`);
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one));

const shown = (
  book: Book,
): string => `look ${book.now} price ${book.price} ${JSON.stringify(book.position)} ${JSON.stringify(book.elsewhereSeen)}
${book.sent.map((sent) => `  ${sent.order.id}/${sent.part} ${filledOf(sent)} of ${sent.size} ${leftOf(sent) === 0 ? '' : 'works'} seen ${JSON.stringify(sent.seen)}`).join('\n')}`;
