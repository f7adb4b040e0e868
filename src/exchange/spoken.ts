/** Finds the dialect of a version by its name, or by what it wrote. Another version is a folder next to `v2/` and its name in `INTERFACES`. */
import { DIALECTS as WRITTEN } from './generated/dialects.ts';
import type { Rate } from '../model/call.ts';
import type { Config } from '../model/config.ts';
import { INTERFACES, type Interface } from '../model/interfaces.ts';
import type { Dialect } from './dialect.ts';

const DIALECTS: Readonly<Record<Interface, Dialect>> = WRITTEN;

export const isInterface = (written: unknown): written is Interface =>
  typeof written === 'string' && Object.hasOwn(DIALECTS, written);

/** The version that a config names. */
export const dialectOf = ({ exchange }: { readonly exchange: { readonly interface: Interface } }): Dialect =>
  DIALECTS[exchange.interface];

/** A config as if it named another version: what it leaves to the version is that one's. */
export function spokenAs(config: Config, version: Interface): Config {
  const [was, is] = [dialectOf(config).defaults, DIALECTS[version].defaults];
  const { exchange, execution } = config;
  const { limits } = exchange;
  const { countsOrders: _, ...kept } = limits;
  const rate = (key: 'ip' | 'uid' | 'orderCalls'): Rate =>
    isSame(limits[key], was.limits[key]) ? is.limits[key] : limits[key];
  const { cancelBatch } = exchange.cancelBatch === was.cancelBatch ? is : exchange;
  const { maxOrdersPerCall } = execution.maxOrdersPerCall === was.maxOrdersPerCall ? is : execution;
  const spoken = { ...kept, ...is.limits, ip: rate('ip'), uid: rate('uid'), orderCalls: rate('orderCalls') };
  return {
    ...config,
    exchange: { ...exchange, interface: version, limits: spoken, cancelBatch },
    execution: { ...execution, maxOrdersPerCall },
  };
}

const isSame = (one: Rate, other: Rate): boolean => one.amount === other.amount && one.windowMs === other.windowMs;

export const writtenBy = (bodies: readonly string[]): Interface =>
  INTERFACES.find((version) => bodies.some((body) => DIALECTS[version].clientOidsIn(body).length > 0)) ?? 'v2';

/** Whether the version that wrote this body counts orders in the place of UID weight. */
export const countsOrdersBy = (body: string): boolean =>
  DIALECTS[writtenBy([body])].defaults.limits.countsOrders === true;

/** What a recorded body says, in whatever version it was written. */
export function readRecorded<Said>(read: (dialect: Dialect) => Said, isSaid: (said: Said) => boolean): Said {
  const said = Object.values(DIALECTS).map(read);
  return said.find(isSaid) ?? (said[0] as Said);
}
