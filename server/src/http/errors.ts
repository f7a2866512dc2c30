/** Errors on the wire: a known refusal in the envelope of its service, everything else 500 without detail. */
import { ERRORS, type ErrorCode, errorBody } from '@touchstone/core/api/errors.ts';
import type { EnvelopeKind } from '@touchstone/core/api/services.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';

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

/** Sends the error body. Nothing of an unexpected error leaves the log. */
export async function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): Promise<void> {
  const refusal = refusalOf(error) ?? new ApiError('INTERNAL');
  if (refusal.code === 'INTERNAL') {
    const stack = error instanceof Error ? error.stack : 'not an Error';
    log.error({ requestId: request.id, stack }, 'request failed');
  }
  const config: object & { readonly envelope?: EnvelopeKind } = request.routeOptions?.config ?? {};
  const { code, message, field, retryAfterSeconds } = refusal;
  reply.header('x-request-id', request.id);
  if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds);
  const body = errorBody(spoken.get(request) ?? config.envelope ?? 'crypto', {
    code,
    message,
    field,
    requestId: request.id,
  });
  await reply.code(ERRORS[code].status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** The answer to bytes that are no HTTP request at all. */
export function malformedRequest(requestId: string): string {
  const detail = {
    code: 'INVALID_REQUEST',
    message: 'This is not an HTTP request that can be read.',
    requestId,
    field: '',
  } as const;
  const body = JSON.stringify(errorBody('crypto', detail));
  const head = 'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n';
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
