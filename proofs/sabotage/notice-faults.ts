/** A run waits for the program of `notify`, a follower for its terminal, or the program is given what it must not have. */
import type { PlantedFault } from './fault.ts';

const PROGRAM = 'src/system/notice-program.ts';
const proof = { tests: ['test/cli/notify.test.ts'] } as const;

export const NOTICE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an event waits until the program of notify is done with it',
    file: PROGRAM,
    changes: [
      [
        `this.#running.add(child);`,
        `process.getBuiltinModule('node:child_process').spawnSync(program, args, { input: line, timeout: 10_000 });
    this.#running.add(child);`,
      ],
    ],
    proof,
  },
  {
    name: 'a command ends only once the program of notify does',
    file: 'src/commands/live/notices.ts',
    changes: [[`const AT_THE_END_MS = 2000;`, `const AT_THE_END_MS = 60_000;`]],
    proof,
  },
  {
    name: 'the program of notify is given the environment with its keys',
    file: PROGRAM,
    changes: [
      [`constructor(command: ProgramLine, { PATH, HOME }`, `constructor(command: ProgramLine, variables`],
      [`this.#env = defined({ PATH, HOME });`, `this.#env = defined(variables);`],
    ],
    proof,
  },
  {
    name: 'a halt starts the program of a config that others may write',
    file: 'src/commands/live/notices.ts',
    changes: [[`others === undefined ? trustedProgram`, `others === undefined || others ? trustedProgram`]],
    proof,
  },
  {
    name: 'a follower waits until its terminal takes what it wrote',
    file: 'src/commands/run/place-run.ts',
    changes: [[`world.terminal.waitForNobody?.();`, ``]],
    proof: { tests: ['test/follow/terminal-stopped.test.ts'] },
  },
];
