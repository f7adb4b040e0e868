/** What the site is made of: every page, one for each code, and no link that leads nowhere or loads from elsewhere. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { faultsOfBuilt } from '../../scripts/site/built-links.ts';
import { slugOf, summaryOf } from '../../scripts/site/markdown.ts';
import { readSite, type Site } from '../../scripts/site/sources.ts';
import { REFUSALS } from '../../src/model/refusals.ts';

const PROJECT = new URL('../../', import.meta.url).pathname;

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

describe('the pages of the repository', () => {
  let site: Site;
  beforeAll(() => {
    site = readSite(PROJECT);
  });

  test('lead somewhere, each of them', () => {
    expect(site.faults).toEqual([]);
    expect([...site.pages.keys()]).toEqual(
      expect.arrayContaining(['index.md', 'operating.md', 'instead.md', 'benchmarks.md']),
    );
  });

  test('have one page for each diagnostic, and one for each refusal', () => {
    const anchors = [...readFileSync(join(PROJECT, 'docs/diagnostics.md'), 'utf8').matchAll(/^<a id="([^"]+)">/gm)];
    expect(anchors.length).toBeGreaterThan(100);
    for (const [, anchor] of anchors)
      expect(site.pages.get(`diagnostics/${anchor}.md`)).toMatch(/^# .*`[a-z]+\/[a-z0-9-]+`\n/);
    const codes = Object.values(REFUSALS).flatMap((kinds) => Object.keys(kinds));
    const pages = [...site.pages.keys()].filter((name) => name.startsWith('refusals/'));
    expect(pages.toSorted()).toEqual(codes.map((code) => `refusals/${code.replace('/', '-')}.md`).toSorted());
    expect(site.pages.get('diagnostics/order-off-tick.md')).toContain(
      'What to do: Write one of the nearest valid prices.',
    );
    expect(site.pages.get('refusals/environment-no-mount.md')).toContain('What usually helps: Mount the same place');
    expect(site.pages.get('diagnostics.md')).toContain('| [`order/off-tick`](/diagnostics/order-off-tick.md)');
    expect(site.pages.get('diagnostics.md')).not.toContain('ordo says:');
  });

  test('show the files that they link to, and carry their pictures', () => {
    expect(site.pages.get('files/examples/server/Dockerfile.md')).toContain('```docker\n# An image of ordo');
    expect(site.pages.get('files/examples/server/index.md')).toContain('(/files/examples/server/compose.yaml.md)');
    expect(site.files.get('pictures/recording.svg')).toBe('docs/recording.svg');
  });
});

/** Pages of a folder that the test makes. */
const DOCS = 'docs';
const FEW = {
  'README.md': '# a\n',
  'CONTRIBUTING.md': '# b\n',
  'CHANGELOG.md': '# c\n',
  'bench/README.md': '# d\n',
  'docs/refusals.md': '# e\n',
  'docs/diagnostics.md': '# f\n',
  [`${DOCS}/decisions/1.md`]: '# g\n',
};

test('a link that leads nowhere is told with its page, its line and why', () => {
  const page =
    '# A\n\nSee [this](gone.md), [that](refusals.md#nothing) and [there](#a).\n\n```\n[code](none.md)\n```\n`[inline](none.md)`\n';
  const { faults } = readSite(folderOf({ ...FEW, [`${DOCS}/a.md`]: page }));
  expect(faults).toEqual([
    `${DOCS}/a.md:3: the link to gone.md leads nowhere: there is no such file`,
    `${DOCS}/a.md:3: the link to refusals.md#nothing leads nowhere: docs/refusals.md has no such heading`,
  ]);
});

test('a built page with a dead link, a dead anchor, or anything from elsewhere is told', () => {
  const html = [
    '<link rel="stylesheet" href="https://fonts.example/a.css"><script src="//cdn.example/a.js"></script>',
    '<a href="/x/b.html">fine</a><a href="/x/b.html#here">fine</a><a href="#own">fine</a><h2 id="own"></h2>',
    '<a href="/x/">fine</a><a href="https://example.com/">followed by who clicks</a>',
    '<a href="/x/gone.html">a</a><a href="/x/b.html#gone">b</a><img src="/x/none.png">',
  ].join('\n');
  const css = '@font-face { src: url("https://fonts.example/a.woff2") } p { background: url(/x/a.png) }';
  const folder = folderOf({ 'index.html': html, 'b.html': '<h2 id="here"></h2>', 'a.css': css });
  expect(faultsOfBuilt(folder, '/x/').toSorted()).toEqual([
    'a.css: loads https://fonts.example/a.woff2, from elsewhere',
    'index.html: loads //cdn.example/a.js, from elsewhere',
    'index.html: loads https://fonts.example/a.css, from elsewhere',
    'index.html: the link to /x/b.html#gone leads nowhere: b.html has no such heading',
    'index.html: the link to /x/gone.html leads nowhere: there is no gone.html',
    'index.html: the link to /x/none.png leads nowhere: there is no none.png',
  ]);
});

test('anchors are those of the repository’s host, and a page is told in its first sentence', () => {
  expect(slugOf('A key, `off`, and [a link](x.md)!')).toBe('a-key-off-and-a-link');
  expect(summaryOf('# T\n\nIt [sends](a.md) nothing. More.\n')).toBe('It sends nothing.');
});
