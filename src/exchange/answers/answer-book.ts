/** What a version of the interface calls things in its answers, and what its codes prove: all that the tables of judgement ask it. */

/** `{code, msg}` with a code that is not a success code (docs/exchange.md#success-codes). */
export interface ErrorEnvelope {
  readonly code: string;
  readonly message: string;
}

/** A refusal of access in words: what is refused first, then what to do about it (docs/exchange.md#codes). */
export interface AccessWords {
  readonly why: string;
  readonly mend: string;
}

export interface AnswerBook {
  /** In an envelope around a success. */
  readonly successCodes: ReadonlySet<string>;
  /** For authentication and permission: every further call would meet the same. */
  readonly accessCodes: ReadonlySet<string>;
  /** The timestamp is refused: the request was not executed. */
  readonly clockCodes: ReadonlySet<string>;
  readonly rateCodes: ReadonlySet<string>;
  /** A refusal by the rate limit asks for at least so long a wait, in ms, whatever it says. */
  readonly leastWaitMs: number;
  /** A second refusal by it within so long, in ms, ends the sending; undefined: none does. */
  readonly secondEndsMs?: number;
  /** It wraps the engine's refusals, which begin with a word of the engine, and true system errors. */
  readonly engineCode: string;
  /** The status at which the engine refuses, though it tells of a server's error elsewhere; undefined: there is none. */
  readonly engineStatus?: number;
  /** Known to refuse, among them the engine's code and what the config adds. */
  readonly refusals: ReadonlySet<string>;
  /** Codes that a config cannot make refusals of. */
  readonly fixedCodes: ReadonlySet<string>;
  /** Codes and words that say of one order that it cannot be taken off: there is none, or it is filled. */
  readonly orderRefusals: ReadonlySet<string>;
  /** Refusals of a cancel, besides those of any call. */
  readonly cancelRefusals: ReadonlySet<string>;
  readonly accessWords: (refusal: ErrorEnvelope) => AccessWords;
  /** Why nothing more is sent. */
  readonly accessRefused: (refusal: ErrorEnvelope) => string;
  /** Why nothing more is sent after this refusal of a batch: every other batch would meet the same. Undefined: more is. */
  readonly batchRefused?: (refusal: ErrorEnvelope) => string | undefined;
  readonly names: {
    readonly orderId: string;
    /** A client order id, in an answer to what places. */
    readonly clientOid: string;
    /** The same in an answer to a cancel. */
    readonly clientOids: readonly string[];
    /** Says whether an entry is of a success. */
    readonly result: string;
    readonly errorCode: string;
    readonly errorMessage: string;
    /** The list of entries in an answer to a batch; a version that answers with a bare list takes that too. */
    readonly entries: string;
    readonly isBareList: boolean;
    /** The lists of entries in an answer to a batch of cancels, and that of what failed. */
    readonly cancelled: readonly string[];
    readonly failed?: string;
  };
  /** Whether an answer about one order may refuse it as an entry of a batch does. */
  readonly refusesInPlace: boolean;
}

/** With the codes of `exchange.refusalCodes`. */
export const withRefusals = (book: AnswerBook, more: ReadonlySet<string>): AnswerBook =>
  more.size === 0 ? book : { ...book, refusals: book.refusals.union(more.difference(book.fixedCodes)) };
