/** A watch that places what nobody approved, or no longer stands, or goes on where a person said stop. */
import type { PlantedFault } from './fault.ts';

const MACHINE = 'src/watch/watch-machine.ts';
const WATCHING = 'src/commands/watch/watching.ts';

export const WATCH_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a code may be approved by a single read',
    proof: 'saves',
    file: MACHINE,
    changes: [
      [`return { code, sinceMs: nowMs, isSteady: false };`, `return { code, sinceMs: nowMs, isSteady: true };`],
    ],
  },
  {
    name: 'a code may be approved by two reads in a row',
    proof: 'saves',
    file: MACHINE,
    changes: [[`beganMs - seen.sinceMs >= STEADY_MS`, `nowMs >= seen.sinceMs`]],
  },
  {
    name: 'a sign of a change is ignored while approving',
    proof: 'saves',
    file: MACHINE,
    changes: [[`: { ...state, again: true };`, `: { ...state, again: at !== 'approving' };`]],
  },
  {
    name: 'a save between the last read and the sending is not looked for',
    proof: 'saves',
    file: WATCHING,
    changes: [[`if (prepared === undefined || this.#files.hasMoved())`, `if (prepared === undefined)`]],
  },
  {
    name: 'an event decides instead of the digest',
    proof: 'saves',
    file: WATCHING,
    changes: [
      [`this.#tried = code; if (this.#files.hasMoved()) this.#step({ kind: 'changed' });`, `this.#tried = code;`],
      [`if (prepared === undefined || this.#files.hasMoved())`, `if (prepared === undefined)`],
      [`if (prepared.code !== code) return prepared;`, ``],
      [`this.#step({ kind: 'read', code: prepared?.code });`, `this.#step({ kind: 'read', code });`],
    ],
  },
  {
    name: 'whatever may be approved is, by whichever code',
    proof: 'saves',
    file: WATCHING,
    changes: [
      [
        `else if (approvable(this.#state) === wish.code) this.#step({ kind: 'approve', code: wish.code });`,
        `else if (approvable(this.#state) !== undefined) this.#step({ kind: 'approve', code: approvable(this.#state) ?? '' });`,
      ],
    ],
  },
  {
    name: 'a save interrupts a run',
    proof: 'saves',
    file: MACHINE,
    changes: [
      [`at === 'following' || at === 'settling'`, `at === 'following' || at === 'settling' || at === 'placing'`],
    ],
  },
  {
    name: 'what is approved while a watch looks is read, and never placed',
    proof: { tests: ['test/cli/watch-protection.test.ts'] },
    file: WATCHING,
    changes: [
      [`if (this.#state.at === 'following') await this.#showAgain(this.#state.seen);`, `await this.#readAndShow();`],
    ],
  },
  {
    name: 'what was shown may be approved again after its run',
    proof: 'saves',
    file: WATCHING,
    changes: [[`this.#hasLearned = true;\n    this.#step({ kind: 'ended' });`, `this.#step({ kind: 'ended' });`]],
  },
  {
    name: 'a look takes the prompt away though the code is the same',
    proof: { tests: ['test/cli/watch-protection.test.ts'] },
    file: WATCHING,
    changes: [
      [`if ((await this.#read()) !== code) this.#step`, `await this.#read();\n    if (code !== '') this.#step`],
    ],
  },
  {
    name: 'the code of before may be approved while the save is broken',
    proof: 'saves',
    file: 'src/commands/watch/saves.ts',
    changes: [[`this.#code = undefined;`, ``]],
  },
  {
    name: 'files of the same length count as unchanged',
    proof: 'saves',
    file: 'src/commands/watch/watched-files.ts',
    changes: [[`Buffer.compare(now.value, before) === 0`, `now.value.length === before.length`]],
  },
  {
    name: 'a watch goes on under another account',
    proof: 'saves',
    file: 'src/commands/watch/arm.ts',
    changes: [[`if (settingsOf(config) !== settingsOf(this.#held.config))`, `if (settingsOf(config) === '')`]],
  },
  {
    name: 'calls go out while a person pauses',
    proof: 'saves',
    file: 'src/session/send/gate.ts',
    changes: [
      [`this.#patience.hold?.isOn !== true &&`, ``],
      [`if (held !== undefined) {`, `if (held !== undefined && held.sinceMs < 0) {`],
    ],
  },
  {
    name: 'a run goes on after the watch was ended',
    proof: 'saves',
    file: 'src/commands/run/place-run.ts',
    changes: [[`stop: steering,`, `stop: { signal: new AbortController().signal, exitCode: undefined },`]],
  },
  {
    name: 'a watch calls a market that differs from the file no problem',
    file: 'src/ui/panes/problems.ts',
    changes: [['...marketDiffers(run), ', '']],
    proof: { tests: ['test/ui/watch-truth.test.ts'] },
  },
  {
    name: 'the picture is of what the file would add, and leaves out what stands',
    file: 'src/ui/frame/plan-figures.ts',
    changes: [['drawn: [...standing, ...sent]', 'drawn: sent']],
    proof: { tests: ['test/ui/watch-truth.test.ts'] },
  },
  {
    name: 'a watch holds the account, and is told as a run that ends by itself',
    file: 'src/journal/files/run-lock.ts',
    changes: [[`...(isWatch === true && { isWatch }), `, ``]],
    proof: { tests: ['test/cli/cancel-ends.test.ts'] },
  },
  {
    name: 'an answer to a key that says how it stands stays until the next key',
    file: 'src/ui/keys/typing.ts',
    changes: [[`approvable === undefined && whyNot === said`, `approvable !== undefined || whyNot === whyNot`]],
    proof: { tests: ['test/ui/keys.test.ts'] },
  },
];
