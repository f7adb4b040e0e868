/** Goes past a value of JSON byte by byte, wherever the parts of the file are cut. */
const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92] as const;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125] as const;

export class JsonPassing {
  isOn = false;
  #depth = 0;
  #isText = false;
  #isEscaped = false;

  begin(): void {
    this.isOn = true;
    this.#depth = 0;
    this.#isText = false;
    this.#isEscaped = false;
  }

  /** Where the value ends, or `end`, and then it goes on. */
  go(bytes: Uint8Array, from: number, end: number): number {
    for (let at = from; at < end; at++) {
      const byte = bytes[at] as number;
      if (this.#isText ? this.#endsText(byte) : this.#ends(byte)) {
        this.isOn = false;
        return byte === COMMA || this.#depth < 0 ? at : at + 1;
      }
    }
    return end;
  }

  /** Whether the value ends with that byte of a text. */
  #endsText(byte: number): boolean {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#isText = false;
      return this.#depth === 0;
    }
    return false;
  }

  /** The same of a byte that is in no text. */
  #ends(byte: number): boolean {
    if (byte === QUOTE) this.#isText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      this.#depth -= 1;
      return this.#depth <= 0;
    }
    return byte === COMMA && this.#depth === 0;
  }
}

/** Where the value that begins at `from` ends; -1 where that is not there yet. */
export function endOf(bytes: Uint8Array, from: number, end: number): number {
  const passing = new JsonPassing();
  passing.begin();
  const at = passing.go(bytes, from, end);
  return passing.isOn ? -1 : at;
}
