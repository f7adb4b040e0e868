/** One file of declarations as the compiler writes it: its statements begin at the margin, and nothing else does. */
import { dirname, join } from 'node:path';

/** A name of a file: what the statement that declares it says, its comment included. */
export interface Declared {
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

/** A name that another file has. */
interface Elsewhere {
  readonly file: string;
  readonly name: string;
  /** It stands for a type only. */
  readonly isType: boolean;
}

export interface DeclarationFile {
  readonly declared: ReadonlyMap<string, Declared>;
  /** By the name that it has here; of a package the file is its name. */
  readonly imported: ReadonlyMap<string, Elsewhere>;
  /** By the name under which it is exported on. */
  readonly exported: ReadonlyMap<string, Elsewhere>;
}

const FROM = /^(?:\/\*.*?\*\/ )?(import|export)( type)? \{([^}]*)\} from ["']([^"']+)["'];$/;
const DECLARES = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|function|const|enum) (\w+)/m;

export function readDeclarations(file: string, text: string): DeclarationFile {
  const declared = new Map<string, Declared>();
  const links = { import: new Map<string, Elsewhere>(), export: new Map<string, Elsewhere>() };
  for (const statement of statementsOf(text)) {
    const [, how, type, list = '', from = ''] = FROM.exec(statement.replaceAll(/\s*\n\s*/g, ' ')) ?? [];
    if (how === 'import' || how === 'export') {
      const target = from.startsWith('.') ? join(dirname(file), from).replace(/\.ts$/, '.d.ts') : from;
      for (const [name, as] of namesIn(list)) links[how].set(as, { file: target, name, isType: type !== undefined });
      continue;
    }
    const name = DECLARES.exec(statement)?.[1];
    if (name === undefined) continue;
    const before = declared.get(name);
    const all = before === undefined ? statement : `${before.text}\n${statement}`;
    declared.set(name, { file, name, text: all });
  }
  return { declared, imported: links.import, exported: links.export };
}

/** `[name, the name it is given]` of `type A, B as C`. */
const namesIn = (list: string): [string, string][] =>
  list
    .split(',')
    .map((part) => part.trim().replace(/^type /, ''))
    .filter((part) => part !== '')
    .map((part): [string, string] => {
      const [name = '', as = name] = part.split(' as ');
      return [name, as];
    });

/** A comment goes with what it stands above, be that a statement or a member of a union. */
function statementsOf(text: string): string[] {
  const parts: string[] = [];
  let comment = '';
  for (const line of text.split('\n')) {
    const begins = /^(?:export|declare|interface|type|import|const|abstract|class|function|enum)\b/.test(line);
    if (line.startsWith('/**') && comment === '' && !isOpen(parts.at(-1))) comment = line;
    else if (begins) {
      parts.push(comment === '' || line.startsWith('import') ? line : `${comment}\n${line}`);
      comment = '';
    } else if (comment !== '') comment += `\n${line}`;
    else if (parts.length > 0) parts[parts.length - 1] += `\n${line}`;
  }
  return parts.map((part) => part.trimEnd());
}

/** Whether a statement goes on: an interface or a class ends with its brace, all others with a semicolon. */
function isOpen(statement: string | undefined): boolean {
  if (statement === undefined) return false;
  const hasBody = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|class|enum)\b/m.test(statement);
  return !statement.trimEnd().endsWith(hasBody ? '}' : ';');
}
