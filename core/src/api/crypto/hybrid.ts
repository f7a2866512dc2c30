import Type from 'typebox';
import { base64, Count, Hex64, object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Scheme = Type.Enum(
  [
    'CONCAT_ED25519_DILITHIUM3',
    'NESTED_ED25519_DILITHIUM3',
    'TRIPLE_ED25519_DILITHIUM5_FALCON512',
    'TRIPLE_ED25519_DILITHIUM5_SPHINCS128S',
    'TRIPLE_ED25519_DILITHIUM5_SPHINCS128F',
    'ARCHIVAL_ED25519_DILITHIUM5_FALCON512_SPHINCS128F',
  ],
  { description: 'The layers in their order; `/hybrid/algorithms` names the algorithm behind each label.' },
);

const MODES = ['concatenated', 'nested', 'triple-nested', 'archival'] as const;

/** A base64 text for each layer that is there. */
function layersOf(what: string) {
  const layer = (position: number) => Type.Optional(base64(`${what} of layer ${position}.`));
  return object({ layer1: layer(1), layer2: layer(2), layer3: layer(3), layer4: layer(4) });
}

const Verdicts = object({
  layer1: Type.Optional(Type.Boolean()),
  layer2: Type.Optional(Type.Boolean()),
  layer3: Type.Optional(Type.Boolean()),
  layer4: Type.Optional(Type.Boolean()),
});

const KeyId = Type.String({
  pattern: '^key_hyb_[0-9a-f]{16}$',
  'x-expects': 'a key id: key_hyb_ and 16 digits of lower-case hexadecimal',
});
const WireVersion = Type.Literal('0x04', { description: 'With the archival mode only.' });

const Configuration = object({
  algorithms: Type.String(),
  layers: Type.Array(Type.String()),
  schemes: Type.Array(Scheme),
  signatureMode: Type.Union([Type.Enum([...MODES]), Type.Null()]),
  units: Count,
  status: Type.Literal('available'),
  wireVersion: Type.Optional(WireVersion),
});

const Label = object({
  algorithm: Type.String({ description: 'The algorithm that is used, as its standard names it.' }),
  document_name: Type.String(),
  signature_bytes: Count,
  document_bytes: Type.Union([Count, Type.Null()]),
});

export const hybrid = group({
  keygen: endpoint({
    id: 'crypto.hybrid.keygen',
    service: 'crypto',
    method: 'POST',
    path: '/hybrid/keygen',
    body: object({ scheme: Scheme }),
    response: object({ key_id: KeyId, scheme: Scheme, public_keys: layersOf('The public key') }),
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 2,
    errors: [],
    summary: 'Make a hybrid key, one key pair for each layer.',
    description:
      'The server holds the secret keys, sealed at rest. The new key becomes the project’s current one of its scheme; earlier ones keep signing and verifying by their `key_id`. A hybrid key serves this one scheme and no other operation.',
    example: { body: { scheme: 'NESTED_ED25519_DILITHIUM3' } },
  }),
  sign: endpoint({
    id: 'crypto.hybrid.sign',
    service: 'crypto',
    method: 'POST',
    path: '/hybrid/sign',
    body: object({
      message: base64('The bytes to sign.'),
      scheme: Type.Optional(Scheme),
      signatureMode: Type.Optional(
        Type.Enum([...MODES], { description: 'Chooses the scheme by its mode; overrides `security_level`.' }),
      ),
      security_level: Type.Optional(
        Type.Enum(['standard', '128', '256'], {
          description: 'Chooses the mode: concatenated, nested or triple-nested.',
        }),
      ),
      key_id: Type.Optional(text(100, 'A hybrid key of this project; else its current one of the scheme.')),
    }),
    response: object({
      signatures: layersOf('The signature'),
      scheme: Scheme,
      key_id: KeyId,
      public_keys: layersOf('The public key'),
      wireVersion: Type.Optional(WireVersion),
      onchain_hash: Type.Optional(Hex64),
    }),
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: {
      base: 1,
      surcharges: {
        triple: { units: 3, when: 'The mode is triple-nested.' },
        archival: { units: 5, when: 'The mode is archival.' },
      },
    },
    errors: ['NOT_FOUND'],
    summary: 'Sign bytes with several families in layers.',
    description:
      'The payload is `svc-hybrid/v1`, a zero byte, the scheme’s name, a zero byte and the message. Concatenated: every layer signs the payload. Nested, triple-nested and archival: layer i signs the payload followed by the signatures of the layers before it. At least one of `scheme`, `signatureMode` and `security_level` is needed, and they must not contradict each other; triple-nested means TRIPLE_ED25519_DILITHIUM5_FALCON512 where no scheme is named. Without `key_id` the project’s current key of the scheme signs; where there is none yet, one is made at no extra cost. A `key_id` of another scheme is INVALID_REQUEST. In triple-nested and archival answers `onchain_hash` is SHA3-256 of the layer 3 signature.',
    refused: { body: { message: 'AA==', scheme: 'NESTED_ED25519_DILITHIUM3', signatureMode: 'concatenated' } },
    example: { body: { message: 'SGVsbG8=', scheme: 'NESTED_ED25519_DILITHIUM3' } },
  }),
  verify: endpoint({
    id: 'crypto.hybrid.verify',
    service: 'crypto',
    method: 'POST',
    path: '/hybrid/verify',
    body: object({
      message: base64('The bytes that were signed.'),
      signatures: layersOf('The signature'),
      scheme: Scheme,
      key_id: Type.Optional(text(100, 'A hybrid key of this project. Give this, `public_keys`, or neither.')),
      public_keys: Type.Optional(layersOf('The public key')),
    }),
    response: object({
      valid: Type.Boolean({ description: 'True only if exactly the layers of the scheme are there and all hold.' }),
      layers: Verdicts,
    }),
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'Verify a hybrid signature, each layer alone.',
    description:
      'Each layer is judged alone, under the key of its position and over the earlier layers as they were sent. Without `key_id` and `public_keys` the project’s current key of the scheme is used. A layer that is missing, that does not belong to the scheme, or for which there is no key (the key of `key_id` is of another scheme, or the project has none of this scheme) is false. Text that is not base64 is 400, an unknown `key_id` NOT_FOUND.',
    example: {
      body: {
        message: 'SGVsbG8=',
        signatures: { layer1: 'AA==', layer2: 'AA==' },
        scheme: 'NESTED_ED25519_DILITHIUM3',
        key_id: 'key_hyb_0000000000000000',
      },
      after: {
        operation: 'crypto.hybrid.sign',
        use: { 'body.signatures': 'signatures', 'body.key_id': 'key_id' },
      },
    },
  }),
  algorithms: endpoint({
    id: 'crypto.hybrid.algorithms',
    service: 'crypto',
    method: 'GET',
    path: '/hybrid/algorithms',
    response: object({
      available: object({
        classical: Type.Array(Type.String()),
        lattice: Type.Array(Type.String()),
        hashBased: Type.Array(Type.String()),
      }),
      configurations: object({
        H0: Configuration,
        SVC: Configuration,
        'H-256-L': Configuration,
        'H-256-H': Configuration,
        'SVC-Archival': Configuration,
      }),
      labels: object({
        ed25519: Label,
        dilithium2: Label,
        dilithium3: Label,
        dilithium5: Label,
        falcon512: Label,
        sphincsPlus128s: Label,
        sphincsPlus128f: Label,
      }),
      note: Type.String(),
    }),
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 0,
    errors: [],
    summary: 'The families and configurations of hybrid signatures.',
    description:
      'Level names with their layers, schemes and units, and the algorithm behind each label: Dilithium-3 with 2,420 bytes is ML-DSA-44, Dilithium-5 with 3,309 bytes is ML-DSA-65.',
    example: {},
  }),
});
