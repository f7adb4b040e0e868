// Loaded before the command: what opens a socket, listens or starts a program says so, and is refused.
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import net from 'node:net';
import { syncBuiltinESMExports } from 'node:module';

const refused = (what) => () => {
  process.stderr.write(`OPENED ${what}\n`);
  throw new Error(`opened ${what}`);
};
net.Socket.prototype.connect = refused('a socket');
net.Server.prototype.listen = refused('a server');
dgram.createSocket = refused('a datagram socket');
for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync', 'fork'])
  childProcess[name] = refused('a program');
syncBuiltinESMExports();
