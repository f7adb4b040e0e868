/**
 * In a repository of others a link, or a path in the config, may lead to any file that the user can read: an error in it says where
 * and what kind, in every form of output, and nothing that stands there.
 */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { afterTest, type At } from '../support/live.ts';
import { here } from '../support/here.ts';
import { bids, eventsOf, ofKind, place, type Ended, type Place } from '../../proofs/support/ordo.ts';

/** Texts that diagnostics quote: in messages, hints, labels, related places and in the line shown. */
const SECRETS: readonly [name: string, text: string][] = [
  ['credentials', '[default]\naws_secret_access_key = Canary/K7MDENG\n'],
  ['a key alone', 'Canary\n'],
  ['a mapping', 'Canary-user: Canary-token\nversion: Canary\nname: Canary x\norders: Canary\n'],
  ['a key twice', 'version: 1\nCanary: 1\nCanary: 2\n'],
  ['what begins as a plan', 'version: 1\nname: a\nvars: { Canary: =Canary2 + 1, Canary2: =Canary }\norders: []\n'],
  ['a tag', 'token: !Canary x\n'],
  ['a quote', 'token: "Canary\n'],
  ['JSON', '{"Canary": "Canary", "asOf": "Canary", "source": Canary}'],
  ['JSON of a list', '{"asOf":"x","source":"x","instruments":{"Canary":{"tick":"Canary"}}}'],
  ['an expression', bids('a', 1).replace('60000', '=Canary(1')],
  ['a word', bids('a', 1).replace('open-long', 'Canary-long')],
  ['variables', bids('a', 1).replace('orders:', 'vars: { Canary: 1 }\norders:').replace('60000', '=Canarys')],
];
const FORMS = ['--output lines', '--output ndjson', '--format github', '--format sarif'];

/** A checkout beside a folder of secrets. */
function checkout(secret = ''): { at: At; from: At; link: (to: string, name: string) => void } {
  const at = place();
  afterTest(() => at.remove());
  for (const name of ['repo', 'repo/.git', 'repo/plans', 'home']) mkdirSync(join(at.folder, name));
  at.write('home/secret.yaml', secret);
  const from = { ...at, folder: join(at.folder, 'repo') };
  return { at, from, link: (to, name) => symlinkSync(to, join(from.folder, name)) };
}
const toldNothing = ({ stdout, stderr }: Ended): void => expect(stdout + stderr).not.toMatch(/canary/i);

