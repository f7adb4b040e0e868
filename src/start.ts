/** The program behind `cli.ts`, in one piece so that it loads as one file. */
export { main, simulating } from './commands/main.ts';
export { realWorld } from './environment.ts';
export { VERSION } from './version.ts';
