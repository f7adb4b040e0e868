/** What a watch places with: an account that is held across saves, and the run that an approval is for. */
import type { Config } from '../../model/config.ts';
import type { Plan } from '../../model/order.ts';
import type { Session } from '../../session/session.ts';
import { refuse } from '../../refusal.ts';
import type { Setup } from '../inputs/setup.ts';
import type { Memory } from '../../actions/prepare/memory.ts';
import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';

export interface Arm {
  readonly session: Session;
  /** On paper what is new is placed at each save; on a live account only by a person's word. */
  readonly placesBySelf: boolean;
  /** What the account's journal knows; refuses where the config names other settings than those that the account is held under. */
  memory(setup: Setup, plan: Plan): Promise<Memory>;
  /** The approval code of what would be sent. */
  codeOf(run: PreparedRun): string;
  /** What the files say now, to be sent; refuses what must not be. */
  prepare(setup: Setup, plan: Plan): Promise<Prepared>;
  /** The last steps before the first byte; refuses where they fail. */
  makeReady(prepared: Prepared, setup: Setup): Promise<void>;
}

export interface Prepared {
  readonly run: PreparedRun;
  readonly memory: Memory;
  readonly code: string;
}

/** Sees to it that the account is not used under other settings than those it is held under. */
export class SameSettings {
  readonly #begun: string;

  constructor(config: Config) {
    this.#begun = settingsOf(config);
  }

  check(config: Config): void {
    if (settingsOf(config) === this.#begun) return;
    refuse(
      'watch/start-again',
      'exchange or execution of the config has changed, and this watch still runs with the old settings',
      'end the watch with q, and start it again',
    );
  }
}

const settingsOf = ({ exchange, execution }: Config): string => JSON.stringify([exchange, execution]);
