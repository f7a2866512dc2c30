import Type from 'typebox';
import { base64, ChainName, Count, Hex64, IsoTime, object, prefixedId } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const AttestationId = prefixedId('att', 'The attestation, as `vault/attest` answered it.');
const Network = Type.String({ description: 'Where it is anchored: `embedded:<chain>` is the ledger in this server.' });
const Day = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2}))?$',
  'x-expects': 'a date such as 2026-04-01, or a time with its zone such as 2026-04-01T12:00:00Z',
  description: 'A date in UTC, or an ISO 8601 date-time; both ends are included.',
});
const HASH_EXAMPLE = 'f3c1a7e0b5d24986a1c3e5f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b';

/** The document of the example of `validate`: an identity_v2 with all seven members. */
const DOCUMENT_EXAMPLE =
  'eyJnaXZlbl9uYW1lIjoiQWRhIiwiZmFtaWx5X25hbWUiOiJFeGFtcGxlIiwiZGF0ZV9vZl9iaXJ0aCI6IjE5OTAtMDQtMTIiLCJkb2N1bWVudF90eXBlIjoicGFzc3BvcnQiLCJkb2N1bWVudF9udW1iZXIiOiJYMTIzNDU2NyIsImlzc3VpbmdfY291bnRyeSI6IkNIIiwiZXhwaXJlc19vbiI6IjIwMzEtMDQtMTEifQ==';

export const vault = group({
  validate: endpoint({
    id: 'crypto.vault.validate',
    service: 'crypto',
    method: 'POST',
    path: '/vault/validate',
    body: object({
      document: base64('The bytes of the document: JSON for `identity_v2`.'),
      schema: Type.Enum(['identity_v2'], {
        description:
          '`identity_v2`: given_name, family_name, date_of_birth, document_type (passport, id_card, residence_permit, driving_licence), document_number, issuing_country (ISO 3166-1 alpha-2), expires_on; all are required.',
      }),
    }),
    response: object({
      valid: Type.Boolean(),
      hash: Hex64,
      proof: base64(
        'JSON {schema, hash, valid, fields, fields_verified, checked_at, keyset_id, signature}: ML-DSA-65 of the `service` set over `svc-validation/v1` 00 SHA3-256(JCS(the other members)).',
      ),
      fields_verified: Type.Integer({ minimum: 0, description: 'How many fields passed.' }),
    }),
    auth: 'bearer',
    scope: 'vault',
    minTier: null,
    units: 3,
    errors: [],
    summary: 'Check a document against a schema and hash it.',
    description:
      'The form is checked: members, dates, codes. `hash` is SHA3-256 of the bytes of the document. An invalid document is 200 with `valid` false and fewer fields; a member that is not part of the schema makes it invalid too. It is not checked whether the document is genuine or whose it is. The document is not stored. Its hash is unsalted: whoever can guess the contents can confirm the guess.',
    example: { body: { document: DOCUMENT_EXAMPLE, schema: 'identity_v2' } },
  }),
  attest: endpoint({
    id: 'crypto.vault.attest',
    service: 'crypto',
    method: 'POST',
    path: '/vault/attest',
    body: object({ hash: Hex64, chain: ChainName }),
    response: object({
      attestation_id: AttestationId,
      chain: ChainName,
      tx_hash: Type.String({ description: "The transaction in the chain's own form." }),
      status: Type.Enum(['pending', 'confirmed']),
      network: Network,
    }),
    auth: 'bearer',
    scope: 'vault',
    minTier: null,
    units: 3,
    errors: [],
    summary: 'Anchor a document hash on a chain.',
    description:
      'The answer is `pending`; the status becomes `confirmed` once the block is deep enough, usually within seconds. On the embedded ledger this shows that the hash was known to this server at that time; it is no independent witness. Any hash is taken: that it belongs to a document is not checked.',
    example: {
      body: { hash: HASH_EXAMPLE, chain: 'ethereum' },
      after: { operation: 'crypto.vault.validate', use: { 'body.hash': 'hash' } },
    },
  }),
  status: endpoint({
    id: 'crypto.vault.status',
    service: 'crypto',
    method: 'GET',
    path: '/vault/status/:attestation_id',
    params: object({ attestation_id: AttestationId }),
    response: object({
      attestation_id: AttestationId,
      status: Type.Enum(['pending', 'confirmed']),
      confirmations: Count,
      block: Type.Integer({ minimum: 0, description: 'The height of its block; 0 until it is in one.' }),
      network: Network,
    }),
    auth: 'bearer',
    scope: 'vault',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'How far an attestation is confirmed.',
    description:
      '`confirmed` is final on the embedded ledger: its blocks are never replaced. Each block states how many confirmations it needs, itself counted.',
    example: {
      params: { attestation_id: 'att_0123456789abcdef' },
      after: { operation: 'crypto.vault.attest', use: { 'params.attestation_id': 'attestation_id' } },
    },
  }),
  audit: endpoint({
    id: 'crypto.vault.audit',
    service: 'crypto',
    method: 'POST',
    path: '/vault/audit',
    body: object({ document_hash: Hex64, from: Day, to: Day }),
    response: object({
      events: Type.Array(
        object({
          action: Type.Enum(['validated', 'rejected', 'attested', 'confirmed'], {
            description: '`rejected`: the document was checked and is not valid.',
          }),
          timestamp: IsoTime,
          actor: Type.Optional(
            Type.String({
              description: 'The API key that acted, `console` or `administrator`; absent where a chain did.',
            }),
          ),
          chain: Type.Optional(ChainName),
        }),
        { description: 'The oldest first.' },
      ),
      total: Count,
    }),
    auth: 'bearer',
    scope: 'vault',
    minTier: null,
    units: 3,
    errors: [],
    summary: 'What happened to a document hash in a period.',
    description:
      'Events of this project only. A hash without events gives an empty list: it says that nothing was done here, not that the document is unknown elsewhere. `from` after `to` is refused.',
    example: { body: { document_hash: HASH_EXAMPLE, from: '2026-01-01', to: '2026-12-31' } },
  }),
});
