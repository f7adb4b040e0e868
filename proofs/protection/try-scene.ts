/** One scene: placed, judged by protection, and driven all ways. */
import { protectionOf, type PositionProtection, type Protection } from '../../src/protection/protection.ts';
import { judgeOther, judgeOut, type Noted, type Verdict } from './judge.ts';
import { knownByLook, knownByPlan, lookAt } from './known.ts';
import { positionOf, type Scene } from './scene.ts';
import { enact, type Enacted } from './venue.ts';
import { drive, leftOf, type Before, type Side, type Way } from './way.ts';

const positionsIn = (scene: Scene): string[] =>
  [...new Set([...scene.first, ...scene.second].map(positionOf))].toSorted();

interface Started {
  readonly enacted: Enacted;
  readonly before: Before;
  readonly saw: ReturnType<typeof lookAt> | undefined;
}

/** The scene as it is when it is judged. The look may come before the second orders. */
function start(scene: Scene, isSeen: boolean): Started {
  const { look } = scene;
  let before: Before = { held: new Map(), fills: 0 };
  let saw: ReturnType<typeof lookAt> | undefined;
  const lookNow = (now: Enacted): void => {
    const { venue } = now;
    before = {
      held: new Map(positionsIn(scene).map((position) => [position, venue.held(position)])),
      fills: venue.book.fills.length,
    };
    if (isSeen) saw = lookAt(now, scene);
  };
  const enacted = enact(scene, (first) => {
    if (look !== undefined && look.second !== 'before') lookNow(first);
  });
  if (look?.second === 'before') lookNow(enacted);
  return { enacted, before, saw };
}

/** `turn` puts the lists of the look in another order. */
export function protectionIn(scene: Scene, turn?: number): Protection {
  const { enacted, saw } = start(scene, true);
  const { look } = scene;
  const guarded =
    look === undefined || saw === undefined
      ? knownByPlan(scene, enacted.refused)
      : knownByLook({ scene, look, saw, enacted, turn });
  return protectionOf(guarded);
}

const keyOf = ({ symbol, side, marginMode }: PositionProtection): string => `${symbol} ${side} ${marginMode}`;

/** The first thing that does not hold. */
export function tryScene(scene: Scene, note: Noted): Verdict | undefined {
  const said = new Map(protectionIn(scene).positions.map((one) => [keyOf(one), one]));
  const positions = positionsIn(scene);
  for (const side of ['long', 'short'] as const) {
    const theirs = positions.filter((position) => position.includes(` ${side} `));
    if (theirs.length === 0) continue;
    for (const way of ['out', 'other'] as const) {
      const wrong = tryWay({ scene, side, way, positions: theirs, said }, note);
      if (wrong !== undefined) return wrong;
    }
  }
  return undefined;
}

interface Driven {
  readonly scene: Scene;
  readonly side: Side;
  readonly way: Way;
  readonly positions: readonly string[];
  readonly said: ReadonlyMap<string, PositionProtection>;
}

function tryWay({ scene, side, way, positions, said }: Driven, note: Noted): Verdict | undefined {
  const { enacted, before } = start(scene, false);
  const turn = drive(scene, enacted, side, way);
  const judge = way === 'out' ? judgeOut : judgeOther;
  for (const position of positions) {
    const left = leftOf(enacted.venue, position, before, turn);
    const wrong = judge({ scene, enacted, before, position, said: said.get(position), left }, note);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
