/**
 * When to look at the plan again. Pure: events and times in, the next thing to do out.
 *
 *   idle ──changed──▶ settling ──quiet for a moment──▶ running ──done──▶ idle
 *                       ▲  └─changed─┘                    │
 *                       └──────────── changed ────────────┘ (again when the run is done)
 *
 * A change is only a hint that the bytes may differ. The runner compares them, so a save without a change shows nothing.
 */
export type WatchState =
  | { readonly at: 'idle' }
  | { readonly at: 'settling'; readonly untilMs: number }
  | { readonly at: 'running'; readonly again: boolean };

export type WatchInput = { readonly kind: 'changed' } | { readonly kind: 'time' } | { readonly kind: 'done' };

/** How long the files must be quiet before they are read, in ms: editors write in several steps. */
export const SETTLE_MS = 30;

export function advance(state: WatchState, input: WatchInput, nowMs: number): WatchState {
  switch (state.at) {
    case 'idle':
      return input.kind === 'changed' ? { at: 'settling', untilMs: nowMs + SETTLE_MS } : state;
    case 'settling':
      if (input.kind === 'changed') return { at: 'settling', untilMs: nowMs + SETTLE_MS };
      return input.kind === 'time' && nowMs >= state.untilMs ? { at: 'running', again: false } : state;
    case 'running':
      if (input.kind === 'changed') return { at: 'running', again: true };
      if (input.kind !== 'done') return state;
      return state.again ? { at: 'settling', untilMs: nowMs + SETTLE_MS } : { at: 'idle' };
  }
}
