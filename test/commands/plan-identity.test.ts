import { expect, test } from 'vitest';
import { planIdentity } from '../../src/commands/inputs/plan-identity.ts';

test.each([
  ['name: btc-breakout\ngeneration: 3\norders: [', { name: 'btc-breakout', generation: 3 }],
  ['version: 1\r\nname: a  # mine\r\ngeneration: "2" # again\r\n', { name: 'a', generation: 2 }],
  [`"name": 'a'\n'generation':\t7\n`, { name: 'a', generation: 7 }],
  ['name: a\nname: a\n', { name: 'a' }],
])('%j says what the plan is called', (text, identity) => expect(planIdentity(text)).toEqual(identity));

test.each([
  'name: a\nname: b\n',
  'vars:\n  name: a\n',
  '# name: a\n',
  'name: Not A Name\n',
  'name: "a\n',
  `name: ${'a'.repeat(33)}\n`,
  'name:a\n',
  'name: a b\n',
  'rename: a\n',
  'generation: 0\n',
  'generation: 1.5\n',
  'generation: 1234567890\n',
  '',
])('%j does not say it', (text) => expect(planIdentity(text)).toEqual({}));
