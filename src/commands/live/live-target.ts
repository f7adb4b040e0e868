/** Where a run goes: the live exchange with its account, and what may not be so for it to start. */
import { parseBaseUrl } from '../../config/base-url.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import type { Config } from '../../model/config.ts';
import { refuse } from '../../refusal.ts';
import type { World } from '../world.ts';
import type { Distrust } from './whose-files.ts';

/** Variables that would leak the keys or weaken what a live run rests on (docs/contract.md#keys). */
const DANGEROUS_VARIABLES: Readonly<Record<string, string>> = {
  NODE_TLS_REJECT_UNAUTHORIZED: 'it can switch certificate checks off',
  NODE_DEBUG: 'it can print the keys',
  NODE_DEBUG_NATIVE: 'it can print the keys',
  SSLKEYLOGFILE: 'it can write the connection’s keys to a file',
  NODE_USE_ENV_PROXY: 'it can send the keys through a proxy',
  NODE_V8_COVERAGE: 'it lets a debugger’s session into this process',
  NODE_COMPILE_CACHE: 'code can come from a folder that others may write',
  OPENSSL_CONF: 'it can load other code, and weaken the encryption',
  OPENSSL_MODULES: 'it can load other code',
  OPENSSL_ENGINES: 'it can load other code',
};

/**
 * What widens whom this process trusts, and may be meant so: said, not refused. NODE_EXTRA_CA_CERTS is not even said: company
 * machines set it for good, and a line that is in every run is read in none.
 */
const NOTED_VARIABLES: Readonly<Record<string, string>> = {
  NODE_USE_SYSTEM_CA: 'certificates are also trusted by this system’s own list, for NODE_USE_SYSTEM_CA',
  LD_PRELOAD: 'other code is in this process, by LD_PRELOAD',
  DYLD_INSERT_LIBRARIES: 'other code is in this process, by DYLD_INSERT_LIBRARIES',
};

const LIVE_RUN = 'a live run';

/** What would leak the keys or weaken the connection of a live run from this process. */
export function unsafeHere({ variables, process }: Pick<World, 'variables' | 'process'>): Distrust | undefined {
  const valueOf = (name: string): string => variables[name] ?? '';
  const found = Object.entries(DANGEROUS_VARIABLES).filter(([name]) => valueOf(name) !== '');
  const option = refusedOption(optionsIn(valueOf('NODE_OPTIONS')));
  if (option !== undefined) found.push(['NODE_OPTIONS', `${option} is an option that a live run does not allow`]);
  if (found.length > 0) {
    return {
      why: found.map(([name, why]) => `${name} is set: ${why}`).join('; '),
      mend: `run it again without: env ${found.map(([name]) => `-u ${name}`).join(' ')} ordo …`,
    };
  }
  const given = refusedOption(process.nodeOptions);
  if (given !== undefined) return { why: `Node was started with ${given}`, mend: 'start ordo without it' };
  if (process.debuggerUrl() === undefined) return undefined;
  return { why: 'A debugger can reach this process', mend: 'start it again' };
}

/** Refuses a live run in such an environment; notes what a person should know of. */
export function checkSafeToRunLive(world: World, note: (message: string) => void): void {
  const unsafe = unsafeHere(world);
  if (unsafe !== undefined)
    refuse('environment/unsafe', `a live run refuses this environment. ${unsafe.why}`, unsafe.mend);
  const valueOf = (name: string): string => world.variables[name] ?? '';
  for (const [name, words] of Object.entries(NOTED_VARIABLES)) {
    if (valueOf(name) !== '') note(`${words} (${valueOf(name)})`);
  }
  if (
    [...optionsIn(valueOf('NODE_OPTIONS')), ...world.process.nodeOptions].some(
      (one) => one.replaceAll('_', '-') === '--use-system-ca',
    )
  ) {
    note('certificates are also trusted by this system’s own list, for --use-system-ca');
  }
}

/** The exchange itself, and no proxy or paper exchange. */
const isRealExchange = (origin: string): boolean => /(^|\.)weex\.com$/.test(new URL(origin).hostname);

/** A config that speaks version 2 to the exchange itself; undefined where there is nothing to warn of. */
export const closedVersionWarning = (origin: string, { exchange }: Config): string | undefined =>
  isRealExchange(origin) && exchange.interface === 'v2'
    ? 'version 2 of this interface is reported closed since October 2026: write `interface: v3` under `exchange:`'
    : undefined;

