import type { ReactNode } from 'react';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

/** The key ceremony of the Keys page. */
export const words = {
  dealer: (name: ReactNode) =>
    rich`${name} It creates the key, splits it and forgets it. Without public keys of the participants, whoever begins the ceremony sees every share once, in clear, and could rebuild the key alone. With public keys only each participant can open their share.`,
  dealerName: 'The server is a trusted dealer.',
  notThreshold:
    'This is not threshold signing: to sign, enough shares are brought together, and the machine that rebuilds the key holds all of it for that moment. Use a machine that you trust, with the people present.',

  begin: {
    verb: 'Begin a ceremony',
    title: 'Begin a ceremony',
    send: 'Create and split the key',
    name: 'Name',
    nameHint: 'Can be used once in the project, for example release-keys-2026.',
    algorithm: 'Algorithm',
    levels: {
      'ML-DSA-44': 'ML-DSA-44, security category 2',
      'ML-DSA-65': 'ML-DSA-65, security category 3',
      'ML-DSA-87': 'ML-DSA-87, security category 5',
    },
    participants: 'Participants',
    participantsHint: 'Each gets one share.',
    threshold: 'Threshold',
    thresholdHint: 'How many shares rebuild the key. Fewer reveal nothing; if fewer are left, the key is lost.',
    seal: 'Seal each share to the public key of its participant',
    sealHint: (kems: string) =>
      `Then nobody here sees a share. Each participant creates an ${kems} key pair, for example under Sign, Key encapsulation, and gives you the public key.`,
    keys: 'Public keys of the participants',
    keysHint: 'Base64, one per line, in the order of the participants.',
    waiting: 'Hand out the shares of the present ceremony first: a new one replaces them.',
    busy: 'Creating and splitting the key',
    failed: 'The ceremony did not begin',
    done: 'The key was created and split. Hand out the shares now',
    trouble: {
      name: 'Give the ceremony a name.',
      participants: (most: number) => `Enter a whole number from 2 to ${most}.`,
      threshold: 'Enter a whole number of at least 2.',
      fewer: (participants: number) => `There are only ${participants} participants.`,
      key: (line: number, kems: string) => `Line ${line} is not an ${kems} public key in base64.`,
      keyCount: (keys: number, participants: number) =>
        `${counted(keys, 'key', 'keys')} for ${counted(participants, 'participant', 'participants')}.`,
      repeated: (line: number) => `Line ${line} repeats a key: each participant needs a different one.`,
    },
  },

  record: {
    label: 'Record of the ceremony',
    ceremony: 'Ceremony',
    key: 'Key',
    keyOf: (algorithm: string, threshold: number, participants: number) =>
      `${algorithm}; ${threshold} of ${participants} shares rebuild it`,
    state: 'Status',
    missing: 'Paste the record of the ceremony, or drop its file here.',
    unreadable: 'This is not the record of a ceremony.',
    asking: 'Asking the server',
    unreached: 'The server could not be asked whether the ceremony is open.',
    unknown: 'This project has no ceremony with this name.',
    otherKey: 'The ceremony with this name in this project has another key.',
    open: (time: ReactNode) => rich`Open until ${time}`,
    ended: (time: ReactNode) =>
      rich`Ended on ${time}. The shares still give the key; ask whoever began the ceremony whether it should still sign.`,
  },

  handOut: {
    title: 'Hand out the shares',
    sealed: 'Each share is sealed: only the secret key of its participant opens it, so it can be sent as it is.',
    plain:
      'Let each participant come to this screen alone. Each share is shown once, here; the server has not kept it.',
    publicKey: 'public key of the ceremony',
    saveRecord: 'Save the record',
    recordNote:
      'The record is public: public key, threshold and commitments. It shows whether a rebuilt key is right and which share is wrong.',
    all: 'All shares are handed out, and this window has forgotten them.',
    finish: 'Finish',
    section: (participant: number) => `Share of participant ${participant}`,
    heading: (participant: number, participants: number) => `Participant ${participant} of ${participants}`,
    sealedLabel: (participant: number) => `sealed share of participant ${participant}`,
    commitment: 'Commitment, which reveals nothing about the share',
    commitmentLabel: (participant: number) => `commitment of participant ${participant}`,
    save: 'Save this share',
    print: 'Print this share',
    taken: (participant: number) => `Participant ${participant} has taken this share`,
    takenHint:
      'The next step forgets this share for good. Leaving the page, or leaving it alone until it locks, forgets all that are left.',
    next: 'Forget it and go to the next',
    last: 'Forget it',
    secrecy: (threshold: number) =>
      `A saved or printed share is as secret as the share itself: anyone who finds ${threshold} of them has the key.`,
    done: 'All shares are handed out',
    now: (participant: number) => `Now the share of participant ${participant}`,
  },

  sheet: {
    title: 'Share of a signing key',
    of: (ceremony: string, participant: number, participants: number) =>
      `Ceremony ${ceremony}, participant ${participant} of ${participants}`,
    rebuild: (threshold: number, algorithm: string) => `${threshold} of these shares rebuild the ${algorithm} key.`,
    sealed: 'This share is sealed: only the secret key of its participant opens it.',
    secret: 'Keep this paper secret and apart from the others.',
    share: 'Share',
    commitment: 'Commitment',
  },

  combine: {
    title: 'Combine and sign',
    lead: 'The key is rebuilt in this window, without the server, checked against the public key of the ceremony, used for one signature and wiped.',
    choose: 'Choose the record and shares',
    drop: 'or drop their files here. They are not sent anywhere.',
    neither: (file: string) => `${file} is neither a share nor the record of a ceremony.`,
    added: (count: number) => `${counted(count, 'share was', 'shares were')} added`,
    shares: 'Shares',
    share: (place: number) => `Share ${place}`,
    of: (participant: number) => `Of participant ${participant}.`,
    secretKey: (place: number) => `Secret key that opens share ${place}`,
    secretKeyHint: 'The ML-KEM secret key of the participant, in base64. It stays in this window.',
    participant: (place: number) => `Participant of share ${place}`,
    takeOut: (place: number) => `Remove share ${place}`,
    enter: 'Enter the shares of the participants.',
    add: 'Add a share',
    check: 'Check the shares',
    forget: 'Forget the shares',
    message: 'Message to sign',
    send: 'Rebuild the key and sign',
    busy: 'Rebuilding the key',
    failed: 'The key was not rebuilt',
    right: 'The shares give the key of this ceremony',
    wrong: 'The shares do not give the key',
    nothing: 'Nothing was signed.',
    signed: 'Signed, and the signature is valid',
    wiped:
      'The rebuilt key has the public key of the record and was wiped. The shares stay in the fields until you forget them or leave the page.',
    signature: 'Signature of the ceremony',
    signatureOf: (algorithm: string) => `${algorithm} signature`,
    hash: 'SHA3-256 of the message',
    hashLabel: 'hash of the message',
    save: 'Save the signature',
    trouble: {
      share: 'This is not a share: paste its text or its file unchanged.',
      other: (ceremony: string) => `This share is of another ceremony: ${ceremony}`,
      secretKey: 'Enter the ML-KEM secret key of this participant, in base64.',
      participant: (most: number) => `Enter the number of the participant, from 1 to ${most}.`,
    },
    which: (place: number | null) => (place === null ? 'A share' : `Share ${place}`),
    refusals: {
      TOO_FEW_SHARES: (_: string, threshold: number) => `There are too few shares: ${threshold} are needed.`,
      MALFORMED_SHARE: (which: string) =>
        `${which} is not a share of such a key: the length is wrong, or something was cut off.`,
      REPEATED_SHARE: (which: string) => `${which} is from a participant whose share is already there.`,
      FOREIGN_SHARE: (which: string) =>
        `${which} is not of this ceremony, or was changed: it matches none of the commitments.`,
      OTHER_KEY: () =>
        'The shares give another key than that of this ceremony: one share is wrong, or there are too few.',
      UNOPENED_SHARE: (which: string) =>
        `${which} is sealed and was not opened: the secret key, the participant or the ceremony is a different one.`,
      MALFORMED_KEY: () => 'The public key or the message cannot be read.',
    },
  },
} as const;
