import { counted } from '../count.ts';

/** What stands around every page: the line at the end of the window, notices, pages that are not there. */
export const words = {
  connection: {
    unknown: 'Looking for the embedded server',
    reachable: 'Server reachable',
    stopped: 'Server stopped. Verification works without it.',
  },
  signedOut: 'Not signed in',
  signedOutBrowser: 'Not signed in: open the console from its start file',
  unsent: (count: number) => `${counted(count, 'trust change waits', 'trust changes wait')} for the server`,
  noNetwork: 'No network used: files stay on this machine',
  inCall: 'Call in progress: encrypted picture and sound use the network',

  signOut: 'Sign out',
  lock: 'Lock',
  shortcuts: 'Keyboard shortcuts',
  guide: 'From the guides',

  filesRefused: (count: number) => `${counted(count, 'file was', 'files were')} not opened`,
  filesLost: {
    title: 'The files were not opened',
    text: 'The desktop application could not pass them to this window. Open the files again.',
  },

  notFound: {
    title: 'Not found',
    text: 'There is no page at this address',
    why: 'The address may come from another version of the console.',
    go: 'Go to Verify',
  },
  broken: {
    title: 'This page cannot be shown',
    text: 'Its code could not be loaded, or it met an error. If the embedded server is stopped, start it again and reload this window.',
  },
  signInRefused: {
    title: 'This window could not sign in to the embedded server',
    text: 'A start link works once and for ten minutes. Verification works without signing in.',
  },
} as const;
