/** `protocol` and `session`: docs/api/protocol.md, docs/api/session.md, lib/browser/api/protocol.ts. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Answer } from './machine.ts';
import { isReady, needsReady, tell } from './world.ts';

interface CustomScheme {
  readonly scheme: string;
  readonly privileges?: Readonly<Record<string, boolean>>;
}
type Handler = (request: Request) => Response | Promise<Response>;
type PermissionHandler = (
  contents: unknown,
  permission: string,
  callback: (isGranted: boolean) => void,
  details: { requestingUrl: string },
) => void;
type PermissionCheck = (contents: unknown, permission: string, requestingOrigin: string) => boolean;

const PRIVILEGES = [
  'standard',
  'secure',
  'bypassCSP',
  'allowServiceWorkers',
  'supportFetchAPI',
  'corsEnabled',
  'stream',
  'codeCache',
  'allowExtensions',
];

let schemes: readonly CustomScheme[] | null = null;
const handlers = new Map<string, Handler>();
let beforeRequest: ((details: { url: string }, callback: (answer: { cancel?: boolean }) => void) => void) | null = null;
let permissionHandler: PermissionHandler | null = null;
let permissionCheck: PermissionCheck | null = null;

export const protocol = {
  /** Before `ready`, and once (docs/api/protocol.md). */
  registerSchemesAsPrivileged(customSchemes: readonly CustomScheme[]): void {
    if (isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (schemes !== null) throw new Error('simulator: the second call takes the privileges of the first away');
    for (const { privileges = {} } of customSchemes) {
      for (const name of Object.keys(privileges)) {
        if (!PRIVILEGES.includes(name)) throw new Error(`simulator: there is no privilege ${name}`);
      }
    }
    schemes = customSchemes;
    tell('schemes', customSchemes);
  },
  handle(scheme: string, handler: Handler): void {
    needsReady('Session can only be received when app is ready');
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler);
  },
};

export const session = {
  get defaultSession() {
    needsReady('Session can only be received when app is ready');
    return {
      webRequest: {
        onBeforeRequest(listener: typeof beforeRequest) {
          beforeRequest = listener;
        },
      },
      setPermissionRequestHandler(handler: PermissionHandler | null) {
        permissionHandler = handler;
      },
      setPermissionCheckHandler(handler: PermissionCheck | null) {
        permissionCheck = handler;
      },
      setDevicePermissionHandler() {},
      setSpellCheckerEnabled() {},
    };
  },
};

/** Both handlers have to agree; without them Electron grants everything (docs/tutorial/security.md, item 5). */
export async function wouldGrant(permission: string, url: string): Promise<boolean> {
  const checked = permissionCheck?.(null, permission, url) ?? true;
  const asked = await new Promise<boolean>((resolve) => {
    if (permissionHandler === null) resolve(true);
    else permissionHandler(null, permission, resolve, { requestingUrl: url });
  });
  return checked && asked;
}

/** A scheme that is not standard has neither origin nor storage; one without supportFetchAPI cannot be fetched. */
function hasPrivilege(scheme: string, name: string): boolean {
  return schemes?.some((each) => each.scheme === scheme && each.privileges?.[name] === true) ?? false;
}

/** A request of the page, answered as Protocol.prototype.handle does. Rejects with Chromium's name of the fault. */
export async function load(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body: Uint8Array<ArrayBuffer> | null = null,
  isDocument = false,
): Promise<Answer> {
  let isCancelled = false;
  beforeRequest?.({ url }, ({ cancel }) => {
    isCancelled = cancel === true;
  });
  if (isCancelled) throw new Error('net::ERR_BLOCKED_BY_CLIENT');
  const scheme = new URL(url).protocol.slice(0, -1);
  const handler = handlers.get(scheme);
  if (handler === undefined) throw new Error('net::ERR_UNKNOWN_URL_SCHEME');
  if (!hasPrivilege(scheme, 'standard') || !hasPrivilege(scheme, 'secure')) throw new Error('simulator: no origin');
  if (!isDocument && !hasPrivilege(scheme, 'supportFetchAPI')) throw new Error('Failed to fetch');
  const response = await handler(new Request(url, { method, headers: { ...headers }, body }));
  if (!(response instanceof Response)) throw new Error('net::ERR_UNEXPECTED');
  const stream = response.body === null ? [] : Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) {
    pieces.push(piece);
    // Events have no end: the reader leaves after the first.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) break;
  }
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(Buffer.concat(pieces)),
  };
}
