/** Makes what the lives of one seed share: the clock, the disk, the exchange, and the folder with the config. */
import { SimClock } from '../support/sim-clock.ts';
import { Disk } from './disk.ts';
import type { Surroundings } from './life.ts';
import { Random } from '../random.ts';
import { ORIGIN, type Scenario } from './scenario.ts';
import { Venue } from './venue.ts';
import { V2 } from './wires/v2.ts';
import { V3 } from './wires/v3.ts';
import type { Accuse, Log } from './violation.ts';

let runs = 0;

interface Around {
  readonly accuse: Accuse;
  readonly log: Log;
  readonly journalAwayMs: number;
}

export function surround(seed: number, scenario: Scenario, { accuse, log, journalAwayMs }: Around): Surroundings {
  const { limits, timeoutMs, nature } = scenario;
  // One journal serves many seeds, so each has an account of its own, and another when it is run again.
  const origin = ORIGIN.replace('sim', `sim${++runs}`);
  const wire = scenario.interface === 'v3' ? V3 : V2;
  const parts = { clock: new SimClock(), accuse, log };
  const draws = {
    random: new Random(seed, 'venue'),
    listRandom: new Random(seed, 'listed'),
    lifeRandom: new Random(seed, 'befalls'),
  };
  const venue = new Venue(nature, limits, timeoutMs, { ...parts, ...draws, wire });
  const disk = new Disk(origin, accuse, log);
  venue.acceptedIds = () =>
    [...disk.orders().values()].flatMap(({ state, orderId }) =>
      state === 'accepted' && orderId !== undefined ? [orderId] : [],
    );
  const config = scenario.config.replace(ORIGIN, origin);
  log(() => `${config}\n${JSON.stringify(nature)}`);
  const files = new Map([['/sim/ordo.config.yaml', new TextEncoder().encode(config)]]);
  return { ...parts, venue, disk, files, lockedBy: undefined, journalAwayMs };
}
