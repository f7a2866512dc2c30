import type { ReactNode } from 'react';
import { rich } from '../rich.ts';

/** The tab of the Keys page for verification under encryption. */
export const words = {
  lead: 'A program elsewhere shows that it has the same key, without sending it: it encrypts the hash of its copy under the public key of an enrolment.',
  loading: 'Loading the enrolments',
  what: 'The enrolments',
  caption: 'Keys enrolled for encrypted verification',
  columns: {
    purpose: 'Purpose',
    key: 'Key',
    state: 'State',
    verifiers: 'Verifiers',
    attempts: 'Without a match',
    enrolled: 'Enrolled',
    acts: 'Actions',
  },
  states: { enrolled: 'Active', ended: 'Ended' },
  allVerifiers: 'all API keys',
  ofLimit: (attempts: string) => `${attempts} of 100`,
  remove: 'Delete',
  removeOne: (purpose: string) => `Delete the enrolment ${purpose}`,

  empty: { title: 'No enrolled keys yet' },

  enrol: {
    verb: 'Enrol a key',
    also: 'Encrypted key verification',
    title: 'Enrol a key for encrypted verification',
    send: 'Enrol',
    busy: 'Making a key pair',
    failed: 'The key was not enrolled',
    done: 'The key is enrolled',
    key: 'Managed key',
    noKey: 'Choose a key',
    keyTrouble: 'Choose the key to enrol.',
    purpose: 'Purpose',
    purposeWhat: 'the purpose',
    purposeHint: 'For example: check of the copy in the other data centre.',
    verifiers: 'API keys that may verify',
    verifiersHint:
      'Ids such as ak_…, separated by commas or spaces. Empty: every API key of the project that may use keys.',
    next: 'You can then save the public key for the other side.',
  },

  made: {
    title: 'Enrolled',
    text: (id: ReactNode) =>
      rich`Give the other side this file: it holds the public key and the parameters of ${id}. Nothing in it is secret.`,
    save: 'Save public key',
  },

  forget: {
    title: 'Delete the enrolment',
    send: 'Delete',
    busy: 'Deleting',
    failed: 'The enrolment was not deleted',
    done: 'The enrolment was deleted',
    text: 'Its key pair and the encrypted hash are deleted; the managed key stays as it is. Verification answers NOT_FOUND from then on. This cannot be undone: enrol the key again.',
  },
} as const;
