/** A fault that a program of this kind really may have, as a change of its source that a proof must notice. */
import { readFileSync } from 'node:fs';

/** Text that stands in the file exactly once, however it is laid out, and what is planted in its place. */
type Replacement = readonly [from: string, to: string];

/**
 * The same behind a marker, the comment `// fault-site: <site>`, which stands in the file exactly once: `from` is the first
 * such text after it, and so may be short. Without `from` the fault is planted where the marker stands.
 */
interface AtSite {
  readonly site: string;
  readonly from?: string;
  readonly to: string;
}

type Change = Replacement | AtSite;

export interface PlantedFault {
  readonly name: string;
  readonly file: string;
  readonly changes: readonly Change[];
  /** The proof that must notice it; by default the simulation. */
  readonly proof?:
    | 'protection'
    | 'saves'
    | 'sim-v3'
    | 'looks'
    | 'halts'
    | 'follow'
    | 'hands'
    | 'fills'
    | 'due'
    | TestProof;
}

/** What the simulation cannot meet, such as a server or the command line: test files, of which one must fail. */
export interface TestProof {
  readonly tests: readonly string[];
}

/** The file's text with the fault in it; throws where the fault no longer fits. */
export function planted({ name, file, changes }: PlantedFault): string {
  try {
    return changes.reduce(plant, readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
  } catch (error) {
    throw new Error(`"${name}" no longer fits ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** The text with one change in it; throws where the change does not fit exactly once. */
export function plant(text: string, change: Change): string {
  if (!('site' in change)) {
    const [from, to] = change;
    return replaced(text, only(placesOf(text, from), from), to);
  }
  const marker = `// fault-site: ${change.site}\n`;
  const site = only(exactPlacesOf(text, marker), marker);
  if (change.from === undefined) return replaced(text, site, `${change.to}\n`);
  const [first] = placesOf(text.slice(site.end), change.from);
  if (first === undefined) throw new Error(`found 0 times after ${marker}${change.from}`);
  return replaced(text, { start: site.end + first.start, end: site.end + first.end }, change.to);
}

/** From the first character to behind the last. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const replaced = (text: string, { start, end }: Span, to: string): string =>
  text.slice(0, start) + to + text.slice(end);

function only(places: readonly Span[], wanted: string): Span {
  const [place] = places;
  if (place === undefined || places.length > 1) throw new Error(`found ${places.length} times:\n${wanted}`);
  return place;
}

/** Where the text stands, whatever the white space and the trailing commas: what a formatter may change. */
function placesOf(text: string, wanted: string): Span[] {
  const { letters, places } = squeezed(text);
  // A comma at the end is a trailing one in some layouts: it is taken along where it stands.
  const core = wanted.trimEnd().replace(/,$/, '');
  const { letters: sought } = squeezed(core);
  const takesComma = core !== wanted.trimEnd();
  return exactPlacesOf(letters, sought).map(({ start, end }) => {
    const behind = (places[end - 1] as number) + 1;
    const comma = takesComma ? (/^\s*,/.exec(text.slice(behind))?.[0].length ?? 0) : 0;
    return { start: places[start] as number, end: behind + comma };
  });
}

function exactPlacesOf(text: string, wanted: string): Span[] {
  const found: Span[] = [];
  for (let start = text.indexOf(wanted); start !== -1; start = text.indexOf(wanted, start + 1))
    found.push({ start, end: start + wanted.length });
  return found;
}

/** The text without white space and trailing commas, and where each of its letters stands in the text. */
function squeezed(text: string): { readonly letters: string; readonly places: readonly number[] } {
  const kept = [...text.matchAll(/,(?!\s*[)\]}])|[^\s,]/g)];
  return { letters: kept.map(([letter]) => letter).join(''), places: kept.map(({ index }) => index) };
}
