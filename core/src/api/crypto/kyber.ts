import Type from 'typebox';
import { base64, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const SecurityLevel = Type.Enum(['ML-KEM-512', 'ML-KEM-768', 'ML-KEM-1024'], {
  description: 'Parameter set of FIPS 203: category 1, 3 or 5.',
});

export const kyber = group({
  keygen: endpoint({
    id: 'crypto.kyber.keygen',
    service: 'crypto',
    method: 'POST',
    path: '/crypto/kyber/keygen',
    body: object({ security_level: SecurityLevel }),
    response: object({
      public_key: base64('The encapsulation key: 800, 1184 or 1568 bytes.'),
      secret_key: base64('The expanded decapsulation key of FIPS 203: 1632, 2400 or 3168 bytes.'),
      algorithm: SecurityLevel,
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: null,
    units: 2,
    errors: [],
    summary: 'Make an ML-KEM key pair.',
    description: 'The secret key is answered this once; the server stores nothing of the pair.',
    example: { body: { security_level: 'ML-KEM-768' } },
  }),
  encapsulate: endpoint({
    id: 'crypto.kyber.encapsulate',
    service: 'crypto',
    method: 'POST',
    path: '/crypto/kyber/encapsulate',
    body: object({ public_key: base64('An encapsulation key; its length tells the parameter set.') }),
    response: object({
      ciphertext: base64('What the holder of the secret key decapsulates: 768, 1088 or 1568 bytes.'),
      shared_secret: base64('32 bytes that only the two sides know.'),
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: null,
    units: 1,
    errors: [],
    summary: 'Make a shared secret for the holder of a key.',
    description:
      'A public key of a length that ML-KEM does not know, or one that fails the modulus check of FIPS 203 section 7.2, is INVALID_REQUEST.',
    refused: { body: { public_key: 'AA==' } },
    example: {
      body: { public_key: '' },
      after: { operation: 'crypto.kyber.keygen', use: { 'body.public_key': 'public_key' } },
    },
  }),
  decapsulate: endpoint({
    id: 'crypto.kyber.decapsulate',
    service: 'crypto',
    method: 'POST',
    path: '/crypto/kyber/decapsulate',
    body: object({
      ciphertext: base64('What `encapsulate` answered.'),
      secret_key: base64(
        'The expanded decapsulation key, or the 64-byte seed d ‖ z; beside a seed the length of the ciphertext tells the parameter set.',
      ),
    }),
    response: object({ shared_secret: base64('32 bytes.') }),
    auth: 'bearer',
    scope: 'keys',
    minTier: null,
    units: 1,
    errors: ['INVALID_CIPHERTEXT'],
    summary: 'Open a shared secret.',
    description:
      'A secret key of a wrong length, or one that fails the hash check of FIPS 203 section 7.3, is INVALID_REQUEST. A ciphertext of a wrong length is INVALID_CIPHERTEXT. A ciphertext of the right length that was changed, or made for another key, gives a secret that nobody else has (implicit rejection): the mismatch shows where the secret is used.',
    refused: { body: { ciphertext: 'AA==', secret_key: 'AA==' } },
    example: {
      body: { ciphertext: `${'A'.repeat(1451)}=`, secret_key: '' },
      after: { operation: 'crypto.kyber.keygen', use: { 'body.secret_key': 'secret_key' } },
    },
  }),
});
