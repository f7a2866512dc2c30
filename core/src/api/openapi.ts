/** Prints a tree of contracts as an OpenAPI 3.1 document. TypeBox schemas are JSON Schema already. */
import type { TObject, TSchema } from 'typebox';
import type { JsonItem, JsonMembers } from './common.ts';
import { type Api, type Endpoint, endpointsOf, errorsOf, pathOf, pathsOf } from './endpoint.ts';
import { ERROR_FIELD_HEADER, ERRORS } from './errors.ts';
import { SERVICES, type ServiceName } from './services.ts';

/** The document as plain JSON. `version` is the product's. */
export function openApiDocument(api: Api, product: { readonly name: string; readonly version: string }): JsonMembers {
  const paths: Record<string, Record<string, JsonItem>> = {};
  const used = new Set<ServiceName>();
  for (const operation of endpointsOf(api)) {
    used.add(operation.service);
    const path = templateOf(pathOf(operation));
    const method = operation.method.toLowerCase();
    const item = paths[path] ?? {};
    const shared = item[method];
    item[method] = shared === undefined ? operationObject(operation) : merged(shared as JsonMembers, operation);
    paths[path] = item;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: product.name,
      version: product.version,
      summary: 'Embedded server of the post-quantum attestation desk.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that this document came from.' }],
    tags: Object.entries(SERVICES)
      .filter(([name]) => used.has(name as ServiceName))
      .map(([name, { title, description }]) => ({ name, description: `${title}. ${description}` })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `svc_live_…`.' },
        apiKeyHeader: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'The same key in another header.',
        },
        administrator: {
          type: 'http',
          scheme: 'bearer',
          description: 'The console session or the admin_token that `touchstone serve --json` prints.',
        },
      },
      headers: { ErrorField: ERROR_FIELD },
      schemas: { CryptoError: CRYPTO_ERROR, PlatformError: PLATFORM_ERROR },
    },
  };
}

const ERROR_FIELD: JsonMembers = {
  description:
    'The member that the error is about, as a path such as `subject.name`; absent where no single one is. Whatever is not visible ASCII, and `%`, is percent-encoded as UTF-8; at most 200 characters are sent.',
  schema: { type: 'string', maxLength: 200, pattern: '^[!-~]+$' },
};

const CRYPTO_ERROR: JsonMembers = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'status', 'request_id'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERRORS) },
        message: { type: 'string' },
        status: { type: 'integer' },
        request_id: { type: 'string' },
      },
    },
  },
};

const PLATFORM_ERROR: JsonMembers = {
  type: 'object',
  required: ['error', 'requestId'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERRORS) },
        message: { type: 'string' },
        details: {
          type: 'object',
          required: ['field', 'reason'],
          properties: { field: { type: 'string' }, reason: { type: 'string' } },
        },
      },
    },
    requestId: { type: 'string' },
  },
};

const SECURITY: Readonly<Record<Endpoint['auth'], JsonItem>> = {
  none: [],
  bearer: [{ apiKey: [] }, { apiKeyHeader: [] }, { administrator: [] }],
  admin: [{ administrator: [] }],
};

function templateOf(path: string): string {
  return path.replaceAll(/:([A-Za-z_]+)/g, '{$1}');
}

/** Method and path that two operations share are one operation in OpenAPI: its parts become alternatives. */
function merged(first: JsonMembers, operation: Endpoint): JsonMembers {
  const second = operationObject(operation);
  return {
    ...first,
    tags: [...(first.tags as string[]), operation.service],
    summary: `${String(first.summary)} Or: ${operation.summary}`,
    description: `${String(first.description)}\n\nWith ${(operation.when?.members ?? []).map((name) => `\`${name}\``).join(' or ')} in the body: ${operation.description}`,
    'x-also': operation.id,
    requestBody: eitherContent(first.requestBody, second.requestBody),
    responses: {
      ...(second.responses as JsonMembers),
      ...(first.responses as JsonMembers),
      200: eitherContent(responseOf(first), responseOf(second)),
    },
  };
}

function responseOf({ responses }: JsonMembers): JsonItem {
  return (responses as JsonMembers)[200] ?? null;
}

function eitherContent(first: JsonItem | undefined, second: JsonItem | undefined): JsonMembers {
  return {
    ...(first as JsonMembers),
    content: { 'application/json': { schema: { anyOf: [schemaOf(first), schemaOf(second)] } } },
  };
}

function schemaOf(part: JsonItem | undefined): JsonItem {
  const { content } = part as { readonly content: { readonly 'application/json': { readonly schema: JsonItem } } };
  return content['application/json'].schema;
}

function operationObject(operation: Endpoint): JsonMembers {
  const { units, scope, otherScope, minTier } = operation;
  const aliases = pathsOf(operation).slice(1).map(templateOf);
  return {
    operationId: operation.id,
    tags: [operation.service],
    summary: operation.summary,
    description: operation.description,
    security: operation.readsSender === true ? [{}, ...(SECURITY.bearer as JsonItem[])] : SECURITY[operation.auth],
    'x-units': plain(units),
    ...(aliases.length === 0 ? {} : { 'x-aliases': aliases }),
    ...(scope === null ? {} : { 'x-scope': scope }),
    ...(otherScope === undefined ? {} : { 'x-other-scope': otherScope }),
    ...(minTier === null ? {} : { 'x-min-tier': minTier }),
    ...withParameters(operation),
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: plain(operation.body), example: plain(operation.example.body) } },
          },
        }),
    responses: {
      200: answerObject(operation),
      ...errorResponses(operation),
    },
  };
}

/** For a stream, the schema of one event with its data parsed: OpenAPI 3.1 cannot describe the sequence. */
function answerObject({ stream, response }: Endpoint): JsonMembers {
  const schema = plain(response);
  return stream === 'sse'
    ? {
        description: 'Server-sent events. The schema is one event: `event` and `id` as sent, `data` parsed.',
        content: { 'text/event-stream': { schema } },
      }
    : { description: 'Success.', content: { 'application/json': { schema } } };
}

function withParameters(operation: Endpoint): JsonMembers {
  const parameters = [
    ...parametersOf(operation.params, 'path', operation.example.params),
    ...parametersOf(operation.query, 'query', operation.example.query),
    ...parametersOf(operation.headers, 'header', operation.example.headers),
  ];
  return parameters.length === 0 ? {} : { parameters };
}

function parametersOf(
  schema: TObject | undefined,
  place: 'path' | 'query' | 'header',
  examples: Readonly<Record<string, string | number>> = {},
): readonly JsonMembers[] {
  const required: readonly string[] = schema?.required ?? [];
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: plain(property),
    ...(examples[name] === undefined ? {} : { example: examples[name] }),
  }));
}

/** One response per status; its description lists the codes. */
function errorResponses(operation: Endpoint): JsonMembers {
  const byStatus = new Map<number, string[]>();
  for (const code of errorsOf(operation)) {
    const { status, message } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${message}`]);
  }
  const schema = SERVICES[operation.service].envelope === 'crypto' ? 'CryptoError' : 'PlatformError';
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [
      String(status),
      {
        description: lines.join(' '),
        headers: { [ERROR_FIELD_HEADER]: { $ref: '#/components/headers/ErrorField' } },
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
      },
    ]),
  );
}

/** A copy that holds JSON and nothing else: TypeBox keeps its own marks in members that JSON does not print. */
function plain(value: TSchema | unknown): JsonItem {
  return JSON.parse(JSON.stringify(value ?? null)) as JsonItem;
}
