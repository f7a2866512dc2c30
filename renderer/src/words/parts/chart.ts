import { formatCount } from '../../lib/format.ts';
import { counted } from '../count.ts';

/** Pictures of numbers and times, and the tables that say the same. */
export const words = {
  asTable: (count: number) => `Show as a table (${formatCount(count)})`,
  pointsOf: (title: string) => `Values: ${title}`,
  value: (name: string, value: string) => `${name}: ${value}`,
  values: (count: number) => counted(count, 'value', 'values'),
  point: (title: string, values: readonly string[]) => `${title}: ${values.length === 0 ? 'none' : values.join(', ')}`,
  stack: (title: string, total: string, values: readonly string[]) =>
    `${title}: ${total}${values.length === 0 ? '' : ` (${values.join(', ')})`}`,
  total: 'Total',
  none: 'None',
  noValue: '–',
  columnTitle: (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
  limitAbove: (name: string, value: string) => `${name}: ${value}, above this chart`,
  newest: (shown: number) => `The newest ${formatCount(shown)} are listed. The export has them all.`,

  timeline: {
    today: 'Today',
    none: 'None',
    past: (count: number) => `${formatCount(count)} overdue`,
    later: (count: number) => `${formatCount(count)} later`,
    lane: (title: string, count: number, past: number, first: string) =>
      `${title}: ${formatCount(count)}${past === 0 ? '' : `, ${formatCount(past)} overdue`}${first === '' ? '' : `, next ${first}`}`,
    item: (name: string, time: string) => `${name}: ${time}`,
    more: (count: number) => `and ${counted(count, 'other', 'others')}`,
    columns: { kind: 'What', name: 'Name', when: 'When' },
    cut: (shown: number) => `The first ${formatCount(shown)} are listed.`,
  },
} as const;
