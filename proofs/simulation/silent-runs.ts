/** Runs of the program that may send nothing and change nothing, beside the lives of a seed. */
import { main } from '../../src/commands/main.ts';
import type { PublicEvent } from '../../src/model/event.ts';
import { EXIT } from '../../src/model/exit-code.ts';
import { Life, type Surroundings } from './life.ts';
import { worldOf } from './sim-world.ts';
import type { Witness } from './witness.ts';

/** The witness of a life that may touch nothing. */
export const untouched = (touches: () => void): Witness => ({
  placing: touches,
  answered: touches,
  cancelling: touches,
  cancelAnswered: touches,
  asking: touches,
  heard: touches,
  settingsUntold: touches,
  keptAside: touches,
  wrote: () => {},
});

/** What a look asks for, whatever else it may ask for. */
const ASKED_FOR: ReadonlySet<string> = new Set(['accepted', 'cancelling', 'cancel-unknown']);

/** A start while another process holds the lock is refused, but for a look that has nothing left to ask. */
export async function startSecond(around: Surroundings, args: readonly string[]): Promise<void> {
  const witness = untouched(() => around.accuse('lock', 'a second runner sends'));
  const code = await main(worldOf(new Life(around), witness, { isSecond: true }), args, 'sim');
  const isAnswered =
    args[0] === 'status' && ![...around.disk.orders().values()].some(({ state }) => ASKED_FOR.has(state));
  if (code !== EXIT.locked && !isAnswered) around.accuse('lock', `a second runner ends with ${code}`);
}

/** A plan of the same account and journal places its orders, on an exchange that behaves; nobody judges that. */
export async function placeOther(around: Surroundings, args: readonly string[]): Promise<void> {
  const { venue, clock } = around;
  [venue.isKind, venue.isOfOtherPlan] = [true, true];
  await clock.run(
    main(
      worldOf(
        new Life(around),
        untouched(() => {}),
      ),
      args,
      'sim',
    ),
  );
  [venue.isKind, venue.isOfOtherPlan] = [false, false];
}

/** What a dry run shows of the calls that an execution would send now: their approval code, and path and body of each. */
interface Reviewed {
  readonly approval: string;
  readonly bytes: ReadonlySet<string>;
}

/** Undefined where the program refuses. */
export async function dryRun(around: Surroundings, args: readonly string[]): Promise<Reviewed | undefined> {
  const bytes = new Set<string>();
  let approval: string | undefined;
  const wrote = (text: string): void => {
    const event = JSON.parse(text) as PublicEvent;
    if (event.event === 'call-planned') bytes.add(`${event.path} ${event.body}`);
    if (event.event === 'plan-loaded') ({ approval } = event);
  };
  const witness = untouched(() => around.accuse('dry run', 'a dry run sends'));
  const world = worldOf(new Life(around), { ...witness, wrote });
  await around.clock.run(main(world, [...args, '--output', 'ndjson'], 'sim'));
  return approval === undefined ? undefined : { approval, bytes };
}
