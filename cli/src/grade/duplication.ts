/**
 * Code that appears twice: runs of at least 100 equal tokens, in one file or in two, whatever blanks and comments are between
 * them. Every 25th run of 75 tokens is remembered, and each run is looked up, so that memory stays small.
 */
import type { Token } from './tokens.ts';

export const LEAST_TOKENS = 100;
const RUN = 75;
const STEP = 25;
const BASE = 0x01000193;

/** A file's tokens as numbers; equal tokens are equal numbers. */
export interface HashedTokens {
  readonly path: string;
  readonly hashes: Int32Array;
  readonly lines: Int32Array;
}

export interface Duplicate {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly tokens: number;
  /** Where it was met first. */
  readonly firstPath: string;
  readonly firstLine: number;
}

/** @param isLeftOut of each token, 1 for those that do not count, such as imports */
export function hashTokens(path: string, tokens: readonly Token[], isLeftOut: Uint8Array): HashedTokens {
  const counted = tokens.filter((_, at) => isLeftOut[at] !== 1);
  const hashes = new Int32Array(counted.length);
  const lines = new Int32Array(counted.length);
  for (const [at, { kind, text, line }] of counted.entries()) {
    // A string is not the word of its text.
    hashes[at] = fnv(kind === 'string' ? `"${text}` : text);
    lines[at] = line;
  }
  return { path, hashes, lines };
}

function fnv(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}

/** All duplicates in the order of the files; each token is counted at most once. */
export function duplicatesIn(files: readonly HashedTokens[]): readonly Duplicate[] {
  const anchors = new Map<number, { readonly file: number; readonly at: number }>();
  const found: Duplicate[] = [];
  for (const [file, { hashes, path, lines }] of files.entries()) {
    const rolling = rollingHashes(hashes);
    for (let at = 0; at < rolling.length; at++) {
      const hash = rolling[at] ?? 0;
      const anchor = anchors.get(hash);
      if (anchor === undefined) {
        if (at % STEP === 0) anchors.set(hash, { file, at });
        continue;
      }
      const other = files[anchor.file];
      if (other === undefined || (anchor.file === file && anchor.at + RUN > at)) continue;
      const [before, length] = extent(other.hashes, anchor.at, hashes, at);
      if (length < LEAST_TOKENS) continue;
      const [from, to] = [at - before, at - before + length];
      found.push({
        path,
        line: lines[from] ?? 1,
        endLine: lines[to - 1] ?? 1,
        tokens: length,
        firstPath: other.path,
        firstLine: other.lines[anchor.at - before] ?? 1,
      });
      at = to - 1;
    }
  }
  return found;
}

/** How far two equal runs reach back, and how long they are in all; 0 where only their hashes are equal. */
function extent(a: Int32Array, atA: number, b: Int32Array, atB: number): readonly [before: number, length: number] {
  const isSame = a === b;
  let length = 0;
  while (atA + length < a.length && atB + length < b.length && a[atA + length] === b[atB + length]) {
    // A run that overlaps itself is a repetition, not a copy.
    if (isSame && atA + length >= atB) break;
    length++;
  }
  if (length < RUN) return [0, 0];
  let before = 0;
  while (
    before < STEP &&
    atA - before > 0 &&
    atB - before > 0 &&
    a[atA - before - 1] === b[atB - before - 1] &&
    !(isSame && atB - before - 1 < atA + length)
  ) {
    before++;
  }
  return [before, before + length];
}

/** The hash of each run of `RUN` tokens. */
function rollingHashes(hashes: Int32Array): Int32Array {
  const count = hashes.length - RUN + 1;
  if (count <= 0) return new Int32Array(0);
  const runs = new Int32Array(count);
  let highest = 1;
  for (let step = 1; step < RUN; step++) highest = Math.imul(highest, BASE);
  let hash = 0;
  for (let at = 0; at < hashes.length; at++) {
    if (at >= RUN) hash = (hash - Math.imul(hashes[at - RUN] ?? 0, highest)) | 0;
    hash = (Math.imul(hash, BASE) + (hashes[at] ?? 0)) | 0;
    if (at >= RUN - 1) runs[at - RUN + 1] = hash;
  }
  return runs;
}
