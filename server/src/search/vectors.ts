/** Vectors of a similarity index: stored under CKKS in blocks of 2,048, changed by the holder of the key, scored without it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { concat, toHex, wipe } from '@touchstone/core/bytes.ts';
import { BLOCK_VECTORS, CIPHERTEXT_BYTES } from '@touchstone/core/fhe/similarity.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { FheThreads } from '../fhe/threads.ts';
import { ApiError } from '../frame/errors.ts';
import { type Db, write } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { withCollection } from './collections.ts';
import { createDocumentReader } from './documents.ts';
import { type Collection, type CollectionKeys, openColumn, sealColumn, withKeys } from './keys.ts';
import {
  blockEditions,
  blockPieces,
  type CollectionRow,
  deleteBlock,
  findDocument,
  liveSegments,
  presentNumbers,
  putBlockPiece,
  someNumbers,
} from './store.ts';
import {
  type BlockChange,
  changeBlockTask,
  loadBlockTask,
  MOST_LOADED,
  openScoresTask,
  scoreTask,
  vectorKeyTask,
} from './vector-work.ts';

/** Ciphertexts of a piece: about 256 KiB, which the event loop seals within a millisecond. */
const PIECE_CIPHERTEXTS = 4;
const PIECE_BYTES = PIECE_CIPHERTEXTS * CIPHERTEXT_BYTES;
/** Ciphertexts of a collection: half a gigabyte. */
const MOST_CIPHERTEXTS = 8_192;

export interface VectorNeeds {
  readonly db: Db;
  readonly vault: Vault;
  readonly random: Random;
  readonly fheThreads: FheThreads;
}

/** Where a document with a number has its vector. */
const blockOf = (number: number) => Math.floor((number - 1) / BLOCK_VECTORS);
const slotOf = (number: number) => (number - 1) % BLOCK_VECTORS;

function keyPlace({ id, projectId }: Collection): readonly [string, string, string, string] {
  return ['search-ckks-key', projectId, id, 'ckks_key'];
}

function piecePlace({ id, projectId }: Collection, block: number, piece: number, dimensions: number) {
  return ['search-block', projectId, `${id} ${block}`, `piece ${piece} of ${dimensions} values`] as const;
}

/** How many pieces a block has. */
export function piecesOfBlock(dimensions: number): number {
  return Math.ceil(dimensions / PIECE_CIPHERTEXTS);
}

/** Makes the key of a new similarity index, sealed as its row holds it. */
export async function newVectorKey(needs: VectorNeeds, row: CollectionRow): Promise<Uint8Array> {
  const secretKey = await needs.fheThreads.run('holder', vectorKeyTask, null);
  try {
    return await withCollection(needs.vault, row, (collection) =>
      withKeys(collection, async (keys) => sealColumn(keys.head, keyPlace(collection), secretKey, needs.random)),
    );
  } finally {
    wipe(secretKey);
  }
}

/** The secret key, which is moved to the holder and wiped there; null where row and key do not belong together. */
export function openVectorKey(collection: Collection, keys: CollectionKeys, row: CollectionRow): Uint8Array | null {
  return row.ckks_key === null ? null : openColumn(keys.head, keyPlace(collection), row.ckks_key);
}

/** A piece of a block; null where it does not open. */
export function openBlockPiece(
  collection: Collection,
  keys: CollectionKeys,
  dimensions: number,
  { block, piece, ciphertexts }: { readonly block: number; readonly piece: number; readonly ciphertexts: Uint8Array },
): Uint8Array | null {
  return openColumn(keys.head, piecePlace(collection, block, piece, dimensions), ciphertexts);
}

interface OpenIndex {
  readonly needs: VectorNeeds;
  readonly row: CollectionRow;
  readonly dimensions: number;
  readonly collection: Collection;
  readonly keys: CollectionKeys;
}

function withIndex<T>(needs: VectorNeeds, row: CollectionRow, action: (index: OpenIndex) => Promise<T>): Promise<T> {
  const { dimensions } = row;
  if (dimensions === null) throw new TypeError(`internal: ${row.id} has no vectors`);
  return withCollection(needs.vault, row, (collection) =>
    withKeys(collection, (keys) => action({ needs, row, dimensions, collection, keys })),
  );
}

