/**
 * The one way out to servers of others, for gateway and webhooks (security, S23). In this order: the URL is held against
 * the rules, its name is resolved once, every address is judged, one of those is connected to, the certificate is checked
 * against the name, and only then are headers and body formed and sent. No proxy of the environment, no kept connection,
 * no redirect, no second look-up.
 */
import { lookup } from 'node:dns/promises';
import { setMaxListeners } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as connectTcp, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { isGlobalUnicast, isOwnMachine, parseAddress } from './address.ts';

/** All addresses of a name, in the order of preference. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

export type OutboundFault =
  /** Not https, nor http to an IP address and port that the administrator allowed; user information in the URL. */
  | 'url'
  /** An address is not of the public internet, and the administrator has not allowed it. */
  | 'private'
  /** This server itself. */
  | 'own-listener'
  | 'unreachable'
  | 'too-slow'
  | 'too-large'
  /** The answer is not HTTP as it was asked for. */
  | 'malformed';

/** `message` is a sentence for the caller; it never repeats anything that was sent or answered. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly fault: OutboundFault;
  constructor(fault: OutboundFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Where a request goes: checked, resolved, and no longer dependent on any name server. */
export interface Route {
  readonly url: URL;
  /** All of them are allowed; they are tried in turn. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** Milliseconds of the monotonic clock when the way began; the time limit counts from there. */
  readonly startedAt: number;
}

export interface Sending {
  readonly method: string;
  readonly body: Uint8Array | null;
  /** Breaks the sending off at once, which then throws the reason. */
  readonly signal?: AbortSignal;
  /**
   * Called when the connection stands and the certificate has been checked, right before the headers leave: what is secret
   * is formed here. Whatever it throws ends the sending and is thrown on.
   */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
}

export interface Received {
  readonly status: number;
  /** Lower-case names, in order, repetitions included. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
  /** From the first byte sent to the last one received. */
  readonly latencyMs: number;
}

export interface Outbound {
  /** Throws OutboundError, and the reason of `signal`. */
  route(url: string, options: { readonly allowPrivate: boolean; readonly signal?: AbortSignal }): Promise<Route>;
  /** Throws OutboundError, what `headers` throws, and the reason of `signal`. */
  send(route: Route, sending: Sending): Promise<Received>;
  /** One POST with a JSON body; the answer is thrown away. Throws OutboundError. */
  deliver(
    url: string,
    request: {
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      readonly allowPrivate: boolean;
    },
  ): Promise<{ readonly status: number }>;
  /** Breaks off what is under way and refuses everything further. */
  close(): void;
}

export interface OutboundOptions {
  /** `host:port` values under which this server is asked; their ports are never connected to on this machine. */
  readonly ownHosts: () => ReadonlySet<string>;
  readonly resolveName?: ResolveName;
  /** Certificates of authorities in PEM in place of Node's own list. */
  readonly authorities?: readonly string[];
  readonly limits?: Partial<Limits>;
}

export interface Limits {
  /** From `route` to the last byte. */
  readonly timeoutMs: number;
  readonly answerBytes: number;
}

/** Stated in the contract of the gateway. */
export const LIMITS: Limits = { timeoutMs: 30_000, answerBytes: 16 * 1024 * 1024 };

/** What an answer's status line and headers may have, as Node's own limit. */
const HEADER_BYTES = 16 * 1024;

const resolveSystem: ResolveName = async (name) =>
  (await lookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address);

