/** `ordo close` where the exchange refuses it because triggers hold the size: they are named, and what is next works as it is written. */
import { describe, expect, test } from 'vitest';
import type { Ended } from '../../proofs/support/ordo.ts';
import type { PaperOptions } from '../../src/paper/server.ts';
import { inCases } from '../support/cases.ts';
import { close, faultsAfter, held, LONG, planOf, type Desk } from '../support/close-desk.ts';
import { heldIn } from '../support/flatten-desk.ts';
import { here } from '../support/here.ts';

const RESERVE: PaperOptions = { closes: 'reserve', presets: true };
const STOP = '  - { id: stop, side: close-long, size: 0.04, trigger: 61000, price: market, after: [entry] }\n';
const NOW = '--execute --yes';

const words = ({ stdout }: Ended): string => stdout.replaceAll(/\s+/g, ' ');

interface Told {
  readonly next: readonly { readonly why?: string; readonly command?: string }[];
}

const nextOf = ({ stdout }: Ended): Told['next'] => (JSON.parse(stdout) as Told).next;

/** As a person types what is shown, and says yes. */
const typed = (command: string, { at }: Desk): Promise<Ended> =>
  here([...command.split(' ').slice(1), ...(command.includes('cancel') ? ['--yes'] : ['--execute', '--yes'])], at);

describe.each(inCases(['v3', 'v2'] as const))('a close on %s that is refused', (version) => {
  test('names the stop of ours that holds its size, and the commands that are next close it', async () => {
    const desk = await held(version, planOf(LONG('0.04'), STOP), RESERVE);
    const ended = await close(desk, `cmt_btcusdt long 50% ${NOW}`);
    expect([ended.code, heldIn(desk)]).toEqual([6, '0.04 0']);
    expect(words(ended)).toContain(
      'Triggers may hold that size as well, and a close cancels none: first: stop (0.04 at 61000)',
    );
    const next = nextOf(await close(desk, `cmt_btcusdt long 50% ${NOW} --output json`));
    expect(next.map(({ command }) => command)).toEqual([
      'ordo cancel --name first --generation 1 --only stop --execute --live',
      'ordo close cmt_btcusdt long 50%',
    ]);
    for (const { command = '' } of next) expect((await typed(command, desk)).code).toBe(0);
    expect(heldIn(desk)).toBe('0.02 0');
  });

  test('names the preset that holds its size by itself, which only a person cancels, and not our stop as the way out', async () => {
    const small = STOP.replace('0.04', '0.01');
    const desk = await held(version, planOf(LONG('0.04', 'stopLoss: 60000'), small), RESERVE);
    const preset = desk.paper.orders.find(({ size, status }) => status === 'untriggered' && size === '0.04')?.orderId;
    const dry = await close(desk, 'cmt_btcusdt long 50%');
    expect(words(dry)).toContain(`order ${preset} (0.04 at 60000, a preset of first: entry)`);
    const next = nextOf(await close(desk, `cmt_btcusdt long 50% ${NOW} --output json`));
    expect(next).toEqual([
      {
        why: `Cancel on the exchange what ordo never cancels: order ${preset} (0.04 at 60000, a preset of first: entry)`,
      },
      { why: 'Then close it again:', command: 'ordo close cmt_btcusdt long 50%' },
    ]);
  });

  test('names no trigger that leaves it room', async () => {
    const small = planOf(LONG('0.04'), STOP.replace('0.04', '0.01'));
    // Its stop was placed with the second call.
    const desk = await held(version, small, faultsAfter(2, { 'reject-one': 1 }, 1, 1));
    const ended = await close(desk, `cmt_btcusdt long 50% ${NOW}`);
    expect([ended.code, heldIn(desk)]).toEqual([6, '0.04 0']);
    expect(words(ended)).not.toContain('Triggers may hold');
    expect(words(ended)).toContain('Look, and close it again: ordo close cmt_btcusdt long 50%');
  });
});
