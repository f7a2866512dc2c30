import type { ReactNode } from 'react';
import { commandKeys } from '../../lib/text/platform-keys.ts';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

/** The Biometrics page. */
export const words = {
  title: 'Biometrics',
  lead: 'Templates of faces, voices and fingerprints are stored encrypted, and compared without being decrypted.',
  modalities: { face: 'Face', voice: 'Voice', fingerprint: 'Fingerprint' },
  cost: (units: string) => `Costs ${units}`,

  facts: {
    users: 'Users',
    templates: 'Templates',
    locked: 'Locked for now',
    threshold: 'Thresholds',
    thresholdText: (face: string, voice: string, fingerprint: string) =>
      `face ${face}, voice ${voice}, fingerprint ${fingerprint}`,
  },

  list: {
    heading: 'Users',
    label: 'Enrolled users',
    names: ['user', 'users'],
    loading: 'Loading the users',
    what: 'The users',
    find: 'Find a user',
    state: 'State',
    noMatch: 'No user matches the filters.',
    hint: `Enter opens a user, ${commandKeys('C')} copies the name.`,
    cut: 'There are more users, which are not listed.',
    columns: { user: 'User', modalities: 'Templates', state: 'State', enrolled: 'Enrolled' },
    states: { open: 'Active', locked: 'Locked for now' },
  },

  empty: {
    title: 'No templates yet',
    text: 'Enrol a feature vector that your recogniser made of a face, a voice or a fingerprint. Pictures and sound are not taken.',
  },

  enrol: {
    verb: 'Enrol',
    also: 'Enrol a biometric template',
    title: 'Enrol a template',
    send: 'Enrol',
    busy: 'Encrypting the template',
    failed: 'The template was not stored',
    done: (user: string) => `The template of ${user} is stored encrypted`,
    user: 'User',
    userWhat: 'the name of the user',
    userHint: 'Your name for the person, within this project.',
    modality: 'Modality',
    template: 'Template',
    replaces: 'An earlier template of this user and modality is replaced.',
    clear: 'The server sees the vector in clear once. Encryption protects the stored template.',
    sampleUser: 'ada',
  },

  verify: {
    verb: 'Verify a sample',
    title: (user: string) => `Verify ${user}`,
    send: 'Verify',
    busy: 'Comparing',
    failed: 'The sample was not compared',
    sample: 'Sample',
    locked: 'After 20 failures within an hour verification is refused for this user.',
    yes: 'Verified',
    no: 'Not verified',
    yesText: (confidence: string) => `The sample reaches the threshold: similarity ${confidence}.`,
    noText: 'The sample does not reach the threshold, or has another length. How close it came is not told.',
    duration: (milliseconds: string) => `Compared in ${milliseconds} ms.`,
    heading: 'Last verification',
  },

  match: {
    verb: 'Compare two vectors',
    also: 'Compare biometric vectors',
    title: 'Compare two vectors',
    send: 'Compare',
    busy: 'Comparing',
    failed: 'The vectors were not compared',
    a: 'First vector',
    b: 'Second vector',
    note: 'One is encrypted, the other is not. Nothing is stored.',
    heading: 'Last comparison',
    yes: 'Match',
    no: 'No match',
    result: (similarity: string, threshold: string, modality: string) =>
      `Similarity ${similarity}; the threshold for ${modality} is ${threshold}.`,
  },

  threshold: {
    verb: 'Set threshold',
    also: 'Set a biometric threshold',
    title: 'Set the threshold',
    send: 'Set threshold',
    busy: 'Saving the threshold',
    failed: 'The threshold was not set',
    done: (modality: string, value: string) => `Threshold for ${modality}: ${value}`,
    value: 'Least similarity',
    valueHint: 'From 0.5 to 0.99. Lower lets more strangers in, higher rejects more people.',
    trouble: 'Enter a number from 0.5 to 0.99.',
    audited: 'Applies to this project from the next comparison on. The change is recorded in the audit.',
  },

  curve: {
    title: 'What a threshold does',
    lead: 'Made-up data, to show the trade-off. Measure your own recogniser before you choose a threshold.',
    chart: 'False acceptances and false rejections by threshold',
    name: 'threshold-example',
    summary: (threshold: string, accepts: string, rejects: string) =>
      `In the example a threshold of ${threshold} accepts ${accepts} of strangers and rejects ${rejects} of the right people.`,
    point: 'Threshold',
    accepts: 'strangers accepted',
    rejects: 'right people rejected',
    inForce: (threshold: string) => `In force for faces: ${threshold}`,
    percent: (value: string) => `${value} %`,
  },

  detail: {
    what: 'The user',
    loading: 'Loading the user',
    missing: 'No such user',
    missingText: (user: ReactNode) => rich`This project has no template of ${user}.`,
    templates: 'Templates',
    caption: 'Templates of this user',
    columns: { modality: 'Modality', values: 'Values', size: 'Ciphertext', enrolled: 'Enrolled', id: 'Enrolment' },
    size: (kilobytes: string) => `${kilobytes} KiB`,
    never: 'Templates are never shown, not even encrypted.',
    idLabel: 'enrolment id',
    facts: { templates: 'Templates', failures: 'Failures in the last hour', newest: 'Newest template' },
    ofLimit: (failures: string) => `${failures} of 20`,
  },

  remove: {
    verb: 'Delete',
    title: (user: string) => `Delete ${user}`,
    send: 'Delete',
    busy: 'Deleting',
    failed: 'The user was not deleted',
    done: (templates: number) => `${counted(templates, 'template', 'templates')} deleted`,
    text: 'All templates of this user are deleted together with the keys that open them. Verification answers NOT_FOUND from then on.',
    backups: 'This cannot be undone. Backups made before still hold the templates.',
    typeName: (name: ReactNode) => rich`Type ${name} to confirm`,
    nameTrouble: 'The name is different.',
  },
} as const;
