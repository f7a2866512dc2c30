/** The text of a source file as compilers read it, before they look for tokens: nothing that is code for them is a comment here. */
import type { Language } from './languages.ts';

/** An escaped backslash, or a character by its number. */
const NUMBERED = /\\\\|\\u+(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,6})\})/g;
const HIGHEST = 0x10ffff;

/** Ends lines with `\n`, whatever the system, and spells out letters; in Java all characters, which there may end a comment. */
export function sourceText(text: string, { name }: Language): string {
  const lines = text.replace(/\r\n?/g, '\n');
  return lines.replace(NUMBERED, (written: string, four?: string, more?: string) => {
    const code = Number.parseInt(four ?? more ?? '', 16);
    if (Number.isNaN(code) || code > HIGHEST) return written;
    const character = String.fromCodePoint(code);
    return name === 'Java' || /[A-Za-z_$]/.test(character) ? character : written;
  });
}