/** The origin of the live exchange: https, or http on loopback; no path, no user, no query. */
function liveOrigin(world: World, config: Config, who: string, speaks = true): string {
  const fromVariable = world.variables['ORDO_BASE_URL'];
  const written = fromVariable ?? config.exchange.baseUrl;
  const where = fromVariable === undefined ? 'exchange.baseUrl of the config' : 'ORDO_BASE_URL';
  if (written === undefined || written === '') {
    refuse(
      'config/no-exchange',
      `no exchange is configured: ${who} needs exchange.baseUrl in ordo.config.yaml, or ORDO_BASE_URL`,
    );
  }
  const origin = parseBaseUrl(written);
  if (speaks && origin.ok && isRealExchange(origin.value) && config.exchange.isInterfaceAssumed === true) {
    refuse(
      'config/no-interface',
      'version 2 of this interface is reported closed since October 2026, and the config names no version',
      'write `interface: v3` under `exchange:`',
    );
  }
  if (origin.ok) return origin.value;
  return refuse(
    'config/address',
    `${where} ${origin.error}`,
    'write an origin such as https://api-contract.weex.com, or http://127.0.0.1:8080 on this machine',
  );
}

/** The same refusals, for `loadSetup` to make before it judges a plan: without an exchange most plans lack their instruments. */
export const needsExchange =
  (world: World, who = LIVE_RUN) =>
  (config: Config): void =>
    void liveOrigin(world, config, who);

/** `who` needs it, for the refusal where there is none. */
export const accountOf = (world: World, config: Config, who = LIVE_RUN): AccountName => ({
  origin: liveOrigin(world, config, who),
  name: config.exchange.account,
});

/** The same for what asks the exchange nothing, and needs to know no version of its interface. */
export const accountNamed = (world: World, config: Config, who: string): AccountName => ({
  origin: liveOrigin(world, config, who, false),
  name: config.exchange.account,
});

/** The image sets it (examples/server/Dockerfile): the folder that has to be mounted. */
const STATE_MOUNT = 'ORDO_STATE_MOUNT';

/** Undefined where no image asks for a folder, or it is mounted. */
export function unmounted({ variables, files }: Pick<World, 'variables' | 'files'>): Distrust | undefined {
  const folder = variables[STATE_MOUNT] ?? '';
  if (folder === '' || files.isMounted(folder)) return undefined;
  return {
    why: `the state folder ${folder} is part of this container, and goes with it: the next one would not know what was sent`,
    mend: `mount the same place there each time: docker run -v ordo-state:${folder} …`,
  };
}

/** Refuses (exit 2) where that folder is part of the container. Answers undefined where no image asks for one. */
export function checkStateMount(world: Pick<World, 'variables' | 'files'>): string | undefined {
  const found = unmounted(world);
  if (found !== undefined) return refuse('environment/no-mount', found.why, found.mend);
  const folder = world.variables[STATE_MOUNT] ?? '';
  return folder === '' ? undefined : `${folder} is mounted`;
}

/**
 * Options that only set sizes, warn or find addresses. A live run refuses every other one, those of later versions of Node
 * included: a list of dangerous options was never complete (debuggers, preloaded code, logs of TLS keys, proxies, heap snapshots).
 */
const HARMLESS: readonly RegExp[] = [
  /^--(max|min|initial)-(old-space|semi-space|heap)-size(-percentage)?=[0-9.]+$/,
  /^--stack-trace-limit=[0-9]+$/,
  /^--((no-|trace-)?warnings|(no-|trace-|pending-)deprecation|disable-warning=[A-Za-z0-9_]+)$/,
  /^--unhandled-rejections=(strict|throw)$/,
  /^--(no-)?enable-source-maps$/,
  /^--dns-result-order=[a-z0-9]+$/,
  /^--(no-)?network-family-autoselection(-attempt-timeout=[0-9]+)?$/,
  /^--tls-min-v1\.[23]$/,
  /^--use-(bundled|system)-ca$/,
  /^--disable-sigusr1$/,
];

/** The first option that a live run refuses. Node accepts `_` for `-` in a name. */
export const refusedOption = (options: readonly string[]): string | undefined =>
  options.find((option) => {
    const [name = '', ...value] = option.split('=');
    const spelt = [name.replaceAll('_', '-'), ...value].join('=');
    return !HARMLESS.some((harmless) => harmless.test(spelt));
  });

/** The words of NODE_OPTIONS. Quotes are kept, so a quoted option is refused; no harmless one needs quotes. */
export const optionsIn = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');
