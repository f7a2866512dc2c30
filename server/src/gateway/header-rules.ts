/** Headers of the gateway, there and back (security, S23). Names are compared in lower case. */

/** What callers may send to every target; a target may name more. */
const ALLOWED: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'content-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'prefer',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-correlation-id',
  'x-idempotency-key',
  'x-request-id',
]);

/** Those of the connection itself (RFC 9110 section 7.6.1), and those that say to whom and through whom a request goes. */
const FORBIDDEN: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);
const FORBIDDEN_BEGINNINGS = ['proxy-', 'x-forwarded-'] as const;

/** Names that may never be listed by a target either: they carry credentials, or change method, path or address. */
const NEVER_LISTED: ReadonlySet<string> = new Set([
  'accept-encoding',
  'authorization',
  'content-encoding',
  'cookie',
  'x-client-ip',
  'x-host',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-host',
  'x-original-url',
  'x-real-ip',
  'x-rewrite-url',
]);

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;

/** Whether a request with this header is refused whatever the target says. */
export function isForbiddenHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return FORBIDDEN.has(lower) || FORBIDDEN_BEGINNINGS.some((beginning) => lower.startsWith(beginning));
}

/** Whether a header can carry the key. `authorization` and `cookie` can; what the server sets itself cannot. */
export function isAuthHeader(name: string): boolean {
  return (
    NAME.test(name) &&
    !isForbiddenHeader(name) &&
    !['accept-encoding', 'content-encoding', 'content-type'].includes(name.toLowerCase())
  );
}

/** Whether a target may allow callers this header. */
export function mayBeListed(name: string, authHeader: string): boolean {
  const lower = name.toLowerCase();
  return NAME.test(name) && !isForbiddenHeader(lower) && !NEVER_LISTED.has(lower) && lower !== authHeader.toLowerCase();
}

export interface HeaderRules {
  readonly authHeader: string;
  /** What the target allows beside the common ones. */
  readonly allowedHeaders: readonly string[];
}

export type CheckedHeaders =
  | {
      readonly ok: true;
      /** Lower-case names. */
      readonly headers: Readonly<Record<string, string>>;
      /** Names, as given, of those that no list allows: they are not sent, and the answer says so. */
      readonly notSent: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** What of a caller's headers goes to a target. `reason` is the end of a sentence that begins with the member's name. */
export function callerHeaders(given: Readonly<Record<string, string>>, rules: HeaderRules): CheckedHeaders {
  const listed = new Set(rules.allowedHeaders.map((name) => name.toLowerCase()));
  const headers: Record<string, string> = Object.create(null);
  const notSent: string[] = [];
  const names = new Set<string>();
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (!NAME.test(name)) return { ok: false, reason: 'has a name that HTTP does not allow' };
    if (isForbiddenHeader(lower))
      return { ok: false, reason: `must not hold ${lower}: the gateway sets it, or nobody does` };
    if (lower === rules.authHeader.toLowerCase())
      return { ok: false, reason: `must not hold ${lower}: it carries the key` };
    if (names.has(lower)) return { ok: false, reason: `holds ${lower} twice` };
    names.add(lower);
    // Visible ASCII, spaces and tabs: no line can begin within a value.
    if (!/^[\t\x20-\x7e]*$/.test(value))
      return { ok: false, reason: `has a value of ${lower} that is not ASCII on one line` };
    if (value.includes('{{key}}'))
      return { ok: false, reason: 'must not hold the slot for the key: it stands in `auth_template` only' };
    if (!ALLOWED.has(lower) && !listed.has(lower)) notSent.push(name);
    else if (lower !== 'content-type') headers[lower] = value;
    else if (isJsonType(value)) headers[lower] = value;
    else return { ok: false, reason: 'states another content-type than JSON, in which the body is sent' };
  }
  return { ok: true, headers: { ...headers }, notSent };
}

/** JSON in UTF-8, by its media type (RFC 8259; RFC 6839 section 3.1). */
export function isJsonType(value: string): boolean {
  return /^\s*application\/(?:[A-Za-z0-9!#$&^_.+-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(value);
}

/** The key must be visible ASCII, or it could begin another header; and it must fit. */
export function canBeCarried(key: string): boolean {
  return /^[\x21-\x7e]{1,8192}$/.test(key);
}

export const SLOT = '{{key}}';

/** The value of the header that carries the key. A template has the slot once. */
export function filledTemplate(template: string, key: string): string {
  const [before = '', after = '', ...more] = template.split(SLOT);
  if (more.length > 0 || !template.includes(SLOT)) throw new TypeError('a template has the slot once');
  return before + key + after;
}

/** Not for the caller: those of the connection, what describes a body that is not passed on, and sessions of the service. */
const NOT_ANSWERED: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'set-cookie',
  'set-cookie2',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers of an answer by name, repetitions joined (RFC 9110 section 5.2). */
export function answeredHeaders(received: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  const named = new Set(
    received.filter(([name]) => name === 'connection').flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/)),
  );
  const headers = new Map<string, string>();
  for (const [name, value] of received) {
    const isDropped = NOT_ANSWERED.has(name) || name.startsWith('proxy-') || named.has(name) || !NAME.test(name);
    if (isDropped) continue;
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}
