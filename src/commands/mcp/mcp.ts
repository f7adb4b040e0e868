/**
 * `ordo mcp`: the tools of a program that may look and propose. JSON-RPC of the Model Context Protocol, a line each on stdin and
 * stdout. It has no key, no exchange and no lock: what could send is not there, and no file but a proposal is made.
 */
import { resolve } from 'node:path';
import { err } from '../../model/result.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { refuse, refusalOf, refusalText } from '../../refusal.ts';
import { VERSION } from '../../version.ts';
import { readArguments, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { realPathOf } from '../inputs/input-files.ts';
import type { World, Output } from '../world.ts';
import { TOOLS, type ToolDesk, type Tool } from './tools.ts';
import { safeText } from '../../model/safe-text.ts';

const MCP_OPTIONS: OptionSpecs = {
  plans: { value: '<folder>', help: 'plans are read from it and below' },
  proposals: { value: '<folder>', help: 'proposals are written into it, each a new file' },
};

export const MCP_HELP: CommandHelp = {
  usage: 'ordo mcp',
  brief: 'tools for a program that proposes plans',
  summary: 'Serve tools over the Model Context Protocol on stdin and stdout: look at plans, and propose one.',
  more: `The tools are validate, dry_run, explain, diff, status and propose. None can send, cancel, halt or
reach a key: ORDO_API_… variables are dropped at the start, and no keysCommand is run.`,
  options: MCP_OPTIONS,
  examples: [
    ['ordo mcp --plans plans --proposals proposals', 'until its input ends'],
    ['ordo run proposals/x.yaml --live --execute', 'a proposal is approved as any plan is'],
  ],
};

const VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'];
const MOST_CHARACTERS = 8 * 1024 * 1024;

export async function mcp(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('mcp', args, MCP_OPTIONS);
  if (given.positionals.length > 0) refuse('command/names', 'mcp takes folders only by --plans and --proposals');
  for (const name of Object.keys(world.variables))
    if (name.startsWith('ORDO_API_')) Reflect.deleteProperty(world.variables, name);
  const plans = folderOf(world, 'plans', given.value('plans'));
  const proposals = folderOf(world, 'proposals', given.value('proposals'));
  const make: ToolDesk['make'] = (files) => world.files.make(files);
  const desk = { world: onlyReading(world, plans), plans, proposals, make };
  const decoder = new TextDecoder();
  let [rest, answers] = ['', Promise.resolve()];
  const read = await world.terminal.readInputParts((part) => {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) answers = answers.then(() => answerLine(world, desk, line));
    return rest.length <= MOST_CHARACTERS;
  });
  await answers;
  const why = read.ok ? 'a message has no end within 8 MiB' : read.error;
  return rest.length <= MOST_CHARACTERS && read.ok ? EXIT.done : refuse('input/unreadable', `stdin: ${why}`);
}

function folderOf({ files }: World, name: string, folder: string | undefined): string {
  if (folder === undefined) refuse('option/needs-another', `mcp needs --${name} <folder>`);
  const path = resolve(files.folder, folder);
  const real = files.entryAt(path).kind === 'folder' ? realPathOf(files, path) : undefined;
  return real ?? refuse('input/unreadable', `--${name} ${folder} is not a folder`, 'make it first');
}

const no = (): never => refuse('command/names', 'ordo mcp does not have this');

/** Journals are read, and what would be written to them is kept in memory. */
const onlyReading = (world: World, folder: string): World => ({
  ...world,
  files: { ...world.files, folder, replace: no, make: no, watch: no, git: () => err('git is not asked') },
  journals: { ...world.journals, ...world.journals.trial(), acceptRestored: no, copy: no },
  exchanges: { connect: no, fetchPublic: no, startPaper: no, servePaper: no },
});

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
}

const failed = (code: number, words: string): Error => Object.assign(new Error(words), { code });

