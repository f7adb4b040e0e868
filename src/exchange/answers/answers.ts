/** Reads answer bodies: no digit is lost, no duplicate key is passed over, and a shape is taken for what it is or not at all. */
import { parse } from 'lossless-json';
import { SUCCESS_CODES } from '../../model/answer-codes.ts';
import { NumberText, type Body, type Json } from './evidence.ts';

/** JSON as it came: numbers by their digits, and a key that says two things is an error rather than the last one's word. */
export function readBody(text: string): Body {
  try {
    const value = parse(text, undefined, {
      parseNumber: (digits) => new NumberText(digits),
      onDuplicateKey: ({ key }) => {
        throw new Error(`the key ${key} twice`);
      },
    }) as Json;
    return { kind: 'json', value };
  } catch (error) {
    const why = text.trim() === '' ? 'empty' : error instanceof RangeError ? 'nested too deeply' : 'not JSON';
    return {
      kind: 'unreadable',
      why: error instanceof Error && /twice/.test(error.message) ? error.message : why,
      text,
    };
  }
}

export type JsonObject = { readonly [key: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText);

/** Text of a string or a number; undefined for anything else. */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return value instanceof NumberText ? value.text : undefined;
}

/** `{code, msg}` whose code is none of the success codes (exchange-facts section 4.1). */
export interface ErrorEnvelope {
  readonly code: string;
  readonly message: string;
}

export function errorEnvelope(body: Json): ErrorEnvelope | undefined {
  if (!isObject(body)) return undefined;
  const code = textOf(body['code']);
  if (code === undefined || SUCCESS_CODES.has(code)) return undefined;
  return { code, message: textOf(body['msg']) ?? textOf(body['message']) ?? '' };
}

/** Code and message, as a person reads them. */
export const envelopeWords = ({ code, message }: ErrorEnvelope): string => `${code} ${message}`.trim();

/** The status of an answer, with its error where it is one. */
export const statusAndError = (status: number, envelope: ErrorEnvelope | undefined): string =>
  envelope === undefined ? `status ${status}` : `status ${status}, ${envelopeWords(envelope)}`;

/** A name by its letters and digits alone: the exchange spells one name in several ways. */
export const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/** The payload: the bare object, or what a success envelope wraps. */
export function payloadOf(body: Json): Json {
  if (!isObject(body)) return body;
  const code = textOf(body['code']);
  return code !== undefined && SUCCESS_CODES.has(code) && body['data'] !== undefined ? body['data'] : body;
}

/** Letters and digits, at least one of them not 0: a server's "null" and "0" are no order ids, nor are -1 and 1e3. */
const ORDER_ID = /^(?=.*[1-9])[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const NUMERIC_ORDER_ID = /^[1-9][0-9]{0,63}$/;

/** The order id that a value is; undefined where it is none that could be relied on. */
export function orderIdOf(value: Json | undefined): string | undefined {
  const text = textOf(value);
  const shape = value instanceof NumberText ? NUMERIC_ORDER_ID : ORDER_ID;
  return text !== undefined && shape.test(text) ? text : undefined;
}

/** Whether anything stands there: not null, "" or 0. */
export const isGiven = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && !/^0*$/.test(textOf(value) ?? 'neither text nor number');
