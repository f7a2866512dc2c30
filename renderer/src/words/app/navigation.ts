import { counted } from '../count.ts';

/** The navigation and what stands beside it. */
export const words = {
  pages: 'Pages',
  navigation: 'Navigation',
  open: 'Open the navigation',
  close: 'Close the navigation',
  narrow: 'Narrow the navigation',
  widen: 'Widen the navigation',
  find: 'Find',
  findLong: (keys: string) => `Find pages, objects and actions (${keys})`,
  skip: 'Skip to content',
  loading: 'Loading the page',
  theme: 'Theme',
  themeNow: (title: string) => `Theme: ${title}`,
  /** Beside a page's name, for those who do not see the number alone. */
  waiting: {
    approvals: (count: number) => `${counted(count, 'approval', 'approvals')} waiting`,
    rotations: (count: number) => `${counted(count, 'rotation', 'rotations')} due`,
    signatures: (count: number) => `${counted(count, 'artifact', 'artifacts')} waiting for signatures`,
  },
} as const;
