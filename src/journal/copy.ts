/**
 * Moves a journal from its file to a server. Two stores cannot commit at once, so the file is sealed first, and the order is:
 *
 * 1. The file is looked at and sealed as one that is moving, in one commit. From here on no command opens it.
 * 2. All records go to the server, in one transaction.
 * 3. The server commits, and its journal is verified.
 * 4. The seal says that the move is done.
 *
 * So at no moment are there two journals that may be used. Where the machine dies in between, the file stays sealed, and the same
 * command finds by its head whether the server has the records: it goes on at 2 or at 4. Only what failed before the server was
 * asked to commit, in the same process that has put the seal, takes the seal off again: the server cannot have the records then.
 */
import { readAside } from './files/spool.ts';
import { besideJournal, lockRun, type RunLock } from './files/run-lock.ts';
import { realJournalPath } from './files/journal-path.ts';
import { headText, type Head } from './records/head.ts';
import { JournalError } from './records/journal-error.ts';
import type { Holder } from './records/ledger.ts';
import { MovedError, type Copied } from './records/moved.ts';
import { readAddress } from './postgres/journal-url.ts';
import { PgTarget } from './postgres/pg-target.ts';
import type { AccountName } from './records/scope.ts';
import { MovingFile } from './sqlite/moving-file.ts';
import { verifyJournal } from './sqlite/verify-journal.ts';

interface CopyMachine {
  readonly self: Holder;
  /** Milliseconds since 1970. */
  readonly wallMs: () => number;
}

const HINT_EMPTY = 'name the server with --journal: it begins a journal there';

type Fault = Extract<Copied, { kind: 'broken' | 'held' }>;

/** From a file to `postgres://`. Throws JournalError where one of them cannot be used, or must not be copied as it is. */
export async function copyJournal(from: string, to: string, machine: CopyMachine): Promise<Copied> {
  const address = readAddress(to);
  const file = realJournalPath(from);
  // Looked at before it is opened to be written, as SQLite changes a file that it opens so.
  const found = verifiedFile(file);
  if ('kind' in found) return found;
  const source = new MovingFile(file);
  const locks: RunLock[] = [];
  let target: PgTarget | undefined;
  try {
    const held = takeLocks(source, machine.self, locks);
    if (held !== undefined) return held;
    target = await PgTarget.connect(address);
    return await new JournalMove(source, target, machine).run(found);
  } finally {
    await target?.close();
    source.close();
    for (const lock of locks) lock.release();
  }
}

/** The head of the file, by the look that `journal verify` takes; of a sealed one, that of its seal. */
function verifiedFile(file: string): Head | Fault {
  try {
    const found = verifyJournal(file);
    if (found.kind === 'broken') return { ...found, name: file };
    if (found.head !== undefined) return found.head;
  } catch (error) {
    if (error instanceof MovedError) return error.seal.head;
    throw error;
  }
  throw new JournalError(
    `the journal ${file} has no record: there is nothing to copy`,
    HINT_EMPTY,
    'journal/not-ready',
  );
}

/** The locks of all accounts, which are what keeps two copies of one file apart as well; or who holds one of them. */
function takeLocks({ file, accounts }: MovingFile, self: Holder, taken: RunLock[]): Fault | undefined {
  if (accounts.length === 0)
    throw new JournalError(
      `the journal ${file} knows no account: there is nothing to copy`,
      HINT_EMPTY,
      'journal/not-ready',
    );
  for (const account of accounts) {
    const lock = lockRun(file, { account }, self);
    if (!lock.ok) return { kind: 'held', holder: lock.error };
    taken.push(lock.value);
  }
  return undefined;
}

/** The steps of a move, each by itself. */
export class JournalMove {
  readonly #source: MovingFile;
  readonly #target: PgTarget;
  readonly #machine: CopyMachine;

  constructor(source: MovingFile, target: PgTarget, machine: CopyMachine) {
    this.#source = source;
    this.#target = target;
    this.#machine = machine;
  }

  async run(verified: Head): Promise<Copied> {
    const { seal } = this.#source;
    if (seal !== undefined && seal.to !== this.#target.name) throw new MovedError(this.#source.file, seal);
    const head = seal?.head ?? verified;
    const isOurs = seal === undefined;
    if (isOurs) await this.seal(head);
    else await this.#target.make();
    const isPut = seal?.isDone !== true && (await this.#put(head, isOurs));
    if (isPut) await this.#target.commit();
    return (await this.#faultOfTarget(head, isPut)) ?? this.finish(head, !isPut);
  }

  /** Step 1. */
  async seal(head: Head): Promise<void> {
    const { file, accounts } = this.#source;
    checkNothingAside(file, accounts);
    if (!(await this.#target.isEmpty())) throw this.#hasRecords();
    const clocks = [this.#machine.wallMs(), await this.#target.nowMs()];
    this.#source.putSeal({ to: this.#target.name, head }, accounts, clocks);
  }

  /** Step 2. False: the server has records. */
  put(head: Head): Promise<boolean> {
    return this.#target.put(this.#source.batches(head), head);
  }

  async #put(head: Head, isOurs: boolean): Promise<boolean> {
    try {
      // Not before: a copy that is refused leaves nothing on the server.
      await this.#target.make();
      const isPut = await this.put(head);
      // Somebody else has begun a journal there since we looked.
      if (!isPut && isOurs) throw this.#hasRecords();
      return isPut;
    } catch (error) {
      if (isOurs) this.#tryUnsealed();
      throw error;
    }
  }

  /** Where even that fails, the file stays sealed, and says how the copy goes on. */
  #tryUnsealed(): void {
    try {
      this.#source.takeSealOff();
    } catch {
      // What is told is why the copy failed.
    }
  }

  /** The server may have gone on since an earlier copy; what it was given must still be at its beginning. */
  async #faultOfTarget(head: Head, isPut: boolean): Promise<Fault | undefined> {
    const { name } = this.#target;
    const found = await this.#target.verify(head);
    if (found.kind === 'broken') return { ...found, name };
    if (!isPut || (found.head !== undefined && headText(found.head) === headText(head))) return undefined;
    return { kind: 'broken', name, record: 0, about: 'the journal', what: 'has another head than what was copied' };
  }

  /** Step 4. */
  finish(head: Head, wasThere: boolean): Copied {
    this.#source.sealIsDone();
    return { kind: 'copied', head, from: this.#source.file, to: this.#target.name, wasThere };
  }

  #hasRecords(): JournalError {
    return new JournalError(
      `the journal ${this.#target.name} has records already`,
      'a journal can only be copied into an empty one: name another database',
      'journal/not-empty',
    );
  }
}

/** Outcomes that an earlier run kept beside the file would be lost with it. */
function checkNothingAside(file: string, accounts: readonly AccountName[]): void {
  const kept = accounts.find(({ origin, name }) => readAside(besideJournal(file, origin, name)).length > 0);
  if (kept === undefined) return;
  throw new JournalError(
    `outcomes of the account ${kept.name} are saved outside the journal ${file}, and are not in it`,
    'run one of its plans once more first, which imports them',
    'journal/not-ready',
  );
}
