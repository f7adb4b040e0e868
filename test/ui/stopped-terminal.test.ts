/** A terminal that takes nothing gets no further frames, and the newest once it goes on. */
import { expect, test } from 'vitest';
import { mount } from '../support/mounted-screen.ts';
import { accepted, prologue, sent, twelve } from '../support/run-events.ts';

test('nothing is drawn for a terminal that has not taken what was drawn', async () => {
  const { terminal, clock, tell } = mount(80, 24);
  let isBehind = false;
  Object.defineProperty(terminal.stdout, 'writableNeedDrain', { get: () => isBehind });
  await tell(...prologue(), sent(1));
  const shown = async (): Promise<string> => (await terminal.screen()).join('\n');
  // Ink writes the last of several frames a moment later.
  await expect.poll(shown).toContain(twelve[0]?.id ?? '');
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = await shown();
  isBehind = true;
  const drawn = terminal.raw.length;
  await tell(accepted(twelve[0]?.id ?? '', 1, 1));
  await clock.advance(60_000);
  expect(terminal.raw).toHaveLength(drawn);
  isBehind = false;
  await clock.advance(1000);
  const after = await shown();
  expect(after).not.toBe(before);
  expect(after).toMatch(new RegExp(`✓.*${twelve[0]?.id ?? ''}`));
});
