import { formatCount } from '../../lib/format.ts';

/** The Help page. The guides themselves are in `docs/`. */
export const words = {
  title: 'Help',
  lead: 'All guides, without a network. F1 opens the part about the page in front of you.',
  find: 'Find in the guides',
  contents: 'In this guide',
  table: (part: string) => `Table, ${part}`,
  found: (count: number) => (count === 1 ? '1 part found' : `${formatCount(count)} parts found`),
  most: (count: number) => `The first ${formatCount(count)} parts. Type more words to narrow them down.`,
  none: {
    title: 'Nothing found',
    text: 'Try fewer or other words. Every word has to occur in the same part of a guide.',
  },
  missing: { title: 'There is no such guide', text: 'The link may be from another version of Touchstone.' },
} as const;
