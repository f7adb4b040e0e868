// Loaded before the command: what opens a socket, listens or starts a program says so, and is refused.
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const refused = (what: string) => (): never => {
  process.stderr.write(`OPENED ${what}\n`);
  throw new Error(`opened ${what}`);
};
const PROGRAMS = ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync', 'fork'];

Object.assign(net.Socket.prototype, { connect: refused('a socket') });
Object.assign(net.Server.prototype, { listen: refused('a server') });
Object.assign(dgram, { createSocket: refused('a datagram socket') });
Object.assign(childProcess, Object.fromEntries(PROGRAMS.map((name) => [name, refused('a program')])));
syncBuiltinESMExports();
