#!/usr/bin/env node
/**
 * The command's entry, and the only file that touches argv and the exit code. It imports nothing before it has looked at
 * Node's version, so an older Node says so in one line instead of failing over syntax.
 */
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(`ordo needs Node 24 or newer; this is ${process.version}\n`);
  process.exitCode = 2;
} else {
  const { main, realWorld, VERSION } = await import('./start.ts');
  try {
    process.exitCode = await main(realWorld(), process.argv.slice(2), VERSION);
  } catch (error) {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`ordo: a bug of ordo, not of your plan. Please report it with these lines:\n${words}\n`);
    process.exitCode = 1;
  }
}
