import { describe, expect, test } from 'vitest';
import { checkArchitecture, circles, importsOf, violations } from '../scripts/architecture/check.ts';

describe('the house', () => {
  test('every import in src is one the table of layers allows, and none leads back', () => {
    expect(checkArchitecture()).toEqual([]);
  });

  test.each([
    ['model/order.ts', "import { readFileSync } from 'node:fs';"],
    ['compile/wire.ts', "import ky from 'ky';"],
    ['compile/wire.ts', "import { sign } from '../exchange/keys/sign.ts';"],
    ['paper/server.ts', "import type { Row } from '../exchange/answers/classify.ts';"],
    ['plan/load-plan.ts', "export { x } from '../ledger/sqlite/sqlite-journal.ts';"],
    ['session/executor.ts', "const { default: ky } = await import('ky');"],
    ['report/run/run-lines.ts', "import '../../ui/run-screen.tsx';"],
    ['commands/run/run.ts', "import { HttpExchange } from '../../exchange/send/http-exchange.ts';"],
    ['commands/run/run.ts', "await import('../../watch/file-watcher.ts')"],
    ['attic/box.ts', ''],
    // A file of the same name in a folder below has no share in what its namesake may.
    ['plan/deep/parse-yaml.ts', "import { parseDocument } from 'yaml';"],
  ])('%s may not have: %s', (file, text) => {
    expect(violations(file, text)).not.toEqual([]);
  });

  test('every kind of import is seen, and comments are not', () => {
    const text = `import a from 'a';\nimport type { B } from "b";\nexport * from 'c';\nawait import('d');\nimport 'e';\nimport {\n  f,\n} from 'f';\n// import 'g'\n/* from 'h' */`;
    expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  test('a circle is found, be it of types and through several files', () => {
    const files = new Map([
      ['src/a.ts', "import type { B } from './room/b.ts';"],
      ['src/room/b.ts', "const c = await import('../c.ts');"],
      ['src/c.ts', "export { a } from './a.ts';\nimport './d.ts';"],
      ['src/d.ts', "import 'yaml';"],
    ]);
    expect(circles(files)).toEqual(['src/a.ts → src/room/b.ts → src/c.ts → src/a.ts: a circle of imports']);
    files.delete('src/c.ts');
    expect(circles(files)).toEqual([]);
  });
});
