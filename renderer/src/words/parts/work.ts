import { counted } from '../count.ts';

/** How a request goes: under a form, and in the place of what could not be read. */
export const words = {
  offline: 'The server is out of reach',
  signedOut: 'This window is not signed in',
  unreached: (what: string) => `${what} could not be reached`,
  unread: (what: string) => `${what} could not be read`,
  codeMeans: (code: string) => `What ${code} means`,
  kept: 'What you entered is still there.',
  cancelled: 'Cancelled. What you entered is still there.',
  mayBeSpent: 'The server may have finished all the same; then the units are spent.',
  elapsed: (seconds: number) => `${counted(seconds, 'second', 'seconds')} so far`,
} as const;
