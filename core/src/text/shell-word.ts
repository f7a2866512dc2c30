/** What a POSIX shell takes for one word. Plain words stay as they are; all others are quoted. */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : quotedWord(word);
}

/** A word in single quotes, in which a POSIX shell takes every character as it is. */
export function quotedWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
