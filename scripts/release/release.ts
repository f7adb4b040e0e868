/**
 * `npm run release`: all that a release consists of, in `release/`, made from one commit that anybody can make it from again. It refuses
 * a tree that is not that commit, publishes nothing, and ends with the commands by which its owner would.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const REFUSED = 2;

interface Tree {
  /** What `git status --porcelain` says. */
  readonly changes: string;
  /** The tags of the commit. */
  readonly tags: readonly string[];
  readonly version: string;
  readonly changelog: string;
}

/** Why nothing may be released of this tree, with what mends it; nothing where all is well. */
export function objections({ changes, tags, version, changelog }: Tree): string[] {
  const head = new RegExp(`^## ${version.replaceAll('.', '\\.')} \\((.*)\\)$`, 'm').exec(changelog)?.[1];
  return [
    ...(changes === ''
      ? []
      : [
          `the tree is not its commit: commit or remove what is changed\n${changes.trimEnd().replaceAll(/^/gm, '    ')}`,
        ]),
    ...(tags.includes(`v${version}`)
      ? []
      : [`the commit has no tag v${version}: git tag --sign v${version}, or change the version of package.json`]),
    ...(head === undefined ? [`CHANGELOG.md has no part ${version}`] : []),
    ...(head === 'unreleased' ? [`CHANGELOG.md calls ${version} unreleased: write the day in its place`] : []),
  ];
}

if (import.meta.main) release(new URL('../..', import.meta.url).pathname);

function release(project: string): void {
  const said = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { cwd: project, encoding: 'utf8' }).trim();
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string };
  const refused = objections({
    changes: said('git', 'status', '--porcelain'),
    tags: said('git', 'tag', '--points-at', 'HEAD').split('\n'),
    version,
    changelog: readFileSync(join(project, 'CHANGELOG.md'), 'utf8'),
  });
  for (const why of refused) console.error(`release: ${why}`);
  if (refused.length > 0) {
    process.exitCode = REFUSED;
    return;
  }
  execFileSync('npm', ['run', '--silent', 'package'], { cwd: project, stdio: 'inherit' });
  const folder = join(project, 'release');
  const packed = `ordo-${version}.tgz`;
  said('npm', 'pack', '--ignore-scripts', '--pack-destination', folder);
  const provenance = {
    version,
    commit: said('git', 'rev-parse', 'HEAD'),
    node: process.version,
    lockfile: sumOf(join(project, 'package-lock.json')),
    steps: ['npm ci', 'npm run release'],
  };
  writeFileSync(join(folder, 'provenance.json'), `${JSON.stringify(provenance, undefined, 2)}\n`);
  const more = [packed, 'provenance.json', 'install.sh'].map((name) => `${sumOf(join(folder, name))}  ${name}\n`);
  appendFileSync(join(folder, 'SHA256SUMS'), more.join(''));
  console.log(`release/ is version ${version}, of commit ${provenance.commit}. To publish it, by its owner:
  git push origin v${version}
  gpg --detach-sign --armor release/SHA256SUMS
  npm publish release/${packed} --provenance --access public     (from CI, which proves where it was made)
  and lay the files of release/ at the tag, with SHA256SUMS.asc`);
}

function sumOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
