import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const AJV = fileURLToPath(new URL('../node_modules/ajv-cli/dist/index.js', import.meta.url));
const SCHEMA = fileURLToPath(new URL('../../schemas/plan.schema.json', import.meta.url));

/** What Node runs to have ajv-cli check a plan against our schema. */
export function ajvCli(plan: string): string[] {
  if (!existsSync(AJV)) throw new Error('the rivals are missing: run `npm ci --prefix bench` first');
  // The schema has words for editors, which strict mode does not know.
  const mode = ['--spec=draft2020', '--strict=false', '--allow-union-types'];
  return [AJV, 'validate', ...mode, '-s', SCHEMA, '-d', plan];
}
