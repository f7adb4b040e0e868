/**
 * `npm run package`: the executables, their checksums, the licences of what is inside and the script that places one, all in `release/`.
 * Nothing is published.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MACHINES, makeExecutable, nodeFor } from './executable.ts';

const PROJECT = new URL('../..', import.meta.url).pathname;
const BYTES_A_MB = 1e6;

const output = join(PROJECT, 'release');
const work = mkdtempSync(join(tmpdir(), 'ordo-release-'));
rmSync(output, { recursive: true, force: true });
mkdirSync(output);
try {
  const sums = MACHINES.map((machine) => {
    const name = `ordo-${machine}`;
    const file = join(output, name);
    const node = nodeFor(machine, join(work, `node-${machine}`));
    makeExecutable(node, join(work, machine), file);
    copyFileSync(node.licence, join(output, 'LICENSE-node.txt'));
    console.log(`release/${name}  ${(statSync(file).size / BYTES_A_MB).toFixed(0)} MB`);
    return `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${name}\n`;
  });
  copyFileSync(join(PROJECT, 'scripts', 'release', 'install.sh'), join(output, 'install.sh'));
  copyFileSync(join(PROJECT, 'dist', 'THIRD_PARTY.txt'), join(output, 'THIRD_PARTY.txt'));
  copyFileSync(join(PROJECT, 'LICENSE'), join(output, 'LICENSE'));
  // Last: without it nothing is installed.
  writeFileSync(join(output, 'SHA256SUMS'), sums.join(''));
} finally {
  rmSync(work, { recursive: true, force: true });
}
