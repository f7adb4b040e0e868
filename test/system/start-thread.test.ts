/** The thread of a watch that simulates: a newer question ends the one before. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EXAMPLES, place } from '../../proofs/support/ordo.ts';
import type { SimulationAnswer, SimulationAsked } from '../../src/commands/background.ts';
import { startSimulationThread } from '../../src/system/start-thread.ts';

const minute = (nth: number): string => `${1_700_000_000 + nth * 60},64000,64020,63980,64000,1`;

function scene(): { folder: string; asked: (candles: string, more?: Partial<SimulationAsked>) => SimulationAsked } {
  const at = place();
  onTestFinished(() => at.remove());
  const { folder } = at;
  for (const name of ['scalp.yaml', 'btc-1h.csv', 'instruments.json'])
    cpSync(join(EXAMPLES, 'simulate', name), join(folder, name));
  writeFileSync(join(folder, 'long.csv'), Array.from({ length: 500_000 }, (_, nth) => minute(nth)).join('\n'));
  return {
    folder,
    asked: (candles, more) => ({ words: ['scalp.yaml', '--candles', candles], folder, bytes: new Map(), ...more }),
  };
}

test('answers the newest question alone, by the files as they were shown, and says what is wrong', async () => {
  const { folder, asked } = scene();
  const thread = startSimulationThread(process.env);
  onTestFinished(() => thread.close());
  const older: SimulationAnswer[] = [];
  thread.ask(asked('long.csv'), (answer) => older.push(answer));
  const next = (one: SimulationAsked): Promise<SimulationAnswer> => new Promise((resolve) => thread.ask(one, resolve));
  const first = await next(asked('btc-1h.csv'));
  expect(first.ok && first.value.simulated.result).toEqual(['-23.635992', '56.300008']);

  const plan = join(folder, 'scalp.yaml');
  const shown = readFileSync(plan, 'utf8').replace('stop: 63600', 'stop: 63500');
  const second = await next(asked('btc-1h.csv', { bytes: new Map([[plan, Buffer.from(shown)]]) }));
  expect(second.ok && second.value.simulated.result).toEqual(['56.300008', '56.300008']);

  const third = await next(asked('none.csv'));
  expect(third.ok ? '' : third.error).toContain('none.csv cannot be read');
  const fourth = await next(asked('btc-1h.csv'));
  expect(fourth).toEqual(first);
  expect(older).toEqual([]);
});
