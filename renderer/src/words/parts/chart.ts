import { formatCount } from '../../lib/format.ts';
import { counted } from '../count.ts';

/** Pictures of numbers and times, and the tables that say the same. */
export const words = {
  asTable: (count: number) => `Show as a table (${formatCount(count)})`,
  timeline: {
    today: 'Today',
    none: 'None',
    past: (count: number) => `${formatCount(count)} overdue`,
    later: (count: number) => `${formatCount(count)} later`,
    lane: (title: string, count: number, past: number, first: string) =>
      `${title}: ${formatCount(count)}${past === 0 ? '' : `, ${formatCount(past)} overdue`}${first === '' ? '' : `, next ${first}`}`,
    more: (count: number) => `and ${counted(count, 'other', 'others')}`,
    columns: { kind: 'What', name: 'Name', when: 'When' },
    cut: (shown: number) => `The first ${formatCount(shown)} are listed.`,
  },
} as const;
