/**
 * The server in its own process (Electron's utilityProcess): started, restarted with growing pauses when it dies, and
 * spoken to by messages, so that no TCP port is open. Electron's part is an argument, so that tests fork anything.
 */
import { wipe } from '@touchstone/core/bytes.ts';
import type { ShellServerState } from '@touchstone/core/shell.ts';
import type { LogFile } from './log-file.ts';
import {
  type FromServer,
  type HeaderList,
  readFromServer,
  type StartOptions,
  type ToServer,
} from './server-messages.ts';

/** The part of Electron's UtilityProcess that is used. */
export interface ChildProcess {
  postMessage(message: unknown): void;
  kill(): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  /** V8 gave up; `exit` follows. */
  on(event: 'error', listener: (type: string, location: string) => void): unknown;
}

export interface ServerProcessOptions {
  readonly fork: () => ChildProcess;
  /** What the server starts with, asked at every start; a rejection's message is shown and ends the attempt. */
  readonly prepare: () => Promise<StartOptions>;
  /** Milliseconds; monotonic. */
  readonly now: () => number;
  readonly setTimer: (callback: () => void, delayMs: number) => { unref?(): unknown };
  /** `message` is for the person: why it stopped, or what of a start did not go as asked for. */
  readonly onState: (state: ShellServerState, message?: string) => void;
  /** The database is older than its mark (S36), and the server does not start. `message` says what is known of it. */
  readonly onRolledBack: (message: string) => void;
  /** Hears of every end, and knows what the server said last. */
  readonly log: Pick<LogFile, 'note' | 'lastMessages' | 'path'>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A server that lived this long starts the pauses anew. */
const HEALTHY_AFTER_MS = 60_000;
/** More deaths in a row than this and the server stays down until the person starts it again. */
const MOST_DEATHS = 8;
/** How long a server may take to close its database after `stop`. */
const STOP_WITHIN_MS = 5_000;
/** How long the system may take to end it after that. */
const KILLED_WITHIN_MS = 3_000;

/** Pause in milliseconds before start number `deaths` + 1, or null when it is time to give up. */
export function restartPauseMs(deaths: number): number | null {
  if (deaths > MOST_DEATHS) return null;
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, deaths - 1), LONGEST_PAUSE_MS);
}

interface Pending {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
  controller: ReadableStreamDefaultController<Uint8Array> | null;
}

/** Bytes of an answer that wait in the main process for the page, beside the piece that comes. */
const READ_AHEAD = 256 * 1024;

/** Statuses whose answers may carry no body (RFC 9110); the Response constructor refuses one. */
const NO_BODY = [204, 205, 304];

