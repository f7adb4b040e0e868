/** A part of an exit by its name: `stop`, `stop/2`. */
export const partText = ({ id, part = 1 }: { readonly id: string; readonly part?: number | undefined }): string =>
  part > 1 ? `${id}/${part}` : id;
