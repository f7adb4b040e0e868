import { watch } from 'chokidar';
import { dirname } from 'node:path';

/**
 * Calls back after any change of one of the files, even if an editor replaces the file, or it vanishes and comes back. It
 * watches the folders rather than the files, as a replaced file would be lost with its old inode.
 */
export async function watchFiles(paths: readonly string[], changed: () => void): Promise<{ close(): Promise<void> }> {
  const wanted = new Set(paths);
  const folders = [...new Set(paths.map((path) => dirname(path)))];
  const watcher = watch(folders, {
    depth: 0,
    ignoreInitial: true,
    // watch-machine.ts waits for quiet; chokidar's polling of sizes would only add a delay.
    awaitWriteFinish: false,
    atomic: false,
    ignored: (path) => !wanted.has(path) && !folders.includes(path),
    usePolling: false,
  });
  watcher.on('all', (_event, path) => {
    if (wanted.has(path)) changed();
  });
  await new Promise<void>((ready, failed) => {
    watcher.once('ready', ready);
    watcher.once('error', failed);
  });
  return { close: () => watcher.close() };
}
