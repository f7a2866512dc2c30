/** The prover's side of merkle.ts: whole trees and their openings. */
import { DIGEST_BYTES, digestEach } from './digest.ts';
import { HEADER_BYTES, NODE, writeHeader } from './merkle.ts';

const NODE_MESSAGE_BYTES = 1 + 2 * DIGEST_BYTES;

/** A whole tree: node 1 is the root, nodes 2·i and 2·i + 1 are the children of i, the leaves come last. */
export class MerkleTree {
  readonly #nodes: Uint8Array;
  readonly #leaves: number;

  /** `salts` holds an equal number of bytes for each row, or none. Row i has the i-th value of each column. */
  constructor(columns: readonly Uint32Array[], rows: number, salts: Uint8Array) {
    this.#leaves = rows;
    this.#nodes = new Uint8Array(2 * rows * DIGEST_BYTES);
    const saltBytes = salts.length / rows;
    const length = HEADER_BYTES + saltBytes + 4 * columns.length;
    const messages = new Uint8Array(rows * length);
    const view = new DataView(messages.buffer);
    for (let i = 0; i < rows; i++) {
      writeHeader(messages, i * length, columns.length);
      messages.set(salts.subarray(i * saltBytes, (i + 1) * saltBytes), i * length + HEADER_BYTES);
    }
    columns.forEach((column, k) => {
      const first = HEADER_BYTES + saltBytes + 4 * k;
      for (let i = 0; i < rows; i++) view.setUint32(first + i * length, column[i] as number, true);
    });
    digestEach(messages, length, this.#nodes, rows * DIGEST_BYTES);
    this.#joinLevels();
  }

  #joinLevels(): void {
    for (let first = this.#leaves / 2; first >= 1; first /= 2) {
      const messages = new Uint8Array(first * NODE_MESSAGE_BYTES);
      for (let i = 0; i < first; i++) {
        messages[i * NODE_MESSAGE_BYTES] = NODE;
        const children = this.#nodes.subarray(2 * (first + i) * DIGEST_BYTES, 2 * (first + i + 1) * DIGEST_BYTES);
        messages.set(children, i * NODE_MESSAGE_BYTES + 1);
      }
      digestEach(messages, NODE_MESSAGE_BYTES, this.#nodes, first * DIGEST_BYTES);
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