/** The ciphertexts of a block behind each other; null where there is no such block. */
async function readBlock({ needs, row, dimensions, collection, keys }: OpenIndex, block: number) {
  const pieces = await blockPieces(needs.db, row.id, block);
  if (pieces.length === 0) return null;
  const opened: Uint8Array[] = [];
  for (const piece of pieces) {
    const bodies = openBlockPiece(collection, keys, dimensions, { block, ...piece });
    if (bodies === null) throw new TypeError(`internal: block ${block} of ${row.id} does not open`);
    opened.push(bodies);
    await nextTurn();
  }
  return concat(...opened);
}

/** The first piece comes last: it tells that the block is another one. */
async function writeBlock(index: OpenIndex, block: number, bodies: Uint8Array): Promise<void> {
  const { needs, row, dimensions, collection, keys } = index;
  for (let piece = piecesOfBlock(dimensions) - 1; piece >= 0; piece--) {
    const part = bodies.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES);
    const ciphertexts = sealColumn(keys.head, piecePlace(collection, block, piece, dimensions), part, needs.random);
    await write(needs.db, (transaction) =>
      putBlockPiece(transaction, { collection_id: row.id, block, piece, ciphertexts }),
    );
  }
}

/** Encrypts a block anew. What its slots hold of documents that are not there (any more) is gone then. */
async function changeBlock(index: OpenIndex, block: number, added: BlockChange['added']): Promise<void> {
  const { needs, row, dimensions, collection, keys } = index;
  const first = block * BLOCK_VECTORS + 1;
  const range = { first, last: first + BLOCK_VECTORS - 1, limit: BLOCK_VECTORS };
  const bodies = await readBlock(index, block);
  const stored = bodies === null ? [] : (await someNumbers(needs.db, row.id, range)).map(slotOf);
  const end = added.slot + added.values.length / dimensions;
  const kept = stored.filter((slot) => slot < added.slot || slot >= end);
  if (kept.length === 0 && added.values.length === 0) {
    await write(needs.db, (transaction) => deleteBlock(transaction, row.id, block));
    return;
  }
  const secretKey = openVectorKey(collection, keys, row);
  if (secretKey === null) throw new TypeError(`internal: the CKKS key of ${row.id} does not open`);
  const change = { secretKey, dimensions, bodies, kept, added };
  const moved = bodies === null ? [secretKey] : [secretKey, bodies];
  await writeBlock(index, block, await needs.fheThreads.run('holder', changeBlockTask, change, moved));
}

/** Throws CONFLICT where an index would become larger than it may. */
export async function requireRoom(db: Db, row: CollectionRow, dimensions: number, more: number): Promise<void> {
  const blocks = (await blockEditions(db, row.id)).length + Math.ceil(more / BLOCK_VECTORS);
  if (blocks * dimensions <= MOST_CIPHERTEXTS) return;
  throw new ApiError('CONFLICT', 'This search index would have more vectors than it can hold.');
}

/** Stores the vectors of documents with numbers from one on. Until these are stored too, nobody finds them. */
export function addVectors(needs: VectorNeeds, row: CollectionRow, first: number, values: Float32Array): Promise<void> {
  return withIndex(needs, row, async (index) => {
    const { dimensions } = index;
    const count = values.length / dimensions;
    for (let at = 0; at < count; ) {
      const slot = slotOf(first + at);
      const fits = Math.min(count - at, BLOCK_VECTORS - slot);
      const added = { slot, values: values.slice(at * dimensions, (at + fits) * dimensions) };
      await changeBlock(index, blockOf(first + at), added);
      at += fits;
    }
  });
}

