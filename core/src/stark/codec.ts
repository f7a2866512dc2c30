/**
 * The bytes of a proof. Everything stands in the order in which the protocol makes it; lengths follow from the statement and the
 * profile, but for a count before each list, which the verifier compares with what its own query places ask for. One proof has one encoding:
 * numbers are below p, nothing is left over.
 */
import { concat } from '../bytes.ts';
import { DIGEST_BYTES } from './digest.ts';
import { DEGREE } from './extension.ts';
import { P } from './field.ts';
import type { LayerOpening } from './fri.ts';
import type { Shape } from './shape.ts';
import { littleEndian } from './transcript.ts';

const VERSION = 1;
/** Beyond it nothing is read; a STRONG proof of the widest statement is far below. */
const MAX_PROOF_BYTES = 96 * 1024;
const COUNT_BYTES = 2;

/** The opened rows of one tree of columns, in the order of their places. */
export interface RowOpening {
  /** As many elements for each row as the tree has columns. */
  readonly rows: Uint32Array;
  readonly salts: Uint8Array;
  readonly siblings: readonly Uint8Array[];
}

export interface Proof {
  readonly traceRoot: Uint8Array;
  readonly quotientRoot: Uint8Array;
  readonly outOfDomain: OutOfDomain;
  readonly layerRoots: readonly Uint8Array[];
  /** Coefficients, in a flat array. */
  readonly finalPolynomial: Uint32Array;
  readonly nonce: number;
  readonly trace: RowOpening;
  readonly quotient: RowOpening;
  readonly layers: readonly LayerOpening[];
}

/** Values at the out-of-domain point z, in flat arrays. */
export interface OutOfDomain {
  /** The trace's columns at z and at g·z. */
  readonly current: Uint32Array;
  readonly next: Uint32Array;
  /** The segments of the quotient at z. */
  readonly segments: Uint32Array;
  /** The quotient's mask at MASK_SHIFT · z. */
  readonly mask: Uint32Array;
}

/** All of them as the transcript takes them in. */
export function outOfDomainBytes({ current, next, segments, mask }: OutOfDomain): Uint8Array {
  return concat(...[current, next, segments, mask].map(littleEndian));
}

/** Columns of the second tree: segments, the quotient's mask and the batch's mask, each five columns. */
export function quotientWidthOf({ profile }: Shape): number {
  return (profile.quotientSegments + 2) * DEGREE;
}

/** Version and profile, which a verifier reads before it knows the shape; null for what is no proof. */
export function profileCodeOf(bytes: Uint8Array): number | null {
  if (bytes.length > MAX_PROOF_BYTES || bytes[0] !== VERSION) return null;
  return bytes[1] ?? null;
}

export function encodeProof(proof: Proof, { profile }: Shape): Uint8Array {
  return concat(
    Uint8Array.of(VERSION, profile.code),
    proof.traceRoot,
    proof.quotientRoot,
    outOfDomainBytes(proof.outOfDomain),
    ...proof.layerRoots,
    littleEndian(proof.finalPolynomial),
    littleEndian([proof.nonce]),
    ...[proof.trace, proof.quotient].flatMap(({ rows, salts, siblings }) => [
      littleEndian(rows),
      salts,
      ...countedDigests(siblings),
    ]),
    ...proof.layers.flatMap(({ others, siblings }) => [
      countBytes(others.length / DEGREE),
      littleEndian(others),
      ...countedDigests(siblings),
    ]),
  );
}

function countBytes(count: number): Uint8Array {
  return Uint8Array.of(count & 255, count >> 8);
}

function countedDigests(digests: readonly Uint8Array[]): Uint8Array[] {
  return [countBytes(digests.length), ...digests];
}

/** Reads a proof whose version and profile were read before; null for anything that is not exactly one. */
export function decodeProof(bytes: Uint8Array, shape: Shape): Proof | null {
  const { profile, width } = shape;
  const read = new Reader(bytes);
  read.bytes(2);
  const traceRoot = read.bytes(DIGEST_BYTES);
  const quotientRoot = read.bytes(DIGEST_BYTES);
  const outOfDomain = {
    current: read.elements(width * DEGREE),
    next: read.elements(width * DEGREE),
    segments: read.elements(profile.quotientSegments * DEGREE),
    mask: read.elements(DEGREE),
  };
  const layerRoots = Array.from({ length: shape.layers }, () => read.bytes(DIGEST_BYTES));
  const finalPolynomial = read.elements(shape.finalCoefficients * DEGREE);
  const nonce = read.number();
  const [trace, quotient] = [width, quotientWidthOf(shape)].map((columns) => ({
    rows: read.elements(profile.queries * columns),
    salts: read.bytes(profile.queries * profile.saltBytes),
    siblings: read.digests(),
  }));
  const layers = Array.from({ length: shape.layers }, () => ({
    others: read.elements(read.count() * DEGREE),
    siblings: read.digests(),
  }));
  if (!read.isExact || trace === undefined || quotient === undefined) return null;
  return { traceRoot, quotientRoot, outOfDomain, layerRoots, finalPolynomial, nonce, trace, quotient, layers };
}

/** After a mistake everything reads as empty or 0, so that no length from outside is ever reserved; `isExact` tells in the end. */
class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #isWrong = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Whether all bytes were read, none twice, and all were right. */
  get isExact(): boolean {
    return !this.#isWrong && this.#at === this.#bytes.length;
  }

  #has(length: number): boolean {
    if (this.#isWrong || this.#at + length > this.#bytes.length) this.#isWrong = true;
    return !this.#isWrong;
  }

  bytes(length: number): Uint8Array {
    if (!this.#has(length)) return new Uint8Array(0);
    this.#at += length;
    return this.#bytes.slice(this.#at - length, this.#at);
  }

  number(): number {
    if (!this.#has(4)) return 0;
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  count(): number {
    if (!this.#has(COUNT_BYTES)) return 0;
    this.#at += COUNT_BYTES;
    return this.#view.getUint16(this.#at - COUNT_BYTES, true);
  }

  elements(count: number): Uint32Array {
    if (!this.#has(4 * count)) return new Uint32Array(0);
    const elements = new Uint32Array(count);
    const [view, at] = [this.#view, this.#at];
    let isWrong = false;
    for (let i = 0; i < count; i++) {
      const element = view.getUint32(at + 4 * i, true);
      if (element >= P) isWrong = true;
      elements[i] = element;
    }
    if (isWrong) this.#isWrong = true;
    this.#at += 4 * count;
    return elements;
  }

  digests(): Uint8Array[] {
    const count = this.count();
    if (!this.#has(count * DIGEST_BYTES)) return [];
    return Array.from({ length: count }, () => this.bytes(DIGEST_BYTES));
  }
}