export function createOutbound(options: OutboundOptions): Outbound {
  const { ownHosts, resolveName = resolveSystem, authorities } = options;
  const limits = { ...LIMITS, ...options.limits };
  const ending = new AbortController();
  // One for each request under way.
  setMaxListeners(0, ending.signal);

  async function addressesOf(name: string, startedAt: number, signal?: AbortSignal): Promise<readonly string[]> {
    if (parseAddress(name) !== null) return [name];
    const found = await withinTime(startedAt, resolveName(name), signal).catch((error: unknown) => {
      if (error instanceof OutboundError || signal?.aborted === true) throw error;
      throw new OutboundError('unreachable', 'The name of the service cannot be resolved.');
    });
    if (found.length === 0) throw new OutboundError('unreachable', 'The name of the service has no address.');
    return found;
  }

  function withinTime<T>(startedAt: number, work: Promise<T>, signal?: AbortSignal): Promise<T> {
    const late = Promise.withResolvers<never>();
    const stop = () => late.reject(stopped());
    const breakOff = () => late.reject(signal?.reason);
    const timer = setTimeout(
      () => late.reject(tooSlow()),
      Math.max(0, startedAt + limits.timeoutMs - performance.now()),
    );
    ending.signal.addEventListener('abort', stop, { once: true });
    if (ending.signal.aborted) stop();
    signal?.addEventListener('abort', breakOff, { once: true });
    if (signal?.aborted === true) breakOff();
    return Promise.race([work, late.promise]).finally(() => {
      clearTimeout(timer);
      ending.signal.removeEventListener('abort', stop);
      signal?.removeEventListener('abort', breakOff);
    });
  }

  async function route(text: string, { allowPrivate, signal }: Parameters<Outbound['route']>[1]): Promise<Route> {
    const startedAt = performance.now();
    const url = requireUrl(text, allowPrivate);
    const name = bareHost(url);
    const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
    const addresses = await addressesOf(name, startedAt, signal);
    const ownPorts = portsOf(ownHosts());
    for (const address of addresses) {
      // What the resolver answers is judged as strictly as what a caller writes.
      if (parseAddress(address) === null) throw notAllowed();
      if (ownPorts.has(port) && leadsHere(address)) {
        throw new OutboundError('own-listener', 'This address leads back to this server.');
      }
      if (!allowPrivate && !isGlobalUnicast(address)) throw notAllowed();
    }
    return { url, addresses, port, startedAt };
  }

  async function send({ url, addresses, port, startedAt }: Route, sending: Sending): Promise<Received> {
    const opened: Socket[] = [];
    let isOver = false;
    const work = async () => {
      const socket = await dialOne(addresses, (address) => {
        // The sending is over, and so are the sockets that were open then; nobody hears of this.
        if (isOver) throw tooSlow();
        const dialled = dial(url, address, port, authorities);
        opened.push(dialled);
        return dialled;
      });
      const headers = await sending.headers();
      if (isOver) throw tooSlow();
      return exchange(socket, url, sending, headers, limits.answerBytes);
    };
    try {
      return await withinTime(startedAt, work(), sending.signal);
    } finally {
      isOver = true;
      // None is kept: the next request is checked from the start.
      for (const socket of opened) socket.destroy();
    }
  }

  return {
    route,
    send,

    async deliver(url, { headers, body, allowPrivate }) {
      const bytes = new TextEncoder().encode(body);
      const { status } = await send(await route(url, { allowPrivate }), {
        method: 'POST',
        body: bytes,
        headers: async () => headers,
      });
      return { status };
    },

    close: () => ending.abort(),
  };
}

/** Host names as `URL` leaves them: in lower case, other scripts in Punycode. It would take further characters. */
const NAME = /^(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}\.?$/;

/** The URL, held against what is known of it before any look-up. Throws OutboundError. */
export function requireUrl(text: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) throw new OutboundError('url', 'This is no URL.');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('url', 'User information is not allowed in URLs.');
  if (parseAddress(bareHost(url)) === null && !NAME.test(url.hostname)) {
    throw new OutboundError('url', 'The URL names no host.');
  }
  if (url.protocol === 'https:') return url;
  if (url.protocol !== 'http:' || parseAddress(bareHost(url)) === null) {
    throw new OutboundError('url', 'Only https is allowed, and http to an IP address.');
  }
  if (!allowPrivate) {
    throw new OutboundError('private', 'Plain http needs the permission of the administrator for this address.');
  }
  return url;
}

/** The host without the brackets of IPv6. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function portsOf(hosts: ReadonlySet<string>): ReadonlySet<number> {
  return new Set([...hosts].map((host) => Number(/:(\d+)$/.exec(host)?.[1])).filter((port) => !Number.isNaN(port)));
}

/** Whether an address is one of this machine: loopback in any form, or one of its interfaces. */
function leadsHere(address: string): boolean {
  if (isOwnMachine(address)) return true;
  const bytes = parseAddress(address)?.join();
  return Object.values(networkInterfaces()).some((list = []) =>
    list.some((own) => parseAddress(own.address)?.join() === bytes),
  );
}

function notAllowed(): OutboundError {
  return new OutboundError(
    'private',
    'The service has an address that is not of the public internet, and the administrator has not allowed it.',
  );
}

function tooSlow(): OutboundError {
  return new OutboundError('too-slow', 'The service did not answer in time.');
}

