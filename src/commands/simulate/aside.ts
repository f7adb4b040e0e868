/** A simulation for a watch: the command's own, whose answer is a value instead of what it writes. */
import { err, ok } from '../../model/result.ts';
import { refusalOf, refusalText } from '../../refusal.ts';
import { readArguments } from '../command-line/arguments.ts';
import type { SimulationAnswer, SimulationAsked } from '../background.ts';
import type { Files, Output, World } from '../world.ts';
import { givenSimulation } from './given.ts';
import { simulatedRows, warningsOf } from './rows.ts';
import { SIMULATE_OPTIONS } from './simulate.ts';

export async function simulatedAside(world: World, { words, ...asked }: SimulationAsked): Promise<SimulationAnswer> {
  let written = '';
  const output: Output = { isTerminal: false, color: false, width: 80, write: (text) => void (written += text) };
  try {
    const aside: World = {
      ...world,
      terminal: { ...world.terminal, stdout: output, stderr: output },
      files: filesAs(world.files, asked),
    };
    const all = await simulatedRows(
      aside,
      givenSimulation(readArguments('simulate', words, SIMULATE_OPTIONS)),
      'lines',
    );
    if (typeof all === 'number') return err(written);
    const [{ simulated, notes }] = all.rows;
    // The courses of a million candles are many steps, and only a library plays them again.
    const told = { ...simulated, courses: [[], []] } as const;
    return ok({ simulated: told, notes: [...warningsOf(all).map(({ message }) => message), ...notes] });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return err(refusalText(refusal));
  }
}

/** What the watch has read stands in the place of what is on the disk by now. */
const filesAs = (files: Files, { folder, bytes }: Omit<SimulationAsked, 'words'>): Files => ({
  ...files,
  folder,
  read: (path) => {
    const read = bytes.get(path);
    return read === undefined ? files.read(path) : ok(read);
  },
});
