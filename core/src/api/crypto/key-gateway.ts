/** The gateway: the part of the segment `key` that uses keys against other services (document 2; S3, S23). */
import Type from 'typebox';
import { anyJson, anyObject, base64, Count, Hex64, IsoTime, LatencyMs, object, text } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { afterEncrypt, EXAMPLE_KEY_ID, KeyId } from './key-schemas.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const TargetId = Type.String({
  pattern: '^[A-Za-z0-9._-]{1,100}$',
  'x-expects': 'a name of 1 to 100 letters, digits, dots, _ and -',
  description: 'Your name for the target.',
});
const BaseUrl = Type.String({
  maxLength: 2_000,
  pattern: '^https?://[^\\s@?#]+$',
  'x-expects': 'an address that begins with https:// or http://, without a user name, a query, a fragment or spaces',
  description: 'The address upstream: https, or http to an IP address and port that the administrator allowed.',
});
const AuthHeader = Type.String({
  maxLength: 100,
  pattern: '^[A-Za-z0-9-]+$',
  'x-expects': 'a header name of letters, digits and -',
  description: 'The header that carries the key, for example `Authorization`.',
});
const AuthTemplate = Type.String({
  maxLength: 1_000,
  pattern: '^[ -z|\\x7e]*\\{\\{key\\}\\}[ -z|\\x7e]*$',
  'x-expects': 'printable ASCII text with {{key}} in it once',
  description: 'Its value, with `{{key}}` once where the key goes, for example `Bearer {{key}}`.',
});
const AllowedPaths = Type.Array(
  Type.String({
    maxLength: 1_000,
    pattern: '^/[^\\s?#*]*\\*?$',
    'x-expects': 'a path that begins with /, without a query, a fragment or spaces, and with * at its end only',
    description: 'Exact, or a beginning followed by `*`.',
  }),
  { minItems: 1, maxItems: 100 },
);
const AllowedMethods = Type.Array(Type.Enum([...METHODS]), {
  minItems: 1,
  maxItems: METHODS.length,
  uniqueItems: true,
});
const AllowedHeaders = Type.Array(
  Type.String({
    pattern: "^[A-Za-z0-9!#$%&'*+.^_`|\\x7e-]{1,100}$",
    'x-expects': 'a header name of 1 to 100 characters',
  }),
  {
    maxItems: 50,
    description:
      'Header names that callers may send beside the common ones: accept, accept-language, content-language, content-type (JSON), idempotency-key, if-match, if-none-match, if-modified-since, if-unmodified-since, prefer, traceparent, tracestate, user-agent, x-correlation-id, x-idempotency-key, x-request-id.',
  },
);
const RateLimit = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Calls per minute.' });

const Headers = Type.Record(
  Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|\\x7e-]{1,100}$" }),
  Type.String({ maxLength: 8_192 }),
  {
    additionalProperties: false,
    'x-expects-names': 'a header name of 1 to 100 characters',
    description: 'Header names and values.',
  },
);

const AnsweredHeaders = Type.Record(Type.String(), Type.String(), {
  description:
    'By name in lower case, repetitions joined by a comma. Those of the connection are left out, and so are cookies: a session that the key has opened stays here.',
});

const Attestation = object(
  {
    software: Type.Literal(true),
    notice: Type.String({ description: 'Says that no hardware enclave took part.' }),
    measurement: Hex64,
    key_id: KeyId,
    target_id: TargetId,
    origin: Type.String({ description: 'Scheme, host and port that were called.' }),
    method: Type.Enum([...METHODS]),
    path_hash: Hex64,
    status: Type.Integer(),
    request_hash: Hex64,
    response_hash: Hex64,
    attested_at: IsoTime,
    keyset_id: Type.String({ description: 'The `service` key set that signed.' }),
    signature: base64('ML-DSA-65 of the `service` key set over this object without this member.'),
  },
  {
    description:
      'A software attestation. `measurement` is SHA-256 of the list that `sha256sum` prints for the files of the running build, sorted by name; `path_hash` is SHA3-256 of `path` as sent here, `request_hash` and `response_hash` those of the canonical JSON of `body` as sent here and as answered here, null where there is none. Signed over `svc-gateway-attestation/v1`, a zero byte and SHA3-256 of the canonical JSON.',
  },
);

export const GatewayTarget = object({
  target_id: TargetId,
  base_url: BaseUrl,
  auth_header: AuthHeader,
  auth_template: AuthTemplate,
  allowed_paths: AllowedPaths,
  allowed_methods: AllowedMethods,
  allowed_headers: AllowedHeaders,
  rate_limit: RateLimit,
  status: Type.Literal('configured'),
  allow_private: Type.Boolean({
    description: 'The administrator allows an address in a private network, and plain http to an IP address.',
  }),
  total_proxied: { ...Count, description: 'Calls that the service answered.' },
  created_at: IsoTime,
});

