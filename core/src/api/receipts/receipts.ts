import Type from 'typebox';
import { base64, Hex64, IsoTime, ListQuery, object, pageOf } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

function hexOf(bytes: number, description: string) {
  return Type.String({
    pattern: `^[0-9a-f]{${2 * bytes}}$`,
    'x-expects': `${2 * bytes} digits of lower-case hexadecimal`,
    description,
  });
}

/** The bytes that a receipt may carry as its computation type; a test holds them against `receipt/substrate.ts`. */
export const COMPUTATION_TYPE_NAMES = {
  1: 'BiometricAuth',
  2: 'FraudScore',
  3: 'FedNowPayment',
  4: 'SolanaAttestation',
  5: 'HatsGovernance',
  6: 'BitcoinUtxo',
  7: 'KycVerification',
  8: 'ShareComputation',
  9: 'ArchiveSign',
  10: 'MedVaultPhi',
  11: 'VaultKeyOp',
  12: 'ApiResponse',
  13: 'AiInference',
  14: 'CaptureTimeMedia',
  15: 'LegalEvidence',
  16: 'DocumentVersion',
  17: 'LoanApplication',
  18: 'MedicalArbitration',
  19: 'AuthEvent',
  20: 'DasAssetResponse',
  21: 'CacheConfig',
  22: 'FinancialData',
  23: 'FitnessMetric',
  24: 'SbaForm',
  30: 'WebhookFrame',
  31: 'StreamSegment',
  32: 'MerkleBatchRoot',
  33: 'PolygonAnchor',
  34: 'PolygonZkEvmAnchor',
  96: 'ShieldIdentity',
  97: 'ShieldCompliance',
  98: 'ShieldBalance',
  99: 'ShieldDeFi',
  255: 'GenericFhe',
} as const;

const ComputationType = Type.Enum(Object.keys(COMPUTATION_TYPE_NAMES).map(Number), {
  default: 12,
  description: `What the payload is: ${Object.entries(COMPUTATION_TYPE_NAMES)
    .map(([code, name]) => `${code} ${name}`)
    .join(', ')}.`,
});

/** Everything but the signatures: an item of the list. */
const summaryMembers = {
  receipt_id: Type.String({
    pattern: '^rcp_[0-9a-f]{16}$',
    'x-expects': 'a receipt id: rcp_ and 16 digits of lower-case hexadecimal',
  }),
  handle: hexOf(74, 'on_chain_hash and compact receipt: the portable 74 bytes.'),
  commitment: Type.String({
    pattern: '^[0-9a-f]{64}$',
    'x-expects': '64 digits of lower-case hexadecimal',
    description: 'SHA3-256 of the payload, unsalted.',
  }),
  on_chain_hash: Hex64,
  substrate_hex: hexOf(58, 'Version, computation type, commitment, time and nonce; on_chain_hash is its SHA3-256.'),
  receipt_hex: hexOf(42, 'The compact receipt: version, verification hash, time, flags.'),
  computation_type: Type.Integer({ minimum: 1, maximum: 255 }),
  issued_at: IsoTime,
  keyset_id: Type.String({ description: 'The key set that signed; see GET /api/svc-key/keys/public.' }),
  verification_url: Type.String({
    description:
      'Where this server answers the receipt; not signed. The path alone while the server listens on no port.',
  }),
};

/** A `*.pqr.json` document. */
const ReceiptDocument = object({
  ...summaryMembers,
  signatures: object({
    ml_dsa_65: base64('Over the 32 bytes of on_chain_hash.'),
    falcon_512: base64('Over the same bytes; padded, 666 bytes.'),
    slh_dsa_sha2_128f: base64('Over the same bytes.'),
  }),
});

export const receipts = group({
  create: endpoint({
    id: 'receipts.receipts.create',
    service: 'receipts',
    method: 'POST',
    path: '/receipts',
    body: object({
      payload: Type.String({ description: 'Any text; its UTF-8 bytes are hashed and not stored.' }),
      computation_type: Type.Optional(ComputationType),
    }),
    response: ReceiptDocument,
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 1,
    errors: ['KEY_REVOKED'],
    summary: 'Turn a payload into a verifiable receipt.',
    description:
      'ML-DSA-65, FALCON-512 and SLH-DSA-SHA2-128f sign the on_chain_hash under the current `receipt` key set. Save the answer as `<receipt_id>.pqr.json`; `pq-verify receipt` checks it offline. It means that the service saw these bytes at that time. The commitment is public and has no salt: whoever can guess a short payload can confirm the guess.',
    example: { body: { payload: '{"order":4711,"total_cents":1999}' } },
  }),
  get: endpoint({
    id: 'receipts.receipts.get',
    service: 'receipts',
    method: 'GET',
    path: '/receipts/:id',
    params: object({
      id: Type.String({
        pattern: '^(?:rcp_[A-Za-z0-9]{1,64}|[0-9a-f]{64}|[0-9a-f]{148})$',
        'x-expects':
          'a receipt id that begins with rcp_, an on-chain hash of 64 digits or a handle of 148 digits of lower-case hexadecimal',
        description: 'A receipt_id, an on_chain_hash (64 hex digits) or a handle (148 hex digits).',
      }),
    }),
    response: ReceiptDocument,
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'One receipt: the file that `pq-verify` checks.',
    description: 'Public: whoever has one of its three names may read it. The payload is not in it.',
    example: {
      params: { id: 'rcp_0123456789abcdef' },
      after: { operation: 'receipts.receipts.create', use: { 'params.id': 'receipt_id' } },
    },
  }),
  list: endpoint({
    id: 'receipts.receipts.list',
    service: 'receipts',
    method: 'GET',
    path: '/receipts',
    query: ListQuery,
    response: pageOf(object(summaryMembers)),
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 0,
    errors: [],
    summary: "The project's receipts, the newest first.",
    description: 'Items come without their signatures; read one by its receipt_id for the whole file.',
    example: { query: { limit: 10 } },
  }),
});
