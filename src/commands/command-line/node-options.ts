/** Options of Node that a live run goes on under. */

/**
 * What only sizes, warns or finds addresses. Everything else is refused, also what is new in a later Node: a list of what is
 * dangerous was never whole (debuggers, code loaded beforehand, logs of TLS keys, proxies, snapshots of memory).
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

/** The first of the options that a live run refuses. Node takes `_` for `-` in a name. */
export const refusedOption = (options: readonly string[]): string | undefined =>
  options.find((option) => {
    const [name = '', ...value] = option.split('=');
    const spelt = [name.replaceAll('_', '-'), ...value].join('=');
    return !HARMLESS.some((harmless) => harmless.test(spelt));
  });

/** The words of NODE_OPTIONS. Quotes stay in theirs, and nothing harmless needs any. */
export const optionsIn = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');
