const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** How a combination with the command key is written on this platform: `Ctrl+C`, or `⌘C`. */
export function commandKeys(letter: string): string {
  return IS_MAC ? `⌘${letter}` : `Ctrl+${letter}`;
}

/** How the key for alternatives is written on this platform. */
export const ALT_KEY = IS_MAC ? '⌥' : 'Alt';
