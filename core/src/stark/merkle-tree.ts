/** The prover's side of merkle.ts: whole trees and their openings. */
import { DIGEST_BYTES, digestPairs, digestSlots, slotsFor } from './digest.ts';
import { HEADER_BYTES, writeHeader } from './merkle.ts';

/** A whole tree: node 1 is the root, nodes 2·i and 2·i + 1 are the children of i, the leaves come last. */
export class MerkleTree {
  readonly #nodes: Uint8Array;
  readonly #leaves: number;

  /** `salts` holds an equal number of bytes for each row, or none. Row i has the i-th value of each column. */
  constructor(columns: readonly Uint32Array[], rows: number, salts: Uint8Array) {
    this.#leaves = rows;
    this.#nodes = new Uint8Array(2 * rows * DIGEST_BYTES);
    const saltBytes = salts.length / rows;
    const slots = slotsFor(rows, HEADER_BYTES + saltBytes + 4 * columns.length);
    const { bytes, size } = slots;
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < rows; i++) {
      writeHeader(bytes, i * size, columns.length);
      bytes.set(salts.subarray(i * saltBytes, (i + 1) * saltBytes), i * size + HEADER_BYTES);
    }
    columns.forEach((column, k) => {
      const first = HEADER_BYTES + saltBytes + 4 * k;
      for (let i = 0; i < rows; i++) view.setUint32(first + i * size, column[i] as number, true);
    });
    this.#nodes.set(digestSlots(slots), rows * DIGEST_BYTES);
    for (let width = rows; width > 1; width /= 2) {
      const level = this.#nodes.subarray(width * DIGEST_BYTES, 2 * width * DIGEST_BYTES);
      this.#nodes.set(digestPairs(level), (width / 2) * DIGEST_BYTES);
    }
  }

  get root(): Uint8Array {
    return this.#node(1);
  }

  #node(index: number): Uint8Array {
    return this.#nodes.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES);
  }

  /** The siblings that a verifier of these leaves lacks. `indices` ascend and differ. */
  open(indices: readonly number[]): Uint8Array[] {
    const siblings: Uint8Array[] = [];
    let level = indices.map((index) => index + this.#leaves);
    while ((level[0] as number) > 1) {
      const known = new Set(level);
      for (const node of level) if (!known.has(node ^ 1)) siblings.push(this.#node(node ^ 1));
      level = [...new Set(level.map((node) => node >> 1))];
    }
    return siblings;
  }
}
