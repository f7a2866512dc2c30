/** The members that the operations on secrets share (document 2, "Secret management"; decisions, section 7). */
import Type from 'typebox';
import { IsoTime, nullable, object, text, timeOf } from '../common.ts';

export const SECRET_STATES = ['active', 'superseded', 'expired', 'deleted', 'destroyed'] as const;
/** `restored` stands where the whole server was brought back from a backup (S27). */
export const AUDIT_ACTIONS = [
  'store',
  'reveal',
  'verify',
  'rotate',
  'delete',
  'restore',
  'destroy',
  'restored',
] as const;

export const SecretId = Type.String({
  pattern: '^[A-Za-z0-9-]{1,64}$',
  'x-expects': 'a secret id: 1 to 64 letters, digits and -',
  description: 'The id of one version of a secret, a UUID.',
});
export const Name = text(200, 'What people call the secret. It need not be unique: the id is.');
export const Provider = text(100, 'Whose secret it is, for example `stripe` or `aws`.');
export const Environment = text(100, 'For example `production` or `staging`.');
export const Vault = text(100, 'The group of secrets that it is filed under.');
export const SecretStatus = Type.Enum([...SECRET_STATES], { description: 'The state of this version.' });
export const Version = Type.Integer({ minimum: 1, description: '1 when stored, one more with each rotation.' });
export const Encryption = Type.Literal('kyber-1024', { description: 'ML-KEM-1024 with AES-256-GCM.' });
export const RotationPolicy = Type.String({
  pattern: '^(?:none|[1-9][0-9]{0,3}d)$',
  'x-expects': 'none, or days from 1d to 9999d',
  description: 'Days until the next rotation is due, for example `90d`; `none`: never due.',
});
export const RotationDue = nullable(
  timeOf(
    'When the rotation is due; null with the policy `none` and for versions that are not active. A secret stays usable when overdue.',
  ),
);
export const MaskedDisplay = Type.String({
  description: 'For lists: `key_prefix`, asterisks and the last four characters; below 16 characters asterisks alone.',
});
export const KeyPrefix = Type.String({
  description:
    'The first characters, which tell the kind of key: a mark of up to 8 such as `sk_live_`, else 4. Empty where the value is shorter than 32 characters or is not printable ASCII without spaces: at least 20 characters always stay hidden.',
});
export const Value = Type.String({
  minLength: 1,
  maxLength: 131_072,
  description:
    'The secret as text of 1 to 65,536 bytes in UTF-8; or `kem1:` and base64 of KEM ciphertext, nonce and ciphertext: the text sealed to the `enc` key of `/api/svc-key/keys/public` (docs/formats.md), so that it leaves the client encrypted. A text that itself begins with `kem1:` has to be sent sealed.',
});

export const SecretMetadata = object({
  id: SecretId,
  name: Name,
  provider: Provider,
  environment: Environment,
  vault: Vault,
  tags: Type.Array(Type.String()),
  masked_display: MaskedDisplay,
  status: SecretStatus,
  version: Version,
  rotation_policy: RotationPolicy,
  rotation_due_at: RotationDue,
  created_at: IsoTime,
});

export const SecretParams = object({ id: SecretId });
export const EXAMPLE_ID = '7d0f1c52-93a6-4b1e-8f0a-2c5d4e6b7a89';
export const EXAMPLE_PARAMS = { params: { id: EXAMPLE_ID } };
export const AFTER_STORE = { operation: 'crypto.shield.store', use: { 'params.id': 'id' } };
