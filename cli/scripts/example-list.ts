/** What each example teaches and what a verifier must say of it. */
import type { Outcome, OutcomeCode, SlotStatus } from '@touchstone/core/verdict/verification-report.ts';

export interface Expected {
  readonly outcome: Outcome;
  readonly code?: OutcomeCode;
  readonly exit_code: 0 | 1 | 2 | 3;
  /** Identifiers of exactly the checks that fail. */
  readonly failing_checks: readonly string[];
  /** Status of ml_dsa_87, slh_dsa_256s, falcon_1024. */
  readonly signatures: readonly [SlotStatus, SlotStatus, SlotStatus];
  readonly claimed_verdict: string | null;
  readonly summary_bound: boolean;
}

export interface Example {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** For `--keys`, within the examples folder. */
  readonly keys?: readonly string[];
  /** For `--data-dir`, within the examples folder. */
  readonly data_dir?: string;
  readonly expected: Expected;
}

const OFFICE = ['keys/demo-office.pqkeys.json'];
const ALL_VALID = ['valid', 'valid', 'valid'] as const;
const NOT_JUDGED = ['not_performed', 'not_performed', 'not_performed'] as const;
const SIGNED = { failing_checks: [], claimed_verdict: 'VERIFIED', summary_bound: true };

const partly = (signatures: Expected['signatures']): Expected => ({
  ...SIGNED,
  outcome: 'VERIFIED_PENDING_SIGNATURES',
  code: 'PARTLY_SIGNED',
  exit_code: 3,
  signatures,
  claimed_verdict: 'VERIFIED_PENDING_SIGNATURES',
});

const broken = (slot: string, signatures: Expected['signatures']): Expected => ({
  ...SIGNED,
  outcome: 'FAILED',
  code: 'SIGNATURE_INVALID',
  exit_code: 1,
  failing_checks: [`signature.${slot}`],
  signatures,
});

