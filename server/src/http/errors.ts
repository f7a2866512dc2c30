/** Errors on the wire: a known refusal in the envelope of its service, everything else 500 without detail. */

import { Socket } from 'node:net';
import {
  ERROR_FIELD_HEADER,
  ERRORS,
  type ErrorCode,
  errorBody,
  errorFieldHeader,
} from '@touchstone/core/api/errors.ts';
import type { EnvelopeKind } from '@touchstone/core/api/services.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from '../frame/errors.ts';
import { STORAGE_WORDS, type StorageFault } from '../store/storage-fault.ts';

/** What Fastify itself refuses, by its code. */
const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_REQUEST',
  FST_ERR_BAD_URL: 'INVALID_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
};

/** The refusal that an error stands for; null for a broken invariant of ours. */
function refusalOf(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error)) return null;
  const { code, statusCode } = error as Error & { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? FASTIFY_CODES[code] : undefined;
  if (known !== undefined) return new ApiError(known);
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
    ? new ApiError('INVALID_REQUEST')
    : null;
}

const spoken = new WeakMap<FastifyRequest, EnvelopeKind>();

/** Sets the envelope of a request whose body has decided which of a route's operations is meant. */
export function speakEnvelope(request: FastifyRequest, kind: EnvelopeKind): void {
  spoken.set(request, kind);
}

/** What a request is answered whose write was refused, for lack of room or because of the schema; null for every other fault. */
function storageRefusal({ cause }: StorageFault): ApiError | null {
  if (cause === 'altered') return new ApiError('INTERNAL', STORAGE_WORDS.altered.sentence);
  if (cause === 'full') return new ApiError('INSUFFICIENT_STORAGE');
  if (cause !== 'limited') return null;
  return new ApiError('INSUFFICIENT_STORAGE', 'A quota or limit of the disk has been reached. Nothing was changed.');
}

export interface ErrorNeeds {
  readonly log: Pick<Logger, 'error'>;
  readonly storage: {
    /** Keeps the fault of the store that an error stands for; null for any other error. */
    note(error: unknown): StorageFault | null;
  };
}

/** Sends the error body. Nothing of an unexpected error leaves the log. */
export async function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, storage }: ErrorNeeds,
): Promise<void> {
  const fault = storage.note(error);
  const refusal = (fault === null ? refusalOf(error) : storageRefusal(fault)) ?? new ApiError('INTERNAL');
  if (refusal.code === 'INTERNAL') {
    const stack = error instanceof Error ? error.stack : 'not an Error';
    log.error({ requestId: request.id, ...(fault === null ? {} : { code: fault.code }), stack }, 'request failed');
  }
  const config: object & { readonly envelope?: EnvelopeKind } = request.routeOptions?.config ?? {};
  const { code, message, field, retryAfterSeconds } = refusal;
  reply.header('x-request-id', request.id);
  if (ERRORS[code].status === 401) reply.header('www-authenticate', 'Bearer');
  if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds);
  const named = errorFieldHeader(field);
  if (named !== null) reply.header(ERROR_FIELD_HEADER, named);
  const body = errorBody(spoken.get(request) ?? config.envelope ?? 'crypto', {
    code,
    message,
    field,
    requestId: request.id,
  });
  // Whoever sends this slowly keeps a connection and nothing else.
  if (code === 'REQUEST_TIMEOUT') endAfterwards(request, reply);
  else outlastBody(request, reply);
  await reply.code(ERRORS[code].status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function endAfterwards({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.header('connection', 'close');
  reply.raw.once('finish', () => raw.socket?.destroySoon?.());
}

/** How long the rest of a refused body is thrown away. */
const REST_OF_BODY_MS = 5_000;

/**
 * A body that is refused before it was read ends its connection. If that happened at once, a client that is still sending
 * would find a broken connection in place of the answer; so the rest is thrown away for a while.
 */
function outlastBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw;
  // Requests without a socket (dispatch) come whole.
  if (!(socket instanceof Socket) || raw.complete || reply.getHeader('connection') !== 'close') return;
  reply.removeHeader('connection');
  const end = setTimeout(() => {
    if (!raw.complete) socket.destroy();
  }, REST_OF_BODY_MS);
  end.unref();
  raw.once('close', () => clearTimeout(end));
}

/** What Node refuses before there is a request, by its code. */
const UNREAD: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The headers of this request are longer than 16 KiB.',
  ERR_HTTP_REQUEST_TIMEOUT: 'This request took too long to arrive.',
};

/** The answer to bytes that are no HTTP request at all, or none that came in time. `code` is Node's. */
export function malformedRequest(requestId: string, code: string): string {
  const detail = {
    code: 'INVALID_REQUEST',
    message: UNREAD[code] ?? 'This is not an HTTP request that can be read.',
    requestId,
    field: '',
  } as const;
  const body = JSON.stringify(errorBody('crypto', detail));
  const head = 'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n';
  return `${head}X-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
