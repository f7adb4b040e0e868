/** Whether every link of the site as it was built leads to a page, an anchor or a file of it, and whether a page loads anything from elsewhere. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, normalize } from 'node:path';

const LINK = /<(a|link|script|img|source|iframe)\b[^>]*?\b(?:href|src)="([^"]*)"/g;
/** What a page loads by itself; a link is only followed by who clicks on it. */
const LOADED = new Set(['link', 'script', 'img', 'source', 'iframe']);
const FROM_ELSEWHERE = /^(?:[a-z]+:)?\/\//;
const IN_STYLE = /(?:url\(|@import )\s*['"]?((?:[a-z]+:)?\/\/[^'")\s]+)/g;

export function faultsOfBuilt(folder: string, base = '/'): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = new Map(
    names
      .filter((name) => /\.(?:html|css)$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  const anchors = new Map<string, ReadonlySet<string>>();
  const anchorsIn = (page: string): ReadonlySet<string> => {
    const known =
      anchors.get(page) ??
      new Set([...(texts.get(page) ?? '').matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id as string));
    anchors.set(page, known);
    return known;
  };
  const faultOf = (page: string, tag: string, link: string): string | undefined => {
    if (FROM_ELSEWHERE.test(link)) return LOADED.has(tag) ? `${page}: loads ${link}, from elsewhere` : undefined;
    if (/^(?:data|mailto|javascript):/.test(link) || link === '') return undefined;
    const [path = '', anchor] = decodeURI(link).split('#');
    const target = path === '' ? page : fileOf(page, path, base);
    if (!existsSync(join(folder, target))) return `${page}: the link to ${link} leads nowhere: there is no ${target}`;
    if (anchor === undefined || anchor === '' || anchorsIn(target).has(anchor)) return undefined;
    return `${page}: the link to ${link} leads nowhere: ${target} has no such heading`;
  };
  return [...texts].flatMap(([page, text]) =>
    page.endsWith('.css')
      ? [...text.matchAll(IN_STYLE)].map(([, from]) => `${page}: loads ${from}, from elsewhere`)
      : [...text.matchAll(LINK)].flatMap(
          ([, tag = '', link = '']) => faultOf(page, tag, link.replaceAll('&amp;', '&')) ?? [],
        ),
  );
}

function fileOf(page: string, path: string, base: string): string {
  const absolute = path.startsWith('/') ? path.slice(base.length) : normalize(join(page, '..', path));
  return absolute === '' || absolute.endsWith('/') ? `${absolute}index.html` : absolute;
}
