/**
 * The log of the shell: what the server's process writes, and when it ended and started again. One file beside the window's
 * settings, in the lines of JSON that the server's own log has; it turns over at a size, so that it never fills a disk.
 */
import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

export interface LogFile {
  /** Absolute path of the file that is written now. */
  readonly path: string;
  /** Takes a line of a process; what is no JSON object becomes the message of one. */
  line(text: string): void;
  /** Takes what the shell itself has to say. */
  note(message: string): void;
  /** What processes said last, the oldest first: for a person to read. */
  lastMessages(): readonly string[];
}

export interface LogOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Gets every line too: the terminal of a checkout. */
  readonly echo: (line: string) => void;
  /** Bytes at which the file turns over. */
  readonly turnsAt?: number;
}

const NAME = 'server.log';
const TURNS_AT = 1 << 20;
/** Older files, beside the one that is written: four MiB in all. */
const OLDER = 3;
/** Characters of a line, beyond which it is cut. */
const LONGEST_LINE = 8_192;
const SHOWN = 5;
const LONGEST_SHOWN = 300;
/** Levels as pino numbers them. */
const INFO = 30;
const ERROR = 50;

/** Opens the log in a folder, which is made where it is missing. A log that cannot be written is no reason not to start. */
export function openLogFile(folder: string, { now, echo, turnsAt = TURNS_AT }: LogOptions): LogFile {
  const file = path.join(folder, NAME);
  const messages: string[] = [];
  let size = 0;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    // As every later write, which finds the same.
  }

  function write(line: string): void {
    echo(line);
    const bytes = Buffer.from(`${line}\n`);
    try {
      if (size > 0 && size + bytes.length > turnsAt) {
        turnOver(file);
        size = 0;
      }
      appendFileSync(file, bytes, { mode: 0o600 });
      size += bytes.length;
    } catch {
      // A full disk or a folder that is gone: the server goes on without its log.
    }
  }

  const wrapped = (level: number, msg: string) => JSON.stringify({ level, time: now(), msg });

  return {
    path: file,
    line(text) {
      if (text.trim() === '') return;
      const message = text.length > LONGEST_LINE ? null : messageOf(text);
      messages.push(cut(message ?? text, LONGEST_SHOWN));
      if (messages.length > SHOWN) messages.shift();
      write(message === null ? wrapped(ERROR, cut(text, LONGEST_LINE)) : text);
    },
    note: (message) => write(wrapped(INFO, message)),
    lastMessages: () => [...messages],
  };
}

/** The message of a line that the server's log has written; null for any other line. */
function messageOf(text: string): string | null {
  if (!text.startsWith('{')) return null;
  try {
    const { msg }: { msg?: unknown } = JSON.parse(text);
    return typeof msg === 'string' ? msg : '';
  } catch {
    return null;
  }
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

function turnOver(file: string): void {
  const older = (number: number) => `${file.slice(0, -'.log'.length)}.${number}.log`;
  rmSync(older(OLDER), { force: true });
  for (let number = OLDER - 1; number >= 1; number--) {
    if (statSync(older(number), { throwIfNoEntry: false }) !== undefined) renameSync(older(number), older(number + 1));
  }
  renameSync(file, older(1));
}

/** The part of Electron's UtilityProcess that is looked at. */
export interface Writer {
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  once(event: 'exit', listener: () => void): unknown;
}

/** Hands each line that a process writes to the log, also what is still on its way when it has ended. */
export function followOutput(child: Writer, log: Pick<LogFile, 'line'>): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    const take = lineReader((line) => log.line(line));
    stream.on('data', take.piece);
    // Electron takes all listeners off when it has told of the end (lib/browser/api/utility-process.ts), and what still comes would
    // be lost. Put back before the stream notices; no `end` comes then, so that every piece is taken for whole.
    child.once('exit', () =>
      process.nextTick(() => {
        stream.off('data', take.piece).on('data', (bytes) => {
          take.piece(bytes);
          take.end();
        });
        take.end();
      }),
    );
  }
}

/** Cuts bytes into lines; one that does not end is handed on in parts. */
function lineReader(take: (line: string) => void): { piece(bytes: Uint8Array | string): void; end(): void } {
  const decoder = new TextDecoder();
  let rest = '';
  return {
    piece(bytes) {
      rest += typeof bytes === 'string' ? bytes : decoder.decode(bytes, { stream: true });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
      if (rest.length <= LONGEST_LINE) return;
      take(rest);
      rest = '';
    },
    end() {
      if (rest !== '') take(rest);
      rest = '';
    },
  };
}
