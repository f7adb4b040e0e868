/** The thread of a watch that simulates (src/system/start-thread.ts): question by question, each in the words of `ordo simulate`. */
import { parentPort } from 'node:worker_threads';
import type { SimulationAsked } from './commands/world.ts';

const { realWorld, simulating } = await import('./start.ts');
const [world, simulated] = [realWorld(), await simulating()];

parentPort?.on('message', (asked: SimulationAsked) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has no origin
  void simulated(world, asked).then((answer) => parentPort?.postMessage(answer));
});
