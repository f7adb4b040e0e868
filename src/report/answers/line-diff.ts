/**
 * Which lines two texts have in common, by their order. Lines that occur once on both sides are the anchors, and what is
 * between two anchors is compared on its own (a patience diff). Where nothing is unique, all is taken as replaced: that may be
 * more than the least, and is never wrong. Formatting often touches every line of a long plan, so the cost has to stay
 * near the number of lines; an exact shortest diff is quadratic there.
 */

/** A line with its end, and whether it is kept (` `), removed (`-`) or added (`+`). */
export interface Edit {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** Lines `from` up to `to` of the old text against `start` up to `end` of the new one. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

type Match = readonly [before: number, after: number];

/** The longest run of matches that climbs on both sides; they are given in the order of the old text. */
function climbing(matches: readonly Match[]): Match[] {
  // For each length the run whose last line is highest up in the new text, as a chain to its first match.
  interface Run {
    readonly match: Match;
    readonly rest: Run | undefined;
  }
  const runs: Run[] = [];
  for (const match of matches) {
    let low = 0;
    let high = runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((runs[middle] as Run).match[1] < match[1]) low = middle + 1;
      else high = middle;
    }
    runs[low] = { match, rest: runs[low - 1] };
  }
  const longest: Match[] = [];
  for (let run = runs.at(-1); run !== undefined; run = run.rest) longest.push(run.match);
  return longest.toReversed();
}

/** Where each line stands that occurs once in the range; -1 for the others. */
function onceIn(lines: readonly string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = from; at < to; at += 1) {
    const line = lines[at] as string;
    places.set(line, places.has(line) ? -1 : at);
  }
  return places;
}

function anchors(before: readonly string[], after: readonly string[], { from, to, start, end }: Range): Match[] {
  const places = onceIn(after, start, end);
  const matches: Match[] = [];
  for (const [line, at] of onceIn(before, from, to)) {
    const other = places.get(line) ?? -1;
    if (at !== -1 && other !== -1) matches.push([at, other]);
  }
  return climbing(matches.toSorted(([one], [other]) => one - other));
}

/** For each old line the new line that it is; -1 where it is removed. */
function partners(before: readonly string[], after: readonly string[]): Int32Array {
  const partner = new Int32Array(before.length).fill(-1);
  const open: Range[] = [{ from: 0, to: before.length, start: 0, end: after.length }];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    let { from, to, start, end } = range;
    while (from < to && start < end && before[from] === after[start]) partner[from++] = start++;
    while (from < to && start < end && before[to - 1] === after[end - 1]) partner[--to] = --end;
    const found = anchors(before, after, { from, to, start, end });
    for (const [at, other] of found) {
      partner[at] = other;
      open.push({ from, to: at, start, end: other });
      from = at + 1;
      start = other + 1;
    }
    if (found.length > 0) open.push({ from, to, start, end });
  }
  return partner;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

/** All lines of both texts in their order; where lines are replaced, the removed ones come first. */
export function lineDiff(was: string, is: string): Edit[] {
  const [before, after] = [linesOf(was), linesOf(is)];
  const edits: Edit[] = [];
  const partner = partners(before, after);
  let next = 0;
  const addUpTo = (end: number): void => {
    for (; next < end; next += 1) edits.push({ mark: '+', text: after[next] as string });
  };
  for (const [at, text] of before.entries()) {
    const other = partner[at] as number;
    if (other === -1) edits.push({ mark: '-', text });
    else {
      addUpTo(other);
      edits.push({ mark: ' ', text });
      next = other + 1;
    }
  }
  addUpTo(after.length);
  return edits;
}
