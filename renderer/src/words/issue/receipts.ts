import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { commandKeys } from '../../lib/text/platform-keys.ts';
import { rich } from '../rich.ts';

/** The Receipts page. */
export const words = {
  title: 'Receipts',
  one: 'Receipt',
  lead: 'Proof that this service saw some data at a time. The data itself is not kept.',

  list: {
    heading: 'List of receipts',
    label: 'Receipts',
    what: 'The receipts',
    names: ['receipt', 'receipts'],
    find: 'Find a receipt',
    kind: 'Kind',
    allKinds: 'All kinds',
    columns: { type: 'Kind', id: 'Receipt', commitment: 'Commitment', keyset: 'Key set', time: 'Created' },
    copied: (id: string) => `receipt id ${id}`,
    noMatch: 'No receipt matches the filters.',
    noLoadedMatch: 'No loaded receipt matches the filters. Older receipts are not loaded yet.',
    hint: `Enter opens a row, Space selects it, ${commandKeys('C')} copies the id.`,
    signedOut: 'Looking up a receipt by its id works without signing in.',
    facts: {
      receipts: 'Receipts',
      week: 'Last 7 days',
      newest: 'Newest',
      keySet: 'Signed by key set',
      atLeast: (count: number) => `${formatCount(count)}+`,
    },
  },

  empty: {
    title: 'No receipts yet',
    text: 'Create a receipt to prove later that a text or file existed by then. Programs create receipts through the API.',
  },

  lookUp: {
    verb: 'Look up',
    title: 'Look up a receipt',
    note: 'Works without signing in',
    field: 'Receipt id, hash or handle',
    hint: 'An id starts with rcp_. The on-chain hash has 64 hexadecimal digits, the handle has 148. Spaces are ignored.',
    busy: 'Looking up',
    failed: 'The receipt was not looked up',
    empty: 'Enter a receipt id, an on-chain hash or a handle.',
    badId: 'A receipt id is rcp_ and up to 64 letters and digits.',
    noHex: (position: number) =>
      `This is not a receipt id, which starts with rcp_, and character ${position} is not a hexadecimal digit.`,
    badLength: (digits: number) =>
      `This has ${formatCount(digits)} hexadecimal digits. An on-chain hash has 64, a handle has 148.`,
  },

  create: {
    verb: 'New receipt',
    title: 'New receipt',
    send: 'Create receipt',
    cost: (units: string) => `Costs ${units}`,
    lead: 'The service hashes the payload, signs the hash with the receipt trio (ML-DSA-65, FALCON-512, SLH-DSA-SHA2-128f) and keeps the receipt, not the payload.',
    payload: 'Payload',
    payloadHint: 'Any text. Spaces and line breaks count.',
    fromFile: 'Load from file',
    otherFile: 'Load another file',
    type: 'Type it instead',
    fileSize: (size: string) => `(${size} of UTF-8 text)`,
    kind: 'Kind',
    kindHint: 'What the payload is. The kind is public and signed with the receipt.',
    guessable: 'Short payloads can be guessed.',
    guessableText:
      'The receipt contains the plain SHA3-256 hash of the payload, without salt. To keep a short payload unknown, add random text to the payload, and keep that text: nobody can compare the payload with the receipt without it.',
    busy: 'Hashing and signing three times',
    failed: 'The receipt was not created',
    done: (id: string) => `Receipt ${id} was created`,
    refused: 'The server did not accept the payload; see below.',
    empty: 'Enter the payload, or load it from a file.',
    surrogate: 'This text contains half of a character pair and has no UTF-8 form. Enter it again.',
    tooLong: (size: string, most: string) => `The payload has ${size}. At most ${most} are sent to the server.`,
    sample: 'Contract 17, version 3\nPaid in full: 12,000.00 EUR\nReference 4c1f-90ab-77e2-0d35',
  },

  detail: {
    loading: 'Loading the receipt',
    what: 'The receipt',
    badName: 'This is not the name of a receipt',
    missing: 'This server has no such receipt',
    missingText: (name: ReactNode) =>
      rich`Another service may have created it, or a character is wrong. You looked for ${name}.`,
    other: 'The server answered with another receipt',
    otherText: (name: ReactNode) => rich`None of its three names is ${name}. The answer is not shown.`,
    lookAgain: 'Look up another receipt',
    verifying: 'Verifying in this window',
    unverified: 'The receipt could not be verified',

    save: 'Save file',
    verify: 'Open in Verify',
    copyHandle: 'Copy handle',
    copyId: 'Copy receipt id',
    handleLabel: 'handle',
    idLabel: 'receipt id',
    cameFrom: (id: string) => `receipt ${id}`,

    kind: 'Kind',
    created: 'Created',
    keySet: 'Key set',
    signatures: 'Signatures',
    validOf: (valid: number, all: number) => `${valid} of ${all} valid`,
    payload: 'Payload',
    payloadStates: {
      passed: 'Matches',
      failed: 'Does not match',
      pending: 'Inconclusive',
      not_performed: 'Not compared',
    },

    details: 'What the receipt states',
    commitment: 'Commitment',
    commitmentNote: 'SHA3-256 hash of the payload, public and without salt.',
    commitmentLabel: 'commitment',
    onChainHash: 'On-chain hash',
    onChainHashNote: 'SHA3-256 hash of the substrate. All signatures cover this hash.',
    onChainHashLabel: 'on-chain hash',
    times: 'Times',
    checks: 'Checks',
    notCovered: 'Stated by the file, not covered by the signatures',
    notCoveredNames: { receipt_id: 'Receipt id', verification_url: 'Verification address', keyset_id: 'Key set' },
    urlNote: 'This page never opens the address.',
    keySetNote: 'A hint only. The signatures cover the keys themselves.',
    wholeFile: 'Whole file',
    wholeFileLabel: 'the receipt',
  },

  compare: {
    verb: 'Compare a payload',
    title: 'Compare a payload',
    entered: 'the payload as it was entered',
  },

  several: {
    verify: 'Verify',
    busy: 'Reading the selected receipts',
    failed: 'The selected receipts could not be read',
    cameFrom: 'the list of receipts',
  },

  signaturesLead: 'The receipt trio. Each algorithm signs the on-chain hash by itself.',

  bytes: {
    title: 'Handle, byte by byte',
    lead: '74 bytes that stand for the receipt: the on-chain hash, and the compact receipt that ties keys and signatures to it.',
    handle: 'Handle',
    whole: 'Whole handle',
    wholeLabel: 'the whole handle',
    badHandle: 'The stated handle does not have 74 bytes.',
    substrate: 'Substrate',
    substrateTitle: 'Substrate behind the on-chain hash, 58 bytes',
    badSubstrate: 'The stated substrate does not have 58 bytes.',
    drawing: (label: string, parts: string, total: number) => `${label}: ${parts}; ${total} bytes in all`,
    range: (first: number, last: number) => (first === last ? `byte ${first}` : `bytes ${first}–${last}`),
    parts: {
      onChainHash: 'On-chain hash',
      version: 'Version',
      verificationHash: 'Verification hash',
      time: 'Time',
      flags: 'Signature flags',
      kind: 'Computation type',
      payloadHash: 'SHA3-256 of the payload',
      nonce: 'Nonce',
    },
    versionIs: (version: number) => `version ${version}`,
    kindIs: (type: number, code: string) => `${type}, ${code}`,
    milliseconds: (count: bigint) => `${count} milliseconds since 1970`,
    noFlags: 'none',
  },
} as const;
