import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

const edition = (serial: number) => `edition ${serial}`;

/** The Trust page. */
export const words = {
  title: 'Trust',
  lead: 'Signatures count only under key sets that a person pinned here, or that a pinned edition endorses. Nothing is pinned out of the box.',
  import: 'Import a key set',
  exportStore: 'Export the trust store',
  importStore: 'Import a trust store',
  tabs: {
    label: 'Trust store',
    sets: (count: number) => `Key sets (${formatCount(count)})`,
    own: 'Own service',
    revoked: (count: number) => `Revoked keys (${formatCount(count)})`,
    history: 'History',
  },

  facts: {
    issuers: 'Issuers',
    pinned: 'Pinned',
    endorsed: 'Endorsed',
    next: 'Next to expire',
    none: 'None',
    changed: 'Last change',
    never: 'Never',
  },

  empty: {
    title: 'No key set is pinned yet',
    text: 'A signed file is Inconclusive, "signer not trusted", until you import the key set of its issuer: a .pqkeys.json file, whose fingerprint you compare with one from another source.',
    own: 'Use the own service',
  },

  list: {
    caption: 'Key sets, by issuer',
    columns: {
      set: 'Key set',
      state: 'State',
      issuer: 'Issuer',
      use: 'Use',
      edition: 'Edition',
      until: 'Valid until',
      by: 'Accepted by',
    },
    pinnedBy: (name: ReactNode) => rich`Pinned by ${name}`,
    endorsedBy: (serial: number | undefined) =>
      serial === undefined ? 'Endorsed by another edition' : `Endorsed by ${edition(serial)}`,
  },

  set: {
    one: 'Key set',
    missing: 'This key set is not in the trust store.',
    toList: 'Show all key sets',
    demo: 'demo',
    states: {
      current: '',
      older: 'An older edition. It counts for what was signed before the next edition began.',
      not_yet: 'Not valid yet.',
      expired: 'Expired. New signatures under this set do not count.',
      untrusted: 'A person removed trust in this set. Files signed under it are Inconclusive.',
      unsupported: 'The edition that endorsed this set is no longer trusted, so this set does not count.',
      partly_revoked: 'A key of this set is revoked. What that key signed is not accepted.',
      revoked: 'All keys of this set are revoked. Nothing that they signed is accepted.',
    },
    facts: {
      issuer: 'Issuer',
      use: 'Use',
      edition: 'Edition',
      editionOf: (serial: number, newest: number) =>
        serial === newest ? formatCount(serial) : `${formatCount(serial)} of ${formatCount(newest)}`,
      until: 'Valid until',
      by: 'Accepted by',
    },
    fingerprint: 'Fingerprint',
    fingerprintOf: (id: string) => `fingerprint of ${id}`,
    details: 'Details',
    acceptance: 'Acceptance',
    pinned: (by: ReactNode, at: ReactNode, source: ReactNode) => rich`Pinned by ${by}, ${at}, from ${source}`,
    endorsed: (serial: number | undefined, by: ReactNode, at: ReactNode, source: ReactNode) =>
      rich`Endorsed by ${serial === undefined ? 'another edition' : edition(serial)}, not pinned. Accepted by ${by}, ${at}, from ${source}`,
    removed: (by: ReactNode, at: ReactNode) => rich`Trust removed by ${by}, ${at}`,
    editions: 'Editions',
    editionName: (serial: number) => `Edition ${formatCount(serial)}`,
    shown: 'shown here',
    keys: (count: number) => (count === 1 ? 'Key' : `Keys (${formatCount(count)})`),
    keysOf: (id: string) => `Keys of ${id}`,
    keyColumns: { algorithm: 'Algorithm', thumbprint: 'Thumbprint', state: 'State' },
    thumbprintOf: (algorithm: string) => `thumbprint of the ${algorithm} key`,
    valid: 'Not revoked',
    revoked: 'Revoked',
    revoke: 'Revoke',
    revokeOne: (algorithm: string) => `Revoke the ${algorithm} key`,
    export: 'Export',
    remove: 'Remove trust',
    again: 'Compare and pin again',
    againSource: 'trust store',
  },

  remove: {
    title: 'Remove trust in this key set',
    text: 'Files signed under this set will be Inconclusive. No key is revoked: you can compare the fingerprint and pin the set again. Revocations of its keys stay.',
    resting: (serials: readonly number[]) =>
      `Trust also ends in ${serials.map(edition).join(', ')}, which only this edition endorses.`,
    done: (id: string) => `Trust in ${id} is removed`,
  },

  revoke: {
    title: 'Revoke this key permanently',
    text: 'No file signed with this key will be Verified on this machine any more, whatever date it states. A revocation cannot be undone. It stays when the key set is removed and imported again.',
    reason: 'Reason, for those who read the trust store',
    noReason: 'No reason given.',
    confirm: 'Revoke permanently',
    done: (algorithm: string) => `The ${algorithm} key is revoked`,
  },

  own: {
    loading: 'Reading the key sets of this service',
    what: 'The key sets of this service',
    title: 'Key sets of this service',
    lead: 'On this machine, signatures of the service, receipt and 3key sets are Verified as signed by its own service. Artifacts count once you pin their set here. Others compare these fingerprints and pin the sets they need.',
    export: 'Export the public sets',
    from: (folder: ReactNode, command: ReactNode) =>
      rich`Read from the data folder ${folder}. The command ${command} shows the same fingerprints.`,
    failed: 'That did not work',
    item: (use: string, serial: number) => `Own set ${use}, edition ${serial}`,
    edition: (serial: number) => `, edition ${serial}`,
    states: { current: 'Current', retired: 'Retired, still verifies', revoked: 'Revoked' },
    fingerprint: 'Fingerprint',
    fingerprintOf: (use: string, serial: number) => `fingerprint of the ${use} set, edition ${serial}`,
    valid: 'Valid',
    span: (from: ReactNode, until: ReactNode) => rich`${from} to ${until}`,
    isEndorsed: 'Endorsed by an earlier edition',
    isPinned: 'Pinned on this machine',
    pin: 'Pin this artifact set',
    pinned: (serial: number) => `Edition ${serial} of the artifact set of this service is pinned`,
    revoke: 'Revoke',
    exportRevocation: 'Export the revocation',
    revoked: (id: string) => `${id} is revoked`,
    revokeTitle: "Revoke this service's key set permanently",
    revokeConfirm: 'Revoke and save the file',
    revokeText:
      'Nothing that this set signed will be Verified here any more, whatever date it states. A signed revocation is saved as a .pqrevoke.json file: give it to everybody who pinned the set. This cannot be undone.',
    revokeCurrent:
      'This is the current set: the service signs nothing with it afterwards. Rotate it to make the next edition.',
    reason: 'Reason, for those who import the file',
  },

  revocations: {
    emptyTitle: 'No revoked keys',
    emptyText:
      'Revoke a key on the page of its key set. A revocation is permanent and counts for every file, whatever its date.',
    caption: 'Revoked keys',
    columns: { thumbprint: 'Key thumbprint', set: 'Key set', at: 'Revoked', reason: 'Reason' },
    thumbprint: 'key thumbprint',
    notPinned: 'not pinned',
  },

  history: {
    empty: 'Nothing has happened yet',
    emptyText: 'Every change of the trust store is listed here: who pinned, removed or revoked what, and when.',
    caption: 'History of the trust store',
    columns: { at: 'When', what: 'What', by: 'By', detail: 'Source or reason' },
    pinned: (id: string, serial: number) => `Pinned ${id}, edition ${serial}`,
    endorsed: (id: string, serial: number) => `Accepted ${id}, edition ${serial}, as endorsed`,
    removed: (id: string, serial: number) => `Removed trust in ${id}, edition ${serial}`,
    revoked: (thumbprint: string) => `Revoked the key ${thumbprint}`,
  },

  store: {
    tooLarge: (name: string) => `${name} is too large for a trust store.`,
    unreadable: 'The file could not be read.',
    problem: (name: string, message: string) => `${name}: ${message}`,
    unusable: 'This is not a usable trust store',
    from: (name: ReactNode) => rich`From ${name}`,
    known: 'Everything in this file is here already.',
    nothing:
      'Nothing in this file is pinned yet. Compare the fingerprint of each key set with one that came through another channel.',
    edition: (serial: number) => `, edition ${serial}`,
    compare: 'Compare',
    compareOne: (id: string) => `Compare ${id}`,
    revocations: (count: number) => `Import ${counted(count, 'revocation', 'revocations')}`,
    close: 'Close the list',
    revocationsTitle: 'Import revocations',
    confirm: 'Revoke permanently',
    revocationsText: 'These keys will no longer count for any file, whatever its date. This cannot be undone.',
  },

  sync: {
    fault: "This browser's copy of the trust store cannot be read",
    faultText: (fault: string) => `${fault} It is treated as empty until the server's copy replaces it.`,
    refused: 'The server refused a change that was made here',
    change: (title: string, refusal: string) => `${title}: ${refusal}`,
    discard: 'Discard the change',
    failed: 'The trust store could not be synchronised',
    failedText: (problem: string) => `${problem} What is shown is the copy of this window, which verification uses.`,
    local:
      'The server is stopped. This is the copy of this window, which verification uses. Keep the window open until the server runs again, or changes that wait are lost.',
    signedOut: 'This window is not signed in. This is the copy of this window, which verification uses.',
    unsent: (count: number) => ` ${counted(count, 'change', 'changes')} will be sent later.`,
    pin: (id: string, serial: number) => `Pinning ${id}, edition ${serial}`,
    unpin: (fingerprint: string) => `Removing the key set ${fingerprint}`,
    revoke: (thumbprint: string) => `Revoking the key ${thumbprint}`,
  },
} as const;
