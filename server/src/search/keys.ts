/**
 * The keys of a collection. The master key seals one; everything of the collection is under that one or under keys derived from
 * it, so that whoever destroys it has destroyed the content.
 */
import { gcmDecrypt, gcmEncrypt, NONCE_BYTES } from '@touchstone/core/aes-gcm.ts';
import { concat, toHex, utf8, wipe } from '@touchstone/core/bytes.ts';
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import { hkdfSha3_256, hmacSha3_256 } from '@touchstone/core/hash.ts';
import type { Random } from '@touchstone/core/random.ts';
import { textKeyOf } from '@touchstone/core/search/snippet.ts';
import type { Place, Vault } from '../vault/envelope.ts';
import type { CollectionRow, SegmentRow } from './store.ts';

export const KEY_BYTES = 32;
/** Of the MAC of a document's name: two of a million documents agree once in 2^88. */
const TAG_BYTES = 16;

type CollectionFacts = Pick<CollectionRow, 'id' | 'project_id' | 'name' | 'index_type' | 'dimensions' | 'created_at'>;

/** Where the key of a collection is sealed. What the row says stands there too: a changed row does not open. */
export function collectionPlace(row: CollectionFacts): Place {
  const column = `envelope ${row.index_type} ${row.dimensions ?? '-'} ${row.created_at} ${row.name}`;
  return { kind: 'search-collection', project: row.project_id, object: row.id, column, version: 1 };
}

/** The key of a collection, which the caller wipes. Throws TypeError where it does not open: the database was changed. */
export function openCollectionKey(vault: Pick<Vault, 'open'>, row: CollectionRow): Uint8Array {
  const key = row.envelope === null ? null : vault.open(collectionPlace(row), row.envelope);
  if (key === null) throw new TypeError(`internal: the search collection ${row.id} does not open`);
  return key;
}

/** What a collection is to the threads that work on it. */
export interface Collection {
  readonly id: string;
  readonly projectId: string;
  readonly key: Uint8Array;
}

/** The keys under that of a collection, for as long as one piece of work takes. */
export interface CollectionKeys {
  /** Of texts. */
  readonly text: Uint8Array;
  /** Of heads of documents, of segments and of the secret key of CKKS. */
  readonly head: Uint8Array;
  /** Of the tags of names. */
  readonly name: Uint8Array;
}

export function withKeys<T>({ key }: Collection, action: (keys: CollectionKeys) => Promise<T>): Promise<T>;
export function withKeys<T>({ key }: Collection, action: (keys: CollectionKeys) => T): T;
export function withKeys<T>({ key }: Collection, action: (keys: CollectionKeys) => T | Promise<T>): T | Promise<T> {
  const keys = { text: textKeyOf(key), head: derived(key, 'head'), name: derived(key, 'name') };
  const end = () => wipe(keys.text, keys.head, keys.name);
  let result: T | Promise<T>;
  try {
    result = action(keys);
  } catch (error) {
    end();
    throw error;
  }
  if (result instanceof Promise) return result.finally(end);
  end();
  return result;
}

function derived(key: Uint8Array, purpose: string): Uint8Array {
  return hkdfSha3_256(key, new Uint8Array(0), `svc-search-${purpose}/v1`, KEY_BYTES);
}

/** By what a document is found by its name. */
export function nameTag(keys: CollectionKeys, docId: string): Uint8Array {
  return hmacSha3_256(keys.name, utf8(docId)).slice(0, TAG_BYTES);
}

/** Nonce ‖ ciphertext ‖ tag. `column` carries what else the row says. */
export function sealColumn(
  key: Uint8Array,
  place: readonly [kind: string, project: string, object: string, column: string],
  plaintext: Uint8Array,
  random: Random,
): Uint8Array {
  const nonce = random(NONCE_BYTES);
  return concat(nonce, gcmEncrypt(key, nonce, canonicalBytes([...place, 1]), plaintext));
}

/** null where key, place and box do not belong together. */
export function openColumn(
  key: Uint8Array,
  place: readonly [kind: string, project: string, object: string, column: string],
  box: Uint8Array,
): Uint8Array | null {
  if (box.length < NONCE_BYTES) return null;
  return gcmDecrypt(key, box.subarray(0, NONCE_BYTES), canonicalBytes([...place, 1]), box.subarray(NONCE_BYTES));
}

/** What the epoch of a segment holds: the key of its tokens, and the digest of its pages. */
export interface Epoch {
  readonly key: Uint8Array;
  readonly digest: Uint8Array;
}

type SegmentFacts = Omit<SegmentRow, 'epoch' | 'state'>;

function segmentPlace(projectId: string, row: SegmentFacts): readonly [string, string, string, string] {
  const column = `epoch ${row.first_number} ${row.last_number} ${row.documents} ${row.page_count} ${row.created_at}`;
  return ['search-segment', projectId, `${row.collection_id} ${row.id}`, column];
}

export function sealEpoch(
  keys: CollectionKeys,
  projectId: string,
  row: SegmentFacts,
  { key, digest }: Epoch,
  random: Random,
): Uint8Array {
  const plaintext = concat(key, digest);
  try {
    return sealColumn(keys.head, segmentPlace(projectId, row), plaintext, random);
  } finally {
    wipe(plaintext);
  }
}

/** The caller wipes its key; null where keys, row and box do not belong together. */
export function openEpoch(keys: CollectionKeys, projectId: string, row: SegmentRow): Epoch | null {
  const opened = openColumn(keys.head, segmentPlace(projectId, row), row.epoch);
  if (opened === null) return null;
  const epoch = { key: opened.slice(0, KEY_BYTES), digest: opened.slice(KEY_BYTES) };
  wipe(opened);
  return epoch;
}

/** Where the head of a document is sealed. */
export function headPlace(
  { id, projectId }: Collection,
  row: { readonly number: number; readonly name_tag: Uint8Array; readonly created_at: number },
): readonly [string, string, string, string] {
  return ['search-head', projectId, `${id} ${row.number}`, `head ${toHex(row.name_tag)} ${row.created_at}`];
}
