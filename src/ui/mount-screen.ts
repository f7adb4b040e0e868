import type { RunScreen, RunScreenOptions } from './run-screen.tsx';

/** Ink awaits its layout as it is loaded, so a script cannot require it, as the program does with its other files. */
export async function mountScreen(options: RunScreenOptions): Promise<RunScreen> {
  const { mountRunScreen } = await import('./run-screen.tsx');
  return mountRunScreen(options);
}
