/** The reports on what could not be read: input errors like every other, so that no file is silently left out. */
import type { AgentFileKind, AgentReport } from '@touchstone/core/agent/report.ts';
import { SLOTS } from '@touchstone/core/artifact/artifact.ts';
import { CheckList } from '@touchstone/core/artifact/checks.ts';
import type {
  Check,
  CheckGroup,
  SlotReport,
  SubjectKind,
  VerificationReport,
} from '@touchstone/core/artifact/report.ts';
import { THREE_KEY_SLOTS } from '@touchstone/core/composite/three-key.ts';
import { RECEIPT_SLOTS } from '@touchstone/core/receipt/receipt.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';

export interface About {
  readonly fileName: string;
  readonly now: number;
  readonly product: VerificationReport['verifier'];
}

/** What the verifiers in core check after the format, as they leave it undone where the format does not hold. */
const LATER_CHECKS: Readonly<
  Record<SubjectKind, readonly (readonly [group: CheckGroup, name: string, what: string])[]>
> = {
  artifact: [
    ['integrity', 'attestation_hashes', 'The five attestation hashes.'],
    ['integrity', 'manifest_hash', 'The manifest hash.'],
    ['signature', 'slots', 'The three signatures.'],
    ['trust', 'key_set', 'Whether the signer is trusted.'],
    ['validity', 'key_period', 'Whether the keys were valid.'],
    ['policy', 'pillar_results', 'What the pillars report.'],
  ],
  receipt: [
    ['integrity', 'structure', 'The hashes of the receipt.'],
    ['signature', 'slots', 'The three signatures.'],
    ['trust', 'key_set', 'Whether the signer is trusted.'],
  ],
  signature: [
    ['integrity', 'payload', 'Whether the payload is the one that was signed.'],
    ['signature', 'slots', 'The three signatures.'],
    ['trust', 'key_set', 'Whether the signer is trusted.'],
  ],
};

const SLOTS_OF: Readonly<Record<SubjectKind, readonly string[]>> = {
  artifact: SLOTS,
  receipt: RECEIPT_SLOTS,
  signature: Object.values(THREE_KEY_SLOTS),
};

const WORDS: Readonly<Record<Exclude<SubjectKind, 'artifact'>, string>> = {
  receipt: 'receipt',
  signature: '3-key signature',
};

const NOT_JUDGED: SlotReport = {
  status: 'not_performed',
  algorithm: '',
  reason: 'The check that it rests on did not hold.',
};

/** The report on a name that led to no readable file. */
export function unreadable(kind: SubjectKind, fault: string, about: About): VerificationReport {
  return inputError(kind, 'read', { sentence: fault }, fault, 0, about);
}

/** The report on a file that is too large to be read at all; core has the one for artifacts. */
export function tooLarge(kind: keyof typeof WORDS, size: number, about: About): VerificationReport {
  const check = {
    sentence: 'The file is larger than a verifier reads.',
    expected: `at most ${MAX_FILE_BYTES} bytes`,
    found: `${size} bytes`,
  };
  const sentence = `This file could not be judged: it is not a readable ${WORDS[kind]}.`;
  return inputError(kind, 'size', check, sentence, size, about);
}

function inputError(
  kind: SubjectKind,
  name: string,
  check: Pick<Check, 'sentence' | 'expected' | 'found'>,
  sentence: string,
  size: number,
  about: About,
): VerificationReport {
  const checks = new CheckList();
  checks.add('format', name, { status: 'failed', ...check, reason: 'FORMAT' });
  for (const [group, later, what] of LATER_CHECKS[kind]) checks.skip(group, later, what, `format.${name}`);
  return {
    kind,
    outcome: 'INPUT_ERROR',
    exit_code: 2,
    code: 'FORMAT',
    sentence,
    claimed_verdict: null,
    summary_bound: false,
    demo: false,
    checks: checks.all,
    signatures: Object.fromEntries(SLOTS_OF[kind].map((slot) => [slot, NOT_JUDGED])),
    not_covered: [],
    file: { name: about.fileName, size, sha256: 'not computed', sha3_384: 'not computed' },
    verifier: about.product,
    verified_at: formatIsoTime(about.now),
  };
}

const AGENT_FILES: Readonly<
  Record<AgentFileKind, readonly (readonly [group: CheckGroup, name: string, what: string])[]>
> = {
  session: [
    ['integrity', 'chain', 'The hashes and links of the nodes.'],
    ['signature', 'nodes', "The signatures under the agent's key."],
    ['trust', 'agent_key', "Whether the agent's key is the one that was registered."],
  ],
  node: [
    ['integrity', 'merkle_proof', 'The way from the node to the root.'],
    ['signature', 'node', "The signature under the agent's key."],
  ],
  log: [
    ['integrity', 'consistency', 'Whether each tree holds the one before.'],
    ['signature', 'heads', 'The signatures of the heads.'],
  ],
};

/** The report on a bundle, proof or log that could not be read at all. */
export function agentFileUnreadable(kind: AgentFileKind, fault: string, size: number, about: About): AgentReport {
  const checks = new CheckList();
  checks.add('format', 'read', { status: 'failed', sentence: fault, reason: 'FORMAT' });
  for (const [group, later, what] of AGENT_FILES[kind]) checks.skip(group, later, what, 'format.read');
  return {
    kind,
    outcome: 'INPUT_ERROR',
    exit_code: 2,
    code: 'FORMAT',
    sentence: fault,
    subject: {},
    broken: null,
    claimed_verdict: null,
    summary_bound: false,
    demo: false,
    checks: checks.all,
    signatures: {},
    not_covered: [],
    file: { name: about.fileName, size, sha256: 'not computed', sha3_384: 'not computed' },
    verifier: about.product,
    verified_at: formatIsoTime(about.now),
  };
}
