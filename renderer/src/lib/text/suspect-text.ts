/**
 * What can deceive the eye in a text that came from a file: controls that turn reading direction, characters that are
 * not visible, and words that mix scripts or are spelled with another script's look-alikes (UTS 39, in spirit).
 */

export type TextPart =
  | { readonly kind: 'plain'; readonly text: string }
  /** A character that is not drawn, or that turns direction; shown by its code point. */
  | { readonly kind: 'hidden'; readonly codePoint: string; readonly name: string }
  /** A word whose letters come from several scripts, or look like Latin without being it. */
  | { readonly kind: 'look-alike'; readonly text: string; readonly reason: string };

export interface TextInspection {
  readonly parts: readonly TextPart[];
  /** One sentence for each kind of finding, each once. */
  readonly findings: readonly string[];
}

const BIDI: Record<string, string> = {
  '\u061c': 'Arabic letter mark',
  '\u200e': 'left-to-right mark',
  '\u200f': 'right-to-left mark',
  '\u202a': 'left-to-right embedding',
  '\u202b': 'right-to-left embedding',
  '\u202c': 'end of direction change',
  '\u202d': 'left-to-right override',
  '\u202e': 'right-to-left override',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\u2068': 'first strong isolate',
  '\u2069': 'end of isolate',
};

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
  const findings = new Set<string>();
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
      findings.add('It holds words with look-alike letters.');
      parts.push({ kind: 'look-alike', text: word, reason });
    }
    word = '';
  };
  for (const character of text) {
    if (isHidden(character)) {
      flushWord();
      flushPlain();
      const name = BIDI[character];
      findings.add(
        name === undefined
          ? 'It holds invisible characters or unusual blanks.'
          : 'It holds characters that change the reading direction.',
      );
      parts.push({ kind: 'hidden', codePoint: codePointName(character), name: name ?? 'invisible character' });
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
function lookAlikeReason(word: string, mayBeNative: boolean): string | null {
  if (/^\p{ASCII}*$/u.test(word)) return null;
  // Full-width, mathematical and other styled letters; a combining mark alone is the same text in another normal form.
  if (word.normalize('NFC') !== word.normalize('NFKC')) return 'Letters in a special form';
  const found = SCRIPT_TESTS.filter(({ test }) => test.test(word)).map(({ name }) => name);
  if (found.length > 1) return `Mixes ${found.join(' and ')} letters`;
  if (mayBeNative) return null;
  const letters = [...word].filter((character) => /\p{L}/u.test(character));
  if (found[0] !== 'Latin' && letters.length > 0 && letters.every((letter) => LATIN_LOOK_ALIKES.has(letter))) {
    return `${found[0] ?? 'Other'} letters that look like Latin ones`;
  }
  return null;
}

function codePointName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
