import type { ReactNode } from 'react';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

/** Key sets wherever they are shown, imported and compared. */
export const words = {
  /** What a key set of each use may sign. */
  uses: {
    artifact: 'Signs verified artifacts',
    '3key': 'Signs bytes for callers (3-key trio)',
    receipt: 'Signs receipts for callers',
    service: 'Signs statements of the service',
    release: 'Signs releases of this product',
    agent: 'Signs actions of agents',
    account: 'Signs for an account',
    enc: 'Receives encrypted data',
  },

  details: {
    issuer: 'Issuer',
    demo: 'demo',
    principal: 'Principal',
    keySet: 'Key set',
    edition: (serial: number) => `, edition ${serial}`,
    use: 'Use',
    from: 'Valid from',
    until: 'Valid until',
    keys: (count: number) => (count === 1 ? 'Key' : 'Keys'),
  },

  succession: {
    newer: (serial: number, from: string) =>
      `Edition ${serial} stays current. Files that this edition signed before ${from} will be Verified; later ones will be Inconclusive.`,
    older: (serial: number, from: string) =>
      `This edition becomes current on ${from}. Files that edition ${serial} signed before then stay Verified. Later files of edition ${serial}, and those without a signed date, will be Inconclusive.`,
  },

  import: {
    title: 'Import a key set',
    drop: 'Drop a key set here',
    choose: 'Choose a file',
    orDrop: 'or drop a .pqkeys.json or .pqrevoke.json file here',
    paste: 'Or paste its text',
    pasted: 'pasted text',
    read: 'Read the text',
    notOpened: 'The file was not opened',
    tooLarge: (name: string, size: string) => `${name} has ${size}. A key set has a few kilobytes.`,
    unreadable: (name: string) => `${name} could not be read.`,
    unusable: { keySet: 'This is not a usable key set', revocation: 'This is not a usable revocation' },
    at: (field: ReactNode, message: ReactNode) => rich`At ${field}: ${message}`,
    back: 'Choose another',
  },

  compare: {
    own: 'Fingerprint of this file, computed here',
    demo: 'This is a demonstration set: anyone may have its secret keys. Every result under it says so.',
    endorsedBy: (serial: string) => `Endorsed by edition ${serial}`,
    unknownSerial: 'before',
    endorser: 'Fingerprint of the endorsing edition, which is pinned or endorsed here',
    notEndorsed: (reason: ReactNode) =>
      rich`${reason} Another edition is accepted here for the same principal. Only a comparison of the fingerprint tells whether this set comes from the same issuer.`,
    conflictTitle: (serial: number) => `Another set is already edition ${serial}`,
    conflict: 'Ask the issuer which of the two is right. To use this one, remove trust in the other first.',
    conflictOther: 'Fingerprint of the other set',
    heldEndorsed: 'This edition is accepted because another one endorses it. Compare its fingerprint to pin it too.',
    known: 'This key set is already pinned.',
    how: 'Get the fingerprint from the issuer through a channel other than the one the file came by: by telephone, on paper, from a page that you trust. A fingerprint that came with the file proves nothing.',
    ways: 'How to compare',
    way: {
      endorsed: 'Rely on the endorsement',
      typed: 'Paste or type it',
      by_eye: 'Compare by reading aloud',
    },
    given: 'Fingerprint obtained elsewhere',
    nameAgrees: 'Name of the person who agrees',
    nameCompares: 'Name of the person who compares',
    confirmations: {
      typed: 'I obtained this fingerprint through a channel other than this file',
      by_eye: 'I compared all 64 characters with a fingerprint from another channel',
      endorsed: 'Nobody compared this fingerprint. I rely on the previous edition',
    },
    refused: 'The key set was not imported',
    accept: 'Accept this edition',
    pin: 'Pin this key set',
    pinned: (id: string) => `Key set ${id} is pinned`,
    accepted: (id: string) => `Key set ${id} is accepted`,
  },

  revocation: {
    revokes: 'Revokes',
    of: (count: number, set: ReactNode) => rich`${counted(count, 'key', 'keys')} of ${set}`,
    unknownSet: 'a key set that is not in the trust store',
    set: (id: ReactNode, serial: number, principal: ReactNode) => rich`${id}, edition ${serial}, ${principal}`,
    keySet: 'Key set',
    time: 'Stated time',
    reason: 'Stated reason',
    none: 'none',
    lead: 'The server accepts it only if that set, or a later accepted edition of it, signed it. Nothing that these keys signed will be Verified here any more, whatever date it states. Revoking is permanent.',
    refused: 'The revocation was not imported',
    confirm: 'Revoke permanently',
    done: (count: number) => `${counted(count, 'key is', 'keys are')} revoked`,
  },

  mirror: {
    damaged: (field: string, message: string) => `The stored trust store is damaged (${field} ${message}).`,
    damagedChange: 'A stored change of the trust store is damaged.',
  },

  signer: {
    published: 'published by the embedded server',
    compare: 'Compare the set that this service publishes',
    none: 'This service publishes no key set with this id.',
  },
} as const;
