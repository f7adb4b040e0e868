import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bids, EXAMPLES, ordo, place } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';

const COMMANDS = [
  'run',
  'validate',
  'fmt',
  'status',
  'settle',
  'instruments',
  'exchange',
  'schema',
  'init',
  'completion',
];

let at: ReturnType<typeof place>;
beforeEach(() => {
  at = place();
});
afterEach(() => at.remove());

describe('help', () => {
  test('the overview names every command and every exit code', async () => {
    const { code, stdout } = await ordo(['--help'], at);
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(stdout).toContain(`ordo ${command}`);
    for (const exit of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 130, 143])
      expect(stdout).toMatch(new RegExp(`\\b${exit}\\b`));
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test.each(COMMANDS)('%s explains itself with examples', async (command) => {
    const { code, stdout } = await here([command, '--help'], at);
    expect(code).toBe(0);
    expect(stdout).toContain('Examples');
  });
});

describe('schema', () => {
  test.each(['plan', 'config', 'instruments', 'account', 'event', 'reviewed'])(
    '%s is the file, and a JSON Schema that ajv takes',
    async (name) => {
      const { stdout } = await here(['schema', name], at);
      expect(stdout).toBe(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8'));
      // What only editors read: annotations of the YAML language server.
      const ajv = new Ajv2020({ strict: true, allowUnionTypes: true }).addVocabulary([
        'defaultSnippets',
        'enumDescriptions',
      ]);
      expect(() => ajv.compile(JSON.parse(stdout) as object)).not.toThrow();
    },
  );
});

describe('validate', () => {
  test('the worst of several plans decides, and each is judged', async () => {
    const bad = at.write('bad.yaml', bids('bad', 2).replace('open-long', 'open-lung'));
    const { code, stdout } = await ordo(['validate', `${EXAMPLES}01-quickstart.yaml`, bad], at);
    expect(code).toBe(3);
    expect(stdout).toContain('btc-breakout');
    expect(stdout).toMatch(/bad\.yaml:5:\d+/);
  });
});
