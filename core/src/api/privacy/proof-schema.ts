/** What the privacy operations share: the proof response of document 1 and the claims' members (S13, S14). */
import Type, { type TProperties } from 'typebox';
import { anyObject, base64, ChainName, Count, Hex64, IsoTime, nullable, object, text } from '../common.ts';

export const AttestationType = Type.Enum([
  'age_threshold',
  'identity_attribute',
  'kyc_status',
  'jurisdiction_membership',
  'accredited_investor',
  'regulatory_compliance',
  'balance_range',
  'collateral_ratio',
  'portfolio_threshold',
]);

const Nonce = text(256, 'A text that the relying party chose; it binds the commitment to that one request.');
const Subject = text(256, 'Whom the claim is about, such as a wallet. It becomes a public, readable input.');

/** `chain`, which every request needs, and the two optional members that bind a commitment (S13). */
const claimMembers = { chain: ChainName, nonce: Type.Optional(Nonce), subject: Type.Optional(Subject) };

/** The body of a claim: its own members before those of every claim. */
export function claimOf<P extends TProperties>(members: P) {
  return object({ ...members, ...claimMembers });
}

const Source = Type.String({
  pattern: '^(?:self_asserted|ledger:[a-z]+:[0-9]+)$',
  'x-expects': 'self_asserted, or ledger:, a chain, : and a height',
  description: '`self_asserted`: nothing was looked up. `ledger:<chain>:<height>`: read from the ledger at that block.',
});

const publicMembers = {
  statement: Type.String({ description: 'The statement that the proof is about, as `/v1/zkp/stark/verify` takes it.' }),
  value_commitment: Hex64,
  source: Source,
  nonce: Type.String({ description: "The request's, or one that the service made." }),
  chain: ChainName,
  issued_at: IsoTime,
  expires_at: IsoTime,
};

/** What the commitment is the hash of. */
export const PublicInputs = object({
  ...publicMembers,
  bounds: Type.Optional(
    anyObject('The public limits of the claim under the names of the request, for example `{"minimum_age": 18}`.'),
  ),
  set: Type.Optional(Type.Array(Type.String(), { description: 'The public set in which the hidden value lies.' })),
  subject: Type.Optional(Subject),
});

/** What a verifier may demand of a commitment. A hidden value has no name here, so that nobody can ask for it. */
export const Expected = object(
  {
    attestation_type: Type.Optional(AttestationType),
    statement: Type.Optional(Type.String({ maxLength: 256 })),
    value_commitment: Type.Optional(Hex64),
    bounds: Type.Optional(anyObject('All bounds of the claim.')),
    set: Type.Optional(Type.Array(Type.String({ maxLength: 256 }), { maxItems: 256 })),
    source: Type.Optional(Type.String({ maxLength: 256 })),
    subject: Type.Optional(Subject),
    nonce: Type.Optional(Nonce),
    issued_at: Type.Optional(IsoTime),
    expires_at: Type.Optional(IsoTime),
    minimum_age: Type.Optional(Type.Integer()),
    attribute: Type.Optional(Type.String({ maxLength: 256 })),
    allowed_set: Type.Optional(Type.Array(Type.String({ maxLength: 256 }), { maxItems: 256 })),
    checks: Type.Optional(Type.Array(Type.String({ maxLength: 256 }), { maxItems: 16 })),
    token_mint: Type.Optional(Type.String({ maxLength: 256 })),
    min_balance: Type.Optional(Type.Number()),
    max_balance: Type.Optional(Type.Number()),
    protocol: Type.Optional(Type.String({ maxLength: 256 })),
    min_ratio: Type.Optional(Type.Number()),
    min_value_usd: Type.Optional(Type.Number()),
  },
  { description: 'Public members of the claim as the verifier wants them; any that differs makes `valid` false.' },
);

/** The network that stands for a chain. Beyond document 1; clients must not need it. */
export const NetworkDetails = object({
  network: Type.String({ description: '`embedded:<chain>`: the ledger of this server stands for the chain.' }),
});

/** ShieldProofResponse, in the order of document 1. */
export const proofMembers = {
  commitment: Hex64,
  claim_satisfied: Type.Boolean({ description: 'Whether the claim holds. One that does not is a normal answer.' }),
  attestation_type: AttestationType,
  expires_at: IsoTime,
  cache_key: Type.String({
    pattern: '^[a-z_]+:[a-z]+:[0-9a-f]{8}$',
    'x-expects': 'a type, a chain and 8 digits of lower-case hexadecimal, between colons',
    description: '`type:chain:first 8 digits of the commitment`. A hint for caches, never an identity.',
  }),
  proof_size_bytes: { ...Count, description: 'Bytes on the chain: typically 74; 0 where nothing is anchored.' },
  solana_program_id: Type.String({ description: 'The program that would verify on Solana.' }),
  chain: ChainName,
  details: Type.Optional(NetworkDetails),
};

export const ShieldProofResponse = object(proofMembers);

/** What the service states of a proof (S14): a statement of kind `privacy-record`. */
const PrivacyRecord = object({
  attestation_type: AttestationType,
  chain: ChainName,
  claim_satisfied: Type.Boolean(),
  commitment: Hex64,
  expires_at: IsoTime,
  issued_at: IsoTime,
  keyset_id: Type.String({ description: 'The `service` key set that signed; see GET /api/svc-key/keys/public.' }),
  network: Type.String({ description: '`embedded:<chain>`: the ledger of this server stands for the chain.' }),
  proof_sha3_256: { ...nullable(Hex64), description: 'Of the bytes of the proof; null where there is none.' },
  signature: base64('ML-DSA-65 over all other members.'),
});

/** With `?include=proof`; a claim that does not hold has no proof. */
export const ShieldProofWithInputs = object({
  ...proofMembers,
  proof: Type.Optional(base64('The STARK proof, 8 to 64 KiB.')),
  public_inputs: Type.Optional(PublicInputs),
  record: Type.Optional(PrivacyRecord),
});

/** An item of the list. */
export const ShieldProofItem = object({
  ...proofMembers,
  issued_at: IsoTime,
  public_inputs: PublicInputs,
  is_expired: Type.Boolean({ description: 'Whether look-up and verification have ended.' }),
});

/** Sentences that the operations owe their readers (S13, S14). */
export const FALSE_CLAIM_SENTENCE =
  'A claim that does not hold answers 200 with `claim_satisfied` false and a commitment that is never anchored, has no proof and verifies as false.';
export const BEARER_SENTENCE =
  'Without a `nonce` the commitment is a bearer number: any reader of the chain can present it as their own.';
export const SELF_ASSERTED_SENTENCE =
  'The source is `self_asserted`: the proof shows that the number fits the claim, not that the value is true, for nothing was looked up.';
export const DROPPED_SENTENCE =
  'Third parties learn nothing but the claim; the service sees the value once, keeps none of it, and signs the commitment.';
