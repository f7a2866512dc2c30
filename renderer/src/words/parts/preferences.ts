/** How the console may look, wherever that is chosen. */
export const words = {
  themes: { system: 'Same as system', light: 'Light', dark: 'Dark' },
} as const;
