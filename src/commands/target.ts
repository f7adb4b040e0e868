/** Where a run goes: the live exchange with its account and journal, and what may not be so for it to start. */
import { isAbsolute, join, resolve } from 'node:path';
import { parseBaseUrl } from '../config/base-url.ts';
import type { Config } from '../model/config.ts';
import { EXIT } from '../model/exit-code.ts';
import { refuse } from './refusal.ts';
import type { AccountName, World } from './world.ts';

/** Settings of the runtime that would leak the keys or weaken the connection (product.md promise 5). */
const DANGEROUS_VARIABLES: Readonly<Record<string, string>> = {
  NODE_TLS_REJECT_UNAUTHORIZED: 'it can switch certificate checks off',
  NODE_DEBUG: 'it can print the keys',
  NODE_DEBUG_NATIVE: 'it can print the keys',
  SSLKEYLOGFILE: 'it can write the connection’s keys to a file',
  NODE_USE_ENV_PROXY: 'it can send the keys through a proxy',
};

/** Flags of Node that load other code, open a debugger, or do what the variables above do. */
const DANGEROUS_FLAG =
  /(^|\s)(-r|--(require|import|loader|experimental-loader|inspect[a-z-]*|tls-keylog|use-env-proxy|trace-tls|heap-prof|cpu-prof|report-[a-z-]+))\b/;

/** Refuses a live run in an environment that would leak the keys or weaken the connection; notes what a person should know of. */
export function checkSafeToRunLive(world: World, note: (message: string) => void): void {
  const found = Object.entries(DANGEROUS_VARIABLES).filter(([name]) => (world.variables[name] ?? '') !== '');
  const flag = DANGEROUS_FLAG.exec(world.variables['NODE_OPTIONS'] ?? '')?.[2];
  if (flag !== undefined) found.push(['NODE_OPTIONS', `its ${flag} reaches into this process`]);
  if (found.length > 0) {
    const list = found.map(([name, why]) => `${name} is set: ${why}`).join('; ');
    refuse(
      EXIT.usage,
      `a live run refuses this environment. ${list}`,
      `run it again without: env ${found.map(([name]) => `-u ${name}`).join(' ')} ordo …`,
    );
  }
  const authorities = world.variables['NODE_EXTRA_CA_CERTS'] ?? '';
  if (authorities !== '') note(`certificates are also trusted by NODE_EXTRA_CA_CERTS (${authorities})`);
}

/** The origin of the live exchange: https, or http on loopback; no path, no user, no query. */
export function liveOrigin(world: World, config: Config, who: string): string {
  const fromVariable = world.variables['ORDO_BASE_URL'];
  const written = fromVariable ?? config.exchange.baseUrl;
  const where = fromVariable === undefined ? 'exchange.baseUrl of the config' : 'ORDO_BASE_URL';
  if (written === undefined || written === '') {
    refuse(
      EXIT.usage,
      `${who} needs the exchange’s address`,
      'set exchange.baseUrl in ordo.config.yaml, or ORDO_BASE_URL',
    );
  }
  const origin = parseBaseUrl(written);
  if (origin.ok) return origin.value;
  return refuse(
    EXIT.usage,
    `${where} ${origin.error}`,
    'write an origin such as https://api-contract.weex.com, or http://127.0.0.1:8080 on this machine',
  );
}

/** `who` needs it, for the refusal where there is none. */
export const accountOf = (world: World, config: Config, who = 'a live run'): AccountName => ({
  origin: liveOrigin(world, config, who),
  name: config.exchange.account,
});

/** The real path of `--journal`, ORDO_JOURNAL or the journal in the user's state folder: the one name that its lock goes by. */
export const journalPath = (world: World, asked: string | undefined): Promise<string> =>
  world.realJournal(journalFile(world, asked));

/** Before links are resolved. */
export function journalFile(world: World, asked: string | undefined): string {
  const named = asked ?? world.variables['ORDO_JOURNAL'];
  if (named !== undefined && named !== '') return resolve(world.folder, named);
  const state = world.variables['XDG_STATE_HOME'];
  return join(
    state !== undefined && isAbsolute(state) ? state : join(world.home, '.local', 'state'),
    'ordo',
    'journal.db',
  );
}
