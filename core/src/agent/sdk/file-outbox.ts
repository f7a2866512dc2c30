/**
 * An outbox in a file: receipts outlive the agent's process. One JSON object a line, appended and synchronised to the disk
 * before `add` resolves, readable by the owner only. It holds hashes, names, summaries and metadata, never payloads or keys.
 *
 *   {"add": entry}   {"done": key}   {"refused": {"key", "code", "status", "message"}}   {"cleared": true}
 *
 * A last line without its end was being written when the process or the machine stopped: it is cut off, since nobody was
 * told that it is kept. Any other line that cannot be read is an error. The file is written anew without what is done when
 * it is opened and closed, and whenever most of it is done.
 */
import { utf8 } from '../../bytes.ts';
import { type FileLock, lockFile } from './file-lock.ts';
import type { FileHandle, NodeFiles } from './node-files.ts';
import type { Outbox, OutboxEntry, RefusedEntry } from './types/outbox.ts';

/** A file with fewer lines is not written anew. */
const COMPACT_AFTER_LINES = 1_000;

type Refusal = Omit<RefusedEntry, 'entry'>;

/** The file cannot be used. The message is for people. */
export class OutboxError extends Error {
  override readonly name = 'OutboxError';
  /** Another process has it open, or this one already. */
  readonly isLocked: boolean;
  constructor(message: string, isLocked = false) {
    super(message);
    this.isLocked = isLocked;
  }
}

/**
 * Opens an outbox, creating the file (0600) in a folder that exists. Rejects with OutboxError where another process has it
 * open or a line cannot be read.
 */
export async function openFileOutbox(node: NodeFiles, file: string): Promise<Outbox> {
  const place = node.path.resolve(file);
  const lock = await lockFile(node, place);
  if (lock === null) {
    throw new OutboxError(`The outbox ${place} is open in another process, or twice in this one.`, true);
  }
  try {
    const state = await readState(node, place);
    return new FileOutbox(node, place, lock, state, await rewrite(node, place, state));
  } catch (error) {
    await lock.release();
    throw error;
  }
}

interface State {
  readonly pending: Map<string, OutboxEntry>;
  refused: readonly RefusedEntry[];
}

interface Write {
  readonly line: string;
  /** Whether somebody relies on the line being kept. A `done` line may be lost: its entry is then sent once more and answered the same. */
  readonly mustLast: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

class FileOutbox implements Outbox {
  readonly #node: NodeFiles;
  readonly #file: string;
  readonly #lock: FileLock;
  readonly #state: State;
  #handle: FileHandle;
  /** Bytes of whole lines; what stands behind them was not written to its end. */
  #length: number;
  #lines: number;
  #waiting: Write[] = [];
  #writing: Promise<void> | null = null;
  #isClosed = false;

  constructor(node: NodeFiles, file: string, lock: FileLock, state: State, written: WrittenFile) {
    this.#node = node;
    this.#file = file;
    this.#lock = lock;
    this.#state = state;
    this.#handle = written.handle;
    this.#length = written.length;
    this.#lines = written.lines;
  }

  pending(): readonly OutboxEntry[] {
    return [...this.#state.pending.values()];
  }

  refused(): readonly RefusedEntry[] {
    return this.#state.refused;
  }

  async add(entry: OutboxEntry): Promise<void> {
    this.#state.pending.set(entry.key, entry);
    await this.#append({ add: entry });
  }

  async done(key: string): Promise<void> {
    if (!this.#state.pending.delete(key)) return;
    await this.#append({ done: key }, false);
  }

  async refuse(key: string, { code, status, message }: Refusal): Promise<void> {
    const entry = this.#state.pending.get(key);
    if (entry === undefined) return;
    this.#state.pending.delete(key);
    this.#state.refused = [...this.#state.refused, { entry, code, status, message }];
    await this.#append({ refused: { key, code, status, message } });
  }

  async clearRefused(): Promise<void> {
    this.#state.refused = [];
    await this.#append({ cleared: true });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#writing;
    if (this.#lines > this.#neededLines()) await this.#compact();
    await this.#handle.close();
    await this.#lock.release();
  }

  /** Lines that come in while others are being written go to the disk together. */
  #append(line: object, mustLast = true): Promise<void> {
    if (this.#isClosed) return Promise.reject(new OutboxError('The outbox is closed.'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line: `${JSON.stringify(line)}\n`, mustLast, resolve, reject });
      this.#writing ??= this.#writeAll().finally(() => {
        this.#writing = null;
      });
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        const bytes = utf8(batch.map(({ line }) => line).join(''));
        const mustLast = batch.some((write) => write.mustLast);
        await this.#write(bytes, mustLast);
        this.#lines += batch.length;
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      if (this.#lines > COMPACT_AFTER_LINES && this.#lines > 2 * this.#neededLines()) await this.#compact();
    }
  }

  #neededLines(): number {
    return this.#state.pending.size + 2 * this.#state.refused.length;
  }

