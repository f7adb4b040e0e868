/** `ordo validate --format`: what CI reads, of real files with names that need escaping. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VERSION } from '../../src/version.ts';
import { here } from '../support/here.ts';
import { bids, eventsOf, ofKind, place } from '../../proofs/support/ordo.ts';

let at: ReturnType<typeof place>;
beforeEach(() => {
  at = place();
});
afterEach(() => at.remove());

const GOOD = 'gut, größer.yaml';
const BAD = 'a plan, 100% 原油.yaml';

/** A plan that deserves not even a warning. */
const closing = (name: string): string => bids(name, 1).replace('open-long', 'close-long');

/** A plan with one mistake, on line 5 (`open-lung`), in a folder of its own. */
function plans(): string[] {
  mkdirSync(join(at.folder, 'my plans'));
  at.write(`my plans/${GOOD}`, closing('good'));
  at.write(`my plans/${BAD}`, bids('bad', 1).replace('open-long', 'open-lung'));
  return [`my plans/${GOOD}`, `my plans/${BAD}`];
}

interface Sarif {
  readonly $schema: string;
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { name: string; version: string; rules: readonly { id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: { artifactLocation: { uri: string }; region: Record<string, number> };
      }[];
    }[];
  }[];
}

const sarifOf = (stdout: string): Sarif['runs'][number] =>
  (JSON.parse(stdout) as Sarif).runs[0] as Sarif['runs'][number];

describe('validate --format github', () => {
  test('tells each mistake as a command, then what people read', async () => {
    const { code, stdout, stderr } = await here(['validate', ...plans(), '--format', 'github'], at);
    expect(code).toBe(3);
    expect(stderr).toBe('');
    const [valid, command, count, end] = stdout.split('\n');
    expect(valid).toBe(`my plans/${GOOD}: good, generation 1: 1 order, valid`);
    expect(command).toMatch(
      /^::error file=my plans\/a plan%2C 100%25 原油\.yaml,line=5,col=24,endLine=5,endColumn=33,title=value\/word::`side` cannot be `open-lung`%0A= /,
    );
    expect([count, end]).toEqual(['1 error', '']);
  });

  test('names a plan from the folder of the command however it was named', async () => {
    const [, bad] = plans();
    const { stdout } = await here(['validate', join(at.folder, bad as string), '--format', 'github'], at);
    expect(stdout).toMatch(/^::error file=my plans\/a plan/);
    const inside = { ...at, folder: join(at.folder, 'my plans') };
    expect((await here(['validate', `./${BAD}`, '--format', 'github'], inside)).stdout).toMatch(
      /^::error file=a plan%2C/,
    );
    mkdirSync(join(at.folder, 'elsewhere'));
    const outside = await here(['validate', `../my plans/${BAD}`, '--format', 'github'], {
      ...at,
      folder: join(at.folder, 'elsewhere'),
    });
    expect(outside.stdout).toContain(`file=${at.folder}/my plans/a plan%2C`);
  });

  test('tells the mistake of a config that plans share once, and its exit code', async () => {
    const paths = plans();
    at.write('my plans/ordo.config.yaml', 'version: 1\nexchange: { baseUrl: ftp://x }\n');
    const { code, stdout } = await here(['validate', ...paths, '--format', 'github'], at);
    expect(code).toBe(2);
    expect(stdout.match(/^::.*$/gm)).toEqual([
      expect.stringMatching(/^::error file=my plans\/ordo\.config\.yaml,line=2,.*title=config\/base-url::/) as string,
    ]);
  });

  test('tells a warning as one, and lets the plan be valid', async () => {
    at.write('doge.yaml', closing('doge').replace('cmt_btcusdt', 'cmt_nosuchusdt'));
    const { code, stdout } = await here(['validate', 'doge.yaml', '--format', 'github'], at);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^::warning file=doge\.yaml,.*\n1 warning\ndoge\.yaml: doge, generation 1: 1 order, valid\n$/,
    );
  });

  test('takes no name of a file for a command', async () => {
    const name = '::error::a\u001b[31m\n##[error]b.yaml';
    at.write(name, closing('good'));
    const { stdout } = await here(['validate', '--format', 'github', '--', name], at);
    expect(stdout).toBe(': :error: :a\\e[31m\\n## [error]b.yaml: good, generation 1: 1 order, valid\n');
  });
});

