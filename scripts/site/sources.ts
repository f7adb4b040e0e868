/** The pages of the repository, and where each is on the site. Whole pages are taken as they stand; two lists become a page an entry. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { anchorsOf, withLinks } from './markdown.ts';

export interface Site {
  /** By their paths on the site: `operating.md`. */
  readonly pages: ReadonlyMap<string, string>;
  /** Copied as they are, by their paths on the site, from paths of the repository. */
  readonly files: ReadonlyMap<string, string>;
  /** Links that lead nowhere, each with its place and what it says. */
  readonly faults: readonly string[];
}

/** Beside `docs/`. */
const MORE: Readonly<Record<string, string>> = {
  'README.md': 'index.md',
  'CONTRIBUTING.md': 'contributing.md',
  'CHANGELOG.md': 'changelog.md',
  'bench/README.md': 'benchmarks.md',
};
const DIAGNOSTICS = 'docs/diagnostics.md';
const PICTURE = /\.(?:svg|png)$/;
const NO_PAGE = '---\nsearch: false\n---\n\n';
/** A language that the highlighter knows by another name than the file's ending. */
const LANGUAGES: Readonly<Record<string, string>> = {
  service: 'ini',
  timer: 'ini',
  Dockerfile: 'docker',
  csv: 'text',
  txt: 'text',
};

export function readSite(root: string): Site {
  return new Sources(root).site();
}

