import Type from 'typebox';
import { base64, Hex64, LatencyUs, object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Share = object({
  participant: Type.Integer({ minimum: 1, description: 'Counted from 1, in the order of `participant_public_keys`.' }),
  share: Type.String({
    description: "Base64 of the share or, sealed to the participant's key, a `kem1:` box as docs/formats.md describes.",
  }),
  commitment: Hex64,
});

export const ceremony = group({
  init: endpoint({
    id: 'crypto.ceremony.init',
    service: 'crypto',
    method: 'POST',
    path: '/ceremony/init',
    body: object({
      ceremony_id: text(128, 'A name of your choice, used once in the project.'),
      participants: Type.Integer({ minimum: 2, maximum: 255 }),
      threshold: Type.Integer({
        minimum: 2,
        maximum: 255,
        description: 'How many shares rebuild the key; at most `participants`.',
      }),
      algorithm: Type.Enum(['dilithium', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'], {
        description: '`dilithium` is ML-DSA-65.',
      }),
      participant_public_keys: Type.Optional(
        Type.Array(base64('An ML-KEM-768 or ML-KEM-1024 public key.'), {
          minItems: 2,
          maxItems: 255,
          description: 'One for each participant, all different: then every share is sealed to its holder.',
        }),
      ),
    }),
    response: object({
      ceremony_id: Type.String(),
      status: Type.Literal('initialized'),
      public_key: base64('The public key that signatures of this ceremony verify under.'),
      participant_shares: Type.Array(Share, {
        description:
          'One for each participant; `commitment` is SHA3-256 of `svc-ceremony-share/v1`, a zero byte and the share, by which a wrong share can be named.',
      }),
      latency_us: LatencyUs,
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: null,
    units: 1,
    errors: ['CONFLICT'],
    summary: 'Make a signing key and split it among participants.',
    description:
      'The service is a trusted dealer: it makes the key, splits its seed by Shamir’s method and forgets the seed. Without `participant_public_keys` whoever calls this sees all shares, once and in clear, and they are not stored; with them each share opens only under its participant’s key. To sign, `threshold` shares are brought together and the key is rebuilt there; it must equal `public_key` first. This is not threshold signing: the machine that rebuilds the key holds all of it. A `ceremony_id` that was used before is CONFLICT.',
    example: {
      body: { ceremony_id: 'release-keys-2026', participants: 3, threshold: 2, algorithm: 'dilithium' },
    },
  }),
});
