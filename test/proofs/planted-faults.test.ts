/** How a planted fault finds its place: by its words, not by their layout. */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plant, planted } from '../../proofs/sabotage/fault.ts';
import { PLANTED_FAULTS } from '../../proofs/sabotage/planted-faults.ts';

describe('a planted fault', () => {
  it('fits whatever the line breaks, the indents and the trailing commas', () => {
    const change = [`send(call, { again: true });`, `void call;`] as const;
    for (const text of [
      'a();\nsend(call, { again: true });\nb();',
      'a();\n  send(\n    call,\n    {\n      again: true,\n    },\n  );\nb();',
    ])
      expect(plant(text, change).replaceAll(/\s+/g, ' ')).toBe('a(); void call; b();');
  });

  it('takes its last comma along, where one stands', () => {
    expect(plant('f(a, b, c)', [`b,`, `1,`])).toBe('f(a, 1, c)');
    expect(plant('f(\n  a,\n  b,\n)', [`b,`, ``])).toBe('f(\n  a,\n  \n)');
    expect(plant('f(a, b)', [`b,`, `1,`])).toBe('f(a, 1,)');
  });

  it('keeps commas and words apart that mean something', () => {
    expect(() => plant('f(a b)', [`f(a, b)`, ``])).toThrow('found 0 times');
    expect(() => plant('f(a, b)', [`f(ab)`, ``])).toThrow('found 0 times');
  });

  it('is refused where its text stands twice, or not at all', () => {
    expect(() => plant('a(); a();', [`a();`, ``])).toThrow('found 2 times');
    expect(() => plant('b();', [`a();`, ``])).toThrow('found 0 times');
  });

  it('may name a marker, and then change the first text behind it or stand in its place', () => {
    const text = 'go();\n// fault-site: before-send\nnext();\ngo();\n';
    expect(plant(text, { site: 'before-send', from: `go();`, to: `stay();` })).toBe(
      'go();\n// fault-site: before-send\nnext();\nstay();\n',
    );
    expect(plant(text, { site: 'before-send', to: `stay();` })).toBe('go();\nstay();\nnext();\ngo();\n');
    expect(() => plant(text, { site: 'elsewhere', to: `` })).toThrow('found 0 times');
    expect(() => plant(text + text, { site: 'before-send', to: `` })).toThrow('found 2 times');
    expect(() => plant(text, { site: 'before-send', from: `run();`, to: `` })).toThrow('found 0 times after');
  });

  it('has a name of its own', () => {
    expect(new Set(PLANTED_FAULTS.map(({ name }) => name)).size).toBe(PLANTED_FAULTS.length);
  });

  it('is for test files that are there, where it is for any', () => {
    for (const { proof } of PLANTED_FAULTS)
      if (typeof proof === 'object')
        expect(proof.tests.map((file) => [file, existsSync(file)])).toEqual(proof.tests.map((file) => [file, true]));
  });

  it('each fits the source as it is', () => {
    const stale = PLANTED_FAULTS.flatMap((fault) => {
      try {
        planted(fault);
        return [];
      } catch (error) {
        return [(error as Error).message];
      }
    });
    expect(stale).toEqual([]);
  });
});
