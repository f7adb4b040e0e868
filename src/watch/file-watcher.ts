import { watch } from 'chokidar';
import { dirname } from 'node:path';

/**
 * Calls back after any change of one of the files, also where an editor replaces the file or it vanishes and comes back.
 * The folders are watched rather than the files, since a replaced file would be lost with its old inode.
 */
export async function watchFiles(paths: readonly string[], changed: () => void): Promise<{ close(): Promise<void> }> {
  const wanted = new Set(paths);
  const folders = [...new Set(paths.map((path) => dirname(path)))];
  const watcher = watch(folders, {
    depth: 0,
    ignoreInitial: true,
    // Our own machine settles; chokidar's size polling would only add its delay.
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
