import { expect, test } from 'vitest';
import { standbyWords } from '../../src/journal/records/store-facts.ts';

test.each([
  [[], '', ['no standby: durable on one disk']],
  [[], 's1', ['no standby is there, and a commit waits for s1: a run stops at its first record']],
  [[{ name: 's1', sync: 'sync' }], 's1', ['synchronous standby s1']],
  [[{ name: 's1', sync: 'quorum' }, {}], 'any 1 (s1)', ['synchronous standby s1', expect.stringContaining('grant')]],
  [[{ name: 's1', sync: 'async' }], '', [expect.stringMatching(/^WARNING: asynchronous standby s1: a failover/)]],
])('standbys %j', (standbys, waitsFor, words) => {
  expect(standbyWords(standbys, waitsFor)).toEqual(words);
});
