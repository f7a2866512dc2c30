/** Holds the stored log against itself and against what it was anchored as: for doctor, who cannot ask anybody else. */
import { concat, equalBytes, fromHex } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { type LogHead, logHeadBody, logHeadHash } from '@touchstone/core/log/head.ts';
import { TILE_HEIGHT, TILE_WIDTH } from '@touchstone/core/log/tiles.ts';
import { emptyRoot, leafHash, pairHash, subtreeRoots } from '@touchstone/core/log/tree.ts';
import type { StatementVerifier } from '../key-sets/statements.ts';
import { AUDIT_NETWORK } from '../ledger/chain.ts';
import { listAnchors } from '../ledger/store.ts';
import type { Db } from '../store/engine.ts';
import {
  countLeaves,
  findTile,
  headsAbove,
  type LogHeadRow,
  readLeaves,
  receiptsOutsideTheLog,
  strayLeaves,
} from './store.ts';

export interface LogVerdict {
  readonly size: number;
  readonly heads: number;
  /** What is wrong, as sentences; empty where all is well. */
  readonly faults: readonly string[];
}

const BATCH = 200;
/** Enough to tell that there is damage. */
const MOST_FAULTS = 20;

/**
 * Recomputes the whole tree from its leaves, and with it every full tile and the root of every head that was signed. Heads on
 * the ledger have to be among those that are stored.
 */
export async function verifyStoredLog(db: Db, verify: StatementVerifier): Promise<LogVerdict> {
  const faults: string[] = [];
  const size = await countLeaves(db);
  const heads = await readHeads(db, verify, faults);
  await checkTree(db, size, heads, faults);
  for (const { tree_size: stated } of heads) {
    if (stated > size)
      faults.push(`A head was signed for ${stated} leaves and the log has ${size}: its end was cut off.`);
  }
  const known = new Set(heads.map(logHeadHash));
  for await (const commitment of anchoredHeads(db)) {
    if (known.has(commitment)) continue;
    faults.push(`The ledger holds a head of the log that is not there any more (${commitment}).`);
  }
  const missing = await receiptsOutsideTheLog(db);
  if (missing.length > 0) faults.push(`The log does not hold these receipts: ${missing.join(', ')}.`);
  const stray = await strayLeaves(db);
  if (stray.length > 0) faults.push(`The log holds what was never recorded, at index ${stray.join(', ')}.`);
  return { size, heads: heads.length, faults: faults.slice(0, MOST_FAULTS) };
}

async function readHeads(db: Db, verify: StatementVerifier, faults: string[]): Promise<readonly LogHead[]> {
  const heads: LogHead[] = [];
  for (let above = 0; ; ) {
    const rows = await headsAbove(db, above, BATCH);
    for (const row of rows) {
      const head = parseHead(row);
      const name = `The head of the log with ${row.tree_size} leaves`;
      if (head === null || head.tree_size !== row.tree_size || head.log_id !== row.log_id) {
        faults.push(`${name} was changed.`);
      } else if (!(await verify('log-head', logHeadBody(head), row.signature, head.keyset_id))) {
        faults.push(`${name} has no valid signature.`);
      } else {
        heads.push(head);
      }
    }
    if (rows.length < BATCH) return heads;
    above = rows.at(-1)?.position ?? above;
  }
}

/** null for text that is no head. */
function parseHead({ body }: LogHeadRow): LogHead | null {
  try {
    const parsed = JSON.parse(body) as JsonValue;
    if (!isJsonObject(parsed)) return null;
    const { log_id, tree_size, root, timestamp, keyset_id } = parsed;
    const isText = (value: JsonValue | undefined): value is string => typeof value === 'string';
    return isText(log_id) && isText(root) && isText(timestamp) && isText(keyset_id) && typeof tree_size === 'number'
      ? { log_id, tree_size, root, timestamp, keyset_id }
      : null;
  } catch {
    return null;
  }
}

async function checkTree(db: Db, size: number, heads: readonly LogHead[], faults: string[]): Promise<void> {
  const bySize = Map.groupBy(heads, ({ tree_size: stated }) => stated);
  const tree = createGrowingTree();
  const judge = (at: number) => {
    for (const { root, tree_size: stated } of bySize.get(at) ?? []) {
      if (equalBytes(tree.root(), fromHex(root) ?? new Uint8Array(0))) continue;
      faults.push(
        `The leaves of the log are not those of its head with ${stated} leaves: one of the first ${stated} was changed.`,
      );
    }
  };
  judge(0);
  for (let index = 0; index < size; index += BATCH) {
    const leaves = await readLeaves(db, index, BATCH);
    if (leaves.length < Math.min(BATCH, size - index)) {
      faults.push(`The log lacks leaves from index ${index} on.`);
      return;
    }
    for (const data of leaves) {
      for (const tile of tree.add(leafHash(data))) {
        const stored = await findTile(db, tile.level, tile.position);
        // One that is not written yet is computed when it is asked for.
        if (stored === null || (equalBytes(stored.hashes, tile.hashes) && equalBytes(stored.root, tile.root))) continue;
        faults.push(`Tile ${tile.position} of level ${tile.level} of the log is not the one of its leaves.`);
      }
      judge(tree.size());
    }
  }
}

interface FullTile {
  readonly level: number;
  readonly position: number;
  readonly hashes: Uint8Array;
  readonly root: Uint8Array;
}

/** A tree to which leaves are added, that keeps one tile of each level. */
function createGrowingTree() {
  const tiles: { hashes: Uint8Array[]; full: number }[] = [];
  const subtrees: { size: number; root: Uint8Array }[] = [];
  let size = 0;

  function push(hash: Uint8Array): void {
    let added = { size: 1, root: hash };
    for (let left = subtrees.at(-1); left?.size === added.size; left = subtrees.at(-1)) {
      subtrees.pop();
      added = { size: 2 * added.size, root: pairHash(left.root, added.root) };
    }
    subtrees.push(added);
  }

  return {
    /** Answers the tiles that are full with it. */
    add(hash: Uint8Array): readonly FullTile[] {
      push(hash);
      size++;
      const full: FullTile[] = [];
      let next: Uint8Array | null = hash;
      for (let level = 0; next !== null; level++) {
        const tile = tiles[level] ?? { hashes: [], full: 0 };
        tiles[level] = tile;
        tile.hashes.push(next);
        next = null;
        if (tile.hashes.length < TILE_WIDTH) continue;
        const hashes = concat(...tile.hashes);
        const root = subtreeRoots(hashes, TILE_HEIGHT);
        full.push({ level, position: tile.full, hashes, root });
        tile.hashes = [];
        tile.full++;
        next = root;
      }
      return full;
    },
    root: () =>
      size === 0 ? emptyRoot() : subtrees.map(({ root }) => root).reduceRight((right, left) => pairHash(left, right)),
    size: () => size,
  };
}

async function* anchoredHeads(db: Db): AsyncGenerator<string> {
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await listAnchors(db, AUDIT_NETWORK, { kind: 'log-head', below, limit: BATCH });
    for (const { commitment } of rows) yield commitment;
    if (rows.length < BATCH) return;
    below = rows.at(-1)?.position ?? 0;
  }
}
