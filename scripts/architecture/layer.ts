/** A folder or a file of the repository with rules of its own. A file belongs to the longest name that its path begins with. */
export interface Layer {
  readonly name: string;
  /** What it holds, in the words of docs/architecture.md. */
  readonly is: string;
  /**
   * What its files may import, separated by spaces: `plan/read` is the files of that layer, without the layers inside it;
   * `plan/read/limits` is one file; `src/**` is all of a folder. Each entry is an earlier line of the table.
   */
  readonly may: string;
}

export const layer = (name: string, is: string, may = ''): Layer => ({ name, is, may });
