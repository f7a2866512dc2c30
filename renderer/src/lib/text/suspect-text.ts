/**
 * What can deceive the eye in a text that came from a file: controls that turn reading direction, characters that are
 * not visible, and words that mix scripts or are spelled with another script's look-alikes (UTS 39, in spirit).
 */

export type TextPart =
  | { readonly kind: 'plain'; readonly text: string }
  /** A character that is not drawn, or that turns direction; shown by its code point. */
  | { readonly kind: 'hidden'; readonly codePoint: string }
  /** A word whose letters come from several scripts, or look like Latin without being it. */
  | { readonly kind: 'look-alike'; readonly text: string; readonly reason: LookAlike };

/** Letters of Unicode's other forms; of several scripts; of one script that are drawn like Latin ones. */
export type LookAlike =
  | { readonly kind: 'special-form' }
  | { readonly kind: 'mixed'; readonly scripts: readonly string[] }
  | { readonly kind: 'like-latin'; readonly script: string | null };

export type Finding = 'look-alike' | 'direction' | 'invisible';

export interface TextInspection {
  readonly parts: readonly TextPart[];
  /** The kinds of findings, each once. */
  readonly findings: readonly Finding[];
}

/** Characters that change the reading direction, by their code points. */
export const DIRECTION_CONTROLS = [
  'U+061C',
  'U+200E',
  'U+200F',
  'U+202A',
  'U+202B',
  'U+202C',
  'U+202D',
  'U+202E',
  'U+2066',
  'U+2067',
  'U+2068',
  'U+2069',
] as const;
export type DirectionControl = (typeof DIRECTION_CONTROLS)[number];

export function isDirectionControl(codePoint: string): codePoint is DirectionControl {
  return DIRECTION_CONTROLS.some((control) => control === codePoint);
}

/** Drawn as nothing, or as a blank that is not the plain space, beside the general categories C and Z. */
const BLANK_RANGES: readonly (readonly [number, number])[] = [
  [0x034f, 0x034f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xffa0, 0xffa0],
  [0xe0100, 0xe01ef],
];

function isHidden(character: string): boolean {
  if (character === '\n' || character === '\t' || character === ' ') return false;
  if (/[\p{C}\p{Z}]/u.test(character)) return true;
  const code = character.codePointAt(0) ?? 0;
  return BLANK_RANGES.some(([first, last]) => code >= first && code <= last);
}

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Cherokee', 'Georgian', 'Thai'] as const;
const SCRIPT_TESTS = SCRIPTS.map((name) => ({ name, test: new RegExp(`\\p{Script=${name}}`, 'u') }));

/** Letters of other scripts that are drawn like Latin ones in common fonts. */
const LATIN_LOOK_ALIKES = new Set(
  'аеорсухіјѕԁԛԝһӏҽАВЕЗІЈКМНОРСТУХЅԌԚԜҮαικνορτυχγΑΒΕΖΗΙΚΜΝΟΡΤΥΧօսոհցզւԼՕՍᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ',
);

/** Splits a text into what can be shown as it is and what must be shown marked. */
export function inspectText(text: string): TextInspection {
  // The usual case, and the only fast one: nothing but visible ASCII.
  if (/^[ -~\n\t]*$/.test(text)) return { parts: text === '' ? [] : [{ kind: 'plain', text }], findings: [] };
  const parts: TextPart[] = [];
  const findings = new Set<Finding>();
  const mayBeNative = !/\p{Script=Latin}/u.test(text);
  let plain = '';
  let word = '';
  const flushPlain = () => {
    if (plain !== '') parts.push({ kind: 'plain', text: plain });
    plain = '';
  };
  const flushWord = () => {
    const reason = lookAlikeReason(word, mayBeNative);
    if (reason === null) {
      plain += word;
    } else {
      flushPlain();
      findings.add('look-alike');
      parts.push({ kind: 'look-alike', text: word, reason });
    }
    word = '';
  };
  for (const character of text) {
    if (isHidden(character)) {
      flushWord();
      flushPlain();
      const codePoint = codePointName(character);
      findings.add(isDirectionControl(codePoint) ? 'direction' : 'invisible');
      parts.push({ kind: 'hidden', codePoint });
    } else if (/[\p{L}\p{M}\p{N}]/u.test(character)) {
      word += character;
    } else {
      flushWord();
      plain += character;
    }
  }
  flushWord();
  flushPlain();
  return { parts, findings: [...findings] };
}

/** `mayBeNative`: the text has no Latin letters at all, so short words of its own script are nothing strange. */
function lookAlikeReason(word: string, mayBeNative: boolean): LookAlike | null {
  if (/^\p{ASCII}*$/u.test(word)) return null;
  // Full-width, mathematical and other styled letters; a combining mark alone is the same text in another normal form.
  if (word.normalize('NFC') !== word.normalize('NFKC')) return { kind: 'special-form' };
  const found = SCRIPT_TESTS.filter(({ test }) => test.test(word)).map(({ name }) => name);
  if (found.length > 1) return { kind: 'mixed', scripts: found };
  if (mayBeNative) return null;
  const letters = [...word].filter((character) => /\p{L}/u.test(character));
  if (found[0] !== 'Latin' && letters.length > 0 && letters.every((letter) => LATIN_LOOK_ALIKES.has(letter))) {
    return { kind: 'like-latin', script: found[0] ?? null };
  }
  return null;
}

function codePointName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
