/** The scripts in the shells themselves, each on a terminal of its own; a shell that this machine lacks is left out. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SCRIPTS, SHELLS, type Shell } from '../../src/commands/completion/shell-scripts.ts';
import { CLI, place } from '../../proofs/support/ordo.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const PLAN = `version: 1
name: desk
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.01, price: 64000 }
  - { id: bids, side: open-long, size: { total: 0.02 }, price: { from: 63000, to: 62000, steps: 2 } }
`;
/** A name that runs two commands wherever it is expanded. */
const NASTY = `a's $(touch pwned) \`touch pwned\`;touch pwned.yaml`;

const has = (shell: Shell): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

let at: ReturnType<typeof place>;
beforeEach(() => {
  at = place();
  mkdirSync(join(at.folder, 'bin'));
  mkdirSync(join(at.folder, 'desk', 'plans'), { recursive: true });
  for (const name of ['desk/plan.yaml', `desk/${NASTY}`, 'desk/plans/b.yml']) at.write(name, PLAN);
  at.write('desk/broken.yaml', 'orders: [');
  at.write('desk/plan.txt', 'no plan');
  // Answers what completion asks, and keeps every other command that is typed.
  const stub = at.write(
    'bin/ordo',
    `#!/bin/sh
if [ "$1" = completion ]; then exec '${process.execPath}' '${CLI}' "$@"; fi
for word; do printf '%s\\n' "$word"; done >>'${at.folder}/typed'
echo >>'${at.folder}/typed'
`,
  );
  chmodSync(stub, 0o755);
  for (const shell of SHELLS) at.write(`script.${shell}`, SCRIPTS[shell]);
});
afterEach(() => at.remove());

const environment = (): Record<string, string> => ({
  ...at.env,
  PATH: `${join(at.folder, 'bin')}:${at.env['PATH']}`,
  TERM: 'xterm',
  LC_ALL: 'C.UTF-8',
});

/** How each shell starts with its script, a prompt of its own and nothing of the developer's. */
const START: Readonly<Record<Shell, (folder: string) => string>> = {
  bash: (folder) => {
    at.write('bashrc', `PS1='re''ady> '\nsource '${folder}/script.bash'\n`);
    return `bash --rcfile '${folder}/bashrc' -i`;
  },
  zsh: (folder) => {
    at.write('.zshrc', `PS1='re''ady> '\nunsetopt beep\nsource '${folder}/script.zsh'\n`);
    return `ZDOTDIR='${folder}' zsh -d -i`;
  },
  fish: (folder) => {
    at.write('init.fish', `function fish_prompt; echo 're''ady> '; end\nsource '${folder}/script.fish'\n`);
    return `fish --private --init-command 'source ${folder}/init.fish'`;
  },
};

/** Types lines on a terminal, each with Tab and Enter behind it: what it showed, and the commands that it ran, as words. */
async function typed(shell: Shell, lines: readonly string[]): Promise<{ ran: string[][]; shown: string }> {
  const child = spawn('script', ['--quiet', '--command', START[shell](at.folder), '/dev/null'], {
    cwd: join(at.folder, 'desk'),
    env: { ...environment(), SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => {});
  let shown = '';
  let since = '';
  const ended = new Promise((resolve) => child.on('close', resolve));
  // A shell that waits for the end of a quote never shows its prompt again. Without its terminal it ends.
  const deadline = setTimeout(() => child.kill(), 45_000);
  const waiting = [...lines.map((line) => `${line}\t\r`), 'exit\r'];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    since += text;
    // A new prompt: the shell is ready for the next line.
    if (!since.includes('ready> ')) return;
    since = '';
    const next = waiting.shift();
    if (next !== undefined) setTimeout(() => child.stdin.write(next), 20);
  });
  await ended;
  clearTimeout(deadline);
  const log = join(at.folder, 'typed');
  const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
  const ran = text.split('\n\n').filter((one) => one !== '');
  return { ran: ran.map((one) => one.split('\n')), shown };
}

describe.each(SHELLS)('%s', (shell) => {
  test.skipIf(!has(shell))('finds its script free of mistakes', () => {
    execFileSync(shell, ['-n', join(at.folder, `script.${shell}`)]);
  });

  test.skipIf(!has(shell) || !hasPseudoTerminal)('completes a line into what runs as it stands', async () => {
    const { ran, shown } = await typed(shell, [
      'ordo run pl',
      'ordo run a',
      "ordo run a\\'s\\ \\$\\(touch\\ pwned\\)\\ \\`touch\\ pwned\\`\\;touch\\ pwned.yaml --only en",
      'ordo run plan.yaml --output=nd',
      'ordo settle plan.yaml --placed en',
      'ordo run broken.yaml --only en',
    ]);
    expect(ran).toEqual([
      // A plan and a folder begin so; what is no plan does not count.
      ['run', 'plan'],
      ['run', NASTY],
      ['run', NASTY, '--only', 'entry'],
      ['run', 'plan.yaml', '--output=ndjson'],
      ['settle', 'plan.yaml', '--placed', 'entry='],
      ['run', 'broken.yaml', '--only', 'en'],
    ]);
    expect(existsSync(join(at.folder, 'desk', 'pwned'))).toBe(false);
    // Not a word of what is wrong with the broken plan.
    expect(shown).not.toMatch(/error|yaml\/|ordo: /);
  });
});

/** Asks the function as bash does, and prints what it would offer. */
const ask = (line: string, ...words: string[]): string =>
  [
    `COMP_LINE='${line}' COMP_POINT=${line.length} COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${words.length - 1}`,
    `_ordo ordo '${words.at(-1)}' ''`,
    'echo "${COMPREPLY[*]}"',
  ].join('\n');

test('bash is given every word that fits, by the words that it parts at = and :', () => {
  const said = execFileSync(
    'bash',
    [
      '-c',
      [
        `source '${at.folder}/script.bash'`,
        ask('ordo run plan.yaml --only ', 'ordo', 'run', 'plan.yaml', '--only', ''),
        ask('ordo run plan.yaml --only=bids-', 'ordo', 'run', 'plan.yaml', '--only', '=', 'bids-'),
        ask('ordo run ./pl', 'ordo', 'run', './pl'),
        ask('ordo init ', 'ordo', 'init', ''),
      ].join('\n'),
    ],
    { cwd: join(at.folder, 'desk'), env: environment(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  expect(said.split('\n')).toEqual(['bids entry bids-1 bids-2', 'bids-1 bids-2', './plans ./plan.yaml', 'plans', '']);
});
