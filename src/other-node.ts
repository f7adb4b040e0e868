/**
 * On a Node that is too old, the command runs on the one that was installed with it, if there is one: `npm ci` brings it. An older Node
 * reads this file, so it uses nothing that came late.
 *
 * The two are one command: its exit code, its terminal and its signals are those of the newer Node, and where the older one is killed
 * the newer one is asked to end, as nobody could reach it any more.
 */
import type { ChildProcess } from 'node:child_process';

const NODE = process.platform === 'win32' ? 'node.exe' : 'node';

/** From `dist/`: of a checkout, and beside the package where both are installed. */
const PLACES = [`../node_modules/node/bin/${NODE}`, `../../node/bin/${NODE}`];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends with 2 and words where there is no newer one. */
export async function startOnOther(): Promise<void> {
  const [{ spawn }, { accessSync, constants, realpathSync }, { fileURLToPath }] = await Promise.all([
    import('node:child_process'),
    import('node:fs'),
    import('node:url'),
  ]);
  const other = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      // It may be the one that runs, and be too old itself.
      return realpathSync(path) !== realpathSync(process.execPath);
    } catch {
      return false;
    }
  });
  if (other === undefined) return sayNeeded();
  const child = spawn(other, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // A terminal sends its signals to both; a second one asks for nothing more.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.once('error', () => sayNeeded());
  child.once('exit', (code, signal) => endAs(child, code, signal));
}

function endAs(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
  if (child.connected) child.disconnect();
  process.exitCode = code ?? 1;
  if (signal === null) return;
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function sayNeeded(): void {
  process.stderr.write(
    `ordo needs Node 24 or newer; this is ${process.version}\n      get one at https://nodejs.org/en/download, and put it first on your PATH\n`,
  );
  process.exitCode = 2;
}

/** On the newer Node: where the older one that started it is gone, it ends as when it is asked to. */
export function endWithStarter(): void {
  if (process.channel === undefined || process.channel === null) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel alone keeps no command alive.
  process.channel.unref();
}
