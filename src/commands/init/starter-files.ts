import { instrumentsText } from '../../config/instruments-text.ts';
import { paperInstruments } from '../../paper/instruments.ts';
import { schemaText } from '../schema.ts';
import { CONFIG, EDITOR_SETTINGS, GITIGNORE, PLAN, WORKFLOW } from './starter-texts.ts';

export interface StarterFile {
  /** From the new folder, with forward slashes. */
  readonly path: string;
  /** What it is for, in a few words. */
  readonly about: string;
  readonly text: string;
}

export const FIRST_PLAN = 'plans/first.yaml';

/** Stands in the list itself, as JSON has no comments; a dry run names the file and its date. */
const SOURCE = 'the embedded paper exchange; `ordo instruments` writes the list of the real one';

/** What a new repository of plans consists of. */
export const starterFiles = (): readonly StarterFile[] => [
  { path: FIRST_PLAN, about: 'a plan to begin with', text: PLAN },
  { path: 'ordo.config.yaml', about: 'the exchange, and limits for every plan', text: CONFIG },
  {
    path: 'instruments.json',
    about: 'ticks and steps, of the paper exchange so far',
    text: instrumentsText({ ...paperInstruments, source: SOURCE }),
  },
  { path: 'schemas/plan.schema.json', about: 'what editors check a plan by', text: schemaText('plan') },
  { path: 'schemas/config.schema.json', about: 'the same for the config', text: schemaText('config') },
  { path: '.vscode/settings.json', about: 'names the schemas, asks no network', text: EDITOR_SETTINGS },
  { path: '.github/workflows/plans.yml', about: 'validates every plan at each push', text: WORKFLOW },
  { path: '.gitignore', about: 'no keys and no journal in git', text: GITIGNORE },
];
