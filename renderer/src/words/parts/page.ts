/** What stands around the contents of every page. */
export const words = {
  wayBack: 'Way back',
  showFact: (label: string) => `Show: ${label}`,
} as const;
