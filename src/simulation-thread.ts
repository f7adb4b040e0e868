/** The thread of a watch that simulates (src/system/start-thread.ts): question by question, each in the words of `ordo simulate`. */
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { SimulationAsked } from './commands/background.ts';

stepBack();
const { realWorld, simulating } = await import('./start.ts');
const [world, simulated] = [realWorld(), await simulating()];

parentPort?.on('message', (asked: SimulationAsked) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has no origin
  void simulated(world, asked).then((answer) => parentPort?.postMessage(answer));
});

/** Where the machine is busy, what is sent goes first. Linux has a priority for each thread, others one for the whole process. */
function stepBack(): void {
  const { PRIORITY_BELOW_NORMAL: low } = constants.priority;
  if (process.platform === 'linux' && getPriority() < low) setPriority(low);
}