export const keyGateway = {
  gatewayConfigure: endpoint({
    id: 'crypto.key.gateway-configure',
    service: 'crypto',
    method: 'POST',
    path: '/key/gateway/configure',
    body: object({
      target_id: TargetId,
      base_url: BaseUrl,
      auth_header: AuthHeader,
      auth_template: AuthTemplate,
      allowed_paths: AllowedPaths,
      allowed_methods: Type.Optional(AllowedMethods),
      allowed_headers: Type.Optional(AllowedHeaders),
      rate_limit: RateLimit,
    }),
    response: object({ target_id: TargetId, status: Type.Literal('configured'), created_at: IsoTime }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-0',
    units: 0,
    errors: ['CONFLICT'],
    summary: 'Describe a service to which the gateway may carry keys.',
    description:
      'An existing `target_id` is replaced; where `base_url`, `auth_header` or `auth_template` changed, it counts as a new target without its bindings to keys and without the permission for private addresses. Without `allowed_methods` all methods are allowed. `base_url` is https, or http to an IP address. Addresses in private networks, and plain http, can be configured, but are refused by the proxy until the administrator allows the target (`PATCH /api/v1/admin/gateway-targets/:target_id`). `allowed_paths` speaks of what follows `base_url`, without its query. It is what limits the use of a key: keep it narrow. Recorded in the audit of the administration as `gateway-target.configured`. A project has 500 targets at the most.',
    example: {
      body: {
        target_id: 'payments',
        base_url: 'https://api.example.com',
        auth_header: 'Authorization',
        auth_template: 'Bearer {{key}}',
        allowed_paths: ['/v1/charges', '/v1/customers/*'],
        allowed_methods: ['GET', 'POST'],
        rate_limit: 60,
      },
    },
  }),
  gatewayTargets: endpoint({
    id: 'crypto.key.gateway-targets',
    service: 'crypto',
    method: 'GET',
    path: '/key/gateway/targets',
    response: object({ targets: Type.Array(GatewayTarget) }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-0',
    units: 0,
    errors: [],
    summary: 'The gateway targets of the project.',
    description: 'All of them, by name. No key is shown: a target holds only the template into which one is put.',
    example: {},
  }),
  gatewayProxy: endpoint({
    id: 'crypto.key.gateway-proxy',
    service: 'crypto',
    method: 'POST',
    path: '/key/gateway/proxy',
    body: object({
      key_id: KeyId,
      target_id: TargetId,
      method: Type.Enum([...METHODS]),
      path: text(4_000, 'After `base_url`, with its query where there is one; begins with a slash.'),
      headers: Type.Optional(Headers),
      body: Type.Optional(anyObject('Sent as JSON; not with GET and HEAD.')),
    }),
    response: object({
      status: Type.Integer({ minimum: 100, maximum: 599, description: 'The status that the service answered.' }),
      headers: AnsweredHeaders,
      body: anyJson(
        'JSON where the service says so and it is I-JSON; else its text, as UTF-8 or else ISO 8859-1; null where it is empty.',
      ),
      headers_not_sent: Type.Array(Type.String(), {
        description: 'Names of headers that no list allows: they were left out.',
      }),
      proxy_latency_ms: LatencyMs,
      tee_attestation: Attestation,
    }),
    auth: 'bearer',
    scope: 'gateway',
    minTier: 'K-1',
    units: 35,
    errors: ['NOT_FOUND', 'CONFLICT', 'KEY_REVOKED', 'KEY_EXPIRED', 'INVALID_CIPHERTEXT', 'UPSTREAM_FAILED'],
    summary: 'Call another service with a key that the caller never sees.',
    description:
      'The first call of a key to a target binds the two and needs the scope `keys` as well; later ones need `gateway` only. A path or method that the target does not allow, and the headers `host`, `auth_header` of the target, `proxy-…`, `forwarded` and those of the connection itself are INVALID_REQUEST, and so is a path with encoded slashes or dot segments. Other headers that no list allows are left out and named in `headers_not_sent`. Key material that is not visible ASCII cannot be carried: CONFLICT, and so are an address in a private network that is not allowed and one that leads back to this server. A service that cannot be reached, whose certificate does not hold, whose answer is compressed, larger than 16 MiB or not there after 30 seconds is UPSTREAM_FAILED; over the rate of the target the answer is RATE_LIMITED. Redirects are answered, not followed. A key that is revoked while the call is under way breaks it off: the answer is KEY_REVOKED at once, though the service may have acted. The key is blanked where the service echoes it in plain or in a common encoding, which is best effort: what really protects it is `allowed_paths`. `tee_attestation` is made in software; no hardware enclave takes part.',
    example: {
      body: {
        key_id: EXAMPLE_KEY_ID,
        target_id: 'payments',
        method: 'POST',
        path: '/v1/charges',
        headers: { 'idempotency-key': 'order-1001' },
        body: { amount: 4_200, currency: 'eur' },
      },
      after: afterEncrypt('body.key_id'),
    },
  }),
} as const;
