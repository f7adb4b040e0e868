import { inspect } from 'node:util';

/** Text that is never shown: every usual way to print it gives `[secret]`. Only signing and the headers reveal it. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}

/** Keys as plain text, as they come in. */
export interface PlainKeys {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
}

export interface Credentials {
  readonly key: Secret;
  readonly secret: Secret;
  readonly passphrase: Secret;
}

/** A shorter text is not worth hiding, and removing it would only garble the words. */
const LEAST_LENGTH = 4;

/** Gives a text without the credentials: an exchange, or someone in between, may echo what it was sent. */
export function withoutSecrets({ key, secret, passphrase }: Credentials): (text: string) => string {
  const texts = [key, secret, passphrase]
    .map((one) => one.reveal())
    .filter((one) => one.length >= LEAST_LENGTH)
    // The longest first: one may be the beginning of another.
    .toSorted((a, b) => b.length - a.length);
  return (text) => texts.reduce((left, one) => left.replaceAll(one, '[secret]'), text);
}
