/** Words of controls that are the same everywhere. */
export const words = {
  cancel: 'Cancel',
  close: 'Close',
  more: 'More',
  tryAgain: 'Try again',
  trySample: 'Try with sample data',
  undo: 'Undo',
  typeToConfirm: 'to confirm',
  type: 'Type',
} as const;
