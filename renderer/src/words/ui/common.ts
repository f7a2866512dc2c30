import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { rich } from '../rich.ts';

/** Words of controls that are the same everywhere. */
export const words = {
  cancel: 'Cancel',
  close: 'Close',
  more: 'More',
  tryAgain: 'Try again',
  trySample: 'Try with sample data',
  undo: 'Undo',
  typeToConfirm: (name: ReactNode) => rich`Type ${name} to confirm`,
  showAll: (characters: number) => `Show all ${formatCount(characters)} characters`,

  copy: (label: string) => `Copy ${label}`,
  copied: 'Copied',
  copiedWhat: (label: string) => `Copied ${label}`,
  copyRefused: 'Copying was not allowed',
  copyRefusedWhat: (label: string) => `The browser did not allow copying ${label}`,

  compare: {
    button: (label: string) => `Compare ${label}`,
    field: (label: string) => `Value to compare with ${label}`,
    placeholder: 'Paste the value from elsewhere',
    empty: 'Nothing to compare yet',
    equal: 'equal',
    partial: (length: number, total: number) => `the same so far, ${length} of ${total} characters`,
    differs: (position: number) => `differs at position ${position}`,
  },

  status: {
    verified: 'Verified',
    pending: 'Waiting',
    inconclusive: 'Inconclusive',
    failed: 'Failed',
    skipped: 'Not checked',
  },
} as const;
