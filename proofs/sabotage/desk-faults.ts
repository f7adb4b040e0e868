/** What surrounds a run: files that are judged together, reports, CI, the Node that it runs on, values of a program. */
import type { PlantedFault } from './fault.ts';

const VALIDATE = { tests: ['test/cli/validate.test.ts'] };
const REPORTS = { tests: ['test/cli/one-story.test.ts'] };
const COMMENTS = { tests: ['test/report/difference.test.ts'] };
const WORKFLOW = { tests: ['test/cli/ci-files.test.ts'] };
const INIT = { tests: ['test/shell/init.test.ts'] };
const NODE = { tests: ['test/cli/older-node.test.ts'] };
const REVIEWED = { tests: ['test/library/reviewed.test.ts'] };
const LIBRARY = { tests: ['test/library/load.test.ts'] };

export const DESK_FAULTS: readonly PlantedFault[] = [
  {
    name: 'two plans of one name pass validate',
    file: 'src/commands/inputs/taken-names.ts',
    changes: [['[baseUrl, account, name, generation]', '[baseUrl, account, name, generation, file]']],
    proof: VALIDATE,
  },
  {
    name: 'a program sends more than the reviewed plan has',
    file: 'src/library/place.ts',
    changes: [['if (reviewed !== undefined) await checkLate(reviewed, prepared.run, working);', '']],
    proof: REVIEWED,
  },
  {
    name: 'a report takes the place of a plan',
    file: 'src/commands/history/report.ts',
    changes: [
      [`if (out !== undefined) checkReplaceable(world.files, out, { what: 'a report', isOne: mayBeReplaced });`, ``],
    ],
    proof: REPORTS,
  },
  {
    name: 'two plans of one name share a comment',
    file: 'src/views/diff/sheet.ts',
    changes: [['[safe`diff`, after.name]', '[safe`diff`, planName(difference)]']],
    proof: COMMENTS,
  },
  {
    name: 'the workflow places every approval of a push that names no commit before it',
    file: 'examples/ci/plans.yml',
    changes: [
      ['if ! git cat-file -e "$BEFORE^{commit}" 2> /dev/null; then', 'if false; then'],
      [
        'git diff --name-only -z --no-renames --diff-filter=d "$BEFORE" HEAD -- approvals',
        'git ls-files -z -- approvals',
      ],
    ],
    proof: WORKFLOW,
  },
  {
    name: 'the workflow says nothing of what a deleted plan leaves on the exchange',
    file: 'examples/ci/plans.yml',
    changes: [['if [ "$stand" = 0 ]; then', 'if true; then']],
    proof: WORKFLOW,
  },
  {
    name: 'the first workflow of a desk installs whatever name it is given',
    file: 'src/commands/init/starter-texts.ts',
    changes: [
      [
        'if ! [[ $PACKAGE =~ ^(\\\\./.+\\\\.tgz|git\\\\+(https|ssh)://.+#[0-9a-f]{40})$ ]]; then',
        'if [[ -z $PACKAGE ]]; then',
      ],
    ],
    proof: INIT,
  },
  {
    name: 'killed on an older Node, the command goes on placing',
    file: 'src/other-node.ts',
    changes: [[`process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));`, '']],
    proof: NODE,
  },
  {
    name: 'a number past 2^53 is taken for what was written',
    file: 'src/library/in-code.ts',
    changes: [
      [
        'if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;',
        'if (Number.isFinite(value)) return undefined;',
      ],
    ],
    proof: LIBRARY,
  },
  {
    name: 'a list of a new desk counts as out of date, though no number differs',
    file: 'src/commands/instruments/instruments.ts',
    changes: [['(isCheck ? isOutOfDate : isChanged)(changes.list)', 'isChanged(changes.list)']],
    proof: { tests: ['test/cli/instruments.test.ts'] },
  },
  {
    name: 'the packed pages link to a service that is not packed',
    file: 'package.json',
    changes: [['    "examples",', '    "examples/*.yaml", "examples/invalid", "examples/ci", "examples/library",']],
    proof: { tests: ['test/cli/package.test.ts'] },
  },
  {
    name: 'a quiet validate says nothing of a plan that is not valid',
    file: 'src/commands/validate.ts',
    changes: [['return (code) => code !== EXIT.done;', 'return () => false;']],
    proof: VALIDATE,
  },
];
