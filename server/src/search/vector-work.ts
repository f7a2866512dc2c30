/** What the threads of encrypted computation do with vectors: the evaluator without keys, the holder with the secret ones. */
import {
  BLOCK_VECTORS,
  decryptBlock,
  decryptScores,
  encryptBlock,
  loadBlock,
  SIMILARITY,
  scoreBlocks,
  similarityKey,
} from '@touchstone/core/fhe/similarity.ts';
import { contextOf } from '../fhe/contexts.ts';
import type { ThreadTask } from '../fhe/threads.ts';

export const vectorKeyTask: ThreadTask<null, Uint8Array> = {
  name: 'vector key',
  run: async () => similarityKey(await contextOf(SIMILARITY)),
};

export interface BlockChange {
  readonly secretKey: Uint8Array;
  readonly dimensions: number;
  /** The block as it is stored; null for a new one. */
  readonly bodies: Uint8Array | null;
  /** Slots that keep their vectors. */
  readonly kept: readonly number[];
  /** Vectors behind each other, for the slots from one on. */
  readonly added: { readonly slot: number; readonly values: Float32Array };
}

/** Vectors that this thread has decrypted. */
let opened = 0;

/** Encrypts a block anew, with some vectors more and some less. */
export const changeBlockTask: ThreadTask<BlockChange, Uint8Array> = {
  name: 'change vectors',
  async run({ secretKey, dimensions, bodies, kept, added }) {
    const context = await contextOf(SIMILARITY);
    const columns = new Float64Array(dimensions * BLOCK_VECTORS);
    const before = bodies === null ? null : decryptBlock(context, secretKey, bodies);
    try {
      if (before !== null) {
        opened += kept.length;
        for (let row = 0; row < columns.length; row += BLOCK_VECTORS) {
          for (const slot of kept) columns[row + slot] = before[row + slot] ?? 0;
        }
      }
      for (const [at, value] of added.values.entries()) {
        columns[(at % dimensions) * BLOCK_VECTORS + added.slot + Math.floor(at / dimensions)] = value;
      }
      return encryptBlock(context, secretKey, columns);
    } finally {
      columns.fill(0);
      before?.fill(0);
    }
  },
  secretsIn: ({ secretKey, added: { values } }) => [
    secretKey,
    new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  ],
};

/** Blocks that this thread has loaded, the one that was used last at the end. */
const loaded = new Map<string, ReturnType<typeof loadBlock>>();
/** Of all of them: 200 MB. */
export const MOST_LOADED = 3_000;

/** Loads a block, so that it is there for the queries that follow. */
export const loadBlockTask: ThreadTask<{ readonly name: string; readonly bodies: Uint8Array }, null> = {
  name: 'load vectors',
  async run({ name, bodies }) {
    forget(name);
    loaded.set(name, loadBlock(await contextOf(SIMILARITY), bodies));
    let count = [...loaded.values()].reduce((sum, block) => sum + block.length, 0);
    for (const [oldest, block] of loaded) {
      if (count <= MOST_LOADED) break;
      count -= block.length;
      forget(oldest);
    }
    return null;
  },
};

function forget(name: string): void {
  for (const ciphertext of loaded.get(name) ?? []) ciphertext.delete();
  loaded.delete(name);
}

/** Encrypted scores of blocks, by their names; or which of them have to be loaded first. */
export type Scored = { readonly missing: readonly string[] } | { readonly scores: readonly Uint8Array[] };

export const scoreTask: ThreadTask<{ readonly names: readonly string[]; readonly query: Float64Array }, Scored> = {
  name: 'score vectors',
  async run({ names, query }) {
    const missing = names.filter((name) => !loaded.has(name));
    if (missing.length > 0) return { missing };
    const blocks = names.map((name) => {
      const block = loaded.get(name) ?? [];
      loaded.delete(name);
      loaded.set(name, block);
      return block;
    });
    return { scores: scoreBlocks(await contextOf(SIMILARITY), blocks, query) };
  },
};

export interface OpenedScores {
  /** Of each slot of each block. */
  readonly scores: Float64Array;
  /** Vectors that were decrypted on the way. */
  readonly openedVectors: number;
}

/** Answers are rounded to it: beyond, noise would begin. */
const DIGITS = 1e5;

export const openScoresTask: ThreadTask<
  { readonly secretKey: Uint8Array; readonly bodies: readonly Uint8Array[] },
  OpenedScores
> = {
  name: 'open scores',
  async run({ secretKey, bodies }) {
    const before = opened;
    const scores = new Float64Array(bodies.length * BLOCK_VECTORS);
    for (const [block, slots] of decryptScores(await contextOf(SIMILARITY), secretKey, bodies).entries()) {
      for (let slot = 0; slot < BLOCK_VECTORS; slot++) {
        const score = Math.min(1, Math.max(-1, slots[slot] ?? 0));
        scores[block * BLOCK_VECTORS + slot] = Math.round(score * DIGITS) / DIGITS;
      }
    }
    return { scores, openedVectors: opened - before };
  },
  secretsIn: ({ secretKey }) => [secretKey],
};

export const TASKS = [vectorKeyTask, changeBlockTask, loadBlockTask, scoreTask, openScoresTask] as const;
