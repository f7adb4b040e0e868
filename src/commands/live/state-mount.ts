/** In a container the state folder goes with the container, unless it is mounted: the next one would not know what was sent. */
import { refuse } from '../../refusal.ts';
import type { World } from '../world.ts';

/** The image sets it (examples/server/Dockerfile): the folder that has to be mounted. */
const STATE_MOUNT = 'ORDO_STATE_MOUNT';

/** Refuses (exit 2) where that folder is part of the container. Answers undefined where no image asks for one. */
export function checkStateMount({ variables, files }: Pick<World, 'variables' | 'files'>): string | undefined {
  const folder = variables[STATE_MOUNT] ?? '';
  if (folder === '') return undefined;
  if (files.isMounted(folder)) return `${folder} is mounted`;
  return refuse(
    'environment/no-mount',
    `the state folder ${folder} is part of this container, and goes with it: the next one would not know what was sent`,
    `mount the same place there each time: docker run -v ordo-state:${folder} …`,
  );
}
