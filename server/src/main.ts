/** The server as a process: `touchstone serve` and the desktop shell's utility process call `serve`. */
import { join } from 'node:path';
import { PRODUCT } from '@touchstone/core/version.ts';
import pino, { type Logger } from 'pino';
import { createApp } from './app.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import { loopbackHosts } from './http/host-guard.ts';
import { openInBrowser, removeOpenPage, writeOpenPage } from './open-page.ts';
import { openService } from './service.ts';
import { StoreError } from './store/db.ts';
import { TrustStoreError } from './trust-store-file.ts';
import { MasterKeyError, type MasterKeySource } from './vault/master-key.ts';

export const DEFAULT_PORT = 7433;

export interface ServeOptions {
  /** 0 picks a free one; null opens no TCP port (the desktop shell then uses `dispatch`). */
  readonly port: number | null;
  readonly dataDir: string;
  /** Print the one line for programs instead of the one for people. */
  readonly json?: boolean;
  /** Open the console in the browser. */
  readonly open?: boolean;
  /** The built console; null or absent: none is served. */
  readonly consoleDir?: string | null;
  readonly masterKey?: MasterKeySource;
  /** false: `POST /api/auth/request` refuses. */
  readonly anonymousKeys?: boolean;
  readonly logLevel?: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** Hold every answer against its contract: for tests and development. */
  readonly checkAnswers?: boolean;
  /** Where the line for people or programs goes; standard output unless stated. */
  readonly print?: (line: string) => void;
  /** Stop on SIGTERM and SIGINT; true unless stated. */
  readonly signals?: boolean;
}

export interface RunningServer {
  /** API base, `http://127.0.0.1:PORT`; null without a TCP port. */
  readonly url: string | null;
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
  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
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

/** Starts the server on 127.0.0.1 and prints its line when it is ready to answer. Throws ServeError. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  // Standard output belongs to the one line; the log goes to standard error.
  const log = pino({ level: options.logLevel ?? 'warn', base: null }, pino.destination({ fd: 2, sync: true }));
  let port: number | null = null;
  let renewOpenPage = () => {};
  const service = await opening(options, log, {
    allowedHosts: () => loopbackHosts(port),
    onStartTokenSpent: () => renewOpenPage(),
  });
  const { deps } = service;
  const app = createApp(deps);
  try {
    await app.ready();
    if (options.port !== null) {
      await app.listen({ host: '127.0.0.1', port: options.port });
      const address = app.server.address();
      port = typeof address === 'object' && address !== null ? address.port : options.port;
    }
  } catch (error) {
    await app.close();
    await service.close();
    throw listenError(error, options.port);
  }

  const openPage = port === null ? null : join(options.dataDir, 'open-console.html');
  const url = port === null ? null : `http://127.0.0.1:${port}`;
  const consoleUrl = port === null ? null : `http://localhost:${port}`;
  if (openPage !== null && consoleUrl !== null) {
    renewOpenPage = () => writeOpenPage(openPage, consoleUrl, deps.sessions.newStartToken());
    renewOpenPage();
  }
  const renewal = setInterval(() => {
    try {
      renewOpenPage();
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'the open page could not be written');
    }
  }, RENEW_START_TOKEN_MS);
  renewal.unref();

  // In the background: the first start makes key sets for seconds, and the server answers meanwhile.
  deps.keySets.prepare().catch((error: unknown) => {
    if (closing === null)
      log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'key sets could not be made');
  });

  // Now, while the files are those that this process was started from.
  deps.gateway.measurement().catch((error: unknown) => {
    if (closing === null)
      log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'the build could not be measured');
  });

  let closing: Promise<void> | null = null;
  const finished = Promise.withResolvers<void>();
  async function closeAll(): Promise<void> {
    clearInterval(renewal);
    renewOpenPage = () => {};
    process.off('SIGTERM', close);
    process.off('SIGINT', close);
    const impatience = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS);
    await app.close();
    clearTimeout(impatience);
    await service.close();
    if (openPage !== null) removeOpenPage(openPage);
    finished.resolve();
  }
  function close(): Promise<void> {
    closing ??= closeAll();
    return closing;
  }
  if (options.signals !== false) {
    process.on('SIGTERM', close);
    process.on('SIGINT', close);
  }

  const { adminToken } = deps.sessions;
  const print = options.print ?? ((line: string) => process.stdout.write(`${line}\n`));
  if (options.json === true) {
    const { version } = PRODUCT;
    print(JSON.stringify({ url, console_url: consoleUrl, admin_token: adminToken, pid: process.pid, version }));
  } else if (openPage !== null) {
    print(`${PRODUCT.name} ${PRODUCT.version} runs at ${consoleUrl} (to sign in, open ${openPage})`);
  }
  if (options.open === true && openPage !== null) openInBrowser(openPage);

  return {
    url,
    consoleUrl,
    adminToken,
    openPage,
    dispatch: createDispatch(app, deps),
    newStartToken: () => deps.sessions.newStartToken(),
    close,
    closed: finished.promise,
  };
}

async function opening(
  options: ServeOptions,
  log: Logger,
  hooks: { allowedHosts: () => ReadonlySet<string>; onStartTokenSpent: () => void },
) {
  try {
    return await openService({
      dataDir: options.dataDir,
      log,
      masterKey: options.masterKey ?? { kind: 'key-file' },
      anonymousKeys: options.anonymousKeys ?? true,
      consoleDir: options.consoleDir ?? null,
      checkAnswers: options.checkAnswers ?? false,
      ...hooks,
    });
  } catch (error) {
    const isForPeople = [StoreError, MasterKeyError, TrustStoreError].some((kind) => error instanceof kind);
    if (isForPeople && error instanceof Error) throw new ServeError(error.message, EXIT.dataFolder);
    throw error;
  }
}

function listenError(error: unknown, port: number | null): unknown {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  if (code === 'EADDRINUSE') {
    return new ServeError(
      `Port ${port} is taken by another program. Stop it, or choose another with --port.`,
      EXIT.portTaken,
    );
  }
  if (code === 'EACCES')
    return new ServeError(`This user may not open port ${port}. Choose one above 1023.`, EXIT.portTaken);
  return error;
}
