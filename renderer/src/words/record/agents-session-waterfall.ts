import { formatCount } from '../../lib/format.ts';
import { commandKeys } from '../../lib/text/platform-keys.ts';
import { counted } from '../count.ts';

/** The waterfall of a session: how long it took until each receipt. */
export const words = {
  label: 'Waterfall of the session',
  lead: 'A bar runs from the previous receipt to this one. Receipts record when something was reported, not when it started.',
  imported: 'Imported: the times are those of the import, and say nothing about how long the agent took.',
  empty: 'This session has no receipts to draw',
  loading: 'Loading the receipts',
  twin: (number: number, name: string, span: string, took: string) =>
    `${formatCount(number)}, ${name}: ${span}${took === '' ? '' : `, ${took}`}`,
  columns: { what: 'What', time: 'Time', took: 'Took' },
  axis: (offset: string) => `+${offset}`,
  span: (from: string, to: string) => `from +${from} to +${to}`,
  noSpan: 'no time',
  moment: (offset: string) => `at +${offset}`,
  took: (duration: string, outcome: string) => (outcome === '' ? duration : `${duration}, ${outcome.toLowerCase()}`),
  summary: (receipts: number, duration: string) => `${counted(receipts, 'receipt', 'receipts')} in ${duration}.`,
  longest: (duration: string, number: number, action: string) =>
    ` Longest: ${duration} before receipt ${formatCount(number)} (${action}).`,
  goToLongest: 'Longest wait',
  noLongest: 'No time passed between the receipts',
  fit: 'Fit to rows in view',
  whole: 'Fit to whole session',
  notLoaded: (count: number) =>
    ` ${counted(count, 'delegated session is', 'delegated sessions are')} closed: open the rows of the delegations.`,
  keys: ` Right and Left open and close delegated sessions, Enter shows a receipt or fork, ${commandKeys('C')} copies the id.`,
} as const;
