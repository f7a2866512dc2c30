/**
 * Text from files as it may be printed: what turns the reading direction, steers a terminal or is not drawn at all is
 * shown by its code point, so that nothing can be hidden in a name.
 */

/** Control and format characters, separators, unassigned and private characters, blanks that are not the plain space. */
const INVISIBLE =
  /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}|\p{Variation_Selector}|\u034f|[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu;

/** One line of text: every invisible character, line feeds and tabs too, becomes `[U+XXXX]`. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, codePointName);
}

function codePointName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
