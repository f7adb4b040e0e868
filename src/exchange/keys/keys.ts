/**
 * Where the keys come from: the environment, or a command in the config that prints them. They are removed from the
 * environment, so that no program started later inherits them. No error shows any part of them.
 */
import { spawn } from 'node:child_process';
import type { ProgramLine } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import { err, ok, type Result } from '../../model/result.ts';
import type { PlainKeys } from './secret.ts';

type Variables = Record<string, string | undefined>;

interface CommandBounds {
  readonly limitMs: number;
  readonly mostBytes: number;
}

const BOUNDS: CommandBounds = { limitMs: 10_000, mostBytes: 4096 };

const NAMES = { key: 'ORDO_API_KEY', secret: 'ORDO_API_SECRET', passphrase: 'ORDO_API_PASSPHRASE' } as const;

/** The variables win if all three are set: the command is not even looked for. An error is in words for a person. */
export async function keysOf(
  variables: Variables,
  commandOf: (() => Result<ProgramLine, string>) | undefined,
  bounds = BOUNDS,
): Promise<Result<PlainKeys, string>> {
  const [key, secret, passphrase] = Object.values(NAMES).map((name) => variables[name] ?? '');
  for (const name of Object.values(NAMES)) delete variables[name];
  const written: PlainKeys = { key: key ?? '', secret: secret ?? '', passphrase: passphrase ?? '' };
  const missing = (Object.keys(NAMES) as (keyof PlainKeys)[]).filter((name) => written[name] === '');
  if (missing.length === 0) return usable(written, (name) => NAMES[name]);
  if (commandOf === undefined) {
    return err(`${missing.map((name) => NAMES[name]).join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set`);
  }
  const command = commandOf();
  if (!command.ok) return command;
  const printed = await output(command.value, variables, bounds);
  if (!printed.ok) return printed;
  const keys = readKeys(printed.value);
  return keys === undefined
    ? err('exchange.keysCommand did not print {"key": "…", "secret": "…", "passphrase": "…"} as JSON')
    : usable(keys, (name) => `the ${name} of exchange.keysCommand`);
}

/** Key and passphrase are sent as headers, which hold Latin-1 and lose blanks at their ends. The secret is never sent. */
export function usable(keys: PlainKeys, nameOf: (name: keyof PlainKeys) => string): Result<PlainKeys, string> {
  for (const name of Object.keys(NAMES) as (keyof PlainKeys)[]) {
    const text = keys[name];
    const why = /\p{Cc}/u.test(text)
      ? 'has a control character, such as a newline'
      : /^\s|\s$/u.test(text)
        ? 'begins or ends with a blank'
        : name !== 'secret' && /[^\u0020-\u00ff]/u.test(text)
          ? 'has a character that no HTTP header can have'
          : undefined;
    if (why !== undefined) return err(`${nameOf(name)} ${why}`);
  }
  return ok(keys);
}

const isText = (one: unknown): one is string => typeof one === 'string' && one !== '';

function readKeys(bytes: Uint8Array): PlainKeys | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value !== 'object' || value === null) return undefined;
    const { key, secret, passphrase } = value as Readonly<Record<string, unknown>>;
    return isText(key) && isText(secret) && isText(passphrase) ? { key, secret, passphrase } : undefined;
  } catch {
    // The error would quote what was printed.
    return undefined;
  }
}

/** What the command prints. It gets no shell, no input, only PATH and HOME of the environment, and limited time. */
function output(
  [program, ...args]: ProgramLine,
  { PATH, HOME }: Variables,
  { limitMs, mostBytes }: CommandBounds,
): Promise<Result<Uint8Array, string>> {
  return new Promise((resolve) => {
    const env = defined({ PATH, HOME });
    const child = spawn(program, args, { env, shell: false, stdio: ['ignore', 'pipe', 'ignore'] });
    const chunks: Uint8Array[] = [];
    let length = 0;
    let isOver = false;
    const end = (result: Result<Uint8Array, string>): void => {
      isOver = true;
      clearTimeout(timer);
      child.kill('SIGKILL');
      // A program that it started may still hold the pipe open.
      child.stdout.destroy();
      resolve(result);
    };
    const fail = (why: string): void => end(err(`exchange.keysCommand ${why}`));
    const timer = setTimeout(() => fail(`did not end within ${limitMs / 1000} s`), limitMs);
    child.on('error', (error: NodeJS.ErrnoException) => fail(`cannot be started: ${error.code ?? 'no reason given'}`));
    child.stdout.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > mostBytes) fail(`printed more than ${mostBytes} bytes`);
    });
    child.on('exit', (code, signal) => {
      if (code !== 0) return fail(code === null ? `was ended by ${signal}` : `ended with exit code ${code}`);
      // A program that it left running may hold the pipe open, so there may be no end to wait for. What the command itself
      // printed is in the pipe by now: once a turn of the event loop brings nothing, all of it was read.
      const readOn = (before: number): void => {
        if (isOver) return;
        if (length === before) end(ok(Buffer.concat(chunks)));
        else setImmediate(readOn, length);
      };
      setImmediate(readOn, -1);
    });
  });
}
