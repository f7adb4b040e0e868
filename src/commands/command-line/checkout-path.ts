import { isAbsolute, relative, resolve, sep } from 'node:path';

/** A source's path as CI knows it: relative to the command's folder, with forward slashes; absolute if it lies outside. */
export const checkoutPath =
  (folder: string) =>
  (name: string): string => {
    const file = resolve(folder, name);
    const short = relative(folder, file);
    const isOutside = short === '..' || short.startsWith(`..${sep}`) || isAbsolute(short);
    return (isOutside ? file : short).replaceAll(sep, '/');
  };
