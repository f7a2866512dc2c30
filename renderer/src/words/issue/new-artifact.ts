import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

/** The sheet that issues an artifact. */
export const words = {
  verb: 'New artifact',
  title: 'New artifact',
  cost: (units: string) => `Costs ${units}`,
  issuedBy: (name: ReactNode, principal: ReactNode) => rich`Issued by ${name}, ${principal}.`,
  issuerUnknown: 'The name of this service is not known yet.',

  members: { name: 'subject', claim: 'claim' },
  name: 'Subject',
  nameHint: 'What the artifact is about, for example a product with its version.',
  category: 'Category',
  product: 'Product',
  productHint: 'Optional. The product that the subject belongs to.',
  description: 'Description',
  descriptionHint: 'Optional.',
  claim: 'Claim',
  claimHint: 'One sentence that states what the artifact attests.',

  evidence: {
    label: 'Evidence files',
    lead: 'Names, sizes and hashes enter the artifact. The contents never leave this window.',
    choose: 'Choose files',
    folder: 'Choose folder',
    orDrop: 'or drop files and folders here',
    drop: 'Drop evidence files here',
    list: 'Files of evidence',
    supplies: (pillar: string) => `Supplies the ${pillar} attestation`,
    waiting: 'Waiting',
    reading: 'Hashing',
    progress: (files: number) => `Hashing ${counted(files, 'file', 'files')}, percent`,
    remove: (name: string) => `Remove ${name}`,
    sha256: 'SHA-256',
    sha3: 'SHA3-384',
    more: (count: number) => `${counted(count, 'more file', 'more files')}, hashed and not shown here`,
    removeAll: 'Remove all',
    count: (files: number, size: string) => `${counted(files, 'file', 'files')}, ${size}`,
    unreadable: 'This file could not be read. Remove it, or choose it again.',
    tooLarge: (most: string) => `An attestation has at most ${most}.`,
    noBundle: (place: string, message: string) =>
      `This is not an attestation${place === '' ? '' : ` (${place})`}: ${message}`,
    stopped: 'The files could not be hashed. Reload the page and try again.',
    none: 'Choose at least one file of evidence.',
    unfinished: 'Wait until all files are hashed.',
    unusable: 'Remove the files that cannot be used.',
    onlyBundles: 'Choose at least one file of evidence, or a file evidence.json.',
    alike: (name: string, other: string) =>
      `${name} and ${other} differ only in letter case or in how letters are encoded. Some file systems take them for one file. Rename one of the two.`,
    sameName: (name: string) => `A file called ${name} is in the list already. Rename one of the two.`,
    samePillar: (pillar: string) => `A file that supplies the ${pillar} attestation is in the list already.`,
    beside: (names: readonly string[]) =>
      `evidence.json supplies the evidence, so these files would not be in the artifact: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${formatCount(names.length - 5)} more` : ''}. Remove them, or remove evidence.json.`,
    supplied: (names: ReactNode) =>
      rich`A file called ${names} supplies that attestation as a whole. Every other file is evidence.`,
  },

  summary: {
    label: 'Evidence summary',
    hint: (sentence: string) => `One sentence. Left empty: “${sentence}”`,
    hintSupplied: 'One sentence that names the attestations which carry the claim.',
    needed: 'Enter the evidence summary: evidence.json supplies the evidence.',
  },

  advanced: {
    title: 'Advanced',
    loadBearing: 'Load-bearing attestations',
    loadBearingHint: 'The attestations that carry the claim.',
    assurances: 'Further assurances',
    assurancesHint: 'Optional. One on each line.',
    tooMany: (most: number) => `At most ${formatCount(most)} assurances are possible.`,
    signer: 'Signer',
    anySigner: 'Chosen when signatures are requested',
    signerHint: 'The governance attestation names the key set that is to sign.',
    edition: (id: string, serial: number) => `${id}, edition ${serial}`,
  },

  pillars: {
    cryptography: 'Cryptography',
    evidence: 'Evidence',
    governance: 'Governance',
    privacy: 'Privacy',
    verification: 'Verification',
  },

  send: 'Preview attestations',
  busy: 'Testing the signature algorithms with throw-away keys',
  failed: 'The attestations were not made',

  preview: {
    heading: 'Five attestations',
    lead: (cycle: ReactNode) => rich`Made in this window for cycle ${cycle}. Nothing has been sent yet.`,
    cycleNote:
      'The cycle is the next number of this quarter. Another program may take the same number meanwhile; the two artifacts still have different ids.',
    moved: (cycle: string) =>
      `Another artifact has taken the number meanwhile. The attestations now state cycle ${cycle}. Look at them again, then issue.`,
    announce: (failed: number) =>
      failed === 0 ? 'All five attestations passed' : `${counted(failed, 'attestation', 'attestations')} failed`,
    back: 'Back to the form',
    passed: 'Passed',
    failed: 'Failed',
    unknown: 'No result',
    from: (file: string) => `Supplied by ${file}`,
    says: {
      cryptography: {
        passed: 'Each of the three algorithms accepted its own signature and refused a changed one.',
        failed: 'A signature algorithm did not pass its self-test on this machine.',
      },
      evidence: {
        passed: (files: number) => `${counted(files, 'file', 'files')} by name, size and hashes.`,
        failed: 'Two files have the same name.',
      },
      governance: {
        passed: (signer: string | null) =>
          signer === null
            ? 'Three signatures are required, all from one key set.'
            : `Three signatures are required, all from the key set ${signer}.`,
        failed: 'The key set that is to sign is not for this issuer.',
      },
      privacy: {
        passed: 'No personal data found in the subject and in the file names.',
        failed: (count: number) => `${counted(count, 'text looks', 'texts look')} like personal data.`,
      },
      verification: {
        passed: 'A change in any other attestation changes its hash.',
        failed: 'A change in an attestation went unnoticed.',
      },
    },
    personal: 'This looks like personal data',
    personalText: 'An artifact is made to be published. Change these texts, or rename the files:',
    rules: {
      'e-mail address': 'e-mail address',
      IBAN: 'IBAN',
      'US social security number': 'US social security number',
      'telephone number': 'telephone number',
    } as Readonly<Record<string, string>>,
    refused: 'The artifact cannot be issued',
    refusedText: (reason: ReactNode) => rich`No verifier would accept the artifact: ${reason}`,
    allow: 'Issue although it fails',
    allowHint: (pillars: string) =>
      `Verifiers will report Failed because of: ${pillars}. Such an artifact cannot be signed.`,
    json: 'Attestations as JSON',
    jsonLabel: 'the attestations',
    stopped: 'The attestations could not be made. Reload the page and try again.',
  },

  issue: 'Issue artifact',
  issuing: 'Issuing the artifact',
  issueFailed: 'The artifact was not issued',
  done: (name: string) => `The artifact about ${name} was issued`,

  sample: {
    'subject.name': 'Example pump controller 1.4',
    'subject.product': 'Example pump controller',
    'subject.description': 'Firmware for the controller of the example pump, built on 12 May.',
    'human_summary.claim': 'The firmware was built from the reviewed sources, and all of its tests passed.',
    files: [
      { name: 'test-report.txt', text: '340 tests run, 340 passed.\n' },
      { name: 'build-log.txt', text: 'Built from commit 6d1ce06 with the pinned compiler.\n' },
    ],
  },
} as const;
