/** Ends the work by `stop` once the signal is aborted, or was before. */
export async function whileStoppable<T>(
  signal: AbortSignal,
  stop: (why: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const onAbort = (): void => stop(String(signal.reason));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
