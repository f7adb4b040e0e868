/** What the start of a command is compared with, and how often both are started. */
export const BASE = 'node -e 0';

const [ROUNDS, QUICK_ROUNDS] = [15, 7];
export const startRounds = (isQuick: boolean): number => (isQuick ? QUICK_ROUNDS : ROUNDS);
