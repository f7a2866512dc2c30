import Type from 'typebox';
import { base64, object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const SecurityLevel = Type.Enum(['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'], {
  description: 'Parameter set of FIPS 204: category 2, 3 or 5.',
});

export const dilithium = group({
  keygen: endpoint({
    id: 'crypto.dilithium.keygen',
    service: 'crypto',
    method: 'POST',
    path: '/crypto/dilithium/keygen',
    body: object({
      security_level: SecurityLevel,
      custody: Type.Optional(
        Type.Enum(['server', 'client'], {
          description:
            '`server` (default): the secret key stays here and `key_id` names it. `client`: `secret_key` is answered this once and never stored.',
        }),
      ),
    }),
    response: object({
      public_key: base64('The public key: 1312, 1952 or 2592 bytes.'),
      algorithm: SecurityLevel,
      key_id: Type.Optional(
        Type.String({
          pattern: '^key_dil_[0-9a-f]{16}$',
          'x-expects': 'a key id: key_dil_ and 16 digits of lower-case hexadecimal',
          description: 'With custody `server` only.',
        }),
      ),
      secret_key: Type.Optional(
        base64('With custody `client` only: the expanded secret key of FIPS 204, 2560, 4032 or 4896 bytes.'),
      ),
    }),
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 2,
    errors: [],
    summary: 'Make an ML-DSA key pair.',
    description:
      'With custody `server` the key belongs to the project, is sealed at rest, and signs for `/crypto/dilithium/sign` and nothing else. With custody `client` the server keeps nothing of it.',
    example: { body: { security_level: 'ML-DSA-65' } },
  }),
  sign: endpoint({
    id: 'crypto.dilithium.sign',
    service: 'crypto',
    method: 'POST',
    path: '/crypto/dilithium/sign',
    body: object({
      message: base64('The bytes to sign. They are signed as they are, without a tag.'),
      key_id: Type.Optional(text(100, 'A key of this project that the server holds. Give this or `secret_key`.')),
      secret_key: Type.Optional(
        base64(
          'An expanded secret key (2560, 4032 or 4896 bytes; the length tells the parameter set) or a 32-byte seed, which needs `security_level`.',
        ),
      ),
      security_level: Type.Optional(SecurityLevel),
    }),
    response: object({ signature: base64('The signature: 2420, 3309 or 4627 bytes.') }),
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND'],
    summary: 'Sign bytes with ML-DSA.',
    description:
      'Pure ML-DSA with an empty context, hedged: two signatures over the same bytes differ. The key is named by `key_id` or sent as `secret_key`, exactly one of them. `security_level` is needed beside a 32-byte seed only; elsewhere it has to agree with the key. An expanded secret key whose parts do not belong together is refused. A key of another project is NOT_FOUND, and so is a key that was made for another use.',
    refused: { body: { message: 'AA==', key_id: 'key_dil_0', secret_key: 'AA==' } },
    example: {
      body: { message: 'SGVsbG8=', key_id: 'key_dil_0000000000000000' },
      after: { operation: 'crypto.dilithium.keygen', use: { 'body.key_id': 'key_id' } },
    },
  }),
  verify: endpoint({
    id: 'crypto.dilithium.verify',
    service: 'crypto',
    method: 'POST',
    path: '/crypto/dilithium/verify',
    body: object({
      message: base64('The bytes that were signed.'),
      signature: base64('The signature.'),
      public_key: base64('The public key; its length tells the parameter set.'),
    }),
    response: object({ valid: Type.Boolean() }),
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Verify an ML-DSA signature.',
    description:
      'Text that is not base64 is 400. A signature or public key of a length that ML-DSA does not know answers `valid` false, as does a signature that does not hold.',
    example: {
      body: { message: 'SGVsbG8=', signature: 'AA==', public_key: 'AA==' },
      after: { operation: 'crypto.dilithium.keygen', use: { 'body.public_key': 'public_key' } },
    },
  }),
});
