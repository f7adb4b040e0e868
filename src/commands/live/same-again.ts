import { shownAddress } from '../../journal/postgres/journal-url.ts';
import { defined } from '../../model/defined.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import type { Arguments } from '../command-line/arguments.ts';

/** What a command was given that decides which orders in which journal it is about. */
export interface GivenPlace {
  /** As it was given; undefined where the plan was given by its name. */
  readonly planPath?: string;
  /** As it was given, with the plan's name. */
  readonly generation?: string;
  readonly configPath?: string;
  readonly journalPath?: string;
  /** As they were given. */
  readonly variables: readonly string[];
}

export const givenPlace = (given: Arguments): Omit<GivenPlace, 'planPath'> => ({
  ...defined({ generation: given.value('generation') }),
  ...defined({ configPath: given.value('config'), journalPath: given.value('journal') }),
  variables: given.values('var'),
});

/** The words that say the same plan in the same journal again, behind the name of a command. */
export function sameAgain({ planPath, generation, ...place }: GivenPlace, name: string): Safe {
  const plan =
    planPath === undefined
      ? [safe`--name`, word(name), ...(generation === undefined ? [] : [safe`--generation`, word(generation)])]
      : [word(planPath)];
  return joined([...plan, ...placeWords(place)], safe` `);
}

/** The words behind `ordo run` that go on with the plan of this file. */
export const runAgain = (planFile: string, place: Omit<GivenPlace, 'planPath'>): Safe =>
  joined([word(planFile), ...placeWords(place)], safe` `);

/** The same without the plan. */
export function placeWords({
  configPath,
  journalPath,
  variables,
}: Omit<GivenPlace, 'planPath' | 'generation'>): Safe[] {
  return [
    ...(configPath === undefined ? [] : [safe`--config`, word(configPath)]),
    ...(journalPath === undefined ? [] : [safe`--journal`, word(shownAddress(journalPath))]),
    ...variables.flatMap((one) => [safe`--var`, word(one)]),
  ];
}

const word = (text: string): Safe => shellWord(safeText(text));
