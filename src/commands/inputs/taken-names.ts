/** Plans that are judged together: no two of one account may be called the same. */
import { quoted } from '../../source/quoted.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import { namePlace, planIdentity } from './plan-identity.ts';
import type { Setup } from './setup.ts';

/** What the plans before it make wrong with a plan. */
type TakenNames = (path: string, setup: Pick<Setup, 'plan' | 'source' | 'config'>) => readonly Diagnostic[];

/**
 * The journal knows an order by the account, the plan's name and generation, and its id. So two plans of one name are one plan to it:
 * each would take the other's orders for its own. A plan that is invalid counts by what its text says; a file that is given twice is one.
 */
export function takenNames(realPath: (path: string) => string): TakenNames {
  const taken = new Map<string, { readonly path: string; readonly file: string }>();
  return (path, { plan, source, config }) => {
    if (source === undefined || source.hidesText) return [];
    const said = planIdentity(source.text);
    const { name = said.name, generation = said.generation ?? 1 } = plan ?? {};
    if (name === undefined) return [];
    const file = realPath(path);
    const { baseUrl = '', account } = config.exchange;
    const key = JSON.stringify([baseUrl, account, name, generation]);
    const first = taken.get(key);
    if (first === undefined) taken.set(key, { path, file });
    if (first === undefined || first.file === file) return [];
    return [
      {
        severity: 'error',
        code: 'plan/name-taken',
        message: `${quoted(name)}, generation ${generation}, is the name of ${quoted(first.path)} too`,
        hint: 'give one of them another name: to the journal two plans of one name are one plan, each with the other’s orders',
        source,
        ...namePlace(source.text),
      },
    ];
  };
}
