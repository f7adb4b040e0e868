/** A `World` of which a test builds only what the code under test uses. */
import type { World } from '../../src/commands/world.ts';

export type WorldParts = {
  readonly [Group in keyof World]?: Partial<World[Group]>;
};
