/**
 * Pieces of documents under the key of their index, as they are stored and as a search answers them (`svc-search-text/v1`). A
 * piece opens only as what it is: of this project, index, document, edition and place.
 */
import { gcmDecrypt, gcmEncrypt, NONCE_BYTES, TAG_BYTES } from '../aes-gcm.ts';
import { concat, wipe } from '../bytes.ts';
import { canonicalBytes } from '../canonical-json.ts';
import { hkdfSha3_256 } from '../hash.ts';
import type { Random } from '../random.ts';
import { PIECE_BYTES, pieceBytes, pieceText } from './pieces.ts';

/** A stored piece: nonce ‖ ciphertext ‖ tag. */
export const BOX_BYTES = NONCE_BYTES + PIECE_BYTES + TAG_BYTES;
/** A snippet: 01 ‖ number of the document 4 ‖ place of the piece 2 ‖ the stored piece. */
const HEAD_BYTES = 7;
export const SNIPPET_BYTES = HEAD_BYTES + BOX_BYTES;
const VERSION = 1;

/** The document that a piece is of. */
export interface TextOwner {
  readonly project: string;
  /** The index, by the name that the service gave it. */
  readonly collection: string;
  readonly docId: string;
}

/** The key of the texts of an index, which opens nothing else. The caller wipes it. */
export function textKeyOf(collectionKey: Uint8Array): Uint8Array {
  return hkdfSha3_256(collectionKey, new Uint8Array(0), 'svc-search-text/v1', 32);
}

/** AAD = JCS([kind, project, object, column, version]) (S22). Each edition of a document has a number of its own. */
function associatedData({ project, collection, docId }: TextOwner, number: number, place: number): Uint8Array {
  return canonicalBytes(['search-text', project, `${collection} ${docId}`, `piece ${place}`, number]);
}

export function sealPiece(
  key: Uint8Array,
  owner: TextOwner,
  { number, place, text }: { readonly number: number; readonly place: number; readonly text: string },
  random: Random,
): Uint8Array {
  const nonce = random(NONCE_BYTES);
  const piece = pieceBytes(text);
  try {
    return concat(nonce, gcmEncrypt(key, nonce, associatedData(owner, number, place), piece));
  } finally {
    wipe(piece);
  }
}

/** null where key, owner, place and box do not belong together. */
export function openPiece(
  key: Uint8Array,
  owner: TextOwner,
  { number, place, box }: { readonly number: number; readonly place: number; readonly box: Uint8Array },
): string | null {
  if (box.length !== BOX_BYTES) return null;
  const aad = associatedData(owner, number, place);
  const piece = gcmDecrypt(key, box.subarray(0, NONCE_BYTES), aad, box.subarray(NONCE_BYTES));
  try {
    return piece === null ? null : pieceText(piece);
  } finally {
    wipe(piece ?? undefined);
  }
}

export function snippetBytes(number: number, place: number, box: Uint8Array): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  const view = new DataView(head.buffer);
  view.setUint8(0, VERSION);
  view.setUint32(1, number);
  view.setUint16(5, place);
  return concat(head, box);
}

/** The text of a snippet that a search has answered for a document; null where it is not of that document, or was changed. */
export function openSnippet(key: Uint8Array, owner: TextOwner, snippet: Uint8Array): string | null {
  if (snippet.length !== SNIPPET_BYTES || snippet[0] !== VERSION) return null;
  const view = new DataView(snippet.buffer, snippet.byteOffset);
  const [number, place] = [view.getUint32(1), view.getUint16(5)];
  return openPiece(key, owner, { number, place, box: snippet.subarray(HEAD_BYTES) });
}
