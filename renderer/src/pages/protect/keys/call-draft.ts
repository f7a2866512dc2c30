/** A test call as it is written in the form. */
import type { key } from '@touchstone/core/api/crypto/key.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { FieldErrors } from '../../../parts/form/use-field-errors.ts';
import { linesOf } from './field-troubles.ts';
import type { Method } from './target-draft.ts';

export type CallBody = InputOf<typeof key.gatewayProxy>['body'];

export const CALL_FIELDS = ['key_id', 'target_id', 'method', 'path', 'headers', 'body'] as const;
export type CallField = (typeof CALL_FIELDS)[number];

export interface CallDraft {
  readonly keyId: string;
  readonly targetId: string;
  readonly method: Method;
  readonly path: string;
  /** `name: value` on each line. */
  readonly headers: string;
  /** JSON; empty for none. */
  readonly body: string;
}

export type CallRead =
  | { readonly ok: true; readonly body: CallBody; readonly sent: JsonObject | null }
  | { readonly ok: false; readonly found: FieldErrors<CallField> };

export function readCallDraft(draft: CallDraft): CallRead {
  const headers = readHeaders(draft.headers);
  const sent = readBody(draft);
  const found: FieldErrors<CallField> = {
    ...(draft.keyId === '' ? { key_id: 'Choose a key.' } : {}),
    ...(draft.path.startsWith('/') ? {} : { path: 'Begin the path with a slash.' }),
    ...(typeof headers === 'string' ? { headers } : {}),
    ...(typeof sent === 'string' ? { body: sent } : {}),
  };
  if (Object.keys(found).length > 0 || typeof headers === 'string' || typeof sent === 'string') {
    return { ok: false, found };
  }
  return {
    ok: true,
    sent,
    body: {
      key_id: draft.keyId,
      target_id: draft.targetId,
      method: draft.method,
      path: draft.path,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(sent === null ? {} : { body: sent }),
    },
  };
}

function readHeaders(text: string): Readonly<Record<string, string>> | string {
  const headers: Record<string, string> = {};
  for (const line of linesOf(text)) {
    const [, name, value] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return `Write “${line}” as name: value.`;
    if (Object.hasOwn(headers, name)) return `“${name}” stands there twice.`;
    headers[name] = value;
  }
  return headers;
}

function readBody({ method, body }: CallDraft): JsonObject | null | string {
  if (body.trim() === '') return null;
  if (method === 'GET' || method === 'HEAD') return `${method} carries no body: empty this field.`;
  const parsed = parseStrictJson(body);
  if (!parsed.ok || !isJsonObject(parsed.value)) return 'Write a JSON object, such as {"amount": 4200}.';
  return parsed.value;
}
