/** `ordo mcp` under random calls: it opens no socket, starts no program, and writes nothing but new files below the folder of proposals. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { proofOf, prove, type ProofOptions } from '../proof.ts';
import { Random } from '../random.ts';
import { CLI, place, type Place } from '../support/ordo.ts';

const NO_SOCKETS = new URL('no-sockets.ts', import.meta.url).pathname;
const GOOD =
  'version: 1\nname: good\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { id: a, side: open-long, size: 0.01, price: 60000 }\n';
const TOOLS = ['validate', 'dry_run', 'explain', 'diff', 'status', 'propose', 'run', '__proto__', 'constructor'];
const NAMES = ['plan', 'order', 'before', 'after', 'file', 'live', 'output', '--execute', '__proto__'];
const TEXTS = [
  'good.yaml',
  'other.yaml',
  'bad.yaml',
  './good.yaml',
  'link.yaml',
  'folder-link/secret.yaml',
  '../secret.yaml',
  '../ordo.config.yaml',
  '/etc/passwd',
  '..',
  '',
  '.',
  '--execute',
  '--refresh',
  '--live',
  'HEAD:good.yaml',
  'a',
  'new.yaml',
  'ordo.config.yaml',
  '../new.yaml',
  'x/new.yaml',
  '-',
  'good.yaml\u0000',
  '\n',
  'NaN',
  '😀.yaml',
  GOOD,
  GOOD.replace('good', 'proposed'),
  `${GOOD}  - 1\n`,
  'a: &a [*a]',
  'x'.repeat(70_000),
];

/** A desk of plans with an exchange that nobody serves, a journal that is empty, and what must not be read. */
export function mcpDesk(): ReturnType<typeof place> {
  const at = place('http://127.0.0.1:9');
  for (const folder of ['plans', 'proposals', 'outside', 'state']) mkdirSync(join(at.folder, folder));
  at.write('ordo.config.yaml', 'version: 1\nexchange: { keysCommand: [./keys] }\nnotify: [./notify]\n');
  at.write('secret.yaml', `${GOOD}# CANARY-SECRET\n`);
  at.write('outside/secret.yaml', `${GOOD}# CANARY-SECRET\n`);
  at.write('plans/good.yaml', GOOD);
  at.write('plans/other.yaml', GOOD.replace('60000', '61000'));
  at.write('plans/bad.yaml', 'version: 1\norders: 7\n');
  symlinkSync('../secret.yaml', join(at.folder, 'plans', 'link.yaml'));
  symlinkSync('../outside', join(at.folder, 'plans', 'folder-link'));
  return at;
}

export interface Served {
  readonly code: number | null;
  readonly answers: readonly {
    readonly id: unknown;
    readonly result?: Record<string, unknown>;
    readonly error?: { readonly code: number };
  }[];
  readonly stdout: string;
  readonly stderr: string;
}

/** The built command with these lines on its stdin, where no socket can be opened. */
export function serve({ folder, env }: Place, lines: readonly string[]): Served {
  const args = ['--import', NO_SOCKETS, CLI, 'mcp', '--plans', 'plans', '--proposals', 'proposals'];
  const {
    status: code,
    stdout,
    stderr,
  } = spawnSync(process.execPath, args, {
    cwd: folder,
    env,
    input: `${lines.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const answers = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Served['answers'][number]);
  return { code, answers, stdout, stderr };
}

/** Every file but the proposals, with its bytes. */
export const filesBut = ({ folder }: Place): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('proposals/') && lstatSync(join(folder, name)).isFile())
    .toSorted()
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}`,
    )
    .join('\n');

function randomLine(drawn: Random, id: number): string {
  const random = (): number => drawn.next();
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const value = (): unknown => (random() < 0.85 ? pick(TEXTS) : pick<unknown>([true, false, 1, null, [], {}, -1e99]));
  const named = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, value()]));
  const apt: Record<string, () => object> = {
    explain: () => named(['plan', 'order']),
    diff: () => named(['before', 'after']),
    propose: () => ({ file: random() < 0.5 ? `p${Math.floor(random() * 50)}.yaml` : value(), plan: value() }),
  };
  const name = pick(TOOLS);
  const given =
    random() < 0.8 ? (Object.hasOwn(apt, name) ? apt[name]?.() : named(['plan'])) : named([pick(NAMES), pick(NAMES)]);
  if (random() < 0.03) return pick(['{', '[]', 'null', '7', '{"id":1}', '{"method":3,"id":2}', '\u0000']);
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: random() < 0.97 ? 'tools/call' : pick(['ping', 'tools/list', 'sampling/x']),
    params: { name, arguments: given },
  });
}

export const fuzzMcp = proofOf<ProofOptions>(
  'mcp',
  ['calls', 'answers', 'proposals', 'sockets and programs opened'],
  ({ runs, seed }, found) => {
    const random = new Random(seed);
    const at = mcpDesk();
    try {
      const before = filesBut(at);
      const lines = Array.from({ length: runs }, (_, id) => randomLine(random, id));
      const { code, answers, stdout, stderr } = serve(at, lines);
      const where = `seed ${seed}`;
      found.count('calls', runs);
      found.count('answers', answers.length);
      found.count('proposals', readdirSync(join(at.folder, 'proposals')).length);
      found.hold(code === 0, where, `exit ${code}: ${stderr.slice(0, 200)}`);
      found.hold(answers.length === runs, where, `${runs} calls have ${answers.length} answers`);
      const opened = stderr.split('OPENED').length - 1;
      found.count('sockets and programs opened', opened);
      found.hold(opened === 0, where, stderr.slice(0, 200));
      found.hold(filesBut(at) === before, where, 'a file was changed or made elsewhere');
      found.hold(!stdout.includes('CANARY-SECRET'), where, 'a file outside of the folder of plans was read');
      found.hold(!stdout.includes('a bug of ordo'), where, `a bug: ${/a bug of ordo[^"]{0,100}/.exec(stdout)?.[0]}`);
      found.hold(!/"approval/.test(stdout.replaceAll('\\"', '"')), where, 'an approval code was told');
    } finally {
      at.remove();
    }
    return Promise.resolve();
  },
);

if (import.meta.main) await prove({ runs: 10_000 }, fuzzMcp);
