/** What helps where the plan of a follow was edited where it is at work: commands as they are typed, and what to write. */
import { someOf } from '../../model/count.ts';
import type { GivenOption } from '../../model/event.ts';
import type { Plan } from '../../model/order.ts';
import { safeText } from '../../model/safe-text.ts';
import { optionWords, shellWord } from '../../report/text/phrases.ts';
import type { EditAtWork } from './edited-at-work.ts';
import type { PreparedRun } from './prepared-run.ts';

/** A plan, and how commands name it. */
export interface SpokenPlan {
  readonly plan: Plan;
  /** As a command is given it. */
  readonly planFile: string;
  /** The options that say which journal and config, and the variables of the plan. */
  readonly place: readonly string[];
  /** Somebody follows it. */
  readonly heldBy?: string | undefined;
}

const REPEATED: ReadonlySet<GivenOption['name']> = new Set(['config', 'journal', 'var']);

export const spokenOf = ({
  plan,
  planFile,
  options,
  heldBy,
}: Pick<PreparedRun, 'plan' | 'planFile' | 'options' | 'heldBy'>): SpokenPlan => ({
  plan,
  planFile,
  place: optionWords(options.filter(({ name }) => REPEATED.has(name))),
  heldBy,
});

/** The options of a start that takes up all of them; undefined where no start does. */
export const takenUpBy = (edits: readonly EditAtWork[]): readonly string[] | undefined =>
  edits.every(({ way }) => way === 'edit')
    ? named(
        '--replace',
        edits.map(({ id }) => id),
      )
    : undefined;

/** The first works for all of them. Where another way leaves one of them, it is not said. */
export function waysOut(of: SpokenPlan, edits: readonly EditAtWork[]): readonly [string, ...string[]] {
  const sized = of.plan.sizedBy === undefined ? '' : ', with the account file that sized it';
  // Whoever follows it now does not read the file again.
  const until =
    of.heldBy === undefined
      ? 'until then nobody follows it, and what fills has no stop'
      : 'whoever follows it now goes on as it was approved';
  const first = `write it again as it was${sized}: ${until}`;
  const split = edits.filter(({ way }) => way === 'whole');
  if (split.length > 0 && split.length === edits.length)
    return [
      first,
      `take all of it out of the plan: ${[...new Set(split.flatMap(({ whole = [] }) => whole))].join(', ')}`,
    ];
  const looks = looked(of, edits);
  if (split.length > 0 || edits.some(({ way }) => way === undefined)) return [...looks, first];
  const ids = (...ways: readonly EditAtWork['way'][]): string[] =>
    edits.flatMap(({ id, way }) => (ways.includes(way) ? [id] : []));
  const [off, stops] = [ids('off', 'anew', 'stop'), ids('stop')];
  const words = [...named('--again', ids('anew', 'stop')), ...named('--replace', ids('edit'))];
  const follow = command('ordo run', of, '--execute', '--live', '--follow', ...words);
  if (off.length === 0) {
    const end = of.heldBy === undefined ? '' : 'end whoever follows it now, and ';
    return [`${end}take up the edit, with the old stop in place until the new one works: ${follow}`, first];
  }
  const cancel = command('ordo cancel', of, ...named('--only', off), '--execute', '--live');
  return [
    ...looks,
    first,
    `take off what differs, ${cancel}, and follow it as the plan says now: ${follow}`,
    ...(stops.length === 0
      ? []
      : [
          `to be without a stop at no moment, write ${someOf(stops)} as it was, and below it the new one under an id of its own, which takes its place`,
        ]),
  ];
}

/** How it stands is what nobody knows: once that is known, the edit of a stop is taken up. */
function looked(of: SpokenPlan, edits: readonly EditAtWork[]): [] | [string] {
  if (of.heldBy !== undefined || edits.every(({ unsure }) => unsure === undefined)) return [];
  // Of a lost answer `settle` also says what a person can decide where no list has the order.
  const isPlacing = edits.some(({ unsure }) => unsure === 'placing');
  const look = isPlacing ? command('ordo settle', of) : command('ordo status', of, '--refresh');
  return [`find out first how it stands: ${look}`];
}

function command(verb: string, { planFile, place }: SpokenPlan, ...words: readonly string[]): string {
  return [verb, shellWord(safeText(planFile)), ...words, ...place].join(' ');
}

const named = (option: string, ids: readonly string[]): string[] =>
  ids.map((id) => `${option} ${shellWord(safeText(id))}`);
