import { counted } from '../count.ts';

/** A JSON document as a tree. */
export const words = {
  search: (label: string) => `Search in ${label}`,
  next: 'Next match',
  noMatch: 'No match',
  match: (index: number, count: number, isMore: boolean) => `${index} of ${count}${isMore ? ' or more' : ''}`,
  path: 'path',
  value: 'value',
  root: 'file',
  items: (count: number) => counted(count, 'item', 'items'),
  members: (count: number) => counted(count, 'member', 'members'),
} as const;
