/**
 * Diagnostics as one SARIF 2.1.0 document, for GitHub's code scanning and other readers. Columns count UTF-16 code units, as
 * the offsets of a diagnostic do and as the document declares; the end is the place after the last character.
 *
 * A plain message of SARIF may hold placeholders, `{0}`, and links, `[text](target)`. We write neither, and a space keeps a
 * plan's text from turning into one. SARIF wants every brace doubled, but readers show both braces where a message has no
 * arguments, and ours have none.
 */
import { safeText } from '../../model/safe-text.ts';
import { catalogue, type CatalogueEntry } from '../../source/catalogue.ts';
import type { Diagnostic, DiagnosticCode, Severity } from '../../source/diagnostic.ts';
import type { SourceFile } from '../../source/source-file.ts';
import { withoutHiddenText } from '../../source/hidden-text.ts';
import { disarmedJson } from '../text/edge.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

interface Text {
  readonly text: string;
}

interface Location {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: Readonly<Record<'startLine' | 'startColumn' | 'endLine' | 'endColumn', number>>;
  };
  readonly message?: Text;
}

interface Rule {
  readonly id: DiagnosticCode;
  readonly name: string;
  readonly shortDescription: Text;
  readonly fullDescription: Text;
  readonly help: Text;
  readonly defaultConfiguration: { readonly level: Severity };
}

const plain = (...sentences: readonly string[]): Text => ({
  text: sentences
    .map((one) => safeText(one, Infinity).replaceAll(/\{(?=\d+\})|\](?=\()/g, (sign) => `${sign} `))
    .join('\n'),
});

/** The URI of a path with forward slashes: relative, or of the scheme `file` if the path is absolute. */
function uriOf(path: string): string {
  const encoded = path.toWellFormed().split('/').map(encodeURIComponent).join('/');
  const isAbsolute = path.startsWith('/') || /^[A-Za-z]:\//.test(path);
  return isAbsolute ? `file://${encoded.startsWith('/') ? '' : '/'}${encoded}` : encoded;
}

function place(source: SourceFile, offset: number): { line: number; column: number } {
  const at = Math.min(offset, source.text.length);
  const line = source.lineAt(at);
  return { line, column: at - source.lineStart(line) + 1 };
}

function locationOf(source: SourceFile, start: number, end: number, uri: string): Location {
  const from = place(source, start);
  const to = place(source, end);
  return {
    physicalLocation: {
      artifactLocation: { uri },
      region: { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column },
    },
  };
}

/** `order/off-tick` to `OrderOffTick`. */
const nameOf = (code: string): string =>
  code.replaceAll(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase());

function ruleOf(code: DiagnosticCode, level: Severity): Rule {
  const { title, meaning, fix } = catalogue.find((entry) => entry.code === code) as CatalogueEntry;
  return {
    id: code,
    name: nameOf(code),
    shortDescription: plain(title),
    fullDescription: plain(meaning),
    help: plain(fix),
    defaultConfiguration: { level },
  };
}

/** Why a file could not be judged; it belongs to the run, not to a line. */
export interface Failure {
  /** The file's name, as its source spells it. */
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
}

/** Empty if every file was judged. */
function invocationOf(failures: readonly Failure[], pathOf: (name: string) => string, exitCode: number): object {
  if (failures.length === 0) return {};
  const toolExecutionNotifications = failures.map(({ path, message, hint }) => ({
    level: 'error',
    message: hint === undefined ? plain(message) : plain(message, hint),
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(pathOf(path)) } } }],
  }));
  return { invocations: [{ executionSuccessful: false, exitCode, toolExecutionNotifications }] };
}

/**
 * The whole document. `pathOf` turns the name of a source into its path from the folder of the checkout, with forward
 * slashes; only the rules that were broken are described, in the order in which they occur.
 */
export function sarifDocument(
  diagnostics: readonly Diagnostic[],
  version: string,
  pathOf: (name: string) => string,
  failed: { readonly failures: readonly Failure[]; readonly exitCode: number } = { failures: [], exitCode: 0 },
): string {
  const codes = [...new Set(diagnostics.map((one) => one.code))];
  const levelOf = (code: DiagnosticCode): Severity =>
    diagnostics.some((one) => one.code === code && one.severity === 'error') ? 'error' : 'warning';
  const results = diagnostics.map((found) => {
    const { code, severity, message, hint, source, start, end, related = [] } = withoutHiddenText(found);
    const uri = uriOf(pathOf(source.path));
    return {
      ruleId: code,
      ruleIndex: codes.indexOf(code),
      level: severity,
      message: hint === undefined ? plain(message) : plain(message, hint),
      locations: [locationOf(source, start, end, uri)],
      ...(related.length > 0 && {
        relatedLocations: related.map((other, id) => {
          const { physicalLocation } = locationOf(source, other.start, other.end, uri);
          return { id, physicalLocation, message: plain(other.message) };
        }),
      }),
    };
  });
  const rules = codes.map((code) => ruleOf(code, levelOf(code)));
  const tool = { driver: { name: 'ordo', version, rules } };
  const invocation = invocationOf(failed.failures, pathOf, failed.exitCode);
  const run = { tool, ...invocation, columnKind: 'utf16CodeUnits', results };
  return `${disarmedJson(JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, undefined, 2))}\n`;
}