async function answerLine({ terminal }: World, desk: ToolDesk, line: string): Promise<void> {
  if (line.trim() === '') return;
  const say = (answer: object): void =>
    terminal.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...answer })}\n`, 'exact');
  const message = messageOf(line);
  const id = typeof message?.id === 'string' || typeof message?.id === 'number' ? message.id : null;
  try {
    if (typeof message?.method !== 'string')
      throw message === undefined ? failed(-32700, 'not JSON') : failed(-32600, 'not a request');
    // A notification has no answer.
    if (id !== null) say({ id, result: await resultOf(desk, message, message.method) });
  } catch (error) {
    const { code = -32603, message: words } = error as Error & { readonly code?: number };
    say({ id, error: { code, message: words } });
  }
}

function messageOf(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return undefined;
  }
}

async function resultOf(desk: ToolDesk, { params }: Message, method: string): Promise<object> {
  if (method === 'ping') return {};
  if (method === 'initialize') {
    const protocolVersion = VERSIONS.find((one) => one === params?.['protocolVersion']) ?? VERSIONS[0];
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'ordo', version: VERSION } };
  }
  if (method === 'tools/list') return { tools: Object.entries(TOOLS).map(([name, tool]) => schemaOf(name, tool)) };
  if (method !== 'tools/call') throw failed(-32601, 'no such method');
  const name = String(params?.['name']);
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  if (tool === undefined) throw failed(-32602, 'no such tool');
  const given = givenTo(tool, params?.['arguments']);
  const { text, isError } = await answered(desk.world, (world) => tool.call(desk, world, given));
  return { content: [{ type: 'text', text }], isError };
}

const requiredOf = ({ takes, optional }: Tool): string[] => Object.keys(takes).filter((name) => name !== optional);

const schemaOf = (name: string, tool: Tool): object => {
  const takes = Object.entries(tool.takes).map(([key, [type, description]]) => [key, { type, description }] as const);
  const properties = Object.fromEntries(takes);
  const inputSchema = { type: 'object', properties, required: requiredOf(tool), additionalProperties: false };
  return { name, description: tool.description, inputSchema };
};

function givenTo(tool: Tool, given: unknown): Record<string, string | boolean> {
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : [];
  const isTaken = entries.every(
    ([name, value]) => Object.hasOwn(tool.takes, name) && typeof value === tool.takes[name]?.[0],
  );
  if (!isTaken || !requiredOf(tool).every((name) => entries.some(([one]) => one === name)))
    throw failed(-32602, 'arguments that the tool does not take');
  return Object.fromEntries(entries);
}

/** What a tool answers: what a command writes, without approval codes. A code can be computed all the same. */
interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Runs a command whose output is the answer. A refusal is one too. */
async function answered(world: World, command: (world: World) => Promise<unknown>): Promise<ToolAnswer> {
  let text = '';
  const output: Output = { isTerminal: false, color: false, width: 80, write: (part) => void (text += part) };
  try {
    await command({ ...world, terminal: { ...world.terminal, stdout: output, stderr: output } });
    return { text: withoutCodes(text), isError: false };
  } catch (error) {
    const refusal = refusalOf(error);
    const words = refusal === undefined ? `a bug of ordo: ${safeText(String(error))}` : refusalText(refusal);
    return { text: withoutCodes(`${text}${words}\n`), isError: true };
  }
}

/** Reads events, a line each, and one JSON over many lines; a line that is neither is a note. */
function withoutCodes(text: string): string {
  const codes = new Set<string>();
  const lines = (): string[] => text.split('\n').map((line) => cleaned(line, codes) ?? line);
  const whole = cleaned(text, codes) ?? lines().join('\n');
  return [...codes].reduce((told, code) => told.replaceAll(code, '…').replaceAll(code.slice(0, 12), '…'), whole);
}

function cleaned(text: string, codes: Set<string>): string | undefined {
  try {
    const value: unknown = JSON.parse(text, (key, one: unknown) => (key === 'approval' ? taken(one, codes) : one));
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** A key without a value is left out. */
function taken(value: unknown, codes: Set<string>): undefined {
  for (const [code] of JSON.stringify(value ?? '').matchAll(/[0-9a-f]{64}/g)) codes.add(code);
  return undefined;
}
