/**
 * Where the log of a killed run ends, and whether it may end there. SQLite reads its log (`-wal`) up to the first frame whose
 * checksum fails, and forgets what follows: right for a write that was cut short, wrong for damage. Each commit is on disk before the
 * next begins, so a cut short log has at most one commit after its end; where there are two, it is damaged.
 */

/** The pages of our journals have SQLite's default size. */
const PAGE = 4096;
const HEADER = 32;
const FRAME_HEADER = 24;
const FRAME = FRAME_HEADER + PAGE;

type Sum = readonly [number, number];

/** SQLite's checksum of the log's words from `start` to before `end`, carried on from `from`. */
function sumOf(words: Uint32Array, start: number, end: number, [a, b]: Sum): Sum {
  let first = a;
  let second = b;
  for (let at = start; at < end; at += 2) {
    first = (first + (words[at] as number) + second) >>> 0;
    second = (second + (words[at + 1] as number) + first) >>> 0;
  }
  return [first, second];
}

/**
 * The words as the log's maker summed them: by its magic number little-endian, or of a machine of the other kind. A log may be long, so
 * its bytes are copied only where they have to be turned round, or do not begin where a word may.
 */
function wordsOf(log: Buffer): Uint32Array {
  const isTurned = log.readUInt32BE(0) === 0x377f0683;
  const length = log.length - (log.length % 4);
  if (!isTurned && log.byteOffset % 4 === 0) return new Uint32Array(log.buffer, log.byteOffset, length / 4);
  const copy = Buffer.alloc(length);
  log.copy(copy);
  if (isTurned) copy.swap32();
  return new Uint32Array(copy.buffer, copy.byteOffset, length / 4);
}

const isSum = (bytes: Buffer, at: number, [first, second]: Sum): boolean =>
  bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second;

/** Whether commits stand behind the log's end that a cut short write cannot have left there. */
export function isLogDamaged(log: Buffer): boolean {
  if (log.length < HEADER + FRAME) return false;
  const words = wordsOf(log);
  const salts = log.subarray(16, 24);
  // A frame is of this log by the header's salts; where those are damaged, by the first frame's.
  const firstSalts = log.subarray(HEADER + 8, HEADER + 16);
  let sum = sumOf(words, 0, 6, [0, 0]);
  let isRead = isSum(log, 24, sum);
  let commits = 0;
  let behind = 0;
  for (let at = HEADER; at + FRAME <= log.length; at += FRAME) {
    const frame = log.subarray(at, at + FRAME);
    const own = frame.subarray(8, 16);
    const word = at / 4;
    sum = sumOf(words, word, word + 2, sum);
    sum = sumOf(words, word + FRAME_HEADER / 4, word + FRAME / 4, sum);
    isRead &&= own.equals(salts) && isSum(frame, 16, sum);
    if (isRead) continue;
    if (frame.readUInt32BE(4) !== 0) commits += 1;
    // What stands before a frame of this log is of this log too; what is left of an older one stands after all of it.
    if (own.equals(salts) || own.equals(firstSalts)) behind = commits;
  }
  return behind > 1;
}
