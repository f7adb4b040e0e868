/** What a halt reads before it halts: as little as it can, so that little can keep anybody from halting. */
import type { AccountName, JournalAddress } from '../../journal/records/scope.ts';
import { someOf } from '../../model/count.ts';
import { refusalWith, RefusalError } from '../../refusal.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import { soundConfig, type SoundConfig } from '../inputs/sound-config.ts';
import { journalAt } from '../live/journal-address.ts';
import { accountNamed } from '../live/live-target.ts';
import type { World } from '../world.ts';

const UNTIL_THEN = 'until then stop ordo itself, and cancel on the exchange';

export interface HaltPlace {
  readonly read: SoundConfig;
  readonly account: AccountName;
  readonly journal: JournalAddress;
}

/** Refuses, with `NOT HALTED`, where the config does not say for sure which account and journal are meant. */
export async function haltPlace(
  world: World,
  { configPath, journalPath }: Partial<Readonly<Record<'configPath' | 'journalPath', string>>>,
): Promise<HaltPlace> {
  try {
    const read = await soundConfig(world, configPath, journalPath);
    const { config, diagnostics, doubtful } = read;
    if (doubtful.length > 0)
      throw new RefusalError(
        refusalWith(
          'config/invalid',
          `the config does not say for sure which account and journal are meant (${someOf(doubtful)}): ${someOf(mistakesOf(diagnostics))}`,
          'correct it, or name a config with --config that has the same `exchange` and `journal`',
        ),
      );
    const account = accountNamed(world, config, 'halt');
    return { read, account, journal: await journalAt(world, journalPath, config) };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { refusal } = error;
    const hint = refusal.hint === undefined ? UNTIL_THEN : `${refusal.hint}; ${UNTIL_THEN}`;
    throw new RefusalError({ ...refusal, message: `NOT HALTED: ${refusal.message}`, hint });
  }
}

/** `ordo.config.yaml:9: unknown key ...`, one for each error. */
export const mistakesOf = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ source: { path, text }, start, message, hint }) => {
      const line = text.slice(0, start).split('\n').length;
      return `${path}:${line}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
    });
