/** What every report says, whatever was verified, on screen, on paper and in the terminal. */
import type { Reach } from '../../verdict/outcome-words.ts';
import type { UsedKeySet } from '../../verdict/verification-report.ts';

/** Groups thousands, so that large numbers can be read. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A number with its noun: `1 receipt`, `1,204 receipts`. */
export function counted(count: number, one: string, several: string): string {
  return `${grouped(count)} ${count === 1 ? one : several}`;
}

const VERIFIED_AT = 'The time of verification comes from the clock of the machine that verified.';
const NO_PROOF = 'No independent proof of time was examined.';

/** About the stated time; then about everything that is listed as signed. */
const reaches: Readonly<Record<Reach, { readonly time: string; readonly scope: string }>> = {
  covered: {
    time: 'The signatures cover this time, so the signer states it; no independent party confirms it.',
    scope: '',
  },
  partly: {
    time: 'Not every signature over this time is valid.',
    scope: ' Not every signature is valid, so nothing that is listed as signed is confirmed.',
  },
  none: {
    time: 'No valid signature covers this time.',
    scope: ' No signature was found to be valid, so nothing that is listed as signed is confirmed.',
  },
};

export const words = {
  title: 'Verification report',
  titleOf: (id: string, outcome: string) => `Verification report ${id}: ${outcome}`,
  page: 'Page',
  of: 'of',

  sections: {
    identity: 'About this report',
    subject: 'Subject',
    verdict: 'Verdict',
    signers: 'Signers',
    times: 'Times',
    checks: 'Checks',
    policy: 'Policy',
    scope: 'What is signed and what is not',
    glossary: 'Glossary',
    reproduce: 'Repeat this verification',
    integrity: 'Integrity of this report',
  },

  demo: { name: 'Demo:', text: 'this result rests on an example key set, which has no authority.' },
  outcome: 'Outcome',
  meaning: 'Meaning',
  note: 'Note',
  payload: 'Payload',
  notCompared: 'not compared',
  notChecked: 'Not checked',
  validSignatures: 'Valid signatures',
  validOf: (valid: number, total: number) => `${valid} of ${total}`,
  statedVerdict: 'Verdict stated by the file',
  demoKeys: 'Demo keys used',
  yes: 'yes',
  no: 'no',
  exitCode: 'Exit code',
  notConfirmed: (outcome: string) => `Not confirmed: the outcome is ${outcome}.`,
  notStated: 'not stated',
  none: 'none',
  unreadableScope: 'The file could not be read, so nobody can say what the signatures cover.',

  identity: {
    report: 'Report',
    tool: 'Created with',
    build: 'Build, SHA-256',
    source: 'run from source',
    machine: 'Machine',
    operator: 'Operator',
    created: 'Created',
    network: 'Network',
    offline: 'Verified offline. No network was used.',
  },
  file: {
    name: 'File',
    size: 'Size',
    bytes: (size: number) => counted(size, 'byte', 'bytes'),
    sha256: 'SHA-256',
    sha3: 'SHA3-384',
  },
  subject: {
    artifact: 'Artifact',
    receipt: 'Receipt',
    claim: 'Claim',
    evidence: 'Evidence',
    cycle: 'Cycle',
    name: 'Subject',
    category: 'Category',
    product: 'Product',
    description: 'Description',
    stated: 'Stated by the file',
    notCovered: 'Stated by the file, not covered by the signatures.',
    exceptVerdict: 'human_summary without its verdict',
  },
  times: {
    issued: 'Stated time of issue',
    covered: 'covered by the signatures',
    notCovered: 'not covered by valid signatures',
    verified: 'Time of verification',
    proven: 'Independently proven time',
    statement: (reach: Reach) =>
      `The stated time comes from the file. ${reaches[reach].time} ${VERIFIED_AT} ${NO_PROOF}`,
    service: `The times in the file come from the clock of the service, and only the service vouches for them. ${VERIFIED_AT} ${NO_PROOF}`,
  },
  signers: {
    issuer: 'Issuer, stated by the file',
    principal: 'Principal, stated by the file',
    none: 'No trusted key set was used.',
    keySets: 'Key sets',
    keySet: 'Key set',
    demo: ' (demo)',
    edition: 'Edition',
    fingerprint: 'Fingerprint',
    setIssuer: 'Issuer',
    setPrincipal: 'Principal',
    valid: 'Valid',
    validTo: ' to ',
    superseded: 'Superseded on',
    from: 'Source',
    endorsed: 'Endorsed',
    endorsedBy: (edition: number) => `endorsed by edition ${edition}`,
    pinned: 'Pinned',
    accepted: 'Accepted',
    pinnedBy: (by: string) => `pinned by ${by} at `,
    acceptedBy: (by: string) => `accepted by ${by} at `,
    acceptedFrom: (source: string) => `, from ${source}`,
    /** Where a key set that was used came from (decisions 12.6). */
    source: ({ source, path }: Pick<UsedKeySet, 'source' | 'path'>) => {
      switch (source) {
        case 'given':
          return path === null ? 'given for this check' : `given for this check: ${path}`;
        case 'own_service':
          return 'own service';
        case 'trust_store':
          return 'trust store';
      }
    },
    revokedKey: 'Revoked key',
    revokedOn: ', revoked on ',
    revokedFor: (reason: string, source: string) => `, reason: ${reason === '' ? 'none stated' : reason} (${source})`,
    revocations: 'Revocations',
    known: (store: string, count: number, last: string | null) =>
      `${store}: ${counted(count, 'revocation', 'revocations')}, last change ${last ?? 'never'}`,
    noStore: (count: number) =>
      count === 0
        ? 'No trust store was read, so no revocations are known.'
        : `No trust store was read. Only ${counted(count, 'revocation', 'revocations')} given for this check ${count === 1 ? 'is' : 'are'} known.`,
    signatures: 'Signatures',
    columns: ['Slot', 'Algorithm', 'Status', 'Key'],
    notChecked: 'not checked',
  },
  checks: {
    summary: (passed: number, failed: number, waiting: number, notChecked: number) =>
      `${passed} passed, ${failed} failed, ${waiting} waiting, ${notChecked} not checked.`,
    columns: ['Check', 'Status', 'Finding'],
    expected: 'Expected',
    found: 'Found',
    reason: 'Reason',
  },
  scope: {
    statement: (reach: Reach) =>
      `Signatures cover the members that are listed as signed. Anyone can change what is listed as not signed, and nobody would notice.${reaches[reach].scope}`,
    agent:
      'Anyone can change what is listed as not signed, and nobody would notice. Signatures that are not valid cover nothing.',
    nothing: 'Nothing.',
    signed: 'Signed',
    notCovered: 'Stated by the file, not covered by the signatures',
    notSigned: 'Stated by the file, not signed',
  },
  policy: {
    name: 'Policy',
    hash: 'SHA3-384',
    signatures: 'Required signatures',
    algorithms: 'Accepted algorithms',
    overrides: 'Overrides',
  },
  reproduce: {
    command: 'Command',
    expected: 'Expected outcome',
    exitCode: (code: number) => ` (exit code ${code})`,
    needed: 'You need',
    /** Where the command is known with everything that was given. */
    needs: (isStandardInput: boolean, folder: string, isWithoutStore: boolean) =>
      `The file whose SHA3-384 is in section 2${isStandardInput ? ', on standard input' : ''}, and everything else that the command names, unchanged. Relative paths start in ${folder}.${isWithoutStore ? ' No data folder was read, and none may be read this time.' : ''}`,
    file: 'The file whose SHA3-384 is in section 2.',
    keySet: (id: string, edition: number, fingerprint: string) =>
      `For KEY_SET the file of the key set ${id}, edition ${edition}, with the fingerprint ${fingerprint}.`,
    payload: 'For PAYLOAD the file with the payload that was given.',
    /** Where a report lists its key sets. */
    keySection: 'section 4',
    agentKeySection: 'the section Signers',
    revocations: (section: string) =>
      `With --data-dir a folder whose trust store has the revocations that ${section} lists.`,
  },
  integrity: {
    hash: 'Hash',
    algorithm: 'Algorithm',
    over: 'SHA3-384 over the canonical JSON (RFC 8785) of this report without `integrity`',
    note: 'The hash identifies the JSON form of this report. A hash is not a signature: to be sure, verify the file again.',
  },
} as const;