describe('validate --format sarif', () => {
  test('is one document for all plans, and nothing else', async () => {
    const { code, stdout, stderr } = await here(['validate', ...plans(), '--format', 'sarif'], at);
    expect(code).toBe(3);
    expect(stderr).toBe('');
    const { version, runs } = JSON.parse(stdout) as Sarif;
    expect([version, runs.length]).toEqual(['2.1.0', 1]);
    const { tool, results } = sarifOf(stdout);
    expect([tool.driver.name, tool.driver.version]).toEqual(['ordo', VERSION]);
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(['value/word']);
    expect(results).toHaveLength(1);
    const [result] = results;
    expect(result).toMatchObject({ ruleId: 'value/word', ruleIndex: 0, level: 'error' });
    const spot = result?.locations[0]?.physicalLocation;
    expect(spot?.region).toEqual({ startLine: 5, startColumn: 24, endLine: 5, endColumn: 33 });
    expect(spot?.artifactLocation.uri).toBe('my%20plans/a%20plan%2C%20100%25%20%E5%8E%9F%E6%B2%B9.yaml');
  });

  test('tells the mistake of a config that plans share once, and its exit code', async () => {
    const paths = plans();
    at.write('my plans/ordo.config.yaml', 'version: 1\nexchange: { baseUrl: ftp://x }\n');
    const { code, stdout } = await here(['validate', ...paths, '--format', 'sarif'], at);
    expect(code).toBe(2);
    const { results } = sarifOf(stdout);
    expect(results.map(({ ruleId }) => ruleId)).toEqual(['config/base-url']);
    expect(results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe('my%20plans/ordo.config.yaml');
  });

  test('of a plan that is not there tells so, and of the others what it would', async () => {
    const missing = 'no “such” plan.yaml';
    const { code, stdout, stderr } = await here(['validate', missing, ...plans(), '--format', 'sarif'], at);
    expect(code).toBe(2);
    expect(stderr).toBe(`ordo: the plan ${missing} cannot be read: there is no such file\n`);
    const run = (JSON.parse(stdout) as { runs: Record<string, unknown>[] }).runs[0];
    expect(run?.['results']).toHaveLength(1);
    expect(run?.['invocations']).toEqual([
      {
        executionSuccessful: false,
        exitCode: 2,
        toolExecutionNotifications: [
          {
            level: 'error',
            message: { text: `the plan ${missing} cannot be read: there is no such file` },
            locations: [{ physicalLocation: { artifactLocation: { uri: encodeURIComponent(missing) } } }],
          },
        ],
      },
    ]);
  });

  test('of valid plans has no results and exits 0', async () => {
    at.write('good.yaml', closing('good'));
    const { code, stdout } = await here(['validate', 'good.yaml', '--format', 'sarif'], at);
    expect(code).toBe(0);
    expect(sarifOf(stdout).results).toEqual([]);
  });
});

describe('validate', () => {
  test('judges the other plans where one cannot be read, and tells what they share once', async () => {
    const [good, bad] = plans() as [string, string];
    const one = await here(['validate', 'gone.yaml', bad, 'x'.repeat(300), good], at);
    expect(one.code).toBe(2);
    expect(one.stdout).toContain('1 order, valid');
    expect(one.stdout).toContain('value/word');
    expect(one.stderr).toMatch(
      /^ordo: the plan gone\.yaml cannot be read: there is no such file\nordo: the plan x+ cannot be read: its name is too long\n$/,
    );
    const shared = await here(['validate', good, bad, '--config', 'gone.yaml'], at);
    expect([shared.code, shared.stderr.match(/gone\.yaml/g)]).toEqual([2, ['gone.yaml']]);
  });

  test('refuses one name and generation in two files of an account, at the name, whatever else is wrong', async () => {
    at.write('first.yaml', closing('grid'));
    at.write('copy.yaml', closing('"grid" # a copy'));
    at.write('later.yaml', closing('grid').replace('version: 1', 'version: 1\ngeneration: 2'));
    at.write('broken.yaml', closing('grid').replace('close-long', 'close-lung'));
    symlinkSync('first.yaml', join(at.folder, 'link.yaml'));
    mkdirSync(join(at.folder, 'eth'));
    at.write('eth/ordo.config.yaml', 'version: 1\nexchange: { account: eth }\n');
    at.write('eth/first.yaml', closing('grid'));
    const fine = ['first.yaml', './first.yaml', 'link.yaml', 'later.yaml', 'eth/first.yaml'];
    expect(await here(['validate', ...fine], at)).toMatchObject({ code: 0 });
    const { code, stdout } = await here(['validate', 'first.yaml', 'copy.yaml', 'broken.yaml'], at);
    expect(code).toBe(3);
    expect(stdout).toContain('first.yaml: grid, generation 1: 1 order, valid\n');
    expect(stdout).toContain(
      'error[plan/name-taken]: `grid`, generation 1, is the name of `first.yaml` too\n --> copy.yaml:2:8\n',
    );
    expect(stdout).toContain(' --> broken.yaml:2:7\n');
    expect(stdout).toContain('2 of 3 plans are invalid\n');
    const events = ofKind(
      eventsOf(await here(['validate', 'first.yaml', 'copy.yaml', '--output', 'ndjson'], at)),
      'diagnostic',
    );
    expect(events.map((event) => event.code)).toEqual(['plan/name-taken']);
    expect(
      sarifOf((await here(['validate', 'first.yaml', 'copy.yaml', '--format', 'sarif'], at)).stdout).results,
    ).toHaveLength(1);
  });

  test('ends what it says of each of several plans with its name and a blank line', async () => {
    const [good, bad] = plans() as [string, string];
    at.write('warned.yaml', bids('warned', 1));
    const { stdout } = await here(['validate', bad, 'warned.yaml', good], at);
    expect(stdout).toContain(`\nmy plans/${BAD}: 1 error\n\nwarning[`);
    expect(stdout).toContain('\nwarned.yaml: warned, generation 1: 1 order, valid\n\n');
    expect(stdout.endsWith(`\n\nmy plans/${GOOD}: good, generation 1: 1 order, valid\n1 of 3 plans is invalid\n`)).toBe(
      true,
    );
  });

  test('--format lines is what it says without', async () => {
    const paths = plans();
    const [plain, asked] = [
      await here(['validate', ...paths], at),
      await here(['validate', ...paths, '--format', 'lines'], at),
    ];
    expect(asked).toEqual(plain);
    expect(plain.stdout).toContain(`--> my plans/${BAD}:5:24`);
  });

  test('--output ndjson is events, as ever', async () => {
    const ended = await here(['validate', ...plans(), '--output', 'ndjson'], at);
    expect(ended.code).toBe(3);
    expect(ofKind(eventsOf(ended), 'diagnostic').map(({ code }) => code)).toEqual(['value/word']);
  });

  test.each([
    [['--format', 'sarif', '--output', 'lines'], '--output'],
    [['--format', 'sarf'], 'write --format sarif'],
    [['--format', 'ndjson'], '--output ndjson'],
    [['--format'], 'write --format lines|github|sarif'],
  ])('%j is exit 2 and says what to write', async (options, words) => {
    const { code, stdout, stderr } = await here(['validate', ...plans(), ...options], at);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });
});

describe('validate --quiet', () => {
  test('says nothing of a valid plan, nor its warnings', async () => {
    at.write('plan.yaml', bids('loud', 2));
    expect((await here(['validate', 'plan.yaml'], at)).stdout).toContain('warning');
    for (const args of [['plan.yaml'], ['.'], ['plan.yaml', 'plan.yaml']])
      expect(await here(['validate', '--quiet', ...args], at)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test('says all of a plan that is not valid, and how many are not', async () => {
    const { code, stdout } = await here(['validate', ...plans(), '--quiet'], at);
    const loud = await here(['validate', `my plans/${GOOD}`, `my plans/${BAD}`], at);
    expect(code).toBe(3);
    expect(stdout).toBe(loud.stdout.slice(loud.stdout.indexOf('error[')));
    expect(stdout).toContain('1 of 2 plans is invalid');
  });

  test('is refused beside a form for programs', async () => {
    const named = plans();
    for (const form of [
      ['--format', 'sarif'],
      ['--output', 'ndjson'],
    ]) {
      const { code, stderr } = await here(['validate', ...named, '--quiet', ...form], at);
      expect([code, stderr]).toEqual([2, expect.stringContaining('--quiet is for people')]);
    }
  });
});
