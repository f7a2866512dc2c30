import type { ReactNode } from 'react';
import { rich } from '../rich.ts';

/** The signing ceremony on an artifact's page. */
export const words = {
  title: 'Signing ceremony',
  lead: 'Secret keys stay on the machine that signs. Only files travel: a request to the signers, and their answer back.',
  steps: {
    request: 'Save a request for the holders of a key set.',
    sign: 'Run this command where the secret keys are. It shows everything that will be signed, and asks.',
    answer: 'Add the answer. Every signature is verified here before anything is sent.',
  },
  copySign: 'command that signs',

  byCommand: {
    title: 'Without a server',
    lead: 'Save the file. These three commands do the same with the file alone, on one machine or on several.',
    request: 'command that requests signatures',
    apply: 'command that adds the answer',
    after: 'The signed file is the result. The copy on this server keeps its open signatures.',
  },

  request: {
    verb: 'Request signatures',
    title: 'Request signatures',
    note: 'Nothing is sent: the request is a file',
    lead: (slots: string) =>
      `The request carries the whole artifact and the public key set. It asks for the missing signatures: ${slots}.`,
    keySet: 'Key set that is to sign',
    option: (id: string, serial: number) => `${id}, edition ${serial}`,
    fromFile: 'From a file',
    choose: 'Choose a key set file',
    chooseOther: 'Choose another file',
    none: 'Choose the file of the key set (*.pqkeys.json).',
    unreadable: (field: string, message: string) =>
      `This is not a key set${field === '' ? '' : ` (${field})`}: ${message}`,
    noneFits: (name: ReactNode, principal: ReactNode) => rich`No pinned key set signs for ${name}, ${principal}.`,
    noneFitsText: (command: ReactNode) =>
      rich`Make one on the machine that is to sign, with ${command}. Export the key set there, and pin it here on the Trust page.`,
    copyMake: 'command that makes a key set',
    fingerprint: 'Fingerprint',
    fingerprintLabel: 'fingerprint',
    notPinned:
      'This key set is not pinned here. Pin it on the Trust page before you add the answer: until then the server accepts no signature of it.',
    toTrust: 'Import and pin a key set',
    notValid: (from: ReactNode, until: ReactNode) =>
      rich`Signatures of this key set would not count: it is valid from ${from} until ${until}, and the artifact was issued outside that time.`,
    send: 'Save request',
    busy: 'Checking the request as its signers will',
    failed: 'The request was not saved',
    refused: 'This key set cannot sign this artifact',
    done: (name: string) => `Saved ${name}`,
    stopped: 'The file could not be checked. Reload the page and try again.',
  },

  answer: {
    verb: 'Add an answer',
    title: 'Add an answer',
    cost: (units: string) => `Costs ${units} for each signature`,
    lead: 'The answer (*.pqsigned.json) is checked in this window: that it belongs to this artifact, and every signature in it. Then each signature is sent to the server.',
    drop: 'Drop the answer here',
    choose: 'Choose the answer',
    chooseOther: 'Choose another file',
    orDrop: 'or drop it here',
    none: 'Choose the answer that the signers sent back.',
    send: 'Verify and add',
    busy: 'Verifying the signatures, then sending them',
    failed: 'The answer was not added',
    refused: 'The answer was refused. Nothing was sent.',
    member: (field: ReactNode) => rich`At ${field}:`,
    unknownSet: (fingerprint: string) =>
      `No pinned key set has the fingerprint ${fingerprint}. Pin the signers’ key set on the Trust page, then add the answer again.`,
    partly: 'Not all signatures were added',
    added: (names: string) => `Added: ${names}.`,
    notAdded: (names: string) => `Not added: ${names}.`,
    why: (reason: ReactNode) => rich`${reason} Press the button again to add what is missing.`,
    nothingNew: 'All signatures of this answer are in the artifact already.',
    done: (filled: number, all: number) => `${filled} of ${all} signatures present`,
  },
} as const;
