import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

const files = (count: number) => counted(count, 'file', 'files');

/** The Verify page. */
export const words = {
  title: 'Verify',
  lead: 'Drop a file and get one outcome with its reasons. Works offline, without an account.',
  close: 'Close and start again',
  backTo: (title: string) => `Back to ${title}`,
  files,
  reading: (count: number) => `Reading ${files(count)}`,
  fileOpened: 'File',

  first: {
    what: 'What happens',
    offline: {
      title: 'Offline',
      text: 'The file is read and checked in this window. Nothing leaves this computer, and no account is needed.',
    },
    outcome: {
      title: 'One outcome, with its reasons',
      text: 'Format, hashes, three signature algorithms, trust, validity and policy are checked, each with what was expected and what was found.',
    },
    believed: {
      title: 'Nothing is taken on faith',
      text: 'The outcome is computed. What the file says about itself is marked as stated by the file. You decide which keys to pin.',
    },
    examples: 'Examples',
    all: 'Verify all examples at once',
    failed: 'The examples could not be loaded. You can still verify your own files.',
  },

  keySets: {
    several: (count: number) => `${formatCount(count)} key sets`,
    beside: 'A key set was opened with it',
    one: 'This is a key set',
    text: 'A key set says which keys an issuer uses. It proves nothing by itself: before you pin it, compare its fingerprint with one that you got from the issuer through another channel.',
    demo: 'demo keys',
    names: (issuer: string, principal: string) => `${issuer}, ${principal}`,
    trusted: 'Accepted on this machine',
    compare: 'Compare and import',
  },

  lent: {
    label: 'Lent demo keys',
    judged: (examples: number, sets: number) =>
      `Checked with the demo key ${sets === 1 ? 'set' : 'sets'} of the ${examples === 1 ? 'example' : 'examples'}, which ${sets === 1 ? 'is' : 'are'} not in your trust store.`,
    text: 'They are lent for this check only. Your own files are checked with your trust store alone, which starts empty.',
    giveBack: 'Use my trust store alone',
  },

  result: {
    notVerified: 'Not verified',
    cancelled: 'Cancelled',
    cancelledText: 'This file was not verified. Open it again to verify it.',
    verifying: 'Verifying',
    byReceipt: 'Verifying receipt by receipt',
    print: 'Print or save as PDF',
    saveHtml: 'Save report (HTML)',
    saveJson: 'Save report (JSON)',
    importKeySet: 'Import a key set',
    orDrop: 'or drop the .pqkeys.json file here',
    receipt: 'What the receipt states',
    payload: 'Payload',
    signed: 'What was signed',
    checks: 'Checks',
    signatures: 'Signatures',
    signaturesLead: {
      artifact: 'The artifact trio: each of the three algorithms is checked by itself, over the same manifest hash.',
      receipt: 'The receipt trio: each of the three algorithms is checked by itself, over the same on_chain_hash.',
      signature: 'The 3-key trio: each of the three algorithms is checked by itself, over the same data_hash.',
    },
    times: 'Times',
    contents: 'Contents',
    contentsLead: 'As the file contains it. Text is shown as text; links are never opened.',
    large: (size: string, most: number) =>
      `The file has ${size}. All of it was verified, but files over ${most} MiB are shown as a tree only on request: that takes a few seconds and several times as much memory.`,
    loadTree: 'Load the tree',
    loadingTree: 'Loading the whole file',
    attestation: (pillar: string, result: string | null) =>
      `${pillar} attestation${result === null ? '' : `, reports ${result}`}`,
    attestationLabel: (pillar: string) => `the ${pillar} attestation`,
    whole: 'The whole file',
    wholeLabel: 'the whole file',
    notCovered: 'What the signatures do not cover',
    notCoveredLead:
      'Stated by the file only. Anyone who passes the file on could have changed these members without any check noticing.',
    allCovered: 'Nothing: every member of this file is covered.',
    file: 'This file',
    sha256: 'SHA-256',
    sha256Of: 'SHA-256 of the file',
    sha3: 'SHA3-384',
    sha3Of: 'SHA3-384 of the file',
    size: 'Size',
    bytes: (size: number) => counted(size, 'byte', 'bytes'),
    verifiedBy: 'Verified by',
    verifier: (name: string, version: string) => `${name} ${version}, offline, in this window`,
  },

  receipt: {
    receipt: 'Receipt',
    kind: 'Kind',
    code: (type: number) => `(${type})`,
    keySet: 'Key set, as stated',
    commitment: 'Commitment, SHA3-256 of the payload',
    onChainHash: 'on_chain_hash, which the signatures cover',
  },

  stated: {
    title: 'What the file states',
    fences: {
      unbound: 'Stated by the file, not covered by the signatures',
      failed: 'Stated by a file that failed verification: do not rely on it',
      partly: 'Stated by the file; not all signatures over it have been made',
      untrusted: 'Stated by the file; no signature that you trust covers it',
    },
    restsOn: 'Rests on:',
    verdict: 'Stated verdict',
    outcome: 'Outcome of this check',
    differs: (claimed: ReactNode, outcome: string) =>
      rich`The file calls itself ${claimed}. Only the outcome of this check counts: ${outcome}.`,
    subject: 'Subject',
    issuer: 'Issuer',
    category: 'Category',
    cycle: 'Cycle',
    artifactId: 'Artifact id',
    verifierUrl: 'Verifier address, not opened',
  },

  agent: {
    subject: {
      session_id: 'Session',
      node_id: 'Receipt',
      agent_id: 'Agent',
      action: 'Action',
      hash: 'Hash of the receipt',
      nodes: 'Receipts',
      sealed: 'Sealed',
      ran_although_forbidden: 'Ran although forbidden',
      imported: 'Imported',
      log_id: 'Log',
      heads: 'Signed heads',
      leaves: 'Leaves of the newest head',
      root: 'Root of the newest head',
      statement: 'Statement',
      bounds: 'Bounds',
      one_of: 'One of',
      source: 'Source of the value',
      subject: 'Subject',
      nonce: 'Nonce',
      chain: 'Chain',
      network: 'Network',
      issued_at: 'Issued',
      expires_at: 'Expires',
      commitment: 'Commitment',
      strength: 'Strength of the proof',
    } as Readonly<Record<string, string>>,
    titles: { session: 'The session', node: 'The receipt', log: 'The log', proof: 'The claim' },
    signatures: {
      session:
        "The agent's key signed every receipt; the service holds that key. The service signed the seal with the receipt trio.",
      node: "The agent's key signed the receipt; the service holds that key. The service signs a seal with the receipt trio.",
      log: 'A key of the service signed every head.',
      proof: 'A key of the service signed the record of the proof. The proof itself holds without any key.',
    },
    times: (time: ReactNode) =>
      rich`The times in the file are stated by the service, not proven. Verified now, by the clock of this computer: ${time}.`,
    changed: (receipt: number) => `Receipt ${formatCount(receipt)} was changed`,
    broken: (receipt: number) => `Broken at receipt ${formatCount(receipt)}`,
    head: (head: number, leaves: string) =>
      `Head ${formatCount(head)}, of ${leaves} leaves, is the first that is not intact.`,
    receipt: 'Receipt',
    differs: 'What differs',
    expected: 'Expected',
    found: 'Found',
  },

  batch: {
    summary: 'Summary',
    outcomes: 'Show only these outcomes',
    label: 'Verified files',
    noMatch: 'No file matches the filters.',
    find: 'Find in the list',
    match: (shown: number, all: number) => `${formatCount(shown)} of ${files(all)} match the filters`,
    verifying: 'Verifying',
    again: 'The trust store has changed: verifying again',
    cancelledAfter: (took: string) => `Cancelled after ${took}`,
    doneIn: (took: string) => `Done in ${took}`,
    doneAgain: (took: string) => `Done again with the changed trust store, in ${took}`,
    exitCode: (code: number) => `exit code ${code}`,
    columns: {
      name: 'File',
      outcome: 'Outcome',
      code: 'Code',
      claimed: 'Stated verdict',
      subject: 'Subject',
      issuer: 'Issuer',
      principal: 'Principal',
      cycle: 'Cycle',
      size: 'Size',
      time: 'Time',
    },
    soFar: 'So far',
    worst: 'Worst outcome',
    worstSoFar: 'Worst outcome so far',
    notVerified: (count: number) => `${formatCount(count)} not verified`,
    underDemo: (count: number) => `${formatCount(count)} under demo keys`,
    leftOut: (count: number) =>
      `${formatCount(count)} left out because ${count === 1 ? 'it is' : 'they are'} not .json`,
    heard: {
      outcome: (word: string, sentence: string) => `${word}. ${sentence}`,
      notVerified: 'Not verified.',
      open: (count: number) => ` ${files(count)} not verified.`,
      files: (count: number) => `${files(count)}.`,
      worst: (word: string, count: number) => `Worst outcome: ${word}, ${files(count)}.`,
    },
  },

  print: {
    title: 'Verification of several files',
    headline: (label: string, word: string) => `${label}: ${word}`,
    counts: (counts: string) => `${counts}.`,
    outcome: (word: string, count: number) => `${word}: ${formatCount(count)}`,
    file: (name: string, reason: string) => `${name}: ${reason}`,
    by: (time: string, name: string, version: string) =>
      `Printed at ${time} by ${name} ${version}. Verified offline, with the trust store of the computer that printed this.`,
    cut: (printed: number, left: number) =>
      `Printed are the first ${formatCount(printed)} files, the worst first. ${formatCount(left)} are left out; the exports as CSV and JSON contain all.`,
    columns: ['Outcome', 'File', 'Subject', 'Reason'],
  },
} as const;
