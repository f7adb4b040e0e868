/**
 * What the single executable starts with, and each of its threads: the files inside are loaded as those of `dist/` are from a disk. Nothing
 * is unpacked, so there is nothing that another user could change before it runs, and no folder has to be writable.
 */
import { createRequire, registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { INSIDE, isInside } from './inside.ts';

const COMMAND = './cli.js';
/** A module that waits at its top level cannot be required, but it can be imported by one that is. */
const THREAD = `${INSIDE}thread-start.js`;
const THREAD_TEXT = `import(${JSON.stringify(`${INSIDE}simulation.js`)});`;

const formatOf = (url: string): 'commonjs' | 'module' => (url.endsWith('.cjs') ? 'commonjs' : 'module');

registerHooks({
  resolve(wanted, context, next) {
    const isOurs = wanted.startsWith('./') && context.parentURL !== undefined && isInside(context.parentURL);
    if (!isOurs && !isInside(wanted)) return next(wanted, context);
    const { href: url } = new URL(wanted, INSIDE);
    return { url, format: formatOf(url), shortCircuit: true };
  },
  load(url, context, next) {
    if (!isInside(url)) return next(url, context);
    const text =
      url === THREAD ? THREAD_TEXT : process.getBuiltinModule('node:sea').getAsset(url.slice(INSIDE.length), 'utf8');
    return { source: text, format: formatOf(url), shortCircuit: true };
  },
});

// What runs as a text has these as globals, by which the program would take itself for a module that was required.
for (const name of ['module', 'exports', 'require']) Reflect.deleteProperty(globalThis, name);

createRequire(INSIDE)(isMainThread ? COMMAND : THREAD);
