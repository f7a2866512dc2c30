/**
 * Transcripts of calls: what passed through signalling, in order, each line with the hash of itself and of all lines before.
 * The service signs the whole as a statement (S5).
 */
import { concat, fromHex, toHex } from '../bytes.ts';
import { canonicalBytes, isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_256, tagged } from '../hash.ts';

/** A message without its payload, or a caption with its text. */
export type TranscriptLine = JsonObject & { readonly sequence: number; readonly at: string; readonly kind: string };

export type HashedLine = TranscriptLine & { readonly hash: string };

/** The hash before the first line. */
export const TRANSCRIPT_BEGINNING = '0'.repeat(64);

/** SHA3-256 over `svc-transcript-line/v1` 00, the hash of the line before (32 bytes), and the line's canonical JSON. */
export function lineHash(before: string, line: JsonObject): string {
  return toHex(sha3_256(tagged('transcript-line', concat(fromHex(before) ?? new Uint8Array(0), canonicalBytes(line)))));
}

/** `before` is the hash of what stands before them. */
export function hashLines(
  lines: readonly TranscriptLine[],
  before: string = TRANSCRIPT_BEGINNING,
): readonly HashedLine[] {
  let hash = before;
  return lines.map((line) => {
    hash = lineHash(hash, line);
    return { ...line, hash };
  });
}

/** The place of the first line, from 0, whose hash is not that of the lines up to it; null where all are. */
export function firstBrokenLine(lines: readonly JsonValue[]): number | null {
  let before: string = TRANSCRIPT_BEGINNING;
  for (const [at, line] of lines.entries()) {
    if (!isJsonObject(line)) return at;
    const { hash, ...rest } = line;
    if (typeof hash !== 'string' || hash !== lineHash(before, rest)) return at;
    before = hash;
  }
  return null;
}

/** `sha3-256:` and the hash of the canonical JSON. */
export function transcriptHash(transcript: JsonObject): string {
  return `sha3-256:${toHex(sha3_256(canonicalBytes(transcript)))}`;
}
