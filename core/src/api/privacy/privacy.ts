import Type from 'typebox';
import { ChainName, Hex64, HexBytes, IsoTime, ListQuery, object, pageOf, text } from '../common.ts';
import { type Endpoint, endpoint, group } from '../endpoint.ts';
import {
  AttestationType,
  BEARER_SENTENCE,
  claimOf,
  DROPPED_SENTENCE,
  Expected,
  FALSE_CLAIM_SENTENCE,
  SELF_ASSERTED_SENTENCE,
  ShieldProofItem,
  ShieldProofResponse,
  ShieldProofWithInputs,
} from './proof-schema.ts';

/** What everybody may ask, free of charge. */
const open = {
  service: 'privacy',
  method: 'POST',
  auth: 'none',
  scope: null,
  minTier: null,
  units: 0,
  errors: [],
} as const satisfies Partial<Endpoint>;

/** What the nine claims have in common: the shared answer, and that a proof is in the list of whoever sends a key. */
const claim = { ...open, response: ShieldProofResponse, readsSender: true } as const satisfies Partial<Endpoint>;

/** What the operations on one's own proofs have in common. */
const owned = {
  service: 'privacy',
  auth: 'bearer',
  scope: null,
  minTier: null,
  units: 0,
  errors: [],
} as const satisfies Partial<Endpoint>;

const SELF_ASSERTED = `${FALSE_CLAIM_SENTENCE} ${SELF_ASSERTED_SENTENCE} ${DROPPED_SENTENCE} ${BEARER_SENTENCE}`;
const LEDGER = `${FALSE_CLAIM_SENTENCE} The source is \`ledger:<chain>:<height>\`, the embedded ledger that stands for the chain, with demo wallets at documented figures. The proof does not show that the caller owns the wallet, which stays hidden unless it is sent as \`subject\`. ${DROPPED_SENTENCE} ${BEARER_SENTENCE}`;

const ProviderHash = {
  ...Hex64,
  description: "SHA3-256 or SHA-256 of the provider's attestation; it is not looked up.",
};
const Wallet = text(128, 'The address of the wallet.');

const EXAMPLE_COMMITMENT = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const EXAMPLE_WALLET = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const binding = { chain: 'solana', nonce: 'relying-party-7f31c2' };

