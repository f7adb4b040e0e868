import type { Config } from '../../model/config.ts';
import type { Plan } from '../../model/order.ts';
import { accountOf, journalPath } from '../live/live-target.ts';
import type { JournalPlace, World } from '../world.ts';

export interface WantedPlace {
  readonly config: Config;
  readonly plan: Pick<Plan, 'name' | 'generation'>;
  /** `--journal`, where it was given. */
  readonly journal: string | undefined;
  /** Who needs the exchange's address, for the refusal where there is none. */
  readonly who?: string;
}

/** Where the live account's journal keeps a plan; refuses (exit 2) without an address, or a place for the file. */
export async function journalPlaceOf(world: World, { config, plan, journal, who }: WantedPlace): Promise<JournalPlace> {
  const account = accountOf(world, config, who);
  return { file: await journalPath(world, journal), account, plan: plan.name, generation: plan.generation };
}
