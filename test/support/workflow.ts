/** The jobs of a workflow of GitHub Actions, run step by step as its runner does: bash, in a real clone, with a real journal. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { CLI, type Ended, type Place } from '../../proofs/support/ordo.ts';

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
}

interface Workflow {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly env: Readonly<Record<string, string>>; readonly steps: readonly Step[] }>
  >;
}

export const workflowOf = (file: string): Workflow =>
  workflowIn(readFileSync(new URL(`../../examples/ci/${file}`, import.meta.url), 'utf8'));

export const workflowIn = (text: string): Workflow => parse(text) as Workflow;

/** What GitHub gives a job; each `${{ … }}` of the workflow is one of these. */
export type Given = Readonly<Record<string, string>>;

const filled = (text: string, given: Given): string =>
  text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, name: string) => {
    const value = given[name];
    if (value === undefined) throw new Error(`the test gives no ${name}`);
    return value;
  });

/** A comment of a pull request, as the stub of `gh` keeps it. */
interface Comment {
  readonly id: number;
  readonly user: { readonly login: string };
  readonly body: string;
}

/** Of `gh api`: lists comments through jq, as gh itself does, adds one, and writes one anew. */
const GH = `#!/usr/bin/env bash
set -euo pipefail
declare -a path=()
method=GET
while [ $# -gt 0 ]; do
  case $1 in
    --method) method=$2; shift ;;
    --jq) jq=$2; shift ;;
    --field) file=\${2#body=@}; shift ;;
    --paginate | api) ;;
    *) path+=("$1") ;;
  esac
  shift
done
store=$COMMENTS
case "$method \${path[*]}" in
  'GET repos/o/r/issues/7/comments') jq -r "$jq" "$store" ;;
  'POST repos/o/r/issues/7/comments')
    jq --rawfile body "$file" '. + [{ id: (length + 101), user: { login: "github-actions[bot]" }, body: $body }]' "$store" > "$store.new" ;;
  'PATCH repos/o/r/issues/comments/'*)
    jq --rawfile body "$file" --arg id "\${path[0]##*/}" 'map(if .id == ($id | tonumber) then .body = $body else . end)' "$store" > "$store.new" ;;
  *) echo "gh: $method \${path[*]}?" >&2; exit 1 ;;
esac
[ ! -e "$store.new" ] || mv "$store.new" "$store"
`;

/** The built command. */
const ORDO = `#!/usr/bin/env bash
exec '${process.execPath}' '${CLI}' "$@"
`;

/** Says what it is asked to install, and installs nothing. */
const NPM = `#!/usr/bin/env bash
echo "npm $*"
`;

const TOOLS = { ordo: ORDO, gh: GH, npm: NPM };

/** A clone of an empty repository, and what a runner has beside it. */
export class Runner {
  readonly folder: string;
  readonly temp: string;
  readonly #env: Record<string, string>;

  constructor({ folder, env }: Place, more: Given = {}) {
    const tools = join(folder, 'tools');
    this.temp = join(folder, 'temp');
    this.folder = join(folder, 'clone');
    for (const made of [tools, this.temp]) mkdirSync(made);
    for (const [name, text] of Object.entries(TOOLS)) {
      writeFileSync(join(tools, name), text);
      chmodSync(join(tools, name), 0o755);
    }
    const comments = join(folder, 'comments.json');
    writeFileSync(comments, '[]');
    this.#env = {
      ...env,
      ...more,
      PATH: `${tools}:${env['PATH'] ?? ''}`,
      RUNNER_TEMP: this.temp,
      GITHUB_STEP_SUMMARY: join(this.temp, 'summary.md'),
      GITHUB_REPOSITORY: 'o/r',
      COMMENTS: comments,
      GIT_CONFIG_GLOBAL: '/dev/null',
    };
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', join(folder, 'origin')], {
      stdio: 'pipe',
    });
    execFileSync('git', ['clone', '--quiet', join(folder, 'origin'), this.folder], { stdio: 'pipe', env: this.#env });
  }

  get comments(): readonly Comment[] {
    return JSON.parse(readFileSync(this.#env['COMMENTS'] as string, 'utf8')) as readonly Comment[];
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8').trim();
  }

  git(...args: string[]): string {
    const who = ['-c', 'user.name=tester', '-c', 'user.email=tester@example.com'];
    return execFileSync('git', [...who, ...args], {
      cwd: this.folder,
      env: this.#env,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  }

  /** Writes a file, commits it on the current branch, and pushes that. */
  commit(name: string, text: string): void {
    mkdirSync(join(this.folder, name, '..'), { recursive: true });
    writeFileSync(join(this.folder, name), text);
    this.push(name);
  }

  /** Commits whatever is there, and pushes it. */
  push(message: string): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', message);
    this.git('push', '--quiet', 'origin', 'HEAD');
  }

  /** A script as GitHub's `shell: bash` runs it. */
  bash(script: string, more: Given = {}): Promise<Ended> {
    const file = join(this.temp, 'step.sh');
    writeFileSync(file, script);
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
      cwd: this.folder,
      env: { ...this.#env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const told = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => (told[name] += text));
    return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, ...told })));
  }

  /** Each step with a script, up to the first that fails: its name and how it ended. */
  async job(
    { env, jobs }: Workflow,
    name: string,
    given: Given,
  ): Promise<readonly (Ended & { readonly step: string })[]> {
    const job = jobs[name];
    if (job === undefined) throw new Error(`no job ${name}`);
    const values = Object.entries({ ...env, ...job.env }).map(([key, text]) => [key, filled(text, given)]);
    const variables = { ...(Object.fromEntries(values) as Given), ...given };
    const ends: (Ended & { readonly step: string })[] = [];
    for (const { name: step = '', run } of job.steps) {
      if (run === undefined) continue;
      // A failed step ends the job.
      // oxlint-disable-next-line no-await-in-loop
      ends.push({ ...(await this.bash(filled(run, given), variables)), step });
      if (ends.at(-1)?.code !== 0) break;
    }
    return ends;
  }
}
