/** A repository of plans as docs/editors.md lays it out, opened in the language server with the settings of that page. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LanguageServer, type Completion, type EditorDiagnostic, type Position } from './language-server.ts';

const root = new URL('../../', import.meta.url);

/** Where the cursor is in a text. */
const CURSOR = '‸';

export const PLAN_LINE = '# yaml-language-server: $schema=../schemas/plan.schema.json\n';

/** The first JSON block of the page: settings of VS Code, by their full names. */
function settingsOfPage(): Record<string, unknown> {
  const page = readFileSync(new URL('docs/editors.md', root), 'utf8');
  const [, block = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  return JSON.parse(block) as Record<string, unknown>;
}

/** The same as a language server asks for them, section by section: `{ 'a.b': 1 }` is `{ a: { b: 1 } }`. */
function bySection(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const sections: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(settings)) {
    const steps = name.split('.');
    const last = steps.pop() as string;
    let section = sections;
    for (const step of steps) section = (section[step] ??= {}) as Record<string, unknown>;
    section[last] = value;
  }
  return sections;
}

export class Workspace {
  readonly #folder: string;
  readonly #proxy: Server;
  readonly #server: LanguageServer;
  #opened = 0;
  /** What the server asked of the network; a proxy on loopback hears it all and gives nothing. */
  readonly requested: string[];

  private constructor(folder: string, proxy: Server, requested: string[], server: LanguageServer) {
    this.#folder = folder;
    this.#proxy = proxy;
    this.#server = server;
    this.requested = requested;
  }

  static async open(): Promise<Workspace> {
    const folder = mkdtempSync(join(tmpdir(), 'ordo-editor-'));
    cpSync(new URL('schemas', root), join(folder, 'schemas'), { recursive: true });
    const requested: string[] = [];
    const hear = (asked: { url?: string | undefined }): number => requested.push(String(asked.url));
    const proxy = createServer((request, response) => {
      hear(request);
      response.writeHead(404).end();
    });
    proxy.on('connect', (request, socket) => {
      hear(request);
      socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    });
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
    const { port } = proxy.address() as AddressInfo;
    const settings = bySection({ ...settingsOfPage(), 'http.proxy': `http://127.0.0.1:${port}` });
    return new Workspace(folder, proxy, requested, await LanguageServer.start(folder, settings));
  }

  /** What the server could not do alone. */
  get askedFor(): readonly string[] {
    return this.#server.askedFor;
  }

  /** What the server says of a text under a path of the repository. */
  diagnose(path: string, text: string): Promise<readonly EditorDiagnostic[]> {
    return this.#server.diagnose(path, text);
  }

  /** What is offered at the cursor of a plan, with the text that accepting it would leave. */
  async complete(text: string): Promise<readonly Offer[]> {
    const path = `plans/${++this.#opened}.yaml`;
    const [before = '', after = ''] = (PLAN_LINE + text).split(CURSOR);
    await this.#server.open(path, before + after);
    const items = await this.#server.complete(path, positionAfter(before));
    return items.map((item) => ({
      label: item.label,
      told: typeof item.documentation === 'object' ? item.documentation.value : (item.documentation ?? ''),
      accepted: accept(item, before, after),
    }));
  }

  /** What is shown over each place of a text, without the escapes of Markdown. */
  async hover(path: string, text: string, places: readonly Position[]): Promise<readonly string[]> {
    await this.#server.open(path, text);
    const shown = await Promise.all(places.map((place) => this.#server.hover(path, place)));
    return shown.map((markdown) => markdown.replaceAll(/\\([\\`*_{}[\]#+!])/g, '$1'));
  }

  /** Ends the server; nothing of it is left. */
  async close(): Promise<void> {
    await this.#server.stop();
    await new Promise((closed) => this.#proxy.close(closed));
    rmSync(this.#folder, { recursive: true });
  }
}

interface Offer {
  readonly label: string;
  readonly told: string;
  /** The text of the plan afterwards, without its first line. */
  readonly accepted: string;
}

function positionAfter(text: string): Position {
  const lines = text.split('\n');
  return { line: lines.length - 1, character: (lines.at(-1) as string).length };
}

/** Each stop of a snippet filled with what it suggests, or with the first of its choices. */
const filled = (snippet: string): string =>
  snippet
    .replaceAll(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, '$1')
    .replaceAll(/\$\{\d+:([^}]*)\}/g, '$1')
    .replaceAll(/\$\{?\d+\}?/g, '');

/** As an editor puts an item in: over its range, which ends at the cursor or after it, further lines indented like the first. */
function accept({ insertText, textEdit }: Completion, before: string, after: string): string {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const start = textEdit === undefined ? line.length : textEdit.range.start.character;
  const end = textEdit === undefined ? 0 : Math.max(textEdit.range.end.character - line.length, 0);
  const indent = /^ */.exec(line)?.[0] ?? '';
  const text = filled(textEdit?.newText ?? insertText).replaceAll('\n', `\n${indent}`);
  const kept = before.slice(0, before.length - line.length + start);
  return (kept + text + after.slice(end)).slice(PLAN_LINE.length);
}
