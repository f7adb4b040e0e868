import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { place, type Ended } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { Runner, workflowIn } from '../support/workflow.ts';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';

const PATHS = [
  'plans/first.ordo.yaml',
  'ordo.config.yaml',
  'instruments.json',
  'schemas/plan.schema.json',
  'schemas/config.schema.json',
  '.vscode/settings.json',
  '.github/workflows/plans.yml',
  '.gitignore',
];

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function emptyPlace(origin?: string): ReturnType<typeof place> {
  const at = place(origin);
  ends.push(() => at.remove());
  return at;
}

async function paperAndPlace(): Promise<{ paper: PaperExchange; at: ReturnType<typeof place> }> {
  const paper = await startPaperExchange();
  ends.push(() => paper.close());
  return { paper, at: emptyPlace(paper.origin) };
}

/** Every file in the folder, by its path. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !statSync(join(folder, path)).isDirectory())
    .toSorted();

const readIn = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

/** The commands under Next. */
const nextOf = ({ stdout }: Ended): string[] =>
  stdout
    .slice(stdout.indexOf('\nNext\n'))
    .split('\n')
    .filter((line) => line.startsWith('    '))
    .map((line) => line.trim());

describe('what it makes', () => {
  test('is what it names, in a folder of its own or here', async () => {
    const at = emptyPlace();
    const made = await here(['init', 'a/desk'], at);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(filesIn(join(at.folder, 'a/desk'))).toEqual(PATHS.toSorted());
    for (const path of PATHS) expect(made.stdout).toContain(`  ${path} `);
    for (const line of made.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);

    const desk = { ...at, folder: join(at.folder, 'b') };
    mkdirSync(desk.folder);
    writeFileSync(join(desk.folder, 'README.md'), 'mine');
    expect((await here(['init'], desk)).stdout).toContain('made 8 files here\n');
    expect(filesIn(desk.folder)).toEqual([...PATHS, 'README.md'].toSorted());
    expect(readIn(desk.folder, 'README.md')).toBe('mine');
  });

  test('is valid, in its layout, and small under its own limits; live it reads no key and sends nothing', async () => {
    const { paper, at } = await paperAndPlace();
    await here(['init'], at);
    for (const command of [
      ['validate', 'plans/'],
      ['validate', 'plans/', '--format', 'github'],
      ['fmt', '--check', 'plans/first.ordo.yaml'],
      ['run', 'plans/first.ordo.yaml'],
      ['run', 'plans/first.ordo.yaml', '--live'],
    ]) {
      const { code, stdout, stderr } = await here(command, at);
      expect(code, `${command.join(' ')}: ${stdout}${stderr}`).toBe(0);
      expect(`${stdout}${stderr}`).not.toContain('warning');
    }
    expect(paper.orders).toEqual([]);
  });

  test('works with every command that is named next', async () => {
    const { paper, at } = await paperAndPlace();
    const [cd, ...next] = nextOf(await here(['init', 'a desk'], at));
    expect(cd).toBe("cd 'a desk'");
    expect(next.length).toBe(3);
    const desk = { ...at, folder: join(at.folder, 'a desk') };
    for (const command of next) {
      const { code, stdout, stderr } = await here(command.split(' ').slice(1), desk);
      expect(code, `${command}: ${stdout}${stderr}`).toBe(0);
    }
    expect(JSON.parse(readIn(desk.folder, 'instruments.json'))).toMatchObject({
      source: `${paper.origin}/capi/v3/market/exchangeInfo`,
    });
    expect(paper.orders).toEqual([]);
  });

  test('says of the list whose it is', async () => {
    const at = emptyPlace();
    await here(['init'], at);
    const { source } = JSON.parse(readIn(at.folder, 'instruments.json')) as { source: string };
    expect(source).toContain('paper exchange');
    expect(source).toContain('ordo instruments');
  });

  test('has the schemas of this version, and the settings that the page on editors gives', async () => {
    const at = emptyPlace();
    await here(['init'], at);
    for (const name of ['plan', 'config']) {
      expect(readIn(at.folder, `schemas/${name}.schema.json`)).toBe((await here(['schema', name], at)).stdout);
    }
    for (const path of ['plans/first.ordo.yaml', 'ordo.config.yaml']) {
      const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(readIn(at.folder, path)) ?? [];
      expect(existsSync(join(at.folder, dirname(path), schema))).toBe(true);
    }
    const page = readFileSync(new URL('../../docs/editors.md', import.meta.url), 'utf8');
    expect(page).toContain(`\`\`\`json\n${readIn(at.folder, '.vscode/settings.json')}\`\`\`\n`);
  });

  test('checks every plan in CI by an ordo that the desk names, and by nothing that anybody could publish', async () => {
    const at = emptyPlace();
    const runner = new Runner(at);
    expect(await runner.bash('ordo init')).toMatchObject({ code: 0 });
    runner.push('init');
    const text = runner.read('.github/workflows/plans.yml');
    expect(text).not.toMatch(/\bnpx\b|\bordo@/);
    for (const [, action] of text.matchAll(/uses: (.*)/g))
      expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d/);
    const workflow = workflowIn(text);
    expect(workflow).toMatchObject({ permissions: { contents: 'read' } });
    const withPackage = async (name: string): Promise<string> => {
      const steps = await runner.job({ ...workflow, env: { PACKAGE: name } }, 'validate', {});
      return steps.map(({ code, stdout, stderr }) => `${code} ${stdout}${stderr}`).join('');
    };
    expect(workflow.env).toEqual({ PACKAGE: '' });
    const moves = [
      '',
      'ordo',
      'ordo@0.1.0',
      'desk/ordo',
      'git+https://host/ordo.git',
      'git+https://host/ordo.git#main',
      '--yes',
    ];
    for (const name of moves)
      expect(await withPackage(name)).toMatch(/^1 ::error file=.*PACKAGE does not say where ordo comes from/);
    for (const name of ['./ordo-0.1.0.tgz', `git+https://host/ordo.git#${'0a'.repeat(20)}`])
      expect(await withPackage(name)).toMatch(/^0 npm install --global \S+\n0 .*valid/);
    runner.commit('plans/broken.yaml', 'version: 1\nname: broken\norders: []\n');
    expect(await withPackage('./ordo-0.1.0.tgz')).toMatch(/\n3 .*::error file=plans\/broken.yaml/s);
    runner.git('rm', '-r', '--quiet', 'plans');
    runner.push('none left');
    expect(await withPackage('./ordo-0.1.0.tgz')).toMatch(/^0 npm.*\n0 $/);
  });

  test('keeps keys and journals out of git, and itself in', async () => {
    const at = emptyPlace();
    await here(['init'], at);
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', at.folder, ...args], { encoding: 'utf8', env: at.env });
    git('init', '--quiet');
    const secrets = [
      '.env',
      'live.env',
      'x/.env',
      '.env.local',
      'keys.json',
      'journal.db',
      'journal.db-wal',
      'journal.db.1f.account',
    ];
    for (const name of secrets) {
      mkdirSync(join(at.folder, dirname(name)), { recursive: true });
      writeFileSync(join(at.folder, name), '');
    }
    const untracked = git('ls-files', '--others', '--exclude-standard').trim().split('\n');
    expect(untracked.toSorted()).toEqual(PATHS.toSorted());
  });
});

