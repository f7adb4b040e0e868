import { EXIT } from '../../model/exit-code.ts';
import { refuse } from './refusal.ts';
import type { World } from '../world.ts';

const KNOWN_VARIABLES = ['ORDO_BASE_URL', 'ORDO_API_KEY', 'ORDO_API_SECRET', 'ORDO_API_PASSPHRASE', 'ORDO_JOURNAL'];

/** Refuses (exit 2) a misspelt variable, which would silently mean the default. */
export function checkVariables(world: World): void {
  const unknown = Object.keys(world.variables).filter(
    (name) => name.startsWith('ORDO_') && !KNOWN_VARIABLES.includes(name),
  );
  if (unknown.length === 0) return;
  refuse(
    EXIT.usage,
    `unknown environment variable ${unknown.join(', ')}`,
    `ordo reads ${KNOWN_VARIABLES.join(', ')}; unset or rename it`,
  );
}
