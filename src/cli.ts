#!/usr/bin/env node
/**
 * The command's entry, and the only file that touches the exit code. It imports nothing that an older Node could not read
 * before it has looked at Node's version, so an older Node starts a newer one, or says where to get it, instead of failing over syntax.
 */
import { codeFolder } from './code-folder.ts';
import { endWithStarter, startOnOther } from './other-node.ts';

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  void startOnOther();
} else {
  endWithStarter();
  const folder = codeFolder();
  if (folder !== undefined) process.getBuiltinModule('node:module').enableCompileCache(folder);
  void answer();
}

async function answer(): Promise<void> {
  // What is thrown where nobody awaits it: the process ends at once, for what it would still do could rest on it.
  process.on('uncaughtException', (error) => {
    tellBug(error);
    process.exit();
  });
  process.once('beforeExit', tellUnanswered);
  try {
    const { main, realWorld, VERSION } = await import('./start.ts');
    process.exitCode = await main(realWorld(), process.argv.slice(2), VERSION);
  } catch (error) {
    tellBug(error);
  } finally {
    process.off('beforeExit', tellUnanswered);
    process.once('beforeExit', endAtOnce);
  }
}

/** Nothing holds the process any more. By itself Node would now take its memory apart, which costs a short command up to a tenth of its time. */
function endAtOnce(): void {
  process.exit();
}

/** Nothing holds the process any more, and the command still waits: Node would end it as if all were well. */
function tellUnanswered(): void {
  tellBug('internal error: the command is waiting for nothing; what was sent is in the journal');
}

function tellBug(error: unknown): void {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`ordo: a bug of ordo, not of your plan. Please report it with these lines:\n${words}\n`);
  process.exitCode = 1;
}
