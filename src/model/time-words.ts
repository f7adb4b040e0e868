/** Times as messages and screens say them. */

/** `14:02:03Z`, of ms since 1970. */
export const timeOfDay = (wallMs: number): string => `${new Date(wallMs).toISOString().slice(11, 19)}Z`;
export const secondsOf = (ms: number): string => `${Math.round(ms / 1000)} s`;
