/** The site's frame. Its pages are made by scripts/site of what stands in the repository. */
import { slugOf } from '../../scripts/site/markdown.ts';

const page = (text: string, name: string) => ({ text, link: `/${name}` });

export default {
  title: 'ordo',
  description: 'Orders as code: futures order plans in YAML, checked, compiled, placed at most once.',
  lang: 'en',
  base: process.env['SITE_BASE'] ?? '/',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: '.cache',
  markdown: { anchor: { slugify: slugOf } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [page('Quickstart', 'quickstart'), page('Language', 'language'), page('Operating', 'operating')],
    sidebar: [
      {
        text: 'Begin',
        items: [
          page('What ordo is', ''),
          page('Install', 'install'),
          page('Quickstart', 'quickstart'),
          page('What to use instead', 'instead'),
        ],
      },
      {
        text: 'Use',
        items: [
          page('The language', 'language'),
          page('Commands and config', 'commands'),
          page('The screen', 'screen'),
          page('Operating', 'operating'),
          page('Reports', 'reports'),
          page('Simulating', 'simulate'),
          page('Pull requests', 'ci'),
          page('Editors', 'editors'),
          page('Library', 'library'),
          page('MCP', 'mcp'),
        ],
      },
      {
        text: 'Look up',
        items: [
          page('Contract', 'contract'),
          page('Diagnostics', 'diagnostics'),
          page('Refusals', 'refusals'),
          page('Outcomes', 'outcomes'),
          page('Exchange', 'exchange'),
          page('Exchange, version 3', 'exchange-v3'),
          page('Glossary', 'glossary'),
          page('Safety', 'safety'),
          page('Benchmarks', 'benchmarks'),
        ],
      },
      {
        text: 'Work on it',
        collapsed: true,
        items: [
          page('Architecture', 'architecture'),
          page('Decisions', 'decisions/'),
          page('Contributing', 'contributing'),
          page('Style', 'style'),
          page('Changelog', 'changelog'),
        ],
      },
    ],
  },
};