export const privacy = group({
  age: endpoint({
    ...claim,
    id: 'privacy.privacy.age',
    path: '/privacy/age',
    body: claimOf({
      date_of_birth: Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        'x-expects': 'a date such as 2026-04-01',
        description: 'A real date, `YYYY-MM-DD`.',
      }),
      minimum_age: Type.Integer({ minimum: 0, maximum: 150, description: 'Whole years.' }),
    }),
    summary: 'Prove that an age reaches a minimum without the date of birth.',
    description: `The claim holds if the age in whole years, when the proof is issued, is at least \`minimum_age\`. ${SELF_ASSERTED}`,
    refused: { body: { date_of_birth: '1990-02-30', minimum_age: 18, chain: 'solana' } },
    example: { body: { date_of_birth: '1990-05-17', minimum_age: 18, ...binding } },
  }),
  identity: endpoint({
    ...claim,
    id: 'privacy.privacy.identity',
    path: '/privacy/identity',
    body: claimOf({
      attribute: text(100, 'The attribute, such as `nationality` or `residency`; it is public.'),
      value: Type.String({ maxLength: 1_000, description: 'Its value; it stays hidden.' }),
    }),
    summary: 'Commit to an identity attribute without its value.',
    description: `The claim holds if the value is not empty. ${SELF_ASSERTED}`,
    example: { body: { attribute: 'nationality', value: 'FR', ...binding } },
  }),
  kycStatus: endpoint({
    ...claim,
    id: 'privacy.privacy.kyc-status',
    path: '/privacy/kyc-status',
    body: claimOf({
      kyc_tier: text(100, '`tier_1`, `tier_2` or `tier_3`; no other satisfies the claim.'),
      provider_hash: ProviderHash,
    }),
    summary: 'Prove a completed KYC tier without naming it.',
    description: `The claim holds if the tier is one of \`tier_1\`, \`tier_2\` and \`tier_3\`. ${SELF_ASSERTED}`,
    example: { body: { kyc_tier: 'tier_2', provider_hash: EXAMPLE_COMMITMENT, ...binding } },
  }),
  jurisdiction: endpoint({
    ...claim,
    id: 'privacy.privacy.jurisdiction',
    path: '/privacy/jurisdiction',
    body: claimOf({
      jurisdiction: text(100, 'The jurisdiction; it stays hidden.'),
      allowed_set: Type.Array(text(100, 'A jurisdiction.'), {
        minItems: 1,
        maxItems: 256,
        description: 'The public set of which the jurisdiction has to be a member, spelled alike.',
      }),
    }),
    summary: 'Prove that a jurisdiction is one of a set.',
    description: `The claim holds if \`jurisdiction\` equals a member of \`allowed_set\`, letter for letter. A set of one member reveals the value. ${SELF_ASSERTED}`,
    refused: { body: { jurisdiction: 'DE', allowed_set: ['DE', 'DE'], chain: 'solana' } },
    example: { body: { jurisdiction: 'DE', allowed_set: ['DE', 'FR', 'NL'], ...binding } },
  }),
  accredited: endpoint({
    ...claim,
    id: 'privacy.privacy.accredited',
    path: '/privacy/accredited',
    body: claimOf({
      qualification: text(100, '`income`, `net_worth` or `license`; no other satisfies the claim.'),
      provider_hash: ProviderHash,
    }),
    summary: 'Prove the status of an accredited investor without its ground.',
    description: `The claim holds if the qualification is one of \`income\`, \`net_worth\` and \`license\`. ${SELF_ASSERTED}`,
    example: { body: { qualification: 'income', provider_hash: EXAMPLE_COMMITMENT, ...binding } },
  }),
  compliance: endpoint({
    ...claim,
    id: 'privacy.privacy.compliance',
    path: '/privacy/compliance',
    body: claimOf({
      checks: Type.Array(Type.Enum(['ofac', 'aml', 'kyc', 'travel_rule']), {
        minItems: 1,
        uniqueItems: true,
        description: 'The checks that are claimed; they are public.',
      }),
      entity_hash: { ...Hex64, description: 'A hash that stands for the entity.' },
    }),
    summary: 'Prove that an entity passes compliance checks.',
    description: `The claim holds unless the hash is on the documented demo list; no sanctions list or other register is consulted. ${SELF_ASSERTED}`,
    example: { body: { checks: ['ofac', 'aml'], entity_hash: EXAMPLE_COMMITMENT, ...binding } },
  }),
  defiBalanceRange: endpoint({
    ...claim,
    id: 'privacy.privacy.defi-balance-range',
    path: '/privacy/defi/balance-range',
    body: claimOf({
      wallet_address: Wallet,
      token_mint: text(128, 'The token whose balance is meant.'),
      min_balance: Type.Number({ minimum: 0, description: 'In whole tokens.' }),
      max_balance: Type.Number({ minimum: 0, description: 'In whole tokens, not below `min_balance`.' }),
    }),
    summary: 'Prove that a balance lies in a range without the balance.',
    description: `The claim holds if the balance is at least \`min_balance\` and at most \`max_balance\`; a maximum below the minimum is 400. A narrow range reveals the balance. ${LEDGER}`,
    refused: {
      body: { wallet_address: EXAMPLE_WALLET, token_mint: 'USDC', min_balance: 2, max_balance: 1, chain: 'solana' },
    },
    example: {
      body: { wallet_address: EXAMPLE_WALLET, token_mint: 'USDC', min_balance: 1, max_balance: 10_000, ...binding },
    },
  }),
  defiCollateral: endpoint({
    ...claim,
    id: 'privacy.privacy.defi-collateral',
    path: '/privacy/defi/collateral',
    body: claimOf({
      wallet_address: Wallet,
      protocol: text(128, 'The protocol that holds the position.'),
      min_ratio: Type.Number({ minimum: 0, description: 'Collateral divided by debt.' }),
    }),
    summary: 'Prove that a collateral ratio reaches a minimum.',
    description: `The claim holds if the ratio is at least \`min_ratio\`. ${LEDGER}`,
    refused: {
      body: { wallet_address: EXAMPLE_WALLET, protocol: 'lending', min_ratio: 0.0000001, chain: 'solana' },
    },
    example: { body: { wallet_address: EXAMPLE_WALLET, protocol: 'lending', min_ratio: 1, ...binding } },
  }),
  defiPortfolioThreshold: endpoint({
    ...claim,
    id: 'privacy.privacy.defi-portfolio-threshold',
    path: '/privacy/defi/portfolio-threshold',
    body: claimOf({ wallet_address: Wallet, min_value_usd: Type.Number({ minimum: 0, description: 'US dollars.' }) }),
    summary: 'Prove that a portfolio is worth a minimum.',
    description: `The claim holds if all positions of the wallet together are worth at least \`min_value_usd\`. ${LEDGER}`,
    refused: { body: { wallet_address: EXAMPLE_WALLET, min_value_usd: 10_000_000_000, chain: 'solana' } },
    example: { body: { wallet_address: EXAMPLE_WALLET, min_value_usd: 100, ...binding } },
  }),
  proof: endpoint({
    ...open,
    id: 'privacy.privacy.proof',
    method: 'GET',
    path: '/privacy/proof/:id',
    params: object({ id: { ...Hex64, description: 'The commitment.' } }),
    query: object({
      include: Type.Optional(Type.Enum(['proof'], { description: 'Adds `proof` and `public_inputs`.' })),
    }),
    response: ShieldProofWithInputs,
    errors: ['NOT_FOUND', 'SESSION_EXPIRED'],
    summary: 'Look up a privacy proof by its commitment.',
    description:
      'Answers the proof response until `expires_at`; after that SESSION_EXPIRED (410), for an unknown commitment NOT_FOUND. With `include=proof` the STARK, its public inputs and what the service signed of it are added: saved as a `.pqp.json` file, anyone can verify them without this service, for example with `pq-verify proof`. The commitment is SHA3-256 of `svc-privacy/v1`, a zero byte and the canonical JSON of the public inputs. A proof whose commitment is not signed by a service that the verifier trusts shows the arithmetic only, not who issued it. A claim that did not hold has no proof.',
    example: {
      params: { id: EXAMPLE_COMMITMENT },
      query: { include: 'proof' },
      after: { operation: 'privacy.privacy.age', use: { 'params.id': 'commitment' } },
    },
  }),
  list: endpoint({
    ...owned,
    id: 'privacy.privacy.list',
    method: 'GET',
    path: '/privacy/proofs',
    query: ListQuery,
    response: pageOf(ShieldProofItem),
    summary: "The project's privacy proofs, the newest first.",
    description:
      'Proofs that were made with a key of the project and are not hidden, expired ones and claims that did not hold too. One that was made without a key belongs to nobody and stands in no list.',
    example: {},
  }),
  hide: endpoint({
    ...owned,
    id: 'privacy.privacy.hide',
    method: 'DELETE',
    path: '/privacy/proof/:id',
    params: object({ id: { ...Hex64, description: 'The commitment.' } }),
    response: object({ commitment: Hex64, hidden: Type.Boolean({ description: 'Always true.' }) }),
    errors: ['NOT_FOUND', 'INVALID_SCOPE'],
    summary: 'Take a privacy proof out of the lists.',
    description:
      'It stays anchored: look-up and verification go on until it expires. A key hides only what it made itself, console and administrator everything of the project. Hiding twice answers the same.',
    example: {
      params: { id: EXAMPLE_COMMITMENT },
      after: { operation: 'privacy.privacy.age', use: { 'params.id': 'commitment' } },
    },
  }),
  verify: endpoint({
    ...open,
    id: 'privacy.privacy.verify',
    path: '/privacy/verify',
    body: object({ commitment: HexBytes, chain: ChainName, expected: Type.Optional(Expected) }),
    response: object({
      valid: Type.Boolean(),
      commitment: HexBytes,
      attestation_type: Type.Union([AttestationType, Type.Null()], { description: 'Null for an unknown commitment.' }),
      expires_at: Type.Union([IsoTime, Type.Null()], { description: 'Null for an unknown commitment.' }),
      chain: ChainName,
      verified_at: IsoTime,
    }),
    summary: 'Verify a commitment against its anchor.',
    description: `\`valid\` is true only if the commitment is anchored on this chain as a privacy proof whose claim held, has not expired, and equals \`expected\` wherever that is given. Anything else, an unknown commitment too, answers 200 with \`valid\` false. A true answer does not show that whoever presents the commitment is the person whom it is about: demand your own nonce or subject in \`expected\`. ${BEARER_SENTENCE}`,
    example: {
      body: { commitment: EXAMPLE_COMMITMENT, chain: 'solana', expected: { nonce: 'relying-party-7f31c2' } },
      after: { operation: 'privacy.privacy.age', use: { 'body.commitment': 'commitment' } },
    },
  }),
});
