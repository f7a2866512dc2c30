/** What covers the page: after a while without use, and until the passphrase is entered. */
export const words = {
  hidden: {
    title: 'Hidden',
    text: (minutes: number) =>
      `Nobody used this window for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}. Revealed secrets are hidden and forgotten, fields for secrets are empty, and the lists of recent verifications and recently opened things are cleared. Filters, open files and addresses are unchanged.`,
    warning: 'Anyone at this machine can continue. Lock the screen when you leave, or sign out.',
    go: 'Continue',
    signOut: 'Sign out',
  },

  unlock: {
    title: 'Unlock Touchstone',
    label: 'Unlock',
    serverLocked:
      'The data folder is protected by a passphrase. Nothing in it can be read, and the server does no work, until you enter it.',
    windowLocked: 'This window is locked. The server continues its work.',
    field: 'Passphrase of the data folder',
    empty: 'Enter the passphrase.',
    busy: 'Unlocking. This takes a moment.',
    send: 'Unlock',
    wrong: 'The passphrase is wrong.',
    tooLong: 'A passphrase is not that long.',
    tooOften: (seconds: number) =>
      `Five tries a minute are allowed. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
  },
} as const;
