/** Documents of a collection as rows: a head with name and fields, and the texts in sealed pieces of one size. */
import { concat, fromUtf8, toHex, uint32, utf8, wipe } from '@touchstone/core/bytes.ts';
import { canonicalJson, isJsonObject } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { Random } from '@touchstone/core/random.ts';
import { PIECE_BYTES } from '@touchstone/core/search/pieces.ts';
import { BOX_BYTES, openPiece, sealPiece } from '@touchstone/core/search/snippet.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { type Collection, type CollectionKeys, headPlace, nameTag, openColumn, sealColumn } from './keys.ts';
import type { FieldText } from './postings.ts';
import type { DocumentRow } from './store.ts';

/** What the head of a document says. */
export interface DocumentHead {
  readonly docId: string;
  /** With the number of its pieces, in the order in which the pieces stand. */
  readonly fields: readonly { readonly name: string; readonly pieces: number }[];
  /** SHA3-256 of the column of texts, in hexadecimal. */
  readonly textsHash: string;
}

/** A document as it is stored; its row belongs to the collection. */
export type SealedDocument = Omit<DocumentRow, 'collection_id'>;

export function sealDocument(
  collection: Collection,
  keys: CollectionKeys,
  document: {
    readonly docId: string;
    readonly number: number;
    readonly fields: readonly FieldText[];
    readonly now: number;
  },
  random: Random,
): SealedDocument {
  const { docId, number, fields, now } = document;
  const owner = { project: collection.projectId, collection: collection.id, docId };
  const pieces = fields.flatMap((field) => field.pieces);
  const boxes = pieces.map((text, place) => sealPiece(keys.text, owner, { number, place, text }, random));
  const texts = concat(...boxes);
  const row = { number, name_tag: nameTag(keys, docId), texts, created_at: now };
  const head = utf8(
    canonicalJson({
      doc_id: docId,
      fields: fields.map(({ name, pieces: own }) => [name, own.length]),
      texts: toHex(sha3_256(texts)),
    }),
  );
  // Filled up, so that its length says little about names.
  const filled = new Uint8Array(Math.ceil((4 + head.length) / PIECE_BYTES) * PIECE_BYTES);
  filled.set(uint32(head.length));
  filled.set(head, 4);
  try {
    return { ...row, head: sealColumn(keys.head, headPlace(collection, row), filled, random) };
  } finally {
    wipe(filled, head);
  }
}

/** null for a row that was changed, or that is of another collection. */
export function openHead(
  collection: Collection,
  keys: CollectionKeys,
  row: Pick<DocumentRow, 'number' | 'name_tag' | 'head' | 'created_at'>,
): DocumentHead | null {
  const opened = openColumn(keys.head, headPlace(collection, row), row.head);
  if (opened === null) return null;
  const length = new DataView(opened.buffer, opened.byteOffset).getUint32(0);
  const text = fromUtf8(opened.subarray(4, 4 + length));
  wipe(opened);
  const parsed = text === null ? null : parseStrictJson(text);
  if (parsed?.ok !== true || !isJsonObject(parsed.value)) return null;
  const { doc_id: docId, fields, texts } = parsed.value;
  if (typeof docId !== 'string' || typeof texts !== 'string' || !Array.isArray(fields)) return null;
  return {
    docId,
    textsHash: texts,
    fields: fields.map(([name, pieces]) => ({ name: String(name), pieces: Number(pieces) })),
  };
}

/** Opens documents for one piece of work, and counts what it has opened. */
export interface DocumentReader {
  /** Throws TypeError for a row that was changed. */
  head(row: Pick<DocumentRow, 'number' | 'name_tag' | 'head' | 'created_at'>): DocumentHead;
  /** The same. Decrypts the texts. */
  fields(row: Omit<DocumentRow, 'collection_id'>): readonly FieldText[];
  /** How many texts it has decrypted. */
  openedTexts(): number;
}

export function createDocumentReader(collection: Collection, keys: CollectionKeys): DocumentReader {
  let opened = 0;

  function head(row: Pick<DocumentRow, 'number' | 'name_tag' | 'head' | 'created_at'>): DocumentHead {
    const found = openHead(collection, keys, row);
    if (found === null) throw new TypeError(`internal: document ${row.number} of ${collection.id} does not open`);
    return found;
  }

  return {
    head,
    fields(row) {
      const { docId, fields } = head(row);
      const owner = { project: collection.projectId, collection: collection.id, docId };
      let place = 0;
      return fields.map(({ name, pieces }) => ({
        name,
        pieces: Array.from({ length: pieces }, () => {
          const box = row.texts.subarray(place * BOX_BYTES, (place + 1) * BOX_BYTES);
          const text = openPiece(keys.text, owner, { number: row.number, place: place++, box });
          if (text === null) throw new TypeError(`internal: a text of ${collection.id} does not open`);
          opened++;
          return text;
        }),
      }));
    },
    openedTexts: () => opened,
  };
}
