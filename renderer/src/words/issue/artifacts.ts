import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { commandKeys } from '../../lib/text/platform-keys.ts';
import { rich } from '../rich.ts';

/** The Artifacts page. */
export const words = {
  title: 'Artifacts',
  one: 'Artifact',
  lead: 'Signed attestations about a product or release, kept by the server on this machine.',

  categories: {
    self_attestation: 'Self-attestation',
    demo: 'Demo',
    release: 'Release',
    customer_attestation: 'Customer attestation',
    regulatory_submission: 'Regulatory submission',
    audit_evidence: 'Audit evidence',
  },
  verdicts: {
    VERIFIED: 'Verified',
    VERIFIED_PENDING_SIGNATURES: 'Signatures pending',
    PENDING: 'Inconclusive',
    FAILED: 'Failed',
  },
  signing: {
    waiting: 'Signatures pending',
    complete: 'All signatures present',
    count: (filled: number, all: number) => `${filled} of ${all} present`,
  },

  list: {
    heading: 'List of artifacts',
    label: 'Artifacts',
    what: 'The artifacts',
    names: ['artifact', 'artifacts'],
    find: 'Find an artifact',
    columns: {
      subject: 'Subject',
      category: 'Category',
      signatures: 'Signatures',
      id: 'Artifact',
      issued: 'Issued',
    },
    copied: (id: string) => `artifact id ${id}`,
    noMatch: 'No artifact matches the filters.',
    noLoadedMatch: 'No loaded artifact matches the filters. Older artifacts are not loaded yet.',
    hint: `Enter opens a row, Space selects it, ${commandKeys('C')} copies the id.`,
    facts: {
      artifacts: 'Artifacts',
      waiting: 'Waiting for signatures',
      newest: 'Newest',
      atLeast: (count: number) => `${formatCount(count)}+`,
    },
    verify: 'Verify a file',
  },

  empty: {
    title: 'No artifacts yet',
    text: 'Issue an artifact to state something about a product or release that others can verify offline. Evidence files stay on your machine.',
  },

  detail: {
    loading: 'Loading the artifact',
    what: 'The artifact',
    missing: 'This server has no such artifact',
    missingText: (id: ReactNode) => rich`The artifact may belong to another project, or a character is wrong: ${id}.`,
    verifying: 'Verifying in this window',
    unverified: 'The artifact could not be verified',
    save: 'Save file',
    verify: 'Open in Verify',
    copyId: 'Copy artifact id',
    idLabel: 'artifact id',
    cameFrom: (id: string) => `artifact ${id}`,
    category: 'Category',
    issued: 'Issued',
    issuer: 'Issuer',
    signatures: 'Signatures',
    cycle: 'Cycle',
    stated: 'Stated by the file',
    claim: 'Claim',
    evidence: 'Evidence',
    verdict: 'Stated verdict',
    verdictNote: 'The file’s own words. The result above was computed here.',
    description: 'Description',
    product: 'Product',
    manifest: 'Manifest hash',
    manifestNote: 'SHA3-384 hash over all attestations. The signatures cover this hash.',
    manifestLabel: 'manifest hash',
    id: 'Id',
    times: 'Times',
    checks: 'Checks',
    wholeFile: 'Whole file',
    wholeFileLabel: 'the artifact',
  },

  several: { verify: 'Verify', cameFrom: 'the list of artifacts' },

  signaturesLead: 'The artifact trio. Each algorithm signs the manifest hash by itself.',
  // Which of the two SLH-DSA parameter sets it is, the key decides.
  algorithms: { ml_dsa_87: 'ML-DSA-87', slh_dsa_256s: 'SLH-DSA-256s', falcon_1024: 'FALCON-1024' },
} as const;
