/** What the operations on API keys share: those of the administrator and those of a project's own keys. */
import Type from 'typebox';
import { IsoTime, object, text } from './common.ts';
import { SCOPES } from './plans.ts';

const Nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()]);

export const KeyScopes = Type.Union([
  Type.Literal('*', { description: 'All scopes, also those of later versions.' }),
  Type.Array(Type.Enum([...SCOPES]), { minItems: 1, uniqueItems: true }),
]);

/** `KeyScopes` as callers may write them: `["*"]` is `*` too. */
export const WantedScopes = Type.Union([
  Type.Literal('*', { description: 'All scopes, also those of later versions.' }),
  Type.Array(Type.Enum(['*', ...SCOPES]), {
    minItems: 1,
    uniqueItems: true,
    description: 'With `*` in it: all scopes.',
  }),
]);

export const KeyLabel = text(100, 'What the key is for, in your words.');

export const GracePeriod = Type.Integer({
  minimum: 0,
  maximum: 90 * 86_400,
  description: 'Seconds for which the old key still works; the setting `api_key_grace_seconds` unless stated.',
});

/** The secret text of a key, in the one answer that shows it. */
export const ApiKeyText = Type.String({
  pattern: '^svc_live_[0-9a-f]{16}_[0-9a-f]{64}$',
  'x-expects': 'an API key: svc_live_, 16 digits, _ and 64 digits of lower-case hexadecimal',
  description: 'The secret key. It is shown this once and stored only as a salted hash.',
});

const members = {
  key_id: Type.String(),
  project_id: Type.String(),
  label: Type.String(),
  scopes: KeyScopes,
  status: Type.Enum(['active', 'rotated', 'expired', 'revoked'], {
    description: '`rotated` still works until `expires_at`.',
  }),
  created_at: IsoTime,
  expires_at: Nullable(IsoTime),
  revoked_at: Nullable(IsoTime),
  rotated_to: Nullable(Type.String({ description: 'The key that replaced this one.' })),
};

export const ApiKey = object(members);
export const OwnedApiKey = object({ ...members, account_id: Type.String(), email: Type.String() });
export const NewApiKey = object({ api_key: ApiKeyText, ...members });

export const KeyId = object({
  key_id: Type.String({
    pattern: '^ak_[0-9a-f]{16}$',
    'x-expects': "an API key's id: ak_ and 16 digits of lower-case hexadecimal",
  }),
});
