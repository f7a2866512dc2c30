/** Search over plain texts, written for comparison alone: another way than the product's to the same results. */

export interface PlainDocument {
  readonly doc_id: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface PlainQuery {
  readonly must?: readonly string[];
  readonly should?: readonly string[];
  readonly must_not?: readonly string[];
}

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

function timesIn(text: string, word: string): number {
  return wordsIn(text).filter((own) => own === word).length;
}

function has(document: PlainDocument, term: string): boolean {
  return wordsIn(term).every((word) => Object.values(document.fields).some((text) => timesIn(text, word) > 0));
}

/** BM25 with k1 = 1.2, b = 0.75, a usual length of 64 words, lengths as the middle of their power of two. */
function score(documents: readonly PlainDocument[], document: PlainDocument, word: string): number {
  const found = documents.filter((other) => has(other, word)).length;
  const rarity = Math.log(1 + (documents.length - found + 0.5) / (found + 0.5));
  let sum = 0;
  for (const text of Object.values(document.fields)) {
    const times = Math.min(15, timesIn(text, word));
    if (times === 0) continue;
    const length = 1.5 * 2 ** Math.floor(Math.log2(wordsIn(text).length));
    sum += (times * 2.2) / (times + 1.2 * (0.25 + (0.75 * length) / 64));
  }
  return sum * rarity;
}

/** All that a query finds, the best first; `documents` in the order in which they were indexed. */
export function plainSearch(
  documents: readonly PlainDocument[],
  { must = [], should = [], must_not = [] }: PlainQuery,
) {
  return documents
    .filter((document) => must.every((term) => has(document, term)))
    .filter((document) => must.length > 0 || should.some((term) => has(document, term)))
    .filter((document) => !must_not.some((term) => has(document, term)))
    .map((document) => {
      const terms = [...must, ...should.filter((term) => has(document, term))];
      const sum = terms.flatMap(wordsIn).reduce((total, word) => total + score(documents, document, word), 0);
      const shown = [...must, ...should].flatMap(wordsIn);
      const fields = Object.keys(document.fields).filter((name) =>
        shown.some((word) => timesIn(document.fields[name] ?? '', word) > 0),
      );
      return { doc_id: document.doc_id, score: sum, matched_fields: fields };
    })
    .toSorted((a, b) => b.score - a.score);
}