describe('what is there already', () => {
  test.each(PATHS)('%s is named and left alone, and nothing is made', async (path) => {
    const at = emptyPlace();
    mkdirSync(join(at.folder, dirname(path)), { recursive: true });
    writeFileSync(join(at.folder, path), 'mine');
    const { code, stdout, stderr } = await here(['init'], at);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`${path} is there already`);
    expect(filesIn(at.folder)).toEqual([path]);
    expect(readIn(at.folder, path)).toBe('mine');
  });

  test('a link to nothing counts, and so does a second init', async () => {
    const at = emptyPlace();
    symlinkSync('/nowhere/at/all', join(at.folder, 'ordo.config.yaml'));
    expect((await here(['init'], at)).stderr).toContain('ordo.config.yaml is there already');
    expect(readdirSync(at.folder)).toEqual(['ordo.config.yaml']);

    await here(['init', 'desk'], at);
    const again = await here(['init', 'desk'], at);
    expect(again.code).toBe(2);
    for (const path of PATHS.slice(0, 6)) expect(again.stderr).toContain(`desk/${path}`);
    expect(again.stderr).toContain(' and 2 more are there already');
  });

  test('a file in the place of a folder: what was made before it is taken away again', async () => {
    const at = emptyPlace();
    writeFileSync(join(at.folder, '.github'), 'mine');
    const { code, stderr } = await here(['init'], at);
    expect(code).toBe(2);
    expect(stderr).toContain('.github/workflows/plans.yml cannot be made: a part of its path is not a folder');
    expect(readdirSync(at.folder)).toEqual(['.github']);
  });

  test.each([
    [['init', 'taken'], 'taken is not a folder'],
    [['init', 'link'], 'the folder link cannot be used: it is a link to nothing'],
    [['init', 'a', 'b'], 'init takes one folder, and got b as well'],
    [['init', '--force'], 'unknown option --force'],
  ])('ordo %s is refused', async (args, words) => {
    const at = emptyPlace();
    writeFileSync(join(at.folder, 'taken'), 'mine');
    symlinkSync('nowhere', join(at.folder, 'link'));
    const { code, stderr } = await here(args, at);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(readdirSync(at.folder).toSorted()).toEqual(['link', 'taken']);
  });
});
