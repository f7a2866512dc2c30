/**
 * The words of a text, the same for an index and for what is looked up in it: by the word boundaries of Unicode (UAX 29), in
 * compatibility form (NFKC) and lower case. No stems and no stop words: what is searched is what was written.
 */

export interface Word {
  readonly word: string;
  /** Where it begins in the text, in UTF-16 units. */
  readonly at: number;
}

/** Longer ones are no words; their beginning stands for them. In UTF-16 units. */
const MOST_LENGTH = 200;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** In their order. */
export function* wordsOf(text: string): Generator<Word> {
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike === true) yield { word: segment.normalize('NFKC').toLowerCase().slice(0, MOST_LENGTH), at: index };
  }
}
