/** The pages once more by version 2: `ordo init` writes version 3, so that is what they run on elsewhere. */
import { test } from 'vitest';
import { runPage } from './support/console-page.ts';

const docs = new URL('../docs/', import.meta.url).pathname;

test.each(['quickstart', 'operating', 'mcp', 'reports'])('docs/%s.md on version 2', (name) =>
  runPage(`${docs}${name}.md`, 'v2'),
);
