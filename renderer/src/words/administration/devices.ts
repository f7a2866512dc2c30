import type { ReactNode } from 'react';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

/** The Devices page. */
export const words = {
  title: 'Devices',
  lead: 'Users of the platform API sign in with a key in a device, such as a passkey. The server stores the public key only, never a face or a fingerprint.',
  proof: 'A passkey proves possession of the key. That a person was recognised is what the device says.',

  empty: {
    title: 'Choose a user',
    text: 'Register a user, or open one by id, to enrol passkeys and to verify them.',
  },

  trouble: {
    browser: 'This browser has no passkeys',
    browserText:
      'It does not offer WebAuthn. Open this address in another browser; everything else on this page works here.',
    host: 'Passkeys work in a browser only',
    hostText: (host: ReactNode) =>
      rich`A passkey belongs to the host name of the console. This window is at ${host}, which is not a host name, so passkeys are refused.`,
    hostHelp: (command: ReactNode) =>
      rich`Let the server listen on this machine and open the console in a browser: ${command}`,
    shellHelp:
      'Switch on “Share on this machine” in the settings, start Touchstone again, and choose “Open in browser” in the File menu.',
  },

  register: {
    verb: 'Register a user',
    title: 'Register a user',
    send: 'Register',
    lead: 'Nothing is sent to the address, and nobody checks who it belongs to.',
    email: 'E-mail',
    name: 'Display name',
    busy: 'Registering',
    failed: 'The user was not registered',
    done: (id: string) => `The user ${id} is registered`,
    emailTrouble: 'Enter an e-mail address.',
    nameTrouble: 'Enter the name that people see.',
    sample: { email: 'ada@example.com', displayName: 'Ada Lovelace' },
  },

  open: {
    verb: 'Open a user',
    title: 'Open a user',
    send: 'Open',
    lead: 'A user who was registered before, here or by a program.',
    id: 'User id',
    busy: 'Looking for the user',
    failed: 'The user was not found',
    trouble: 'A user id begins with usr_.',
  },

  user: {
    copy: 'Copy user id',
    copyLabel: 'user id',
    passkeys: 'Passkeys',
    former: 'For a former address',
    here: 'Passkeys in this window',
    possible: 'possible',
    impossible: 'not possible',
    unknown: 'not known',
    what: 'The passkeys of the user',
    formerText: (count: number) =>
      `${count === 1 ? '1 passkey belongs' : `${count} passkeys belong`} to a former address of this console. Browsers do not offer ${count === 1 ? 'it' : 'them'} here: enrol again.`,
  },

  enrol: {
    verb: 'Enrol a passkey',
    title: 'Enrol a passkey',
    send: 'Enrol',
    device: 'Device name',
    deviceHint: 'What people call the device, for example “Ada’s security key”.',
    deviceTrouble: 'Give the device a name.',
    busy: 'Waiting for the device',
    failed: 'No passkey was enrolled',
    done: 'The passkey is enrolled',
    result: 'Enrolled passkey',
    enrolled: 'Enrolled',
    credential: 'Credential',
    credentialLabel: 'credential id',
    at: 'Enrolled at',
    maker: 'The statement of the maker of the device is not checked: the make of the device is not proven.',
    noPasskey: 'The browser did not create a passkey.',
    otherKind: 'The device created a kind of key that the server does not verify.',
  },

  verify: {
    title: 'Verify',
    lead: 'The server creates a challenge that is valid for one attempt, and the device signs it.',
    none: 'This user has no passkeys yet.',
    count: (count: number) => `This user has ${counted(count, 'passkey', 'passkeys')}.`,
    send: 'Verify with the device',
    busy: 'Waiting for the device',
    failed: 'The device was not verified',
    refused: 'The device gave no answer',
    noAnswer: 'The browser gave no answer.',
    yes: 'Verified',
    no: 'Not verified',
    yesText: 'A passkey of this user signed the challenge, after the device had verified its user.',
    noText:
      'The answer is not valid: another key, another user, a used challenge, or a counter that went back. A counter that went back can mean that the key was copied.',
  },

  refusals: {
    notAllowed: 'Cancelled, timed out, or no device here has a passkey for this user.',
    repeated: 'This device already has a passkey for this user.',
    unsupported: 'The device has no kind of key that the server verifies: ES256, Ed25519 or RS256.',
    address: 'The browser refuses passkeys at this address.',
    other: (name: string) => `The browser stopped: ${name}.`,
  },
} as const;
