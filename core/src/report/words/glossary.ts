/** What the words of a report mean. */
import { IMPORTED } from '../../verdict/agent-report.ts';
import { CHECK_STATUS_WORDS, OUTCOME_WORDS } from '../../verdict/outcome-words.ts';

export interface Term {
  readonly term: string;
  readonly meaning: string;
}

export const GLOSSARY: readonly Term[] = [
  {
    term: OUTCOME_WORDS.VERIFIED,
    meaning: 'The contents are intact, and every required signature is valid under one trusted key set.',
  },
  {
    term: OUTCOME_WORDS.VERIFIED_PENDING_SIGNATURES,
    meaning:
      'The contents are intact, but some signatures have not been made yet. Those present are valid. This is not a final result.',
  },
  {
    term: OUTCOME_WORDS.PENDING,
    meaning: 'No conclusion is possible yet, for the reason given. Untrusted does not mean invalid.',
  },
  {
    term: OUTCOME_WORDS.FAILED,
    meaning: 'A hash, a binding, a signature or a pillar is wrong. Do not rely on the file.',
  },
  {
    term: OUTCOME_WORDS.INPUT_ERROR,
    meaning: 'The file could not be read in the format it should have, so nothing was checked.',
  },
  { term: CHECK_STATUS_WORDS.passed, meaning: 'The file meets the check.' },
  { term: CHECK_STATUS_WORDS.failed, meaning: 'The file does not meet the check.' },
  {
    term: CHECK_STATUS_WORDS.pending,
    meaning: 'Something that the check needs is not there yet, or cannot be decided.',
  },
  {
    term: CHECK_STATUS_WORDS.not_performed,
    meaning: 'The check was not made, for the reason given. It never counts as passed.',
  },
  { term: 'stated by the file', meaning: 'Comes from the file itself. Confirmed only as far as signatures cover it.' },
  { term: 'key set', meaning: 'The public keys of one issuer and principal for one use, with one fingerprint.' },
  { term: 'pinned', meaning: 'Accepted into the trust store by a person who compared the fingerprint.' },
  {
    term: 'endorsed',
    meaning: 'The previous edition confirms this edition with its signatures. Nobody had to compare the fingerprint.',
  },
  { term: 'demo', meaning: 'The key set is an example. Its signatures have no authority.' },
];

const AGENT_TERMS: readonly Term[] = [
  {
    term: OUTCOME_WORDS.VERIFIED,
    meaning: 'Everything in the file is intact and confirmed by a trusted key set of the service.',
  },
  {
    term: OUTCOME_WORDS.FAILED,
    meaning: 'A hash, a link, a signature or the scope is wrong. Do not rely on the file. The first place is named.',
  },
  {
    term: 'receipt',
    meaning:
      'The record that the service made of one act of the agent, with hashes of the input and the output. A node of the chain.',
  },
  { term: 'refused', meaning: 'A policy or the scope of the session forbade the act. The rule is named.' },
  {
    term: 'imported',
    meaning: `Of a receipt: ${IMPORTED}. The time is that of the import, and nobody watched the act.`,
  },
  {
    term: 'seal',
    meaning:
      'Three signatures of the service, each with another algorithm, over the whole chain. The seal shows that no recorded receipt is missing.',
  },
  {
    term: 'redaction level',
    meaning:
      'How much of each act the service kept, decided before anything was hashed: full, metadata_only, hash_only, redacted.',
  },
];

function isOutcome({ term }: Term): boolean {
  return Object.values(OUTCOME_WORDS).includes(term);
}

/** The words of all reports, those above in place of the general ones. */
export const AGENT_GLOSSARY: readonly Term[] = [
  ...AGENT_TERMS.filter(isOutcome),
  ...GLOSSARY.filter(
    ({ term }) => term !== OUTCOME_WORDS.VERIFIED_PENDING_SIGNATURES && !AGENT_TERMS.some((own) => own.term === term),
  ),
  ...AGENT_TERMS.filter((one) => !isOutcome(one)),
];
