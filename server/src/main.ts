/** The server as a process: `touchstone serve` and the desktop shell's utility process call `serve`. */

import { join } from 'node:path';
import { PRODUCT } from '@touchstone/core/version.ts';
import pino, { type Logger } from 'pino';
import { createApp, createDispatch, createLockedApp, type Dispatch, type Loopback, openLoopback } from './app.ts';
import { BackupError } from './backup/backup-error.ts';
import type { OriginChoice } from './console/name.ts';
import { openInBrowser, removeOpenPage, writeOpenPage } from './console/open-page.ts';
import { type OwnWindow, openOwnWindow } from './console/own-window.ts';
import type { OpenedSession } from './console/sessions.ts';
import { type DataFolder, openFolder } from './data-folder/open.ts';
import { passphraseRefusal, verifyPassphrase } from './data-folder/passphrase.ts';
import { ApiError } from './frame/errors.ts';
import { consoleOrigin, loopbackHosts } from './frame/own-address.ts';
import { type Behind, RolledBackError } from './rollback-mark/rollback.ts';
import { openServiceIn, type Service, type ServiceOptions } from './service.ts';
import { storageFaultOf, storageSentence } from './store/storage-fault.ts';
import { StoreError } from './store/store-error.ts';
import { TrustStoreError } from './trust/store-file.ts';
import type { RelayOptions } from './turn/relay.ts';
import { MasterKeyError, type MasterKeySource } from './vault/master-key.ts';

export const DEFAULT_PORT = 7433;

export interface ServeOptions {
  /** 0 picks a free one; null opens no TCP port (the desktop shell then uses `dispatch`). */
  readonly port: number | null;
  readonly dataDir: string;
  /** Print the one line for programs instead of the one for people. */
  readonly json?: boolean;
  /** Open the console: in the browser, or in a window of its own where a browser that has such is installed. */
  readonly open?: 'browser' | 'window' | null;
  /** The built console; null or absent: none is served. */
  readonly consoleDir?: string | null;
  /** The console's origin in browsers; one of its own, new at each start, unless stated. */
  readonly origin?: OriginChoice;
  readonly masterKey?: MasterKeySource;
  /** false: `POST /api/auth/request` refuses. */
  readonly anonymousKeys?: boolean;
  /** Where the relay for calls listens; on the loopback address unless stated. */
  readonly relay?: RelayOptions;
  /** Go on with a database that is older than its mark (S36). */
  readonly acceptRollback?: boolean;
  readonly logLevel?: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** Hold every answer against its contract: for tests and development. */
  readonly checkAnswers?: boolean;
  /** Where the line for people or programs goes; standard output unless stated. */
  readonly print?: (line: string) => void;
  /** Stop on SIGTERM and SIGINT; true unless stated. */
  readonly signals?: boolean;
  /** For tests: the bundle of the jobs that worker threads run. */
  readonly jobs?: URL | undefined;
}

export interface RunningServer {
  /** API base, `http://127.0.0.1:PORT`; null without a TCP port. */
  readonly url: string | null;
  /** The console's origin; null without a TCP port. */
  readonly consoleUrl: string | null;
  readonly adminToken: string;
  /** The file that signs the browser in, rewritten whenever its token is spent or old; null without a TCP port. */
  readonly openPage: string | null;
  /** Requests without a socket. */
  readonly dispatch: Dispatch;
  /** A start token for a shell that opens the console itself; the one before stops working. */
  readonly newStartToken: () => string;
  /** Finishes requests in flight and closes the store. Safe to call twice. */
  close(): Promise<void>;
  /** Settles when the server has closed. */
  readonly closed: Promise<void>;
}

/** The server cannot start. `message` is for people; the process should end with `exitCode`. */
export class ServeError extends Error {
  override readonly name = 'ServeError';
  readonly exitCode: number;
  /** In what the database is behind its mark, where that is why. */
  readonly behind: Behind | null;
  constructor(message: string, exitCode: number, behind: Behind | null = null) {
    super(message);
    this.exitCode = exitCode;
    this.behind = behind;
  }
}

/** Exit codes of `touchstone serve`. */
export const EXIT = { dataFolder: 4, portTaken: 5 } as const;

