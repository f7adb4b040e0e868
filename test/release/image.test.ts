/** examples/server/Dockerfile: its steps build, and what it starts is refused a live run without its volume. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import { makeExecutable, nodeFor, type Machine } from '../../scripts/release/executable.ts';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import { canBuildImages, Image, stepsOf } from '../support/image.ts';

const STEPS = stepsOf(new URL('../../examples/server/Dockerfile', import.meta.url).pathname);
const COPIED = STEPS.findIndex(({ word }) => word === 'COPY');
const INSTALL = new URL('../../scripts/release/install.sh', import.meta.url).pathname;
const machine = `${process.platform}-${process.arch}` as Machine;
const NAME = `ordo-${machine}`;
const OWNER = 10_001;
const LIVE = ['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'lines'];

const of = (wanted: string): string[] => STEPS.flatMap(({ word, text }) => (word === wanted ? [text] : []));

test('the image has no root, no volume that is made in silence, and a base with a name', () => {
  expect(of('FROM')).toEqual(['debian:bookworm-slim']);
  expect(of('USER')).toEqual([String(OWNER)]);
  expect(of('VOLUME')).toEqual([]);
  expect(of('ENV').join(' ')).toContain('ORDO_STATE_MOUNT=/state');
});

describe.skipIf(!canBuildImages)('the image, built over this machine', () => {
  // In no folder that is an overlay itself.
  let folder: string;
  let system: Image;
  let image: Image;
  let paper: PaperExchange;
  let context: string;
  beforeAll(async () => {
    folder = mkdtempSync('/var/tmp/ordo-image-');
    context = join(folder, 'release');
    mkdirSync(context);
    makeExecutable(nodeFor(machine, join(folder, 'node')), join(folder, 'made'), join(context, NAME));
    const sum = createHash('sha256')
      .update(readFileSync(join(context, NAME)))
      .digest('hex');
    writeFileSync(join(context, 'SHA256SUMS'), `${sum}  ${NAME}\n`);
    copyFileSync(INSTALL, join(context, 'install.sh'));
    system = new Image(madeFolder('system'), STEPS.slice(0, COPIED), context);
    image = new Image(madeFolder('image'), STEPS.slice(COPIED), context, system);
    paper = await startPaperExchange();
  });
  afterAll(async () => {
    await paper.close();
    rmSync(folder, { recursive: true, force: true });
  });
  function madeFolder(name: string, owner = 0): string {
    const made = mkdtempSync(join(folder, `${name}-`));
    chownSync(made, owner, owner);
    return made;
  }
  /** A desk that anybody may read. */
  function desk(): string {
    const made = madeFolder('desk');
    chmodSync(made, 0o755);
    writeFileSync(join(made, 'plan.yaml'), bids('in-a-container', 2));
    return made;
  }
  const keys = { ORDO_API_KEY: 'paper', ORDO_API_SECRET: 'paper', ORDO_API_PASSPHRASE: 'paper' };
  const live = () => ({ ORDO_BASE_URL: paper.origin, ...keys });

  test('starts ordo as its own user, and a dry run needs no volume', async () => {
    const shown = await image.run(['run', 'plan.yaml'], { [desk()]: '/desk' });
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain('2 orders in ');
  });

  test('without its volume a live run sends nothing, and says what is missing', async () => {
    const refused = await image.run(LIVE, { [desk()]: '/desk' }, live());
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      'the state folder /state is part of this container, and goes with it: the next one would not know what was sent',
    );
    expect(refused.stderr).toContain('docker run -v ordo-state:/state');
    expect(paper.orders).toEqual([]);
  });

  test('with it the next container knows what the one before has sent', async () => {
    const volume = madeFolder('state', OWNER);
    const volumes = { [desk()]: '/desk', [volume]: '/state' };
    const first = await image.run(LIVE, volumes, live());
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('2 accepted');
    const second = await image.run(LIVE, volumes, live());
    expect(second.stdout).toContain('2 accepted before, unchanged');
    expect(paper.orders.length).toBe(2);
  });

  test('ends its build at an executable that was cut off', () => {
    writeFileSync(join(context, NAME), 'cut off');
    expect(() => new Image(madeFolder('cut'), STEPS.slice(COPIED), context, system)).toThrow(
      'is not the file of SHA256SUMS',
    );
  });
});
