/**
 * Where compiled code is kept between starts: in the user's own cache folder, never in a shared one, for whoever can write there
 * could run code here. Undefined where there is none, or where NODE_DISABLE_COMPILE_CACHE says so.
 */
export function codeFolder(): string | undefined {
  const { XDG_CACHE_HOME: cache, HOME: home, NODE_DISABLE_COMPILE_CACHE: off } = process.env;
  if (off === '1') return undefined;
  if (cache?.startsWith('/') === true) return `${cache}/ordo`;
  return home?.startsWith('/') === true ? `${home}/.cache/ordo` : undefined;
}
