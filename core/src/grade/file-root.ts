/**
 * The file Merkle root of a graded tree (decisions 12.34): one leaf for each regular file and each link that the rules version
 * does not ignore, in the order of their paths as UTF-8 bytes, in a tree of RFC 6962 with SHA-256. Whoever computes an equal
 * root has equal files, and so an equal grade.
 */
import { toHex, utf8 } from '../bytes.ts';
import { canonicalBytes } from '../canonical-json.ts';
import { sha256 } from '../hash.ts';
import { createTree } from '../log/tree.ts';

export interface TreeEntry {
  /** From the root of the tree, with `/` on every system. */
  readonly path: string;
  /** A link is its text; what it leads to is no part of the tree. */
  readonly kind: 'file' | 'link';
  /** Bytes. */
  readonly size: number;
  /** Of the file's bytes or the link's text, 64 hex digits. */
  readonly sha256: string;
}

/** The entry of a link. */
export function linkEntry(path: string, target: string): TreeEntry {
  const bytes = utf8(target);
  return { path, kind: 'link', size: bytes.length, sha256: toHex(sha256(bytes)) };
}

/** The order of the leaves: UTF-8 bytes, which is the order of code points and not that of UTF-16. */
export function comparePaths(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left === right) continue;
    // A surrogate stands for a character beyond U+FFFF, and so comes after every other unit.
    const [isHigh, isOtherHigh] = [isSurrogate(left), isSurrogate(right)];
    return isHigh === isOtherHigh ? left - right : isHigh ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** 64 hex digits. `entries` are at least one, in their order. */
export function fileRoot(entries: readonly TreeEntry[]): string {
  const leaves = entries.map(({ path, kind, size, sha256: hash }) => canonicalBytes([kind, path, size, hash]));
  return toHex(createTree(leaves).root);
}
