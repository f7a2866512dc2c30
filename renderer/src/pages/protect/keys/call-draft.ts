/** A test call as it is written in the form. */
import type { key } from '@touchstone/core/api/crypto/key.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { DraftOf, FieldErrors } from '../../../parts/form/use-draft.ts';
import { words } from '../../../words/protect/gateway.ts';
import { linesOf } from './field-troubles.ts';
import type { Method } from './target-draft.ts';

const { trouble } = words.call;

export type CallBody = InputOf<typeof key.gatewayProxy>['body'];

export const NEW_CALL = {
  key_id: '',
  method: 'GET' as Method,
  path: '/',
  // `name: value` on each line.
  headers: '',
  // JSON; empty for none.
  body: '',
} satisfies DraftOf<typeof key.gatewayProxy>;
export type CallDraft = typeof NEW_CALL;

export type CallRead =
  | { readonly ok: true; readonly body: CallBody; readonly sent: JsonObject | null }
  | { readonly ok: false; readonly found: FieldErrors<keyof CallDraft> };

export function readCallDraft(target_id: string, draft: CallDraft): CallRead {
  const { key_id, method, path } = draft;
  const headers = readHeaders(draft.headers);
  const sent = readBody(draft);
  if (key_id === '' || !path.startsWith('/') || typeof headers === 'string' || typeof sent === 'string') {
    const found = {
      key_id: key_id === '' ? trouble.key : '',
      path: path.startsWith('/') ? '' : trouble.path,
      headers: typeof headers === 'string' ? headers : '',
      body: typeof sent === 'string' ? sent : '',
    };
    return { ok: false, found };
  }
  return {
    ok: true,
    sent,
    body: {
      key_id,
      target_id,
      method,
      path,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(sent === null ? {} : { body: sent }),
    },
  };
}

function readHeaders(text: string): Readonly<Record<string, string>> | string {
  const headers: Record<string, string> = {};
  for (const line of linesOf(text)) {
    const [, name, value] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return trouble.header(line);
    if (Object.hasOwn(headers, name)) return trouble.repeated(name);
    headers[name] = value;
  }
  return headers;
}

function readBody({ method, body }: CallDraft): JsonObject | null | string {
  if (body.trim() === '') return null;
  if (method === 'GET' || method === 'HEAD') return trouble.noBody(method);
  const parsed = parseStrictJson(body);
  if (!parsed.ok || !isJsonObject(parsed.value)) return trouble.body;
  return parsed.value;
}
