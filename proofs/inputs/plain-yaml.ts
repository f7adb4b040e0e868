/**
 * The reader of plain YAML against the library: what the reader takes, the library must take without a complaint, with the same
 * content, the same places of every key and value, and the same lines of every list below the root. What it declines, the library
 * reads anyway.
 */
import { isDeepStrictEqual } from 'node:util';
import { Lexer } from 'yaml';
import { locate, type Path, type YamlTree } from '../../src/document/locate.ts';
import { parseByLibrary } from '../../src/document/parse-yaml.ts';
import { readPlainYaml } from '../../src/document/plain-yaml.ts';
import { checkCharacters } from '../../src/document/visible-characters.ts';
import { MAX_LEXEMES } from '../../src/document/yaml-subset.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { proofOf, prove, type Findings, type ProofOptions } from '../proof.ts';
import { plainText } from './plain-texts.ts';

const MAX_KEYS = 200;
const COUNTED = ['texts', 'taken', 'places compared', 'too long for both'];

const plainYaml = proofOf('plain-yaml', COUNTED, ({ runs, seed }: ProofOptions, found) => {
  for (let number = 0; number < runs; number++) {
    const text = plainText(seed, number);
    found.count('texts');
    const wrong = differenceIn(text, found);
    found.hold(
      wrong === undefined,
      `text ${number} of seed ${seed}, ${JSON.stringify(text.slice(0, 400))}`,
      wrong ?? '',
    );
  }
  for (const line of LONG) {
    found.count('too long for both');
    found.hold(!takesTooMuch(line), JSON.stringify(line), 'taken with more parts than are read');
  }
  return Promise.resolve();
});

/** What differs between the two readers, if the plain one takes the text. */
export function differenceIn(text: string, found?: Findings): string | undefined {
  const source = new SourceFile('plan.yaml', text);
  // Neither reads what cannot be seen.
  const plain = checkCharacters(source).length > 0 ? undefined : readPlainYaml(text, MAX_KEYS);
  if (plain === undefined) return undefined;
  found?.count('taken');
  const { tree, diagnostics } = parseByLibrary(source);
  if (tree === undefined || diagnostics.length > 0) return `the library says ${diagnostics[0]?.message ?? 'nothing'}`;
  if (!isDeepStrictEqual(plain.content, tree.content)) {
    return `is ${JSON.stringify(plain.content)} and to the library ${JSON.stringify(tree.content)}`;
  }
  for (const path of pathsOf(tree.content)) {
    found?.count('places compared');
    for (const place of [{ path }, { path, part: 'key' as const }]) {
      if (!isDeepStrictEqual(locate(plain.root, place), locate(tree.root, place)))
        return `has another place for ${JSON.stringify(path)}`;
    }
  }
  const key = startsThatDiffer(plain, tree);
  return key === undefined ? undefined : `has other lines for the entries of ${key}`;
}

function* pathsOf(content: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (typeof content !== 'object' || content === null) return;
  const isList = Array.isArray(content);
  for (const [key, value] of Object.entries(content)) yield* pathsOf(value, [...path, isList ? Number(key) : key]);
}

function startsThatDiffer(plain: YamlTree, tree: YamlTree): string | undefined {
  const lists = Object.entries(tree.content as object).filter(([, value]) => Array.isArray(value));
  return lists.find(([key]) => !isDeepStrictEqual(plain.entryStarts(key), tree.entryStarts(key)))?.[0];
}

/** Lines of every kind, each of which makes a text too long for the library once there are enough of them. */
const LONG = [
  '- a',
  '-  "a" # x',
  '# x',
  '  ',
  '- {  a:  "b" ,  c:  d  }  # x',
  '- [  a  ,  "b"  ]',
  '- a: b\n  c: "d" # x\n  e:\n    f: [ {} ]',
];

function partsOf(text: string): number {
  let parts = 0;
  for (const _ of new Lexer().lex(text)) parts += 1;
  return parts;
}

/** Whether the reader takes just as many such lines that the library has more parts to read than it is let. */
export function takesTooMuch(line: string): boolean {
  const lines = (count: number): string => `orders:\n${`${line}\n`.repeat(count)}`;
  const each = (partsOf(lines(20)) - partsOf(lines(10))) / 10;
  return readPlainYaml(lines(Math.ceil((MAX_LEXEMES + 1) / each)), MAX_KEYS) !== undefined;
}

if (import.meta.main) await prove({ runs: 1_000_000 }, plainYaml);