function stopped(): OutboundError {
  return new OutboundError('unreachable', 'This server is being stopped.');
}

/** Opens the connection to the checked address. The name of the URL is what the certificate must state. */
function dial(url: URL, address: string, port: number, authorities: readonly string[] | undefined): Socket {
  if (url.protocol === 'http:') return connectTcp({ host: address, port });
  const name = bareHost(url);
  return connectTls({
    host: address,
    port,
    // A certificate for an address states it as such; SNI names hosts only (RFC 6066 section 3).
    ...(parseAddress(name) === null ? { servername: name } : {}),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(authorities === undefined ? {} : { ca: [...authorities] }),
  });
}

/** The first connection that stands, its certificate checked. Throws the OutboundError of the last one. */
async function dialOne(addresses: readonly string[], open: (address: string) => Socket): Promise<Socket> {
  let refusal = new OutboundError('unreachable', 'The service cannot be reached.');
  for (const address of addresses) {
    const socket = open(address);
    const outcome = await connected(socket);
    if (outcome === null) return socket;
    refusal = outcome;
  }
  throw refusal;
}

/** null when the connection stands, else why it does not. */
function connected(socket: Socket): Promise<OutboundError | null> {
  return new Promise((resolve) => {
    // It stays: an error that comes later is met by whoever reads, and never by the process.
    socket.on('error', (error) => resolve(refusedConnection(error)));
    socket.once('close', () => resolve(new OutboundError('unreachable', 'The service closed the connection.')));
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => resolve(null));
  });
}

/** Node's codes for certificates that do not hold. */
const CERTIFICATE =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;

function refusedConnection(error: Error & { readonly code?: string }): OutboundError {
  return CERTIFICATE.test(error.code ?? '')
    ? new OutboundError('unreachable', 'The certificate of the service does not hold for this name.')
    : new OutboundError('unreachable', 'The service cannot be reached.');
}

/** One request and its answer over a connection that stands. */
function exchange(
  socket: Socket,
  url: URL,
  { method, body }: Sending,
  headers: Readonly<Record<string, string>>,
  most: number,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const fail = () => reject(new OutboundError('unreachable', 'The service broke off the connection.'));
    // Node waits for ever on a socket that closed before its request began.
    if (socket.destroyed || !socket.writable) return fail();
    const request = httpRequest({
      createConnection: () => socket,
      method,
      path: url.pathname + url.search,
      headers: {
        ...headers,
        host: url.host,
        'accept-encoding': 'identity',
        connection: 'close',
        ...(body === null ? {} : { 'content-length': String(body.length) }),
      },
      setHost: false,
      maxHeaderSize: HEADER_BYTES,
    });
    request.on('error', (error: Error & { readonly code?: string }) => {
      if (error.code?.startsWith('HPE_') === true)
        reject(new OutboundError('malformed', 'The service did not answer in HTTP.'));
      else fail();
    });
    let isAnswered = false;
    request.on('close', () => {
      if (!isAnswered) fail();
    });
    // 101: nothing was asked to be upgraded.
    request.on('upgrade', () => reject(new OutboundError('malformed', 'The service did not answer in HTTP.')));
    request.on('response', (answer) => {
      isAnswered = true;
      readAnswer(answer, most).then((read) => resolve({ ...read, latencyMs: performance.now() - startedAt }), reject);
    });
    request.end(body ?? undefined);
  });
}

async function readAnswer(answer: IncomingMessage, most: number): Promise<Omit<Received, 'latencyMs'>> {
  const status = answer.statusCode ?? 0;
  if (status < 100 || status > 599)
    throw new OutboundError('malformed', 'The service answered with an unknown status.');
  const headers = pairs(answer.rawHeaders);
  // What is packed cannot be searched for an echoed key.
  const packed = headers.some(
    ([name, value]) => name === 'content-encoding' && value.trim().toLowerCase() !== 'identity',
  );
  if (packed) throw new OutboundError('malformed', 'The service packed its answer although it was asked not to.');
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of answer as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > most) throw new OutboundError('too-large', 'The answer of the service is too large.');
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError('unreachable', 'The service broke off its answer.');
  }
  return { status, headers, body: new Uint8Array(Buffer.concat(pieces, length)) };
}

function pairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  const names = raw.filter((_, place) => place % 2 === 0);
  return names.map((name, place) => [name.toLowerCase(), raw[place * 2 + 1] ?? ''] as const);
}