/** Start tokens live ten minutes; the page gets a new one before that. */
const RENEW_START_TOKEN_MS = 9 * 60_000;

/**
 * How long a stop waits for requests in flight: longer than the slowest signature takes beside key generation on a busy
 * machine. A second signal ends the process at once.
 */
const STOP_GRACE_MS = 30_000;

type App = ReturnType<typeof createApp>;

/** A service, and the app that answers for it. */
interface Opened {
  readonly service: Service;
  readonly app: App;
}

/** A server between its start and its end. */
interface Run {
  readonly folder: DataFolder;
  readonly options: Omit<ServiceOptions, 'masterKey'>;
  /** null while the folder waits for its passphrase. */
  opened: Opened | null;
  /** Began locked, and passes on what still comes on its connections; null where the server began unlocked. */
  lockedApp: App | null;
  loopback: Loopback | null;
  /** The opening with a passphrase that is under way. */
  unlocking: Promise<unknown>;
  closing: Promise<void> | null;
}

/**
 * Starts the server on 127.0.0.1 and ::1 and prints its line when it is ready to answer. On a folder with a passphrase that
 * is not given it starts locked: nothing of the service runs before the console has brought the passphrase. Throws ServeError.
 */
export async function serve({ masterKey = { kind: 'key-file' }, ...options }: ServeOptions): Promise<RunningServer> {
  // `masterKey` may hold a passphrase: no function that lives as long as the server may refer to it.
  // Standard output belongs to the one line; the log goes to standard error.
  const log = pino({ level: options.logLevel ?? 'warn', base: null }, pino.destination({ fd: 2, sync: true }));
  let port: number | null = null;
  let renewOpenPage = () => {};
  const service: Omit<ServiceOptions, 'masterKey'> = {
    dataDir: options.dataDir,
    log,
    anonymousKeys: options.anonymousKeys ?? true,
    acceptRollback: options.acceptRollback ?? false,
    consoleDir: options.consoleDir ?? null,
    origin: options.origin ?? 'own',
    checkAnswers: options.checkAnswers ?? false,
    allowedHosts: () => loopbackHosts(port),
    onStartTokenSpent: () => renewOpenPage(),
    relay: options.relay,
    jobs: options.jobs,
  };
  const folder = await openFolder({ ...service, masterKey }).catch((error: unknown) => {
    throw serveErrorOf(error, options);
  });
  const run: Run = {
    folder,
    options: service,
    opened: null,
    lockedApp: null,
    loopback: null,
    unlocking: Promise.resolve(),
    closing: null,
  };
  const hasPassphrase = () => options.port !== null && folder.hasPassphrase();
  try {
    if (hasPassphrase() && masterKey.kind === 'key-file') {
      run.lockedApp = lockedAppOver(run);
      await run.lockedApp.ready();
    } else {
      run.opened = await openOver(folder, { ...service, masterKey });
    }
    if (options.port !== null) {
      run.loopback = await openLoopback(options.port);
      port = run.loopback.port;
      run.loopback.handTo(answering(run).server);
    }
  } catch (error) {
    await run.lockedApp?.close();
    await run.opened?.app.close();
    await run.opened?.service.close();
    await folder.close();
    throw serveErrorOf(error, options);
  }
  const isLocked = run.opened === null;

  const page = join(options.dataDir, 'open-console.html');
  const openPage = port === null ? null : page;
  // One that a crash has left leads to a server that is gone, and would be opened as if it were this one's.
  if (port === null) removeOpenPage(page);
  const url = port === null ? null : `http://127.0.0.1:${port}`;
  const consoleUrl = port === null ? null : consoleOrigin(folder.consoleName, loopbackHosts(port));
  if (openPage !== null && consoleUrl !== null) {
    renewOpenPage = () => {
      // With a passphrase nobody comes in by a file of the folder.
      const { sessions } = run.opened?.service.deps ?? {};
      const token = hasPassphrase() || sessions === undefined ? null : sessions.newStartToken();
      writeOpenPage(openPage, consoleUrl, token);
    };
    renewOpenPage();
  }
  const renewal = every(RENEW_START_TOKEN_MS, () => renewOpenPage(), log);
  if (run.opened !== null) begin(run, run.opened);

  let window: OwnWindow | null = null;
  const finished = Promise.withResolvers<void>();
  async function closeAll(): Promise<void> {
    window?.close();
    clearInterval(renewal);
    renewOpenPage = () => {};
    process.off('SIGTERM', close);
    process.off('SIGINT', close);
    await run.unlocking;
    const apps = [run.lockedApp, run.opened?.app];
    const impatience = setTimeout(() => {
      for (const app of apps) app?.server.closeAllConnections();
    }, STOP_GRACE_MS);
    await Promise.all([...apps.map((app) => app?.close()), run.loopback?.close()]);
    clearTimeout(impatience);
    await run.opened?.service.close();
    await folder.close();
    if (openPage !== null) removeOpenPage(openPage);
    finished.resolve();
  }
  function close(): Promise<void> {
    run.closing ??= closeAll();
    return run.closing;
  }
  if (options.signals !== false) {
    process.on('SIGTERM', close);
    process.on('SIGINT', close);
  }

  const { adminToken } = folder;
  const line = lineOf({ url, consoleUrl, adminToken, openPage, port, isLocked }, options.json === true);
  if (line !== null) (options.print ?? printLine)(line);
  // Standard output is then the program's.
  const tellPerson = options.json === true ? printNote : (options.print ?? printLine);
  if (openPage !== null && options.open === 'window') {
    window = openWindow(openPage, join(options.dataDir, 'window'), tellPerson, () => run.closing !== null);
  } else if (openPage !== null && options.open === 'browser') openBrowser(openPage, tellPerson);

  return {
    url,
    consoleUrl,
    adminToken,
    openPage,
    dispatch: (request) => createDispatch(answering(run), service.allowedHosts)(request),
    newStartToken: () => (run.opened ?? missing()).service.deps.sessions.newStartToken(),
    close,
    closed: finished.promise,
  };
}