  async #write(bytes: Uint8Array, mustLast: boolean): Promise<void> {
    try {
      await writeAt(this.#handle, bytes, this.#length);
      if (mustLast) await this.#handle.datasync();
      this.#length += bytes.length;
    } catch (error) {
      // Half a line must not become the beginning of the next one.
      await this.#handle.truncate(this.#length).catch(() => undefined);
      throw error;
    }
  }

  /** Writes the pending entries from memory. One that still waits to be appended is then written twice, which does no harm. */
  async #compact(): Promise<void> {
    try {
      const { handle, length, lines } = await rewrite(this.#node, this.#file, this.#state);
      const old = this.#handle;
      this.#handle = handle;
      this.#length = length;
      this.#lines = lines;
      await old.close();
    } catch {
      // The old file remains valid; compaction is tried again later.
    }
  }
}

interface WrittenFile {
  readonly handle: FileHandle;
  /** In bytes. */
  readonly length: number;
  readonly lines: number;
}

/** Writes all bytes: one call may write only a part of them. */
async function writeAt(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    at += (await handle.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
  }
}

/** Writes the file anew beside the old one and puts it in its place. */
async function rewrite(node: NodeFiles, file: string, { pending, refused }: State): Promise<WrittenFile> {
  const lines: object[] = [...pending.values()].map((entry) => ({ add: entry }));
  for (const { entry, ...refusal } of refused) {
    lines.push({ add: entry }, { refused: { key: entry.key, ...refusal } });
  }
  const bytes = utf8(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const next = `${file}.new`;
  const handle = await node.fs.open(next, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await writeAt(handle, bytes, 0);
    await handle.sync();
    await node.fs.rename(next, file);
    await syncFolder(node, node.path.dirname(file));
    return { handle, length: bytes.length, lines: lines.length };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Makes a new name durable by synchronising its folder. Windows cannot do that, and needs it not. */
async function syncFolder({ fs, process }: NodeFiles, folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readState(node: NodeFiles, file: string): Promise<State> {
  const state: State = { pending: new Map(), refused: [] };
  const text = await readText(node, file);
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  for (const [i, line] of whole.split('\n').slice(0, -1).entries()) {
    if (!apply(state, line)) throw new OutboxError(`Line ${i + 1} of the outbox ${file} cannot be read.`);
  }
  return state;
}

async function readText({ fs }: NodeFiles, file: string): Promise<string> {
  const found = await fs.stat(file).catch(() => null);
  if (found === null) return '';
  if (!found.isFile()) throw new OutboxError(`The outbox ${file} is no file.`);
  const handle = await fs.open(file, 'r');
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/** Whether the line was understood. A line that was written again by a compaction changes nothing. */
function apply(state: State, line: string): boolean {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return false;
  }
  const { add, done, refused, cleared } = membersOf(record);
  if (isEntry(add)) state.pending.set(add.key, add);
  else if (typeof done === 'string') state.pending.delete(done);
  else if (isRefusal(refused)) {
    const { key, ...refusal } = refused;
    const entry = state.pending.get(key);
    state.pending.delete(key);
    if (entry !== undefined) state.refused = [...state.refused, { entry, ...refusal }];
  } else if (cleared === true) state.refused = [];
  else return false;
  return true;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isEntry(value: unknown): value is OutboxEntry {
  const { key, sessionId, operation, body, createdAt } = membersOf(value);
  const isNamed = typeof key === 'string' && typeof sessionId === 'string' && typeof operation === 'string';
  return isNamed && typeof body === 'object' && body !== null && typeof createdAt === 'number';
}

function isRefusal(value: unknown): value is Refusal & { readonly key: string } {
  const { key, code, status, message } = membersOf(value);
  return [key, code, message].every((text) => typeof text === 'string') && typeof status === 'number';
}
