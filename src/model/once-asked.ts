/** The same answer, however often it is asked. */
export function onceAsked<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => (asked ??= ask());
}
