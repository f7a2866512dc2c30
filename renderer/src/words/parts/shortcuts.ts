/** The keys of the console. */
export const words = {
  find: 'Find pages, actions and examples',
  help: 'Open the guide about this page',
  show: 'Show these shortcuts',
  go: (title: string) => `Go to ${title}`,
  asText: 'Show the picture as text',
  close: 'Close a dialog, menu or panel',
  next: 'Next control',
  previous: 'Previous control',
} as const;