export class ServerProcess {
  private readonly options: ServerProcessOptions;
  private child: ChildProcess | null = null;
  private state: ShellServerState = 'stopped';
  private deaths = 0;
  private startedAt = 0;
  private nextId = 1;
  private isStopping = false;
  private readonly pending = new Map<number, Pending>();
  private readonly tokens = new Map<number, { resolve: (token: string) => void; reject: (error: Error) => void }>();
  private waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];

  constructor(options: ServerProcessOptions) {
    this.options = options;
  }

  get currentState(): ShellServerState {
    return this.state;
  }

  /** Starts the server, also again after it was given up. */
  start(): void {
    if (this.child !== null) return;
    this.isStopping = false;
    const child = this.options.fork();
    this.child = child;
    this.startedAt = this.options.now();
    this.setState('starting');
    child.on('message', (message) => {
      const known = readFromServer(message);
      if (known !== null && this.child === child) this.receive(known);
    });
    // Without a listener this event would be an exception of the main process. What follows is what follows every end.
    child.on('error', (type, location) => this.options.log.note(`${type} at ${location}`));
    child.on('exit', (code) => {
      if (this.child === child) this.ended(code);
    });
    this.options.prepare().then(
      (start) => {
        if (this.child === child) child.postMessage({ type: 'start', ...start } satisfies ToServer);
        if (start.masterKey !== null) wipe(start.masterKey);
      },
      (error: unknown) => {
        // One that was started since, while this one waited for the key store, goes on.
        if (this.child === child) {
          this.isStopping = true;
          this.setState('stopped', error instanceof Error ? error.message : String(error));
        }
        // Without effect until the process is there (electron_api_utility_process.cc); the message waits for it.
        child.kill();
        child.postMessage({ type: 'stop' } satisfies ToServer);
      },
    );
  }

  /** Asks the server to close its database and waits for its end; kills it when that takes too long. */
  stop(): Promise<void> {
    const { child } = this;
    const { setTimer } = this.options;
    this.isStopping = true;
    if (child === null) return Promise.resolve();
    this.send({ type: 'stop' });
    return new Promise((resolve) => {
      child.on('exit', () => resolve());
      const giveUp = () => {
        // Of a process that could not be launched Electron tells no end.
        if (this.child === child) this.ended(-1);
        resolve();
      };
      const kill = () => {
        child.kill();
        setTimer(giveUp, KILLED_WITHIN_MS).unref?.();
      };
      setTimer(kill, STOP_WITHIN_MS).unref?.();
    });
  }

  /** Answers as soon as the answer's head is there; the body streams. Rejects when the server dies before that. */
  async request(method: string, path: string, headers: HeaderList, body: Uint8Array | null): Promise<Response> {
    await this.ready();
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject, controller: null });
      this.send({ type: 'request', id, method, path, headers, body });
    });
  }

  /** A fresh single-use start token for the console (security, S2). */
  async startToken(): Promise<string> {
    await this.ready();
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.tokens.set(id, { resolve, reject });
      this.send({ type: 'start-token', id });
    });
  }

  private ready(): Promise<void> {
    if (this.state === 'ready') return Promise.resolve();
    if (this.state === 'stopped') return Promise.reject(new Error('The embedded server is not running.'));
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  private send(message: ToServer): void {
    this.child?.postMessage(message);
  }

  private setState(state: ShellServerState, message?: string): void {
    this.state = state;
    if (state !== 'starting') {
      const waiting = this.waiting;
      this.waiting = [];
      for (const { resolve, reject } of waiting) {
        if (state === 'ready') resolve();
        else reject(new Error(message ?? 'The embedded server is not running.'));
      }
    }
    this.options.onState(state, message);
  }

  private receive(message: FromServer): void {
    switch (message.type) {
      case 'ready':
        this.setState('ready', message.notice ?? undefined);
        break;
      case 'failed':
        // A wrong data folder or a newer database does not get better by trying again.
        this.isStopping = true;
        if (!message.isRolledBack) this.setState('stopped', message.message);
        else this.options.onRolledBack(message.message);
        this.child?.kill();
        break;
      case 'start-token':
        this.tokens.get(message.id)?.resolve(message.token);
        this.tokens.delete(message.id);
        break;
      default:
        this.receiveAnswer(message);
    }
  }

  private receiveAnswer(message: FromServer & { id: number }): void {
    const pending = this.pending.get(message.id);
    if (pending === undefined) {
      this.refuseToken(message.id);
      return;
    }
    switch (message.type) {
      case 'head':
        pending.resolve(this.respond(message.id, message.status, message.headers, pending));
        break;
      case 'chunk':
        pending.controller?.enqueue(message.bytes);
        break;
      case 'end':
        this.pending.delete(message.id);
        pending.controller?.close();
        break;
      case 'broken':
        this.pending.delete(message.id);
        this.fail(pending);
    }
  }

  /** The ids of tokens and of requests are those of one row. */
  private refuseToken(id: number): void {
    this.tokens.get(id)?.reject(new Error('The embedded server waits for the passphrase of its data folder.'));
    this.tokens.delete(id);
  }

  private respond(id: number, status: number, headers: HeaderList, pending: Pending): Response {
    const init = { status, headers: headers.map(([name, value]): [string, string] => [name, value]) };
    if (NO_BODY.includes(status)) return new Response(null, init);
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          pending.controller = controller;
        },
        // Asked again after each piece, as long as the reader has room: a slow page slows the server down.
        pull: () => this.send({ type: 'pull', id }),
        cancel: () => {
          this.pending.delete(id);
          this.send({ type: 'cancel', id });
        },
      },
      { highWaterMark: READ_AHEAD, size: (piece) => piece.length },
    );
    return new Response(stream, init);
  }

  private fail(pending: Pending): void {
    const error = new Error('The embedded server stopped before answering.');
    if (pending.controller === null) pending.reject(error);
    else pending.controller.error(error);
  }

  private ended(code: number): void {
    const { log } = this.options;
    this.child = null;
    for (const pending of this.pending.values()) this.fail(pending);
    this.pending.clear();
    for (const { reject } of this.tokens.values()) reject(new Error('The embedded server stopped.'));
    this.tokens.clear();
    if (this.isStopping) {
      if (this.state !== 'stopped') this.setState('stopped');
      return;
    }
    if (this.options.now() - this.startedAt >= HEALTHY_AFTER_MS) this.deaths = 0;
    this.deaths += 1;
    const pause = restartPauseMs(this.deaths);
    if (pause === null) {
      const end = `The embedded server stopped ${this.deaths} times in a row and will not be started again.`;
      log.note(`${end} Exit code ${code}.`);
      this.setState('stopped', [end, ...log.lastMessages(), `The log: ${log.path}`].join('\n'));
      return;
    }
    log.note(`The embedded server stopped with exit code ${code}. It starts again in ${pause / 1_000} seconds.`);
    this.setState('starting');
    this.options.setTimer(() => {
      if (!this.isStopping) this.start();
    }, pause);
  }
}