/** So many files each have a mistake that is told of, so none was passed over. */
const countIn = ({ stdout }: Ended): number =>
  new Set(stdout.match(/(?<="file":"|"uri": "|::error file=|--> )(file:)?[^",:]+/g)).size;

describe.each(FORMS)('validate %s shows nothing', (form) => {
  const validate = (from: Place, plans: readonly string[]): Promise<Ended> =>
    here(['validate', ...form.split(' '), ...plans], from);

  test('of what is behind a plan', async () => {
    const { at, from, link } = checkout();
    const plans = SECRETS.map(([name, text], index) => {
      at.write(`home/${name}`, text);
      link(`../../home/${name}`, `plans/${index}.yaml`);
      return `plans/${index}.yaml`;
    });
    const ended = await validate(from, plans);
    expect([ended.code, countIn(ended)]).toEqual([3, SECRETS.length]);
    toldNothing(ended);
  });

  type Hide = (at: At, folder: string, name: string, link: (to: string, name: string) => void) => void;
  test.each<[string, Hide]>([
    ['a config', (_at, folder, name, link) => link(`../../home/${name}`, `${folder}/ordo.config.yaml`)],
    [
      'a list',
      (at, folder, name, link) => {
        at.write(`repo/${folder}/ordo.config.yaml`, 'version: 1\n');
        link(`../../home/${name}`, `${folder}/instruments.json`);
      },
    ],
    [
      'a list that the config names',
      (at, folder, name) =>
        void at.write(`repo/${folder}/ordo.config.yaml`, `version: 1\ninstruments: ../../home/${name}\n`),
    ],
    [
      'a list that the config names by its whole path',
      (at, folder, name) =>
        void at.write(`repo/${folder}/ordo.config.yaml`, `version: 1\ninstruments: ${at.folder}/home/${name}\n`),
    ],
  ])('of what is behind %s', async (_, hide) => {
    const { at, from, link } = checkout();
    const plans = SECRETS.map(([name, text], index) => {
      at.write(`home/${name}`, text);
      mkdirSync(join(from.folder, `${index}`));
      hide(at, `${index}`, name, link);
      at.write(`repo/${index}/plan.yaml`, bids('links', 1));
      return `${index}/plan.yaml`;
    });
    const ended = await validate(from, plans);
    expect([ended.code, countIn(ended)]).toEqual([2, SECRETS.length]);
    toldNothing(ended);
  });
});

test.each([
  ['run', 3],
  ['run --execute', 3],
  ['run --live --output ndjson', 3],
  ['status', 3],
  ['settle', 3],
  ['explain', 3],
  ['validate --var none=1', 3],
  ['fmt', 2],
  ['fmt --check', 2],
])('%s shows nothing of what is behind a plan', async (command, code) => {
  const { at, from: bare, link } = checkout();
  // Without an exchange, what needs one is refused before it looks at a plan.
  const from = { ...bare, env: { ...bare.env, ORDO_BASE_URL: 'http://127.0.0.1:9' } };
  link('../../home/secret.yaml', 'plans/plan.yaml');
  for (const [, text] of SECRETS.slice(-3)) {
    at.write('home/secret.yaml', text);
    const ended = await here(
      [...command.split(' '), 'plans/plan.yaml', ...(command === 'explain' ? ['bid-1'] : [])],
      from,
    );
    expect([text, ended.code]).toEqual([text, code]);
    toldNothing(ended);
  }
});

test('a folder on the way may be the link', async () => {
  const { from, link } = checkout('Canary\n');
  link('../home', 'linked');
  for (const name of ['linked/secret.yaml', join(from.folder, 'linked/secret.yaml')]) {
    const ended = await here(['validate', name], from);
    expect(ended.code).toBe(3);
    toldNothing(ended);
  }
});

test('the place and the kind of each mistake are told, and what to do', async () => {
  const { at, from, link } = checkout(bids('a', 1).replace('open-long', 'Canary-long'));
  link('../home/secret.yaml', 'plan.yaml');
  const lines = await here(['validate', 'plan.yaml'], from);
  expect(lines.stdout).toContain(`error[value/word]: an unknown word
 --> plan.yaml:5:24
  = this name leads out of its folder, so nothing of the file is shown: give the
    file’s own name

1 error
`);
  const events = eventsOf(await here(['validate', 'plan.yaml', '--output', 'ndjson'], from));
  expect(ofKind(events, 'diagnostic')).toMatchObject([{ code: 'value/word', file: 'plan.yaml', line: 5, column: 24 }]);
  const sarif = JSON.parse((await here(['validate', 'plan.yaml', '--format', 'sarif'], from)).stdout) as {
    runs: [{ results: { locations: [{ physicalLocation: { region: object } }] }[] }];
  };
  expect(sarif.runs[0].results.map(({ locations }) => locations[0].physicalLocation.region)).toEqual([
    { startLine: 5, startColumn: 24, endLine: 5, endColumn: 35 },
  ]);
  // By its own name it is shown as any other.
  const own = await here(['validate', join(at.folder, 'home/secret.yaml')], from);
  expect(own.stdout).toContain('5 |   - { id: bid-1, side: Canary-long');
});

test('a valid plan, config and list behind such links are gone by', async () => {
  const { at, from, link } = checkout(bids('linked', 2));
  at.write('home/config.yaml', 'version: 1\npolicy: { maxOrders: 1 }\n');
  link('../home/secret.yaml', 'plan.yaml');
  expect((await here(['run', 'plan.yaml'], from)).code).toBe(0);
  expect((await here(['run', 'plan.yaml', '--execute'], from)).code).toBe(0);
  link('../home/config.yaml', 'ordo.config.yaml');
  expect((await here(['run', 'plan.yaml'], from)).code).toBe(4);
});

test('a link within the folder hides nothing', async () => {
  const { at, from, link } = checkout('');
  at.write('repo/plans/real.yaml', 'Canary\n');
  link('plans/real.yaml', 'plan.yaml');
  expect((await here(['validate', 'plan.yaml'], from)).stdout).toContain('1 | Canary');
});
