import { formatCount } from '../../lib/format.ts';
import { counted } from '../count.ts';

/** What stands around the contents of every page. */
export const words = {
  wayBack: 'Way back',
  showFact: (label: string) => `Show: ${label}`,

  leaving: {
    title: 'Leave this page?',
    text: 'This window holds something that is kept nowhere else: shares of a key that have not been handed out, or keys or steps of encrypted compute. It is lost when you leave.',
    stay: 'Stay',
    leave: 'Leave and lose it',
  },

  twin: {
    verb: 'As text',
    name: (title: string) => `As text: ${title}`,
    note: (keys: string) => `What the picture shows, to read, hear or paste. ${keys} opens this text.`,
    copied: 'text',
    cut: (shown: number, left: number) =>
      `The first ${formatCount(shown)} lines are shown. The copy also has the other ${counted(left, 'line', 'lines')}.`,
  },
} as const;
