import { counted } from '../count.ts';

/** Secrets wherever they are shown: when a rotation is due, showing and copying a value. */
export const words = {
  noRotation: 'No rotation set',
  dueIn: (days: number) => `In ${counted(days, 'day', 'days')}`,
  dueSoon: (days: number) => (days === 0 ? 'Due within a day' : `Due in ${counted(days, 'day', 'days')}`),
  overdue: (days: number) => (days === 0 ? 'Overdue' : `Overdue by ${counted(days, 'day', 'days')}`),
  show: (label: string, seconds: number) => `Show ${label} for ${seconds} seconds`,
  hide: (label: string) => `Hide ${label}`,
  copy: (label: string) => `Copy ${label}`,
  hidden: (label: string) => `${label} is hidden`,
  bytes: (count: string) => `, ${count} bytes`,
  copied: (seconds: number) => `Copied. The clipboard is cleared after ${seconds} seconds.`,
  announceCopied: (label: string) => `Copied ${label}`,
  refused: 'The browser did not allow copying.',
  announceRefused: (label: string) => `The browser did not allow copying ${label}`,
  cleared: 'Cleared from the clipboard.',
  changed: 'Something else was copied since, and was left alone.',
  kept: 'The clipboard could not be checked, so the value may still be there. Copy something else over it.',
  taken: 'The field was emptied because the window was locked or out of sight. Enter the value again.',
} as const;
