/** The options of Node that a live run accepts. */

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