/** Asks for the browser, and says where none could be opened. */
function openBrowser(openPage: string, say: (line: string) => void): void {
  void openInBrowser(openPage).then((isOpened) => {
    if (!isOpened) say(`No browser could be opened. To open the console, open ${openPage}`);
  });
}

/** Opens the console in a window of its own, or in the browser, and says which, and what closing it means. */
function openWindow(
  openPage: string,
  profile: string,
  say: (line: string) => void,
  isClosing: () => boolean,
): OwnWindow | null {
  const window = openOwnWindow(openPage, profile);
  if (window === null) {
    say('No Chromium, Chrome or Edge was found for a window of its own: your browser is asked to open the console.');
    openBrowser(openPage, say);
    return null;
  }
  say(`The console opens in a window of ${window.name}. When you close it the server goes on; Ctrl-C ends both.`);
  void window.closed.then((end) => {
    if (isClosing()) return;
    if (end === 'closed') say('The window is closed. The server goes on; Ctrl-C ends it.');
    else if (end === 'at-once') {
      say(
        `${window.name} ended at once: one that ran already shows the window, or there is none. Then open ${openPage}`,
      );
    } else {
      say(`${window.name} opened no window: your browser is asked to open the console.`);
      openBrowser(openPage, say);
    }
  });
  return window;
}

/** What answers now. */
function answering({ opened, lockedApp }: Run): App {
  return opened?.app ?? lockedApp ?? missing();
}

/** A service over the folder, and the app that answers for it. Nothing stays open where it rejects. */
async function openOver(folder: DataFolder, options: ServiceOptions): Promise<Opened> {
  const service = await openServiceIn(folder, options);
  const app = createApp(service.deps);
  try {
    await app.ready();
  } catch (error) {
    await app.close();
    await service.close();
    throw error;
  }
  return { service, app };
}

/** The app of a folder that waits for its passphrase. */
function lockedAppOver(run: Run): App {
  const { log, allowedHosts, consoleDir } = run.options;
  const { clock, random, consoleName, storage, tries } = run.folder;
  return createLockedApp({
    log,
    clock,
    random,
    consoleName,
    storage,
    allowedHosts,
    product: PRODUCT,
    startedAt: clock(),
    consoleDir,
    unlock: (passphrase) => tries.run(() => unlock(run, passphrase)),
    successor: () => run.opened?.app ?? null,
  });
}

