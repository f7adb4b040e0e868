/** The real yaml-language-server as a child process, spoken to over stdio as an editor speaks to it. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createMessageConnection, type MessageConnection } from 'vscode-jsonrpc/node';

/** Lines and characters from 0, as the protocol counts them. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface EditorDiagnostic {
  readonly message: string;
  readonly range: Range;
}

export interface Completion {
  readonly label: string;
  /** A snippet: `$1` and `${1:text}` are where the cursor goes. */
  readonly insertText: string;
  readonly textEdit?: { readonly range: Range; readonly newText: string };
  readonly documentation?: string | { readonly value: string };
}

const SERVER = fileURLToPath(
  new URL('../../node_modules/yaml-language-server/bin/yaml-language-server', import.meta.url),
);

/** What an editor that knows the common parts of the protocol says of itself. */
const CAPABILITIES = {
  workspace: { configuration: true, workspaceFolders: true },
  textDocument: {
    completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown', 'plaintext'] } },
    hover: { contentFormat: ['markdown', 'plaintext'] },
  },
};

export class LanguageServer {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #connection: MessageConnection;
  readonly #folder: URL;
  readonly #awaited = new Map<string, (diagnostics: readonly EditorDiagnostic[]) => void>();
  /** Requests of the server that the editor has no answer to: a schema that it wants to be given, for one. */
  readonly askedFor: string[] = [];

  private constructor(folder: string, settings: Readonly<Record<string, unknown>>) {
    this.#folder = pathToFileURL(`${folder}/`);
    this.#child = spawn(process.execPath, [SERVER, '--stdio'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#connection = createMessageConnection(this.#child.stdout, this.#child.stdin);
    this.#connection.onRequest('workspace/configuration', (asked: { items: readonly { section: string }[] }) =>
      asked.items.map(({ section }) => settings[section] ?? null),
    );
    this.#connection.onRequest((method) => {
      this.askedFor.push(method);
      return null;
    });
    this.#connection.onNotification(
      'textDocument/publishDiagnostics',
      ({ uri, diagnostics }: { uri: string; diagnostics: readonly EditorDiagnostic[] }) =>
        this.#awaited.get(uri)?.(diagnostics),
    );
    this.#connection.listen();
  }

  /** Starts a server whose workspace is the folder; settings are by section: `yaml`, `http`. */
  static async start(folder: string, settings: Readonly<Record<string, unknown>>): Promise<LanguageServer> {
    const server = new LanguageServer(folder, settings);
    const rootUri = server.#folder.href;
    await server.#connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: 'plans' }],
      capabilities: CAPABILITIES,
    });
    await server.#connection.sendNotification('initialized', {});
    return server;
  }

  /** Opens a text under a path of the workspace; it need not be on disk. */
  async open(path: string, text: string): Promise<void> {
    const textDocument = { uri: this.#uri(path), languageId: 'yaml', version: 1, text };
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  /** Opens a text, and gives what the server says of it. */
  async diagnose(path: string, text: string): Promise<readonly EditorDiagnostic[]> {
    const { promise, resolve } = Promise.withResolvers<readonly EditorDiagnostic[]>();
    this.#awaited.set(this.#uri(path), resolve);
    await this.open(path, text);
    return promise;
  }

  async complete(path: string, position: Position): Promise<readonly Completion[]> {
    const { items } = await this.#ask<{ items: readonly Completion[] }>('completion', path, position);
    return items;
  }

  /** The Markdown that is shown over a place; empty where nothing is. */
  async hover(path: string, position: Position): Promise<string> {
    const hover = await this.#ask<{ contents: { value: string } } | null>('hover', path, position);
    return hover?.contents.value ?? '';
  }

  #uri(path: string): string {
    return new URL(path, this.#folder).href;
  }

  #ask<Answer>(what: string, path: string, position: Position): Promise<Answer> {
    const textDocument = { uri: this.#uri(path) };
    return this.#connection.sendRequest<Answer>(`textDocument/${what}`, { textDocument, position });
  }

  /** Ends it as an editor does; that it did not end well is thrown. */
  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit') as Promise<[number | null]>;
    await this.#connection.sendRequest('shutdown');
    await this.#connection.sendNotification('exit');
    const [code] = await exited;
    this.#connection.dispose();
    if (code !== 0) throw new Error(`the language server ended with ${code}`);
  }
}
