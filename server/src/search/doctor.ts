/** Search indexes, held against what is sealed of them: every document opens, every page of an index is as it was built. */
import { equalBytes, toHex, wipe } from '@touchstone/core/bytes.ts';
import { BLOCK_VECTORS } from '@touchstone/core/fhe/similarity.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { type Check, ok } from '../doctor/check.ts';
import { createRowFaults, type RowFaults } from '../doctor/row-faults.ts';
import { type Db, snapshot } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { createVault, type Vault } from '../vault/envelope.ts';
import { digestOf } from './cells.ts';
import { openHead } from './documents.ts';
import { type Collection, type CollectionKeys, collectionPlace, openEpoch, withKeys } from './keys.ts';
import {
  blockPieces,
  type CollectionRow,
  countDocuments,
  documentsFrom,
  readPage,
  type SegmentRow,
  segmentsOf,
} from './store.ts';
import { openBlockPiece, openVectorKey, piecesOfBlock } from './vectors.ts';

export const searchIndexes: Check = {
  id: 'search-indexes',
  needs: 'schema',
  async run({ inspection, masterKey, random }) {
    if (masterKey === null) return [ok('Search indexes were not opened: there is no master key.')];
    const vault = createVault(masterKey, random);
    try {
      return await snapshot(inspection.db, async (db) => {
        const faults = createRowFaults();
        let count = 0;
        for await (const row of rowsOf(db, 'search_collections')) {
          if (row.envelope === null) continue;
          count++;
          await checkCollection(db, vault, row, faults);
        }
        return faults.findings(`Search indexes open, and hold what they say (${count}).`);
      });
    } finally {
      vault.close();
    }
  },
};

async function checkCollection(db: Db, vault: Vault, row: CollectionRow, faults: RowFaults): Promise<void> {
  const key = row.envelope === null ? null : vault.open(collectionPlace(row), row.envelope);
  if (key === null) {
    faults.add('search_collections', row.id, 'does not open');
    return;
  }
  try {
    const collection = { id: row.id, projectId: row.project_id, key };
    await withKeys(collection, async (keys) => {
      const segments = await segmentsOf(db, row.id);
      const live = segments.filter(({ state }) => state === 'live');
      for (const segment of live) await checkSegment(db, { collection, keys }, segment, faults);
      if (row.index_type === 'ckks_similarity') await checkVectors(db, { collection, keys }, row, faults);
      const counted = await checkDocuments(db, { collection, keys }, segments, faults);
      const indexed = live.reduce((sum, { documents }) => sum + documents, 0);
      faults.compare('search_collections', row.id, {
        document_count: [row.document_count, counted.live],
        next_number: [row.next_number > counted.last, true],
        removed_at: [row.removed_at !== null, indexed > counted.live],
      });
    });
  } finally {
    wipe(key);
  }
}

/** Every document has its place in a block, and every piece of a block opens. */
async function checkVectors(
  db: Db,
  { collection, keys }: Opened,
  row: CollectionRow,
  faults: RowFaults,
): Promise<void> {
  const dimensions = row.dimensions ?? 0;
  const secretKey = openVectorKey(collection, keys, row);
  if (secretKey === null) faults.add('search_collections', row.id, 'has a key of vectors that does not open');
  wipe(secretKey ?? undefined);
  const last = row.next_number - 1;
  for (let block = 0; block * BLOCK_VECTORS < last; block++) {
    const range = { first: block * BLOCK_VECTORS + 1, last: (block + 1) * BLOCK_VECTORS };
    const pieces = await blockPieces(db, row.id, block);
    const isWhole = pieces.length === piecesOfBlock(dimensions);
    const opens = pieces.every((piece) => openBlockPiece(collection, keys, dimensions, { block, ...piece }) !== null);
    if (!opens) faults.add('search_blocks', `${row.id} ${block}`, 'has vectors that do not open');
    else if (!isWhole && (await countDocuments(db, row.id, range)) > 0) {
      faults.add('search_blocks', `${row.id} ${block}`, 'lacks vectors of its documents');
    }
  }
}

interface Opened {
  readonly collection: Collection;
  readonly keys: CollectionKeys;
}

async function checkSegment(db: Db, { collection, keys }: Opened, row: SegmentRow, faults: RowFaults): Promise<void> {
  const epoch = openEpoch(keys, collection.projectId, row);
  if (epoch === null) {
    faults.add('search_segments', row.id, 'has a key that does not open');
    return;
  }
  wipe(epoch.key);
  const pages: Uint8Array[] = [];
  for (let page = 0; page < row.page_count; page++) pages.push((await readPage(db, row.id, page)) ?? MISSING);
  if (!equalBytes(digestOf(pages), epoch.digest)) faults.add('search_pages', row.id, 'is not as it was built');
}

const MISSING = new Uint8Array(1);
const DOCUMENTS_AT_ONCE = 200;

/** How many documents are in the index, and the highest number of all. */
async function checkDocuments(
  db: Db,
  { collection, keys }: Opened,
  segments: readonly SegmentRow[],
  faults: RowFaults,
): Promise<{ readonly live: number; readonly last: number }> {
  let live = 0;
  let last = 0;
  const isIn = (number: number, state: SegmentRow['state']) =>
    segments.some(
      (segment) => segment.state === state && segment.first_number <= number && number <= segment.last_number,
    );
  for (;;) {
    const range = { first: last + 1, last: Number.MAX_SAFE_INTEGER, limit: DOCUMENTS_AT_ONCE };
    const rows = await documentsFrom(db, collection.id, range);
    for (const row of rows) {
      const name = `${collection.id} ${row.number}`;
      last = row.number;
      if (isIn(row.number, 'live')) live++;
      else if (!isIn(row.number, 'building')) faults.add('search_documents', name, 'is in no index');
      const head = openHead(collection, keys, row);
      if (head === null) faults.add('search_documents', name, 'does not open');
      else if (toHex(sha3_256(row.texts)) !== head.textsHash) {
        faults.add('search_documents', name, 'has other texts than it was stored with');
      }
    }
    if (rows.length === 0) return { live, last };
  }
}
