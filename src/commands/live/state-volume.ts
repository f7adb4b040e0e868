/** In a container the state folder goes with the container, unless it is a volume: the next one would not know what was sent. */
import { refuse } from '../../refusal.ts';
import type { World } from '../world.ts';

/** The image sets it (examples/server/Dockerfile): the folder that has to be a volume. */
export const STATE_VOLUME = 'ORDO_STATE_VOLUME';

/** Refuses (exit 2) where that folder is part of the container. Answers undefined where no image asks for one. */
export function checkStateVolume({ variables, files }: Pick<World, 'variables' | 'files'>): string | undefined {
  const folder = variables[STATE_VOLUME] ?? '';
  if (folder === '') return undefined;
  if (files.isMounted(folder)) return `${folder} is a volume`;
  return refuse(
    'environment/no-volume',
    `the state folder ${folder} is part of this container, and goes with it: the next one would not know what was sent`,
    `give it a volume, and the same one each time: docker run --volume ordo-state:${folder} …`,
  );
}
