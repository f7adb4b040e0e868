/** Findings name a place in a document's content; diagnostics name the characters in its text. */
import {
  MAX_DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
  type RelatedPlace,
  type Severity,
} from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';
import { locate, type Place, type Span, type YamlTree } from './locate.ts';

/** Something wrong at a place in the content. */
export interface Finding extends Place {
  /** Absent means `error`. */
  readonly severity?: Severity;
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string;
  readonly label?: string;
  readonly related?: readonly (Place & { readonly message: string })[];
}

/**
 * Turns findings into diagnostics as they come, up to the most that are collected. Errors and warnings are counted apart:
 * a flood of warnings must not keep an error out, because a plan without an error is sent.
 */
export class Findings {
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: SourceFile;
  readonly #tree: Pick<YamlTree, 'root'>;
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0 };

  constructor(source: SourceFile, tree: Pick<YamlTree, 'root'>) {
    this.#source = source;
    this.#tree = tree;
  }

  #related(place: Place & { readonly message: string }): RelatedPlace {
    const { start, end } = this.#span(place);
    return { message: place.message, start, end };
  }

  /** A part of a text is marked only if the file has the text character for character; a folded or escaped one is marked whole. */
  #span(place: Place): Span {
    const whole = locate(this.#tree.root, place);
    const { within } = place;
    if (within === undefined) return whole;
    const written = this.#source.text.slice(whole.start, whole.end);
    const offset = [0, 1].find(
      (at) => written.startsWith(within.text, at) && written.length === within.text.length + 2 * at,
    );
    if (offset === undefined) return whole;
    return { start: whole.start + offset + within.start, end: whole.start + offset + within.end };
  }

  get hasErrors(): boolean {
    return this.#counts.error > 0;
  }

  /** No further error is taken: there are enough to refuse the document. */
  get isFull(): boolean {
    return this.#counts.error >= MAX_DIAGNOSTICS;
  }

  readonly add = (finding: Finding): void => {
    const { severity = 'error', code, message, hint, label, related } = finding;
    if (this.#counts[severity] >= MAX_DIAGNOSTICS) return;
    this.#counts[severity] += 1;
    this.diagnostics.push({
      severity,
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(label === undefined ? {} : { label }),
      source: this.#source,
      ...this.#span(finding),
      ...(related === undefined ? {} : { related: related.map((place) => this.#related(place)) }),
    });
  };
}
