/**
 * `node make-candles.ts [seed] [hours]` writes made-up candles of an hour, the same for a seed: `btc-48h.csv` here is that of `node
 * make-candles.ts 17 48`. A price that nobody paid: good for trying a command, and for nothing else.
 */

const [seed = 17, hours = 48] = process.argv.slice(2).map(Number);
const FROM_MS = Date.UTC(2026, 10, 20);
const HOUR_MS = 3_600_000;
/** How often the price moves in an hour, and how far at most, in ticks of 0.1. */
const [MOVES, FARTHEST] = [240, 250];

let state = seed >>> 0;
/** From 0 to 1, without 1. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

const price = (ticks: number): string => (ticks / 10).toFixed(1).replace('.0', '');

let last = 640_000;
const rows = ['time,open,high,low,close,traded'];
for (let hour = 0; hour < hours; hour++) {
  const open = last;
  let [high, low, traded] = [open, open, 0];
  for (let move = 0; move < MOVES; move++) {
    last += Math.round((random() - 0.5) * 2 * FARTHEST);
    [high, low] = [Math.max(high, last), Math.min(low, last)];
    traded += random();
  }
  const time = new Date(FROM_MS + hour * HOUR_MS).toISOString().replace('.000Z', 'Z');
  rows.push([time, ...[open, high, low, last].map(price), traded.toFixed(1)].join(','));
}
console.log(rows.join('\n'));
