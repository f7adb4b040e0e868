import { didYouMean } from '../../document/did-you-mean.ts';
import { refuse } from '../../refusal.ts';
import type { World } from '../world.ts';

const KNOWN_VARIABLES = [
  'ORDO_BASE_URL',
  'ORDO_API_KEY',
  'ORDO_API_SECRET',
  'ORDO_API_PASSPHRASE',
  'ORDO_JOURNAL',
  'ORDO_STATE_MOUNT',
];

/** Other names of the address; the rest are near enough. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ordourl: 'ORDO_BASE_URL',
  ordohost: 'ORDO_BASE_URL',
  ordoendpoint: 'ORDO_BASE_URL',
};

/** Refuses (exit 2) a misspelt variable, which would silently mean the default. */
export function checkVariables(world: World): void {
  const unknown = Object.keys(world.variables).filter(
    (name) => name.startsWith('ORDO_') && !KNOWN_VARIABLES.includes(name),
  );
  if (unknown.length === 0) return;
  const meant = unknown.flatMap((name) => didYouMean(name, KNOWN_VARIABLES, SYNONYMS) ?? []);
  refuse(
    'environment/unknown-variable',
    `unknown environment variable ${unknown.join(', ')}`,
    `${meant.length === 0 ? '' : `did you mean ${meant.join(', ')}? `}ordo reads ${KNOWN_VARIABLES.join(', ')}; unset or rename it`,
  );
}
