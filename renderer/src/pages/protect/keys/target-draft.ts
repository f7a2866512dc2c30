/** A gateway target as it is written in the form, and what of it can be found wrong before it is sent. */
import type { key } from '@touchstone/core/api/crypto/key.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import type { FieldErrors } from '../../../parts/form/use-field-errors.ts';
import { linesOf, wholeNumber } from './field-troubles.ts';
import type { GatewayTarget } from './queries.ts';

export type TargetBody = InputOf<typeof key.gatewayConfigure>['body'];
export type Method = GatewayTarget['allowed_methods'][number];

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly Method[];

export const TARGET_FIELDS = [
  'target_id',
  'base_url',
  'auth_header',
  'auth_template',
  'allowed_paths',
  'allowed_methods',
  'allowed_headers',
  'rate_limit',
] as const;
export type TargetField = (typeof TARGET_FIELDS)[number];

export interface TargetDraft {
  readonly targetId: string;
  readonly baseUrl: string;
  readonly authHeader: string;
  readonly authTemplate: string;
  /** One on each line. */
  readonly paths: string;
  readonly methods: readonly Method[];
  /** One on each line. */
  readonly headers: string;
  readonly rate: string;
}

export const NEW_TARGET: TargetDraft = {
  targetId: '',
  baseUrl: '',
  authHeader: 'Authorization',
  authTemplate: 'Bearer {{key}}',
  paths: '',
  methods: ['GET'],
  headers: '',
  rate: '60',
};

/** Usual ways to carry a key, to begin from. */
export const TEMPLATES = [
  { id: 'bearer', title: 'Bearer token', header: 'Authorization', template: 'Bearer {{key}}' },
  { id: 'token', title: 'Token', header: 'Authorization', template: 'Token {{key}}' },
  { id: 'x-api-key', title: 'X-Api-Key', header: 'X-Api-Key', template: '{{key}}' },
] as const;

export function draftOf(target: GatewayTarget): TargetDraft {
  return {
    targetId: target.target_id,
    baseUrl: target.base_url,
    authHeader: target.auth_header,
    authTemplate: target.auth_template,
    paths: target.allowed_paths.join('\n'),
    methods: target.allowed_methods,
    headers: target.allowed_headers.join('\n'),
    rate: String(target.rate_limit),
  };
}

const MOST_RATE = 1_000_000;

/** The request's body and what is wrong; it may be sent where nothing is. */
export function readTargetDraft(draft: TargetDraft): {
  readonly body: TargetBody;
  readonly found: FieldErrors<TargetField>;
} {
  const rate = wholeNumber(draft.rate, 1, MOST_RATE);
  const paths = linesOf(draft.paths);
  const headers = linesOf(draft.headers);
  const placeholders = draft.authTemplate.split('{{key}}').length - 1;
  const wrongPath = paths.find((path) => !/^\/[^\s?#*]*\*?$/.test(path));
  const wrongHeader = headers.find((name) => !/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name));
  const found: FieldErrors<TargetField> = {
    ...(/^[A-Za-z0-9._-]{1,100}$/.test(draft.targetId.trim())
      ? {}
      : { target_id: 'Letters, digits, dot, underscore and hyphen; at least one, at most 100.' }),
    ...(/^https?:\/\/[^\s@?#]+$/.test(draft.baseUrl.trim())
      ? {}
      : { base_url: 'Write an address that begins with https://, without user name, query and fragment.' }),
    ...(/^[A-Za-z0-9-]{1,100}$/.test(draft.authHeader.trim())
      ? {}
      : { auth_header: 'Write the name of a header: letters, digits and hyphens.' }),
    ...(placeholders === 1 ? {} : { auth_template: 'Write {{key}} once, where the key goes.' }),
    ...(paths.length === 0
      ? { allowed_paths: 'Write at least one path.' }
      : wrongPath === undefined
        ? {}
        : { allowed_paths: `“${wrongPath}” must begin with a slash; * may stand at its end only.` }),
    ...(draft.methods.length === 0 ? { allowed_methods: 'Tick at least one method.' } : {}),
    ...(wrongHeader === undefined ? {} : { allowed_headers: `“${wrongHeader}” is no name of a header.` }),
    ...(rate === null ? { rate_limit: 'Write a whole number from 1 to 1,000,000.' } : {}),
  };
  const body: TargetBody = {
    target_id: draft.targetId.trim(),
    base_url: draft.baseUrl.trim(),
    auth_header: draft.authHeader.trim(),
    auth_template: draft.authTemplate,
    allowed_paths: [...paths],
    allowed_methods: [...draft.methods],
    ...(headers.length === 0 ? {} : { allowed_headers: [...headers] }),
    rate_limit: rate ?? 0,
  };
  return { body, found };
}

/** Whether saving makes a new target of it, without its bindings to keys and its permission for private addresses. */
export function startsAnew(before: GatewayTarget, draft: TargetDraft): boolean {
  return (
    before.base_url !== draft.baseUrl.trim() ||
    before.auth_header !== draft.authHeader.trim() ||
    before.auth_template !== draft.authTemplate
  );
}

/** What the service receives for a template, the key blanked. */
export function headerExample({ authHeader, authTemplate }: TargetDraft): string {
  return `${authHeader.trim()}: ${authTemplate.replace('{{key}}', '••••••')}`;
}
