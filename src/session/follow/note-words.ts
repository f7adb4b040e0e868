/** Times as notes of a follow say them. */

/** `14:02:03Z` */
export const timeOf = (wallMs: number): string => `${new Date(wallMs).toISOString().slice(11, 19)}Z`;
export const secondsOf = (ms: number): string => `${Math.round(ms / 1000)} s`;
