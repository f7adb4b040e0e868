/** What a signal or a lost output comes to. */
import { describe, expect, test } from 'vitest';
import type { Interruption, OutputLoss } from '../../src/commands/world.ts';
import { exitCodeAfter, hearInterruptions } from '../../src/commands/command-line/interruption.ts';

function heard(lossHint?: string) {
  const listeners: ((interruption: Interruption) => void)[] = [];
  const stopped: Interruption[] = [];
  let stderr = '';
  const source = {
    process: {
      onInterruption: (listener: (interruption: Interruption) => void) => {
        listeners.push(listener);
        return () => void listeners.splice(listeners.indexOf(listener), 1);
      },
    },
    terminal: { stderr: { write: (text: string) => void (stderr += text) } },
  };
  const interruptions = hearInterruptions(source, (one) => stopped.push(one), lossHint);
  return {
    interruptions,
    stopped,
    stderr: () => stderr,
    send: (one: Interruption) => listeners.forEach((listener) => listener(one)),
  };
}

const LOSS: OutputLoss = { why: 'its reader is gone', isUnread: true };

describe('the exit code is that of the first interruption', () => {
  const rows: [first: Interruption, later: Interruption, code: number][] = [
    ['SIGINT', 'SIGTERM', 130],
    ['SIGTERM', 'SIGINT', 143],
    ['SIGHUP', LOSS, 143],
    [{ ...LOSS }, 'SIGINT', 2],
  ];
  test.each(rows)('%o, then %o', (first, later, code) => {
    const { interruptions, stopped, send } = heard();
    expect([interruptions.first(), interruptions.exitCode()]).toEqual([undefined, undefined]);
    send(first);
    interruptions.interrupt(later);
    expect([interruptions.first(), interruptions.exitCode()]).toEqual([first, code]);
    expect(stopped).toEqual([first, later]);
  });
});

test('a lost output is said once, with the hint', () => {
  const { interruptions, stderr, send } = heard('nothing more is sent');
  const loss = { ...LOSS };
  send(loss);
  interruptions.interrupt(loss);
  expect(stderr()).toBe('ordo: the output cannot be written: its reader is gone\n      nothing more is sent\n');
});

test('nothing is heard after the release', () => {
  const { interruptions, stopped, send } = heard();
  interruptions.release();
  send('SIGINT');
  expect([stopped, interruptions.exitCode()]).toEqual([[], undefined]);
});

test.each([
  [LOSS, 0, 0],
  [{ ...LOSS, isUnread: false }, 0, 2],
  [{ ...LOSS, isUnread: false }, 3, 2],
  [{ ...LOSS, isUnread: false }, 7, 7],
  [{ ...LOSS, isUnread: false }, 1, 1],
] as const)('%o and exit %i make exit %i', (loss, code, wanted) => {
  expect(exitCodeAfter(loss, code)).toBe(wanted);
});
