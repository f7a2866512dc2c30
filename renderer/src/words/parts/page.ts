/** What stands around the contents of every page. */
export const words = {
  wayBack: 'Way back',
} as const;
