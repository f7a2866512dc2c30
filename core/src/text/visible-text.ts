/**
 * The rule for text from files, for every program that shows some: what turns the reading direction, steers a terminal or is
 * not drawn at all is shown by its code point, so that nothing can be hidden in a name.
 */

/** Control and format characters, separators, unassigned and private characters, blanks that are not the plain space. */
const INVISIBLE =
  /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}|\p{Variation_Selector}|\u034f|[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u;
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'gu');

/** Whether a character cannot be seen where it stands, a line feed and a tab too. */
export function isInvisible(character: string): boolean {
  return INVISIBLE.test(character);
}

/** `U+202E` */
export function codePointName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** JSON that means the same, in which every invisible character but the line feeds between its parts stands as `\uXXXX`. */
export function escapeInvisible(json: string): string {
  return json.replace(EVERY_INVISIBLE, (character) =>
    character === '\n'
      ? character
      : character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** One line of text: every invisible character, line feeds and tabs too, becomes `[U+XXXX]`. */
export function visibleText(text: string): string {
  return text.replace(EVERY_INVISIBLE, (character) => `[${codePointName(character)}]`);
}
