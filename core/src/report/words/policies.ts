/**
 * The policies that verification follows. A report states the hash of its policy, by which reports are compared: a changed
 * word is a changed policy.
 */
import { THREE_KEY_SLOTS } from '../../composite/three-key.ts';
import type { AgentFileKind, SubjectKind } from '../../verdict/verification-report.ts';

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

const AGENT_TRUST_RULES = [
  'Nothing is trusted but the key sets in the trust store of this machine, those given for this run, and those of the service on this machine.',
  'Only key sets of the use service are trusted for the service. The key decides the algorithm, never the file.',
  'Revocation is unconditional. Validity is judged at the time that the signatures cover.',
];

const SEAL_SIGNATURES = ['ml_dsa_65', 'falcon_512', 'slh_dsa_sha2_128f'];
const SEAL_ALGORITHMS = [
  'ML-DSA-65 (FIPS 204)',
  'FALCON-512 padded (NIST round 3, specification 1.2)',
  'SLH-DSA-SHA2-128f (FIPS 205)',
  'SHA3-256 (FIPS 202)',
];
const CHAIN_HASHES = ['SHA-256 (FIPS 180-4)', 'Merkle trees of RFC 6962'];

export const AGENT_POLICIES: Readonly<Record<AgentFileKind, VerificationPolicy>> = {
  session: {
    name: 'touchstone-agent-session/v2',
    required_signatures: ['agent', ...SEAL_SIGNATURES],
    accepted_algorithms: [...SEAL_ALGORITHMS, ...CHAIN_HASHES],
    signed: [
      'every receipt, by the key of the agent',
      'session and agent id, key of the agent, scope, number of receipts, first and last hash, Merkle root, beginning and end, by the seal',
    ],
    rules: [
      ...AGENT_TRUST_RULES,
      'Every receipt names the hash of the one before, is signed by the key of the agent, and lies within the session.',
      'What the scope forbids has to be recorded as refused, or as done although forbidden, and no delegation may go beyond the scope.',
      'Without a seal nothing is concluded about completeness, whatever else holds.',
      'Findings count in this order: format, integrity, signature, trust, validity, policy, pending.',
    ],
    overrides: [],
  },
  node: {
    name: 'touchstone-agent-node/v1',
    required_signatures: ['agent', ...SEAL_SIGNATURES],
    accepted_algorithms: [...SEAL_ALGORITHMS, ...CHAIN_HASHES],
    signed: ['the receipt, by the key of the agent', 'the Merkle root to which its way leads, by the seal'],
    rules: [
      ...AGENT_TRUST_RULES,
      'The way from the receipt has to be that of a leaf in a tree of the stated size, and to lead to the sealed root.',
      'Without the seal the key of the agent is only stated, and nothing is concluded.',
      'What the file says of its own validity is never believed.',
    ],
    overrides: [],
  },
  log: {
    name: 'touchstone-log/v1',
    required_signatures: ['heads'],
    accepted_algorithms: ['ML-DSA-65 (FIPS 204)', ...CHAIN_HASHES],
    signed: ['log id, size, root and time of every head'],
    rules: [...AGENT_TRUST_RULES, 'Every tree has to hold all leaves of the one before, in the same places.'],
    overrides: [],
  },
  proof: {
    name: 'touchstone-privacy-proof/v1',
    required_signatures: ['record'],
    accepted_algorithms: [
      'ML-DSA-65 (FIPS 204)',
      'SHA3-256 (FIPS 202)',
      'STARK over BabyBear, profiles STANDARD and STRONG, SHA-256 (FIPS 180-4), Poseidon2',
    ],
    signed: [
      'commitment to the public inputs, kind of the claim, chain, network, time of issue and end, hash of the proof',
    ],
    rules: [
      ...AGENT_TRUST_RULES,
      'The STARK has to hold for exactly the public inputs whose hash is the commitment; the verifier fixes its parameters, never the file.',
      'An expired proof fails. Without a trusted record nothing is concluded, whatever else holds.',
    ],
    overrides: [],
  },
  statement: {
    name: 'touchstone-statement/v1',
    required_signatures: ['service'],
    accepted_algorithms: ['ML-DSA-65 (FIPS 204)', 'SHA3-256 (FIPS 202)'],
    signed: ['kind and all members of the statement'],
    rules: [
      ...AGENT_TRUST_RULES,
      'Members that follow from each other have to: of the transcript of a joint computation its hashes, shares and result; of that of a call its chain of hashes, order and participants; of the end of a call its time, reason and minutes.',
      'The signature shows who stated something, never that it is true.',
    ],
    overrides: [],
  },
  grade: {
    name: 'touchstone-grade/v1',
    required_signatures: Object.values(THREE_KEY_SLOTS),
    accepted_algorithms: [
      'Ed25519 (RFC 8032)',
      'ML-DSA-65 (FIPS 204)',
      'FALCON-512 padded (NIST round 3, specification 1.2)',
      'SHA3-256 (FIPS 202)',
      'STARK over BabyBear, profiles STANDARD and STRONG, SHA-256 (FIPS 180-4), Poseidon2',
    ],
    signed: ['all members of the record but the losses, of which their hash'],
    rules: [
      'A key set counts only if its use is 3key, all three signatures verify under that one set, and the set was valid at the signed date.',
      'Each dimension has to be 100 less the points that its losses name; score and letter have to follow from the dimensions, and the STARK has to hold for them.',
      'The scores are self-reported: that they are those of the files is not checked.',
    ],
    overrides: [],
  },
};
