/** A process that was stopped and goes on: a shell has written over its screen, and has set the modes of its terminal. */
import { expect, test } from 'vitest';
import { watch } from '../support/mounted-screen.ts';
import { twelve } from '../support/run-events.ts';
import { save } from '../support/watch-events.ts';

test('draws all of it again, and hears keys, once the process goes on after a stop', async () => {
  const going: ((hasTerminal: boolean) => void)[] = [];
  const { terminal, tell } = watch(80, 24, {
    onContinue: (listener) => {
      going.push(listener);
      return () => void going.pop();
    },
  });
  await tell(...save(twelve));
  const before = await terminal.until((text) => text.includes('approval'));
  await new Promise<void>((resolve) => terminal.stdout.write('\u001b[3;1H[1]+  Stopped\r\n$ fg\r\n', () => resolve()));
  terminal.stdin.setRawMode(false);
  going[0]?.(false);
  expect(terminal.rawMode).toBe(false);
  await terminal.until((text) => !text.includes('Stopped'));
  going[0]?.(true);
  expect(terminal.rawMode).toBe(true);
  expect(await terminal.until((text) => text.includes('approval'))).toBe(before);
});
