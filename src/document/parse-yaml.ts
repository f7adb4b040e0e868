/** Text to content and tree, by the plain reader or, for what it declines, by the YAML library. Besides this file only the layout knows the library. */
import { Composer, CST, Lexer, Parser } from 'yaml';
import type { Document } from 'yaml';
import type { Diagnostic, DiagnosticCode } from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';
import { checkCharacters } from './visible-characters.ts';
import { entryStarts, type TreeNode, type TreePair, type YamlTree } from './locate.ts';
import { readPlainYaml } from './plain-yaml.ts';
import { guard, MAX_DEPTH, MAX_LEXEMES } from './yaml-subset.ts';
import type { GuardLimits } from './yaml-subset.ts';
import type { Refusal, Token } from './yaml-tokens.ts';
import { lineSlip } from './yaml-slips.ts';
import { translate, type YamlComplaint } from './yaml-complaints.ts';

/** None of YAML's own typing: every scalar stays text until ordo's readers type it. */
const TEXT_ONLY = {
  version: '1.2',
  schema: 'failsafe',
  strict: true,
  uniqueKeys: true,
  stringKeys: true,
  merge: false,
  prettyErrors: false,
  logLevel: 'error',
} as const;

const PLAN_LIMITS: GuardLimits = { maxKeys: 200 };

interface ParsedYaml {
  readonly tree?: YamlTree;
  readonly diagnostics: readonly Diagnostic[];
}

/** The parts of a text, at most one more than are read: to cut it takes a fraction of what parsing takes. */
function lexemesOf(text: string): string[] {
  const lexemes: string[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    lexemes.push(lexeme);
    if (lexemes.length > MAX_LEXEMES) break;
  }
  return lexemes;
}

/** The comments of a text in their order, each from its `#`. What is behind a scalar's mark is its text, which may begin with a `#`. */
export const commentsOf = (text: string): string[] =>
  lexemesOf(text).flatMap((lexeme, at, all) =>
    lexeme.startsWith('#') && all[at - 1] !== CST.SCALAR ? [lexeme.trimEnd()] : [],
  );

/** Where they end. Marks that the library puts between them have no character of the text. */
function endOf(lexemes: readonly string[]): number {
  const marks = new Set<string>([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);
  return lexemes.reduce((at, lexeme) => at + (marks.has(lexeme) ? 0 : lexeme.length), 0);
}

/** The concrete syntax tree, or why it is not read to its end: depth and count are bounded while parsing. */
function parse(text: string): { tokens: CST.Token[]; refusal?: Refusal } {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const refuse = (at: number, code: DiagnosticCode, message: string, hint: string): ReturnType<typeof parse> => ({
    tokens,
    refusal: { code, message, hint, start: Math.max(0, at - 1), end: at },
  });
  const lexemes = lexemesOf(text);
  if (lexemes.length > MAX_LEXEMES)
    return refuse(endOf(lexemes), 'yaml/too-many-tokens', 'the file has more in it than is read', 'split the plan');
  let documents = 0;
  for (const lexeme of lexemes) {
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === 'document') documents += 1;
      // The guard refuses these anywhere, so a flood of them is not read to its end.
      if (token.type === 'directive' || documents > 1) return { tokens };
    }
    // The stack holds the document and the scalar besides the collections.
    if (parser.stack.length > MAX_DEPTH + 2) {
      return refuse(
        parser.offset,
        'yaml/too-deep',
        `more than ${MAX_DEPTH} levels of nesting`,
        'write an order as a flat list of keys',
      );
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return { tokens };
}

/** A scalar with its escapes resolved. The composer reports what is wrong with it. */
const textOf = (token: Token): string => CST.resolveAsScalar(token as CST.FlowScalar, true, () => {}).value;

const complaintsOf = (document: Document.Parsed | undefined): readonly YamlComplaint[] =>
  document === undefined ? [] : [...document.errors, ...document.warnings];

const isOddKey = (item: TreeNode | TreePair): boolean =>
  'key' in item && typeof item.key.value === 'string' && /^\s/.test(item.key.value);

const diagnose = (source: SourceFile, refusals: readonly Refusal[]): { diagnostics: Diagnostic[] } => ({
  diagnostics: refusals.map((refusal) => ({ severity: 'error', source, ...refusal })),
});

/** What the parser says as well where a line of the text has a slip of layout. */
const VAGUE: ReadonlySet<DiagnosticCode> = new Set([
  'yaml/alias',
  'yaml/indentation',
  'yaml/missing-colon',
  'yaml/second-colon',
  'yaml/syntax',
  'yaml/tab-indent',
]);

/** A text that cannot be read: by a slip of layout that explains it, or else as the parser sees it. */
function unreadable(source: SourceFile, refusals: readonly Refusal[]): { diagnostics: Diagnostic[] } {
  const isVague = refusals.some(({ code }) => VAGUE.has(code));
  const slip = isVague ? lineSlip(source.text) : undefined;
  return diagnose(source, slip === undefined ? refusals : [slip]);
}

/** A line that other spaces than YAML's begin is read as a key of the document itself. */
function hiddenSlip({ text }: SourceFile, { items = [] }: TreeNode): Refusal | undefined {
  return items.some(isOddKey) ? lineSlip(text) : undefined;
}

/**
 * Reads a text as one YAML document of plain text (docs/contract.md#text).
 * There is a tree exactly when the text is readable; with a key given twice it still is, and the last one counts.
 */
export function parseYaml(source: SourceFile, limits = PLAN_LIMITS): ParsedYaml {
  const isVisible = checkCharacters(source).length === 0;
  const tree = isVisible ? readPlainYaml(source.text, limits.maxKeys) : undefined;
  return tree === undefined ? parseByLibrary(source, limits) : { tree, diagnostics: [] };
}

/** The same by the library alone, whose ranges take in the comments and lines behind a block. */
export function parseByLibrary(source: SourceFile, limits = PLAN_LIMITS): ParsedYaml {
  const invisible = checkCharacters(source);
  if (invisible.length > 0) return { diagnostics: invisible };
  const { tokens, refusal } = parse(source.text);
  if (refusal !== undefined) return diagnose(source, [refusal]);
  const refused = guard(tokens, limits, textOf, source.text);
  if (refused.length > 0) return unreadable(source, refused);

  const [document] = new Composer(TEXT_ONLY).compose(tokens, true, source.text.length) as Iterable<Document.Parsed>;
  const root: TreeNode | null = document?.contents ?? null;
  const { fatal, duplicates } = translate(complaintsOf(document), source, root);
  if (fatal !== undefined) return unreadable(source, [fatal]);
  if (document === undefined || root === null || root.value === '') {
    return diagnose(source, [
      { code: 'text/empty', message: 'the file has no content', start: 0, end: 0, hint: 'begin with `version: 1`' },
    ]);
  }
  const slip = hiddenSlip(source, root);
  if (slip !== undefined) return diagnose(source, [slip]);
  const content: unknown = document.toJS({ maxAliasCount: 0 });
  return { tree: { content, root, entryStarts: (key) => entryStarts(root, key) }, ...diagnose(source, duplicates) };
}
