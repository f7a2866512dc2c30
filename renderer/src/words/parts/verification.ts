import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { rich } from '../rich.ts';

/** How a key set came to be believed here. */
const heldWords = {
  pinned: 'pinned',
  endorsed: 'endorsed by a pinned edition',
  given: 'given for this check',
  own_service: 'own service of this machine',
} as const;

/** Verification wherever it is shown: the outcome, the checks, opening files, giving a payload. */
export const words = {
  unjudged: { ERROR: 'Not verified', WAITING: 'Waiting', CANCELLED: 'Cancelled' },

  groups: {
    format: { title: 'Format', asks: 'Can the file be read in exactly one way?' },
    integrity: { title: 'Integrity', asks: 'Do the contents match their hashes?' },
    signature: { title: 'Signatures', asks: 'Did every algorithm sign these contents?' },
    trust: { title: 'Trust', asks: 'Do you trust who signed?' },
    validity: { title: 'Validity', asks: 'Were the keys valid at the time?' },
    policy: { title: 'Policy', asks: 'What do the five attestations report?' },
    scope: { title: 'Scope', asks: 'What does this verification not say?' },
  },
  agentAsks: {
    signature: 'Did the named keys sign these contents?',
    policy: 'Did what was recorded stay within its scope?',
  },
  checkStatus: { passed: 'Passed', failed: 'Failed', pending: 'Waiting', not_performed: 'Not checked' },
  slots: {
    valid: 'Valid',
    invalid: 'Invalid',
    untrusted: 'Signer not trusted',
    revoked: 'Key revoked',
    superseded: 'Older edition',
    not_valid: 'Key not valid then',
    pending: 'Not signed yet',
    not_performed: 'Not checked',
  },
  editions: {
    current: 'Current',
    older: 'Older edition',
    not_yet: 'Not valid yet',
    expired: 'Expired',
    untrusted: 'Untrusted',
    unsupported: 'Endorsement withdrawn',
    partly_revoked: 'Contains a revoked key',
    revoked: 'Revoked',
  },
  pillars: {
    cryptography: 'Cryptography',
    evidence: 'Evidence',
    governance: 'Governance',
    privacy: 'Privacy',
    verification: 'Verification',
  },

  banner: {
    demo: 'demo keys',
    own: 'own service',
    notChecked: (open: string) => `Not checked: ${open}.`,
    note: (note: string) => `${note}.`,
    demoText: 'The keys behind this result are example keys. In real use you pin the key set of your issuer.',
    means: 'What it means',
    canBeDone: 'What can be done',
    signedBy: 'Signed by',
    statedSigner: 'Signer, stated by the file',
    signedAt: 'Signing time',
    statedTime: 'Signing time, stated by the file',
    verifiedAt: 'Verified',
    keySet: (id: ReactNode, edition: number) => rich`${id}, edition ${edition}`,
    held: heldWords,
    unknown: 'Not stated',
  },

  text: {
    title: (name: string) => `Verification of ${name}`,
    verdict: (word: string, code: string, sentence: string) => `${word} (${code}): ${sentence}`,
    named: (name: string, value: string) => `${name}: ${value}`,
    signer: (issuer: string, id: string, edition: number, held: keyof typeof heldWords) =>
      `${issuer}, key set ${id}, edition ${edition}, ${heldWords[held]}`,
    signatures: 'Signatures',
    slot: (word: string, algorithm: string, slot: string, reason: string | undefined) =>
      `${word}: ${algorithm === '' ? slot : `${algorithm} (${slot})`}${reason === undefined ? '' : `. ${reason}`}`,
    check: (word: string, sentence: string, id: string) => `${word}: ${sentence} (${id})`,
    file: 'File',
    sha256: 'SHA-256',
  },

  checks: {
    count: (all: number, passed: number, failed: number, pending: number, open: number) =>
      [
        `${formatCount(all)} checks`,
        `${formatCount(passed)} passed`,
        ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
        ...(pending > 0 ? [`${formatCount(pending)} waiting`] : []),
        ...(open > 0 ? [`${formatCount(open)} not checked`] : []),
      ].join(', '),
    hide: 'Hide the values of passed checks',
    show: 'Show the values of passed checks',
    passedOf: (passed: number, all: number) => `${passed} of ${all} passed`,
    expected: 'expected',
    found: 'found',
  },

  signatures: {
    title: 'Signatures',
    signature: (algorithm: string) => `${algorithm} signature`,
    notJudged: 'Not checked',
    keySet: (id: ReactNode) => rich`Key set ${id}`,
    fingerprint: 'Key set fingerprint',
  },

  times: {
    issue: 'Stated time of issue',
    none: 'The file states no time that can be read.',
    signed: "Stated by the issuer and covered by the signatures. It comes from the issuer's clock.",
    unsigned: 'Stated by the file. No valid signature covers it.',
    now: 'Verified now',
    nowNote: 'From the clock of this computer.',
    proof: 'Independent proof of time',
    proofNote: 'The file contains none, and verification uses no network.',
    here: (local: string) => `${local} here`,
  },

  drop: {
    noJson: 'The folder contains no JSON files.',
    noFile: 'No file was found in what you dropped.',
    unreadable: 'The files could not be read. Try again.',
    files: 'Choose files',
    folder: 'Choose a folder',
    filesLabel: 'Files to verify',
    folderLabel: 'Folder to verify',
    other: 'Open other files',
    orDrop: 'or drop or paste here. Nothing leaves this computer.',
    open: 'Open files',
    letGo: 'Let go to verify',
    drop: 'Drop a file, several files or a folder here',
    kinds:
      'Verified artifacts (.pqv.json), receipts (.pqr.json), 3-key signatures, key sets (.pqkeys.json) and agent sessions (.pqs.json) with their node proofs and log exports',
    orPaste: (keys: ReactNode) => rich`or paste a file or its text with ${keys}`,
  },

  export: { cancelled: 'Cancelled: this file was not verified.', waiting: 'Not yet verified.' },

  payload: {
    receipt: {
      text: 'Payload as text',
      field: 'Payload of the receipt',
      choose: 'Choose the payload as a file',
      note: 'Exactly as it was when the receipt was made. Spaces and line breaks count. Nothing leaves this window.',
      secrecy:
        'The commitment is a plain hash without salt, and it is public. Anyone with this receipt can find a short or guessable payload by trying, so the receipt does not keep such a payload secret.',
      status: {
        passed: 'The receipt was made for this payload.',
        failed: 'The receipt was not made for this payload.',
        pending: 'Inconclusive.',
        not_performed: 'Payload: not compared. Give the payload to check that the receipt belongs to it.',
      },
    },
    signature: {
      text: 'What was signed, as text',
      field: 'What was signed, as a file',
      choose: 'Choose it as a file',
      note: 'Exactly as it was signed. Spaces and line breaks count. Nothing leaves this window.',
      secrecy:
        'The file contains the plain hash of what was signed. Anyone with this file can find something short or guessable by trying.',
      status: {
        passed: 'This is what was signed.',
        failed: 'This is not what was signed.',
        pending: 'What was signed is not in the file. Give it to conclude.',
        not_performed: 'Not checked.',
      },
    },
    theText: 'The text',
    textBelow: 'the text below',
    tooLarge: (what: string, size: number, most: number) =>
      `${what} has ${size} bytes. At most ${most} bytes (64 MiB) are read.`,
    check: 'Check this text',
    forget: 'Forget the payload',
    checking: (name: ReactNode) => rich`Checking ${name}`,
    changed: 'The text below has changed since it was checked. Check it again.',
    word: (word: string) => `${word}.`,
    given: (name: ReactNode) => rich`Given: ${name}`,
  },
} as const;