/** Takes the vectors of documents that are gone out of the blocks of a range of numbers. */
export function dropVectors(
  needs: VectorNeeds,
  row: CollectionRow,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<void> {
  return withIndex(needs, row, async (index) => {
    for (const { block } of await blockEditions(needs.db, row.id)) {
      if (block < blockOf(first) || block > blockOf(last)) continue;
      await changeBlock(index, block, { slot: 0, values: new Float32Array(0) });
    }
  });
}

export interface Similar {
  readonly docId: string;
  readonly similarity: number;
}

/** The documents whose vectors are nearest to one of length 1, and how many vectors were decrypted for it. */
export function similarTo(
  needs: VectorNeeds,
  row: CollectionRow,
  query: Float64Array,
  count: number,
): Promise<{ readonly results: readonly Similar[]; readonly openedVectors: number }> {
  return withIndex(needs, row, async (index) => {
    const { collection, keys, dimensions } = index;
    const blocks = await blockEditions(needs.db, row.id);
    const bodies: Uint8Array[] = [];
    const atOnce = Math.max(1, Math.floor(MOST_LOADED / dimensions));
    for (let from = 0; from < blocks.length; from += atOnce) {
      bodies.push(...(await scoresOf(index, blocks.slice(from, from + atOnce), query)));
    }
    const secretKey = openVectorKey(collection, keys, row);
    if (secretKey === null) throw new TypeError(`internal: the CKKS key of ${row.id} does not open`);
    const input = { secretKey, bodies };
    const { scores, openedVectors } = await needs.fheThreads.run('holder', openScoresTask, input, [secretKey]);
    const numbers = blocks.flatMap(({ block }) =>
      Array.from({ length: BLOCK_VECTORS }, (_, slot) => block * BLOCK_VECTORS + slot + 1),
    );
    const order = Uint32Array.from(numbers.keys()).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
    const results = await nearest(index, order, { numbers, scores, count });
    return { results, openedVectors };
  });
}

interface Edition {
  readonly block: number;
  readonly edition: Uint8Array;
}

/** Another query may have pushed a block out meanwhile. */
const TRIES = 3;

async function scoresOf(index: OpenIndex, blocks: readonly Edition[], query: Float64Array) {
  const { needs, row } = index;
  const names = blocks.map(({ block, edition }) => `${row.id} ${block} ${toHex(edition)}`);
  for (let tries = 0; tries < TRIES; tries++) {
    const scored = await needs.fheThreads.run('evaluator', scoreTask, { names, query });
    if ('scores' in scored) return scored.scores;
    for (const [at, name] of names.entries()) {
      if (!scored.missing.includes(name)) continue;
      const bodies = await readBlock(index, blocks[at]?.block ?? 0);
      if (bodies === null) throw new ApiError('OVERLOADED');
      await needs.fheThreads.run('evaluator', loadBlockTask, { name, bodies }, [bodies]);
    }
  }
  throw new ApiError('OVERLOADED');
}

const NUMBERS_AT_ONCE = 100;

/** The first of an order that are documents. */
async function nearest(
  { needs, row, collection, keys }: OpenIndex,
  order: Uint32Array,
  {
    numbers,
    scores,
    count,
  }: { readonly numbers: readonly number[]; readonly scores: Float64Array; readonly count: number },
): Promise<readonly Similar[]> {
  const reader = createDocumentReader(collection, keys);
  const segments = await liveSegments(needs.db, row.id);
  const isLive = (number: number) =>
    segments.some((segment) => segment.first_number <= number && number <= segment.last_number);
  const results: Similar[] = [];
  for (let from = 0; from < order.length && results.length < count; from += NUMBERS_AT_ONCE) {
    const some = [...order.subarray(from, from + NUMBERS_AT_ONCE)];
    const asked = some.map((at) => numbers[at] ?? 0).filter(isLive);
    const present = new Set(asked.length === 0 ? [] : await presentNumbers(needs.db, row.id, asked));
    for (const at of some) {
      const number = numbers[at] ?? 0;
      if (!present.has(number) || results.length === count) continue;
      const document = await findDocument(needs.db, row.id, number);
      if (document !== null) results.push({ docId: reader.head(document).docId, similarity: scores[at] ?? 0 });
    }
    await nextTurn();
  }
  return results;
}
