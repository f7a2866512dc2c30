/**
 * An operation is one frozen object: the server binds it, the client calls it, the console shows it, OpenAPI prints it
 * and the test matrix attacks it (layout, sentence 1).
 */
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { Scope, Tier } from './plans.ts';
import { SERVICES, type ServiceName } from './services.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Body limits in bytes (decisions, section 1). */
export const BODY_LIMIT = 16 * 1024 * 1024;
export const LARGE_BODY_LIMIT = 64 * 1024 * 1024;

/** What a call costs: a number, or a base with named surcharges that the handler adds. Never a function: it is printed. */
export type Units = number | { readonly base: number; readonly surcharges: Readonly<Record<string, Surcharge>> };

export interface Surcharge {
  readonly units: number;
  /** A sentence for people: when, and how often, it is added. */
  readonly when: string;
}

/**
 * A request that works. Where it needs something that another operation makes, `after` names that operation and says
 * which member of its answer goes where: `{ 'params.id': 'artifact_id', 'body.events.0.session_id': 'session_id' }`.
 * Without members it only has to be called before.
 */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly after?: { readonly operation: string; readonly use: Readonly<Record<string, string>> };
}

export interface Endpoint {
  /** `<service>.<segment>.<operation>`, as in the tree of `api.ts`, in kebab case. */
  readonly id: string;
  readonly service: ServiceName;
  readonly method: Method;
  /** After the service's base, for example `/artifacts/:id`. */
  readonly path: string;
  /** Further absolute paths of the same operation. The doubled prefix, `/v1/v1/…`, goes without saying (`pathsOf`). */
  readonly aliases?: readonly string[];
  /**
   * Where two operations share method and path: this one is meant when the body has one of these top-level members. The
   * one that is declared first also takes a body that marks none or both.
   */
  readonly when?: { readonly members: readonly string[] };
  readonly params?: TObject;
  readonly query?: TObject;
  /** Request headers that the operation reads, in lower case. */
  readonly headers?: TObject;
  readonly body?: TSchema;
  /** For a `stream`: one event as a client reads it, with the members `event`, `data` and, where a client can resume there, `id`. */
  readonly response: TSchema;
  /** The answer is server-sent events and has no end of its own; a GET that reads only. */
  readonly stream?: 'sse';
  /** `admin` takes the console session and the administrator's token only. */
  readonly auth: 'none' | 'bearer' | 'admin';
  /** For `admin`: is about the project that is acted for, so that clients name it (`X-Svc-Project`). */
  readonly isOfProject?: true;
  /** Answers the console's page only, at the console's own address (decisions 12.26). */
  readonly isForConsole?: true;
  /**
   * Answers the pages too that this server shows by the names of its API, which hold no token (decisions 12.26): their requests
   * name such an origin. Of operations without authentication.
   */
  readonly isForOwnPages?: true;
  /** Needs no credential, but answers more to one that is sent: clients send theirs. */
  readonly readsSender?: true;
  /** The scope that an API key needs; null where any key, or none, will do. */
  readonly scope: Scope | null;
  /** A second scope that will do as well. */
  readonly otherScope?: Scope;
  /** The lowest plan tier; null where every plan may call. */
  readonly minTier: Tier | null;
  readonly units: Units;
  /** In bytes; `BODY_LIMIT` unless stated. */
  readonly bodyLimit?: number;
  /** The operation's own errors; those of the frame are added by `errorsOf`. */
  readonly errors: readonly ErrorCode[];
  readonly summary: string;
  readonly description: string;
  /**
   * A body that passes the schema and that no state of the server would make valid: of operations whose room checks more
   * than the schema says (`checks` of its `work.ts`). Tests send it.
   */
  readonly refused?: { readonly body: object };
  readonly example: Example;
}

/** Declares an operation. Throws TypeError where the object contradicts itself: that is our own mistake. */
export function endpoint<const E extends Endpoint>(definition: E): Readonly<E> {
  const placeholders = [...definition.path.matchAll(/:([A-Za-z_]+)/g)].map((match) => match[1]);
  const declared = Object.keys(definition.params?.properties ?? {});
  if (placeholders.join() !== declared.join()) {
    throw new TypeError(`${definition.id}: path and params name different parameters`);
  }
  if (definition.method === 'GET' && definition.body !== undefined) {
    throw new TypeError(`${definition.id}: GET takes no body`);
  }
  if (definition.isForOwnPages === true && definition.auth !== 'none') {
    throw new TypeError(`${definition.id}: pages by the names of the API hold no credential`);
  }
  if (definition.stream !== undefined && (definition.method !== 'GET' || definition.units !== 0)) {
    throw new TypeError(`${definition.id}: events are read by GET and cost nothing`);
  }
  return Object.freeze(definition);
}

/** The operations of one URL segment: one contract file, one handler file, one console page. */
export function group<const G extends Readonly<Record<string, Endpoint>>>(endpoints: G): Readonly<G> {
  return Object.freeze(endpoints);
}

/** The absolute path template, for example `/v1/artifacts/:id`. */
export function pathOf(operation: Endpoint): string {
  return SERVICES[operation.service].base + operation.path;
}

/** Every absolute path template under which the operation is served, the chief one first. */
export function pathsOf(operation: Endpoint): readonly string[] {
  const paths = [pathOf(operation), ...(operation.aliases ?? [])];
  // One published listing writes every path of document 2 on a base without version (decisions, section 1).
  return [...paths, ...paths.filter((path) => path.startsWith('/v1/')).map((path) => `/v1${path}`)];
}

/** What a server answers whose data folder waits for its passphrase (decisions 12.29). */
const SERVED_WHILE_LOCKED: ReadonlySet<string> = new Set(['system.health.read', 'console.unlock.open']);

/** Every error that a client may meet: the operation's own and those of the frame. */
export function errorsOf(operation: Endpoint): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(['FORBIDDEN_ORIGIN', 'MISDIRECTED_REQUEST', 'RATE_LIMITED', 'INTERNAL']);
  if (operation.auth !== 'none') codes.add('UNAUTHORIZED').add('INVALID_KEY').add('INVALID_SCOPE');
  if (!SERVED_WHILE_LOCKED.has(operation.id)) codes.add('LOCKED');
  if (operation.body !== undefined || operation.method !== 'GET') {
    codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE').add('INVALID_REQUEST');
    codes.add('REQUEST_TIMEOUT').add('OVERLOADED');
  }
  if (operation.method !== 'GET' || operation.units !== 0) codes.add('INSUFFICIENT_STORAGE');
  if (operation.params !== undefined || operation.query !== undefined || operation.headers !== undefined) {
    codes.add('INVALID_REQUEST');
  }
  if (operation.units !== 0) codes.add('INSUFFICIENT_CREDITS');
  for (const code of operation.errors) codes.add(code);
  return [...codes];
}

type Part<E, Name extends string> = E extends { readonly [K in Name]: infer S extends TSchema }
  ? { [K in Name]: Static<S> }
  : unknown;

/** What a handler is given and a client sends: `params`, `query`, `headers` and `body`, as far as declared. */
export type InputOf<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'headers'> & Part<E, 'body'>;

export type OutputOf<E extends Endpoint> = Static<E['response']>;

/** Two levels: service, segment, operation. */
export type Api = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Endpoint>>>>>>;

/** All operations of a tree, in its order. */
export function endpointsOf(api: Api): readonly Endpoint[] {
  return Object.values(api).flatMap((service) => Object.values(service).flatMap((segment) => Object.values(segment)));
}
