import Type from 'typebox';
import { base64, Hex64, IsoTime, LatencyUs, object, text, timeOf } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Share = object({
  participant: Type.Integer({ minimum: 1, description: 'Counted from 1, in the order of `participant_public_keys`.' }),
  share: Type.String({
    description: "Base64 of the share or, sealed to the participant's key, a `kem1:` box as docs/formats.md describes.",
  }),
  commitment: Hex64,
});

const CeremonyId = text(128, 'A name of your choice, used once in the project.');

export const ceremony = group({
  init: endpoint({
    id: 'crypto.ceremony.init',
    service: 'crypto',
    method: 'POST',
    path: '/ceremony/init',
    body: object({
      ceremony_id: CeremonyId,
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
      'The service is a trusted dealer: it makes the key, splits its seed by Shamir’s method and forgets the seed. Without `participant_public_keys` whoever calls this sees all shares, once and in clear, and they are not stored; with them each share opens only under its participant’s key. To sign, `threshold` shares are brought together and the key is rebuilt there; it must equal `public_key` first. This is not threshold signing: the machine that rebuilds the key holds all of it. A `ceremony_id` that was used before is CONFLICT. Recorded in the audit of the administration as `ceremony.dealt`.',
    refused: { body: { ceremony_id: 'x', participants: 2, threshold: 3, algorithm: 'dilithium' } },
    example: {
      body: { ceremony_id: 'release-keys-2026', participants: 3, threshold: 2, algorithm: 'dilithium' },
    },
  }),
  status: endpoint({
    id: 'crypto.ceremony.status',
    service: 'crypto',
    method: 'GET',
    path: '/ceremony/:id',
    params: object({ id: CeremonyId }),
    response: object({
      ceremony_id: Type.String(),
      state: Type.Enum(['open', 'ended'], {
        description:
          '`ended`: the time of the ceremony is over, or the setting `ceremony_seconds` was lowered below its age.',
      }),
      algorithm: Type.Enum(['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87']),
      participants: Type.Integer({ minimum: 2, maximum: 255 }),
      threshold: Type.Integer({ minimum: 2, maximum: 255, description: 'How many shares rebuild the key.' }),
      public_key: base64('The public key that signatures of this ceremony verify under.'),
      commitments: Type.Array(Hex64, { description: 'Those of the shares, in the order of the participants.' }),
      created_at: IsoTime,
      expires_at: timeOf('`created_at` and the setting `ceremony_seconds` as it stands now, 86,400 unless changed.'),
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'A ceremony of the project and whether it is open.',
    description:
      'Everything here is public; no share is stored. An ended ceremony is over for the people in it: the service counts it as done and the console says so before shares are brought together. Nobody can take shares back: whoever holds `threshold` of them can still rebuild the key, also without the service.',
    example: {
      params: { id: 'release-keys-2026' },
      after: { operation: 'crypto.ceremony.init', use: { 'params.id': 'ceremony_id' } },
    },
  }),
});