/** Opens the folder where nobody has, and a session for the console. */
async function unlock(run: Run, passphrase: string): Promise<OpenedSession> {
  try {
    // Somebody else's try may have opened it while this one waited.
    if (run.opened === null) {
      const opening = openUp(run, passphrase);
      run.unlocking = opening.catch(() => undefined);
      return await (await opening).service.deps.sessions.openFor();
    }
    await verifyPassphrase(run.folder, passphrase);
    return await run.opened.service.deps.sessions.openFor();
  } catch (error) {
    throw passphraseRefusal(error);
  }
}

/** Opens the folder, and hands the port over from the locked app. */
async function openUp(run: Run, passphrase: string): Promise<Opened> {
  if (run.closing !== null) throw new ApiError('LOCKED', 'The server is stopping.');
  const opened = await openOver(run.folder, { ...run.options, masterKey: { kind: 'passphrase', passphrase } });
  run.opened = opened;
  run.loopback?.handTo(opened.app.server);
  begin(run, opened);
  return opened;
}

/** Begins what goes on by itself, in the background. The end of the server lets it fail. */
function begin(run: Run, { service: { deps } }: Opened): void {
  const failed = (sentence: string) => (error: unknown) => {
    if (run.closing === null) run.options.log.error({ reason: reasonOf(error) }, sentence);
  };
  // The first start makes key sets for seconds, and the server answers meanwhile.
  deps.keySets.prepare().catch(failed('key sets could not be made'));
  // Now, while the files are those that this process was started from.
  deps.gateway.measurement().catch(failed('the build could not be measured'));
}

/** Renews the open page now and then. */
function every(milliseconds: number, renew: () => void, log: Pick<Logger, 'error'>): NodeJS.Timeout {
  const timer = setInterval(() => {
    try {
      renew();
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'the open page could not be written');
    }
  }, milliseconds);
  return timer.unref();
}

interface Started extends Pick<RunningServer, 'url' | 'consoleUrl' | 'adminToken' | 'openPage'> {
  readonly port: number | null;
  readonly isLocked: boolean;
}

/** What a start prints, for programs or for people; null where these have nothing to open. */
function lineOf(
  { url, consoleUrl, adminToken, openPage, port, isLocked }: Started,
  isForPrograms: boolean,
): string | null {
  const { name, version } = PRODUCT;
  if (isForPrograms) {
    return JSON.stringify({ url, console_url: consoleUrl, admin_token: adminToken, pid: process.pid, version });
  }
  if (openPage === null) return null;
  const where = `${name} ${version} runs at http://localhost:${port}`;
  return isLocked
    ? `${where} and is locked. To unlock it in the console, open ${openPage}`
    : `${where}. To open the console, open ${openPage}`;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printNote(line: string): void {
  process.stderr.write(`${line}\n`);
}

function missing(): never {
  throw new TypeError('the server is locked');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}

function serveErrorOf(error: unknown, { dataDir, port }: Pick<ServeOptions, 'dataDir' | 'port'>): unknown {
  if (error instanceof RolledBackError) return new ServeError(error.message, EXIT.dataFolder, error.behind);
  const isForPeople = [StoreError, MasterKeyError, TrustStoreError, BackupError].some((kind) => error instanceof kind);
  if (isForPeople && error instanceof Error) return new ServeError(error.message, EXIT.dataFolder);
  const fault = storageFaultOf(error);
  if (fault !== null) return new ServeError(`${dataDir}: ${storageSentence(fault)}`, EXIT.dataFolder);
  const { path, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (path !== undefined && code !== undefined) {
    // For example a folder where a file belongs.
    return new ServeError(`${path} cannot be used (${code}). Look at it, or run touchstone doctor.`, EXIT.dataFolder);
  }
  return listenError(error, port);
}

function listenError(error: unknown, port: number | null): unknown {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  if (code === 'EADDRINUSE') {
    return new ServeError(
      port === 0
        ? 'No port is free on both 127.0.0.1 and ::1. Choose one with --port.'
        : `Port ${port} is taken by another program, on 127.0.0.1 or on ::1. Stop it, or choose another port with --port.`,
      EXIT.portTaken,
    );
  }
  if (code === 'EACCES')
    return new ServeError(`This user may not open port ${port}. Choose one above 1023.`, EXIT.portTaken);
  return error;
}