class Sources {
  readonly #root: string;
  readonly #pages = new Map<string, string>();
  readonly #files = new Map<string, string>();
  readonly #faults: string[] = [];
  /** Where each page of the repository is on the site. */
  readonly #places = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  site(): Site {
    for (const [source, place] of [...this.#docs(), ...Object.entries(MORE)]) this.#places.set(source, place);
    for (const [source, place] of this.#places) this.#pages.set(place, this.#page(source));
    this.#pages.set('decisions/index.md', this.#decisions());
    this.#eachDiagnostic();
    this.#eachRefusal();
    return { pages: this.#pages, files: this.#files, faults: this.#faults };
  }

  #read(source: string): string {
    return readFileSync(join(this.#root, source), 'utf8');
  }

  #docs(): [string, string][] {
    return readdirSync(join(this.#root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .toSorted()
      .map((name) => [`docs/${name}`, name]);
  }

  #page(source: string): string {
    const text = this.#read(source).replaceAll(/^<!--[^]*?-->\n+/gm, '');
    return withLinks(text, ({ to }) => this.#linked(to, source));
  }

  /** Where a link leads on the site, from the root on. */
  #linked(to: string, source: string): string {
    if (/^[a-z]+:/.test(to)) return to;
    const [path = '', anchor] = to.split('#');
    const target = path === '' ? source : normalize(join(dirname(source), path)).replace(/\/$/, '');
    if (!existsSync(join(this.#root, target))) return this.#nowhere(to, source, 'there is no such file');
    if (anchor !== undefined && target.endsWith('.md') && !anchorsOf(this.#read(target)).has(anchor))
      return this.#nowhere(to, source, `${target} has no such heading`);
    return path === '' ? `#${anchor}` : this.#placeOf(target, anchor);
  }

  #placeOf(target: string, anchor: string | undefined): string {
    // The list keeps its groups, each under the heading of its own.
    if (target === DIAGNOSTICS && anchor !== undefined)
      return this.#read(target).includes(`<a id="${anchor}">`) ? `/diagnostics/${anchor}.md` : '/diagnostics.md';
    const place = this.#places.get(target);
    if (place !== undefined) return `/${place}${anchor === undefined ? '' : `#${anchor}`}`;
    if (target === 'docs/decisions') return '/decisions/index.md';
    return PICTURE.test(target) ? this.#picture(target) : `/${this.#shown(target)}`;
  }

  #nowhere(to: string, source: string, why: string): string {
    const lines = this.#read(source).split('\n');
    const at = lines.findIndex((line) => line.includes(`(${to})`) || line.includes(`"${to}"`));
    this.#faults.push(`${source}:${at + 1}: the link to ${to} leads nowhere: ${why}`);
    return to;
  }

  #picture(target: string): string {
    const place = `pictures/${target.split('/').at(-1)}`;
    this.#files.set(place, target);
    return `/${place}`;
  }

  /** A page that shows a file, or the names in a folder. */
  #shown(target: string): string {
    const isFolder = statSync(join(this.#root, target)).isDirectory();
    const place = `files/${target}${isFolder ? '/index' : ''}.md`;
    if (this.#pages.has(place)) return place;
    // Before what it links to, which may link back.
    this.#pages.set(place, '');
    this.#pages.set(place, `${NO_PAGE}# ${target}\n\n${isFolder ? this.#namesIn(target) : this.#block(target)}`);
    return place;
  }

  #namesIn(folder: string): string {
    const names = readdirSync(join(this.#root, folder)).toSorted();
    return names.map((name) => `- [${name}](/${this.#shown(`${folder}/${name}`)})`).join('\n');
  }

  #block(file: string): string {
    const ending = file.split(/[./]/).at(-1) ?? '';
    const text = this.#read(file).trimEnd();
    const fence = text.includes('```') ? '````' : '```';
    return `${fence}${LANGUAGES[ending] ?? ending}\n${text}\n${fence}\n`;
  }

  #decisions(): string {
    const pages = [...this.#places.values()].filter((place) => place.startsWith('decisions/'));
    const rows = pages.map((place) => `- [${/^# (.*)$/m.exec(this.#pages.get(place) ?? '')?.[1]}](/${place})`);
    return `# Decisions\n\nWhy ordo is as it is, one decision a page.\n\n${rows.join('\n')}\n`;
  }

  /** Each part of the page after its anchor becomes a page; the page keeps the table. */
  #eachDiagnostic(): void {
    const whole = this.#pages.get('diagnostics.md') ?? '';
    const [head = '', ...parts] = whole.split(/^<a id="([^"]+)"><\/a>\n\n### /m);
    this.#pages.set('diagnostics.md', linkedCodes(head.replaceAll(/^## .*\n[^]*$/gm, ''), 'diagnostics'));
    for (let at = 0; at < parts.length; at += 2) {
      const [anchor = '', part = ''] = [parts[at], parts[at + 1]];
      const own = part.replace(/\n## [^]*$/, '\n');
      this.#pages.set(
        `diagnostics/${anchor}.md`,
        `# ${own.trimEnd()}\n\nAll of them: [diagnostics](/diagnostics.md).\n`,
      );
    }
  }

  #eachRefusal(): void {
    const whole = this.#pages.get('refusals.md') ?? '';
    for (const [, code = '', exit = '', meaning = '', help = ''] of whole.matchAll(REFUSAL))
      this.#pages.set(`refusals/${code.replace('/', '-')}.md`, refusalPage({ code, exit, meaning, help }));
    this.#pages.set('refusals.md', linkedCodes(whole, 'refusals'));
  }
}

const REFUSAL = /^\| `([a-z-]+\/[a-z0-9-]+)` +\| (\d+) +\| (.*?) +\| (.*?) +\|$/gm;

/** In a table the code of each row leads to its page. */
const linkedCodes = (page: string, folder: string): string =>
  page
    .replaceAll(/^\| \[(`[^`]+`)\]\([^)]*?\/?([a-z0-9-]+)(?:\.md)?\)/gm, `| [$1](/${folder}/$2.md)`)
    .replaceAll(/^\| `([a-z-]+)\/([a-z0-9-]+)` /gm, `| [\`$1/$2\`](/${folder}/$1-$2.md) `);

interface Row {
  readonly code: string;
  readonly exit: string;
  readonly meaning: string;
  readonly help: string;
}

const refusalPage = ({ code, exit, meaning, help }: Row): string => `# \`${code}\`

${meaning}

What usually helps: ${help}

The command ends with [exit code ${exit}](/contract.md#exit-codes), and nothing was sent unless it says so. The words and the hint of the refusal say what
is the matter in this case. All of them: [refusals](/refusals.md).
`;
