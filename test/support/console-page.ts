/**
 * A page whose blocks of console are run as they stand, in order, in one folder: `$ ` begins a command, what follows is what it
 * prints, line by line in that order, where `…` stands for anything. `# exit 7` behind a command is its exit code.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { defined } from '../../src/model/defined.ts';
import { parseFaults } from '../../src/paper/faults.ts';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import { here } from './here.ts';

interface ConsoleStep {
  /** Of the page, from 1. */
  readonly line: number;
  readonly command: string;
  readonly exitCode: number;
  readonly shown: readonly string[];
}

export function consoleSteps(page: string): ConsoleStep[] {
  const steps: ConsoleStep[] = [];
  let isInside = false;
  for (const [at, text] of page.split('\n').entries()) {
    if (text.startsWith('```')) isInside = !isInside && text === '```console';
    else if (isInside && text.startsWith('$ ')) {
      const [, command = '', code = '0'] = /^\$ (.*?)(?: +# exit (\d+))?$/.exec(text) ?? [];
      steps.push({ line: at + 1, command, exitCode: Number(code), shown: [] });
    } else if (isInside && text !== '') (steps.at(-1)?.shown as string[] | undefined)?.push(text);
  }
  return steps;
}

/** What a page calls the exchange that it serves. */
const SERVED = 'http://127.0.0.1:8080';

interface Shell {
  folder: string;
  readonly env: Record<string, string>;
  paper: PaperExchange | undefined;
}

interface Printed {
  readonly text: string;
  readonly code: number | null;
}

/**
 * Runs a page of docs/ from its first command to its last. By another version of the interface than `ordo init` writes, what is shown
 * may differ in calls and weights, so only how commands end is checked. `files`: a folder whose files the page begins with.
 */
export async function runPage(path: string, version?: 'v2', files?: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (files !== undefined) cpSync(files, folder, { recursive: true });
  const shell: Shell = {
    folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_STATE_HOME: join(folder, '.state') },
    paper: undefined,
  };
  onTestFinished(() => shell.paper?.close());
  const steps = consoleSteps(readFileSync(path, 'utf8'));
  expect(steps.length).toBeGreaterThan(3);
  for (const step of steps) {
    const { text, code } = await printedBy(shell, step.command);
    expect({ line: step.line, command: step.command, code, text }).toMatchObject({ code: step.exitCode });
    if (version === undefined) checkShown(step, text);
    else if (step.command.startsWith('ordo init')) speak(version, shell);
  }
}

/** Rewrites the config that `ordo init` made. */
function speak(version: string, { folder }: Shell): void {
  const config = join(folder, 'desk', 'ordo.config.yaml');
  const text = readFileSync(config, 'utf8');
  expect(text).toMatch(/interface: v3/);
  writeFileSync(config, text.replace('interface: v3', `interface: ${version}`));
}

async function printedBy(shell: Shell, command: string): Promise<Printed> {
  const words = wordsOf(command);
  const [name, what, ...rest] = words;
  if (name === 'cd') return moved(shell, what ?? '');
  if (name === 'export') return exported(shell, words.slice(1));
  if (name === 'ordo' && what === 'exchange') return served(shell, rest);
  if (name === 'ordo') return ordo(shell, words.slice(1));
  return bash(shell, command);
}

/** Words with quotes around any part of them; that is all a page needs. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );

function moved(shell: Shell, to: string): Printed {
  shell.folder = join(shell.folder, to);
  return { text: '', code: 0 };
}

function exported(shell: Shell, pairs: readonly string[]): Printed {
  for (const pair of pairs) {
    const [name = '', ...value] = pair.split('=');
    shell.env[name] = value.join('=').replace(SERVED, shell.paper?.origin ?? SERVED);
  }
  return { text: '', code: 0 };
}

async function served(shell: Shell, options: readonly string[]): Promise<Printed> {
  const value = (name: string): string | undefined => options[options.indexOf(name) + 1];
  const faults = options.includes('--faults') ? parseFaults(value('--faults') ?? '') : undefined;
  await shell.paper?.close();
  shell.paper = await startPaperExchange({
    ...(faults?.ok === true && { faults: faults.value }),
    seed: Number(options.includes('--seed') ? value('--seed') : 1),
  });
  return { text: '', code: 0 };
}

async function ordo(shell: Shell, given: readonly string[]): Promise<Printed> {
  const [to, from] = [given.indexOf('>'), given.indexOf('<')];
  const args = given.filter((_, at) => ![to, from].some((one) => one >= 0 && (at === one || at === one + 1)));
  const input = from < 0 ? undefined : readFileSync(join(shell.folder, given[from + 1] ?? ''));
  let asked = '';
  const answer = (question: string): string => {
    asked += question;
    return /Type ([0-9a-f]{6}) to place/.exec(question)?.[1] ?? '';
  };
  const ended = await here(args, shell, { width: 80, answer, ...defined({ input }) });
  if (to >= 0) writeFileSync(join(shell.folder, given[to + 1] ?? ''), ended.stdout);
  const origin = shell.paper?.origin ?? SERVED;
  const text = `${asked}\n${to < 0 ? ended.stdout : ''}\n${ended.stderr}`.replaceAll(origin, SERVED);
  return { text, code: ended.code };
}

const bash = ({ folder, env }: Shell, command: string): Promise<Printed> =>
  new Promise((resolve) => {
    const child = execFile('bash', ['-c', command], { cwd: folder, env }, (_, stdout, stderr) =>
      resolve({ text: `${stdout}\n${stderr}`, code: child.exitCode }),
    );
  });

const patternOf = (line: string): RegExp => {
  const parts = line
    .trim()
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/ +/g, ' +'));
  return new RegExp(`^\\s*${parts.join('.*')}\\s*$`);
};

/** Each line that the page shows is printed, in that order. */
function checkShown({ line, command, shown }: ConsoleStep, text: string): void {
  const printed = text.split('\n');
  let from = 0;
  for (const want of shown) {
    if (want.trim() === '…') continue;
    const at = printed.findIndex((one, index) => index >= from && patternOf(want).test(one));
    expect({ line, command, want, printed: at < 0 ? text : '' }).toMatchObject({ printed: '' });
    from = at + 1;
  }
}
