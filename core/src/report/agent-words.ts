/** The fixed words of reports on sessions, nodes and logs: the policies that verification follows, and the glossary. */

import { IMPORTED } from '../verdict/agent-report.ts';
import { OUTCOME_WORDS } from '../verdict/outcome-words.ts';
import type { AgentFileKind } from '../verdict/verification-report.ts';
import { SEMANTICS, type Term, type VerificationPolicy } from './words.ts';

const TRUST_RULES = [
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
      ...TRUST_RULES,
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
      ...TRUST_RULES,
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
    rules: [...TRUST_RULES, 'Every tree has to hold all leaves of the one before, in the same places.'],
    overrides: [],
  },
};

const WORDS: readonly Term[] = [
  {
    term: OUTCOME_WORDS.VERIFIED,
    meaning: 'Everything that the file holds is intact, and a trusted key set of the service stands behind it.',
  },
  {
    term: OUTCOME_WORDS.FAILED,
    meaning:
      'A hash, a link, a signature or the scope does not hold. Do not rely on the file; the first place is named.',
  },
  {
    term: 'receipt',
    meaning:
      'What the service recorded of one act of the agent, with hashes of its input and output. A node of the chain.',
  },
  { term: 'refused', meaning: 'A policy or the scope of the session forbade the act. The rule is named.' },
  {
    term: 'imported',
    meaning: `Of a receipt: ${IMPORTED}. Its time is that of the import, and nobody watched the act.`,
  },
  {
    term: 'seal',
    meaning:
      'The signature of the service, under three families, over the whole chain. It shows that no recorded receipt is missing.',
  },
  {
    term: 'redaction level',
    meaning:
      'What the service kept of each act, decided before anything was hashed: full, metadata_only, hash_only, redacted.',
  },
];

function isOutcome({ term }: Term): boolean {
  return Object.values(OUTCOME_WORDS).includes(term);
}

/** The words of all reports, those above in place of the general ones. */
export const AGENT_SEMANTICS: readonly Term[] = [
  ...WORDS.filter(isOutcome),
  ...SEMANTICS.filter(
    ({ term }) => term !== OUTCOME_WORDS.VERIFIED_PENDING_SIGNATURES && !WORDS.some((own) => own.term === term),
  ),
  ...WORDS.filter((word) => !isOutcome(word)),
];
