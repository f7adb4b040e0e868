/**
 * Where a watch stands. Pure: what happens and the time go in, the next state comes out.
 *
 *                   a file may differ                the files kept still
 *   following ───────────────────────▶ settling ─────────────────────────▶ reading
 *     │  ▲                              ▲  ▲ └─ still being written ─┘       │  │
 *     │  └──────────────────────────────│──│───────── read ─────────────────┘  │
 *     │                                 │  └────── a file may differ ──────────┘
 *     │ approved: the code shown,       │
 *     │ steady over two reads           │
 *     ▼                                 │
 *   approving ── a file may differ ─────┘          read: another code ──▶ following; nothing goes out
 *     │ read: that very code
 *     ▼
 *   placing ── ended ──▶ reading (or settling, if a file may differ since)
 *
 * Invariants
 * 1. `placing` is reached only from `approving`, by a read that gave the code that was approved, and with no sign of a change
 *    since that read began.
 * 2. A code is approved only while it is shown and steady: two reads, STEADY_MS apart, gave it, and no read between them gave
 *    another. An event never makes it so, nor does a read that takes long.
 * 3. A run is not interrupted by a save: what happens to the files while `placing` is read when it has ended.
 */

/** What the reads gave. */
export interface Seen {
  /** The code of what would be sent; undefined where that is nothing, or the save is broken. */
  readonly code: string | undefined;
  /** When the first read ended since which every read gave it. */
  readonly sinceMs: number;
  readonly isSteady: boolean;
}

export type WatchState =
  | { readonly at: 'following'; readonly seen: Seen }
  | { readonly at: 'settling'; readonly seen: Seen; readonly untilMs: number }
  | ({ readonly at: 'reading' } & Reading)
  | ({ readonly at: 'approving' | 'placing'; readonly code: string } & Reading);

interface Reading {
  readonly seen: Seen;
  /** A file may have changed meanwhile. */
  readonly again: boolean;
  /** No file was read for it before. */
  readonly beganMs: number;
}

export type WatchInput =
  /** A hint that a file may differ. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'time' }
  /** The files were read, and compile to this code. */
  | { readonly kind: 'read'; readonly code: string | undefined }
  /** A person, or the paper watch itself, approves this code. */
  | { readonly kind: 'approve'; readonly code: string }
  | { readonly kind: 'ended' };

/** How long the files must keep still before they are read, in ms: editors write in several steps. */
export const SETTLE_MS = 30;
/** How far apart the two reads are after which a code may be approved, in ms. */
export const STEADY_MS = 500;

const NOTHING: Seen = { code: undefined, sinceMs: 0, isSteady: false };

/** The first thing that a watch does is to read. */
export const started: WatchState = { at: 'reading', seen: NOTHING, again: false, beganMs: 0 };

/** What may be approved now. */
export const approvable = (state: WatchState): string | undefined =>
  state.at === 'following' && state.seen.isSteady ? state.seen.code : undefined;

/** When time alone leads on from here, on the monotonic clock. */
export function dueMs(state: WatchState): number {
  if (state.at === 'settling') return state.untilMs;
  const { code, isSteady, sinceMs } = state.seen;
  return state.at === 'following' && code !== undefined && !isSteady ? sinceMs + STEADY_MS : Number.POSITIVE_INFINITY;
}

export function advance(state: WatchState, input: WatchInput, nowMs: number): WatchState {
  switch (input.kind) {
    case 'changed':
      return changed(state, nowMs);
    case 'time': {
      const isDue = nowMs >= dueMs(state);
      return isDue ? { at: 'reading', seen: state.seen, again: false, beganMs: nowMs } : state;
    }
    case 'read':
      return read(state, input.code, nowMs);
    case 'approve':
      return approvable(state) === input.code
        ? { at: 'approving', seen: state.seen, again: false, beganMs: nowMs, code: input.code }
        : state;
    case 'ended':
      return state.at === 'placing'
        ? next(state, NOTHING, nowMs, { at: 'reading', seen: NOTHING, again: false, beganMs: nowMs })
        : state;
  }
}

function changed(state: WatchState, nowMs: number): WatchState {
  const { at, seen } = state;
  return at === 'following' || at === 'settling'
    ? { at: 'settling', seen, untilMs: nowMs + SETTLE_MS }
    : { ...state, again: true };
}

function read(state: WatchState, code: string | undefined, nowMs: number): WatchState {
  if (state.at !== 'reading' && state.at !== 'approving') return state;
  const seen = seenNow(state, code, nowMs);
  if (state.at === 'approving' && !state.again && code === state.code) return { ...state, at: 'placing', seen };
  return next(state, seen, nowMs, { at: 'following', seen });
}

function seenNow({ seen, beganMs }: Reading, code: string | undefined, nowMs: number): Seen {
  if (code === undefined || code !== seen.code) return { code, sinceMs: nowMs, isSteady: false };
  return { ...seen, isSteady: seen.isSteady || beganMs - seen.sinceMs >= STEADY_MS };
}

/** The files are looked at again first where one may have changed. */
const next = (state: { readonly again: boolean }, seen: Seen, nowMs: number, otherwise: WatchState): WatchState =>
  state.again ? { at: 'settling', seen, untilMs: nowMs + SETTLE_MS } : otherwise;
