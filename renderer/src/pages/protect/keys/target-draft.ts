/** A gateway target as it is written in the form, and what of it can be found wrong before it is sent. */
import { key } from '@touchstone/core/api/crypto/key.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { boundsOf } from '../../../parts/form/contract-limits.ts';
import type { DraftOf, FieldErrors } from '../../../parts/form/use-draft.ts';
import { words } from '../../../words/protect/gateway.ts';
import { linesOf, wholeNumber } from './field-troubles.ts';
import type { GatewayTarget } from './queries.ts';

const { target: texts } = words;

export type TargetBody = InputOf<typeof key.gatewayConfigure>['body'];
export type Method = GatewayTarget['allowed_methods'][number];

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly Method[];

export const NEW_TARGET = {
  target_id: '',
  base_url: '',
  auth_header: 'Authorization',
  auth_template: 'Bearer {{key}}',
  // Paths and headers: one on each line.
  allowed_paths: '',
  allowed_methods: ['GET'] as readonly Method[],
  allowed_headers: '',
  rate_limit: '60',
} satisfies DraftOf<typeof key.gatewayConfigure>;
export type TargetDraft = typeof NEW_TARGET;

/** Usual ways to carry a key, to begin from. */
export const TEMPLATES = [
  { title: texts.templates.bearer, auth_header: 'Authorization', auth_template: 'Bearer {{key}}' },
  { title: texts.templates.token, auth_header: 'Authorization', auth_template: 'Token {{key}}' },
  { title: texts.templates.apiKey, auth_header: 'X-Api-Key', auth_template: '{{key}}' },
] as const;

export function draftOf(target: GatewayTarget): TargetDraft {
  return {
    ...target,
    allowed_paths: target.allowed_paths.join('\n'),
    allowed_headers: target.allowed_headers.join('\n'),
    rate_limit: String(target.rate_limit),
  };
}

/** The request's body and what is wrong; it may be sent where nothing is. */
export function readTargetDraft(draft: TargetDraft): {
  readonly body: TargetBody;
  readonly found: FieldErrors<keyof TargetDraft>;
} {
  const [target_id, base_url, auth_header] = [draft.target_id.trim(), draft.base_url.trim(), draft.auth_header.trim()];
  const { auth_template, allowed_methods } = draft;
  const rate = wholeNumber(draft.rate_limit, ...boundsOf(key.gatewayConfigure.body.properties.rate_limit));
  const paths = linesOf(draft.allowed_paths);
  const headers = linesOf(draft.allowed_headers);
  const placeholders = auth_template.split('{{key}}').length - 1;
  const wrongPath = paths.find((path) => !/^\/[^\s?#*]*\*?$/.test(path));
  const wrongHeader = headers.find((name) => !/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name));
  const { trouble } = texts;
  const found = {
    target_id: /^[A-Za-z0-9._-]{1,100}$/.test(target_id) ? '' : trouble.name,
    base_url: /^https?:\/\/[^\s@?#]+$/.test(base_url) ? '' : trouble.address,
    auth_header: /^[A-Za-z0-9-]{1,100}$/.test(auth_header) ? '' : trouble.header,
    auth_template: placeholders === 1 ? '' : trouble.template,
    allowed_paths: paths.length === 0 ? trouble.noPath : wrongPath === undefined ? '' : trouble.path(wrongPath),
    allowed_methods: allowed_methods.length === 0 ? trouble.method : '',
    allowed_headers: wrongHeader === undefined ? '' : trouble.headerName(wrongHeader),
    rate_limit: rate === null ? trouble.rate : '',
  };
  const body: TargetBody = {
    target_id,
    base_url,
    auth_header,
    auth_template,
    allowed_paths: [...paths],
    allowed_methods: [...allowed_methods],
    ...(headers.length === 0 ? {} : { allowed_headers: [...headers] }),
    rate_limit: rate ?? 0,
  };
  return { body, found };
}

/** Whether saving makes a new target of it, without its bindings to keys and its permission for private addresses. */
export function startsAnew(before: GatewayTarget, draft: TargetDraft): boolean {
  return (
    before.base_url !== draft.base_url.trim() ||
    before.auth_header !== draft.auth_header.trim() ||
    before.auth_template !== draft.auth_template
  );
}

/** What the service receives for a template, the key blanked. */
export function headerExample({ auth_header, auth_template }: TargetDraft): string {
  return `${auth_header.trim()}: ${auth_template.replace('{{key}}', '••••••')}`;
}
