/** The fixed words of a report: the policies that verification follows and the glossary. */
import { CHECK_STATUS_WORDS, OUTCOME_WORDS } from '../verdict/outcome-words.ts';
import type { SubjectKind } from '../verdict/verification-report.ts';

export interface VerificationPolicy {
  readonly name: string;
  readonly required_signatures: readonly string[];
  readonly accepted_algorithms: readonly string[];
  /** What the signatures cover, as member names. */
  readonly signed: readonly string[];
  readonly rules: readonly string[];
  /** Deviations from the policy in this run; this verifier has no switch that makes one. */
  readonly overrides: readonly string[];
}

const TRUST_RULES = [
  'Nothing is trusted but the key sets in the trust store of this machine, those given for this run, and those of the service on this machine.',
  'All signatures must verify under one key set. The key decides the algorithm, never the file.',
  'Revocation is unconditional. Validity is judged at the time that the signatures cover, else at verification.',
];

export const POLICIES: Readonly<Record<SubjectKind, VerificationPolicy>> = {
  artifact: {
    name: 'touchstone-artifact/v1',
    required_signatures: ['ml_dsa_87', 'slh_dsa_256s', 'falcon_1024'],
    accepted_algorithms: [
      'ML-DSA-87 (FIPS 204)',
      'SLH-DSA-SHA2-256s (FIPS 205)',
      'SLH-DSA-SHAKE-256s (FIPS 205)',
      'FALCON-1024 padded (NIST round 3, specification 1.2)',
      'SHA3-384 (FIPS 202)',
    ],
    signed: ['cycle_id', 'issuer', 'subject', 'attestations'],
    rules: [
      ...TRUST_RULES,
      'The key set has the use artifact, and its issuer and principal equal those of the artifact byte for byte.',
      'Findings count in this order: format, integrity, signature, trust, validity, policy, pending slots.',
      'A pillar with result FAIL fails the artifact. The verdict that the file claims is never believed.',
    ],
    overrides: [],
  },
  receipt: {
    name: 'touchstone-receipt/v1',
    required_signatures: ['ml_dsa_65', 'falcon_512', 'slh_dsa_sha2_128f'],
    accepted_algorithms: [
      'ML-DSA-65 (FIPS 204)',
      'FALCON-512 padded (NIST round 3, specification 1.2)',
      'SLH-DSA-SHA2-128f (FIPS 205)',
      'SHA3-256 (FIPS 202)',
    ],
    signed: ['computation type', 'payload hash', 'timestamp', 'nonce'],
    rules: [
      ...TRUST_RULES,
      'The key set has the use receipt or service and the id that the receipt states.',
      'All three signatures are required, whatever the flags of the receipt say.',
    ],
    overrides: [],
  },
  signature: {
    name: 'touchstone-3key/v1',
    required_signatures: ['ed25519', 'ml_dsa_65', 'falcon_512'],
    accepted_algorithms: [
      'Ed25519 (RFC 8032)',
      'ML-DSA-65 (FIPS 204)',
      'FALCON-512 padded (NIST round 3, specification 1.2)',
      'SHA3-256 (FIPS 202)',
    ],
    signed: ['data_hash'],
    rules: [
      ...TRUST_RULES,
      'The key set has the use 3key and exactly one key of each family. The file names none: those that are trusted are tried.',
      'The payload is required: without it the signatures speak of a hash alone, and nothing is concluded.',
    ],
    overrides: [],
  },
};

export interface Term {
  readonly term: string;
  readonly meaning: string;
}

export const SEMANTICS: readonly Term[] = [
  {
    term: OUTCOME_WORDS.VERIFIED,
    meaning: 'Contents intact, and every required signature is valid under one trusted key set.',
  },
  {
    term: OUTCOME_WORDS.VERIFIED_PENDING_SIGNATURES,
    meaning: 'Contents intact, but signatures are still to be made. Those present are valid. Not a final result.',
  },
  {
    term: OUTCOME_WORDS.PENDING,
    meaning: 'No conclusion can be drawn yet, for the reason given. Untrusted is not invalid.',
  },
  {
    term: OUTCOME_WORDS.FAILED,
    meaning: 'A hash, a binding, a signature or a pillar does not hold. Do not rely on the file.',
  },
  { term: OUTCOME_WORDS.INPUT_ERROR, meaning: 'The file could not be read as what it should be; nothing was judged.' },
  { term: CHECK_STATUS_WORDS.passed, meaning: 'The check was made and held.' },
  { term: CHECK_STATUS_WORDS.failed, meaning: 'The check was made and did not hold.' },
  {
    term: CHECK_STATUS_WORDS.pending,
    meaning: 'The check was made; what it asks for is not there yet or cannot be concluded.',
  },
  {
    term: CHECK_STATUS_WORDS.not_performed,
    meaning: 'The check was not made, for the reason given. It never counts as passed.',
  },
  { term: 'claimed', meaning: 'Stated by the file. Believed only as far as signatures cover it.' },
  { term: 'key set', meaning: 'The public keys of one issuer and principal for one use, with one fingerprint.' },
  { term: 'pinned', meaning: 'Accepted into the trust store by a person who compared the fingerprint.' },
  {
    term: 'endorsed',
    meaning: 'The edition before vouches for it with its signatures. Nobody need have compared the fingerprint.',
  },
  { term: 'demo', meaning: 'The key set is an example. What it signs has no authority.' },
];