export const EXAMPLES: readonly Example[] = [
  {
    name: 'verified',
    title: 'Verified',
    description: 'Intact and signed three times under one key set that you trust.',
    keys: OFFICE,
    expected: { ...SIGNED, outcome: 'VERIFIED', exit_code: 0, signatures: ALL_VALID },
  },
  {
    name: 'verified-shake',
    title: 'Verified, SHAKE variant',
    description: 'The key set holds SLH-DSA-SHAKE-256s: the trusted key decides the algorithm, not the file.',
    keys: ['keys/demo-shake-office.pqkeys.json'],
    expected: { ...SIGNED, outcome: 'VERIFIED', exit_code: 0, signatures: ALL_VALID },
  },
  {
    name: 'verified-unbound-summary',
    title: 'Verified, but the summary is not signed',
    description:
      'The issuer bound nothing to the summary, the time and the id, so anyone can change them: they are fenced off.',
    keys: OFFICE,
    expected: { ...SIGNED, outcome: 'VERIFIED', exit_code: 0, signatures: ALL_VALID, summary_bound: false },
  },
  {
    name: 'pending-ml-dsa-87',
    title: 'ML-DSA-87 signature pending',
    description: 'Two signatures are valid, the ML-DSA-87 slot is still empty.',
    keys: OFFICE,
    expected: partly(['pending', 'valid', 'valid']),
  },
  {
    name: 'pending-slh-dsa-256s',
    title: 'SLH-DSA-256s signature pending',
    description: 'Two signatures are valid, the SLH-DSA-256s slot is still empty.',
    keys: OFFICE,
    expected: partly(['valid', 'pending', 'valid']),
  },
  {
    name: 'pending-falcon-1024',
    title: 'FALCON-1024 signature pending',
    description: 'Two signatures are valid, the FALCON-1024 slot is still empty.',
    keys: OFFICE,
    expected: partly(['valid', 'valid', 'pending']),
  },
  {
    name: 'partly-signed',
    title: 'Partly signed',
    description: 'One of three signatures has been made so far, and it is valid.',
    keys: OFFICE,
    expected: partly(['valid', 'pending', 'pending']),
  },
  {
    name: 'not-signed',
    title: 'Not signed',
    description: 'All hashes hold, but no slot is filled: anyone could have made this file.',
    keys: OFFICE,
    expected: {
      ...partly(['pending', 'pending', 'pending']),
      code: 'NO_SIGNATURE',
    },
  },
  {
    name: 'misleading-verdict',
    title: 'Misleading verdict',
    description:
      'The file calls itself VERIFIED without one signature. The claim is shown as a claim and never believed.',
    keys: OFFICE,
    expected: {
      ...partly(['pending', 'pending', 'pending']),
      code: 'NO_SIGNATURE',
      claimed_verdict: 'VERIFIED',
    },
  },
  {
    name: 'untrusted-signer',
    title: 'Signer not trusted',
    description: 'Fully signed, but by an issuer whose key set you do not have. Untrusted is not invalid.',
    keys: OFFICE,
    expected: {
      ...SIGNED,
      outcome: 'PENDING',
      code: 'SIGNER_NOT_TRUSTED',
      exit_code: 3,
      signatures: ['untrusted', 'untrusted', 'untrusted'],
    },
  },
  {
    name: 'revoked-key',
    title: 'Revoked key',
    description: 'All signatures verify, but the trust store knows that one of the keys was lost and revoked.',
    data_dir: 'trust',
    expected: {
      ...SIGNED,
      outcome: 'PENDING',
      code: 'KEY_REVOKED',
      exit_code: 3,
      signatures: ['revoked', 'valid', 'valid'],
    },
  },
  {
    name: 'key-out-of-validity',
    title: 'Key out of its validity',
    description: 'The key set had expired when the artifact was issued.',
    keys: ['keys/demo-expired-office.pqkeys.json'],
    expected: {
      ...SIGNED,
      outcome: 'PENDING',
      code: 'KEY_NOT_VALID',
      exit_code: 3,
      signatures: ['not_valid', 'not_valid', 'not_valid'],
    },
  },
  {
    name: 'placeholder-pillar',
    title: 'Placeholder pillar',
    description: 'Signed, but the privacy attestation is only a placeholder: nothing can be concluded yet.',
    keys: OFFICE,
    expected: {
      ...SIGNED,
      outcome: 'PENDING',
      code: 'PLACEHOLDER',
      exit_code: 3,
      signatures: ALL_VALID,
      claimed_verdict: 'PENDING',
    },
  },
  {
    name: 'pillar-failed',
    title: 'Pillar failed',
    description:
      'Intact, but the verification attestation itself reports a failure. The ceremony refuses to sign such a file.',
    keys: OFFICE,
    expected: {
      ...SIGNED,
      outcome: 'FAILED',
      code: 'PILLAR_FAILED',
      exit_code: 1,
      failing_checks: ['policy.verification_result'],
      signatures: ['pending', 'pending', 'pending'],
      claimed_verdict: 'FAILED',
    },
  },
  {
    name: 'broken-hash',
    title: 'Changed attestation',
    description:
      'One word in the evidence attestation was changed after signing: its hash and the manifest hash no longer hold.',
    keys: OFFICE,
    expected: {
      ...SIGNED,
      summary_bound: false,
      outcome: 'FAILED',
      code: 'HASH_MISMATCH',
      exit_code: 1,
      failing_checks: ['integrity.evidence_sha3_384', 'integrity.manifest_hash'],
      signatures: NOT_JUDGED,
    },
  },
  {
    name: 'changed-summary',
    title: 'Changed summary',
    description: 'The claim that people read was changed; the signed binding of the summary shows it.',
    keys: OFFICE,
    expected: {
      ...SIGNED,
      summary_bound: false,
      outcome: 'FAILED',
      code: 'SUMMARY_MISMATCH',
      exit_code: 1,
      failing_checks: ['integrity.human_summary'],
      signatures: ALL_VALID,
    },
  },
  {
    name: 'broken-ml-dsa-87',
    title: 'Broken ML-DSA-87 signature',
    description: 'One character of the ML-DSA-87 signature was changed.',
    keys: OFFICE,
    expected: broken('ml_dsa_87', ['invalid', 'valid', 'valid']),
  },
  {
    name: 'broken-slh-dsa-256s',
    title: 'Broken SLH-DSA-256s signature',
    description: 'One character of the SLH-DSA-256s signature was changed.',
    keys: OFFICE,
    expected: broken('slh_dsa_256s', ['valid', 'invalid', 'valid']),
  },
  {
    name: 'broken-falcon-1024',
    title: 'Broken FALCON-1024 signature',
    description: 'One character of the FALCON-1024 signature was changed.',
    keys: OFFICE,
    expected: broken('falcon_1024', ['valid', 'valid', 'invalid']),
  },
  {
    name: 'duplicate-names',
    title: 'Duplicate member names',
    description: 'The file states artifact_id twice. Two programs could read it differently, so it is not read at all.',
    keys: OFFICE,
    expected: {
      outcome: 'INPUT_ERROR',
      code: 'FORMAT',
      exit_code: 2,
      failing_checks: ['format.json'],
      signatures: NOT_JUDGED,
      claimed_verdict: null,
      summary_bound: false,
    },
  },
];

/** In `receipts/`: the key set and the payload of all examples there. */
export const RECEIPT_KEY_SET = 'demo-receipts.pqkeys.json';
export const RECEIPT_PAYLOAD = 'payload.json';

export interface ReceiptExample {
  readonly name: string;
  readonly title: string;
  readonly expected: Pick<Expected, 'outcome' | 'code' | 'exit_code' | 'failing_checks'> & {
    /** Status of ml_dsa_65, falcon_512, slh_dsa_sha2_128f. */
    readonly signatures: Expected['signatures'];
  };
}

export const RECEIPT_EXAMPLES: readonly ReceiptExample[] = [
  {
    name: 'verified',
    title: 'Verified',
    expected: { outcome: 'VERIFIED', exit_code: 0, failing_checks: [], signatures: ALL_VALID },
  },
  {
    name: 'broken-signature',
    title: 'One character of the FALCON-512 signature was changed',
    expected: {
      outcome: 'FAILED',
      code: 'HASH_MISMATCH',
      exit_code: 1,
      failing_checks: ['integrity.verification_hash', 'signature.falcon_512'],
      signatures: ['valid', 'invalid', 'valid'],
    },
  },
  {
    name: 'not-signed',
    title: 'The three hashes only: the structure holds, nothing says who made it',
    expected: {
      outcome: 'PENDING',
      code: 'NO_SIGNATURE',
      exit_code: 3,
      failing_checks: [],
      signatures: ['pending', 'pending', 'pending'],
    },
  },
];
