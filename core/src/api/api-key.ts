/** What the operations on API keys share: those of the administrator and those of a project's own keys. */
import Type from 'typebox';
import { IsoTime, object, text } from './common.ts';
import { SCOPES } from './plans.ts';

const Nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()]);

export const KeyScopes = Type.Union([
  Type.Literal('*', { description: 'All scopes, also those of later versions.' }),
  Type.Array(Type.Enum([...SCOPES]), {
    uniqueItems: true,
    description: 'Empty where the scopes of its maker were reduced to others.',
  }),
]);

/** `KeyScopes` as callers may write them; the two scopes that let a key read secrets and decide have to be named. */
export const WantedScopes = Type.Union([
  Type.Literal('*', { description: 'All scopes but `reveal` and `approve`.' }),
  Type.Array(Type.Enum(['*', ...SCOPES]), {
    minItems: 1,
    uniqueItems: true,
    description:
      'With `*` in it: all scopes but `reveal` and `approve`, and each of these two where it is named. `*` with both is every scope, also those of later versions.',
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
  created_by: Nullable(
    Type.String({
      description:
        'The key that made this one, or that replaced its maker: this key ends with it. Null where no key did.',
    }),
  ),
};

export const ApiKey = object(members);
export const OwnedApiKey = object({ ...members, account_id: Type.String(), email: Type.String() });
export const NewApiKey = object({ api_key: ApiKeyText, ...members });
export const RevokedApiKey = object({
  ...members,
  revoked_with_it: Type.Array(Type.String(), {
    description: 'Keys that ended now together with this one: what it made, and what it replaced.',
  }),
  kept: Type.Array(Type.String(), { description: 'Keys that it made and that go on without a maker.' }),
});

/** What is said of every operation that makes a key with a key. */
export const MADE_SENTENCE =
  'A key that a key makes never ends later than its maker, never has more scopes, and is revoked together with it; there are at most 8 generations. A key that was rotated makes none.';

export const KeyId = object({
  key_id: Type.String({
    pattern: '^ak_[0-9a-f]{16}$',
    'x-expects': "an API key's id: ak_ and 16 digits of lower-case hexadecimal",
  }),
});
