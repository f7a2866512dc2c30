/** Texts in pieces of one size, so that what is stored of them tells their length only in steps of a piece. */
import { fromUtf8, utf8 } from '../bytes.ts';

/** Bytes of a piece: the length of its text, 2 bytes, the text in UTF-8, and zeros. */
export const PIECE_BYTES = 256;
const LENGTH_BYTES = 2;
const MOST_TEXT = PIECE_BYTES - LENGTH_BYTES;

/** Cuts a text, behind a blank where one is near. Joined they are the text; an empty one has no piece. */
export function cutText(text: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  let bytes = 0;
  let blank = -1;
  for (let at = 0; at < text.length; ) {
    const point = text.codePointAt(at) ?? 0;
    const size = utf8Length(point);
    if (bytes + size > MOST_TEXT) {
      const end = blank > from + (at - from) / 2 ? blank : at;
      pieces.push(text.slice(from, end));
      from = end;
      at = end;
      bytes = 0;
      blank = -1;
      continue;
    }
    bytes += size;
    at += point > 0xffff ? 2 : 1;
    if (point === 0x20 || point === 0x0a) blank = at;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

function utf8Length(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

/** Throws RangeError for a text that is no piece. */
export function pieceBytes(text: string): Uint8Array {
  const bytes = utf8(text);
  if (bytes.length > MOST_TEXT) throw new RangeError('a piece has at most 254 bytes of text');
  const piece = new Uint8Array(PIECE_BYTES);
  new DataView(piece.buffer).setUint16(0, bytes.length);
  piece.set(bytes, LENGTH_BYTES);
  return piece;
}

/** null for bytes that are no piece. */
export function pieceText(piece: Uint8Array): string | null {
  if (piece.length !== PIECE_BYTES) return null;
  const length = new DataView(piece.buffer, piece.byteOffset).getUint16(0);
  const end = LENGTH_BYTES + length;
  if (end > PIECE_BYTES || piece.subarray(end).some((byte) => byte !== 0)) return null;
  return fromUtf8(piece.subarray(LENGTH_BYTES, end));
}
