import { isAbsolute, relative, resolve, sep } from 'node:path';

/** A source's path as CI finds it in the checkout: from the folder of the command, with forward slashes; absolute outside. */
export const checkoutPath =
  (folder: string) =>
  (name: string): string => {
    const file = resolve(folder, name);
    const short = relative(folder, file);
    const isOutside = short === '..' || short.startsWith(`..${sep}`) || isAbsolute(short);
    return (isOutside ? file : short).replaceAll(sep, '/');
  };
