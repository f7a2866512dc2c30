/**
 * A signed chain as the database holds it: rows that keep the signed text of each entry, and columns by which the room lists
 * them. Every audit, the events of a health session and the provenance of a key is an instance; the room that owns the rows
 * describes it once, and appending, verifying, anchoring and telling of a restore are the same for all.
 */
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import {
  type ChainDescription,
  type ChainHead,
  EMPTY_CHAIN,
  entryHash,
} from '@touchstone/core/chain-of-entries/chain.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { AnchorKind } from '@touchstone/core/ledger/anchor.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { Db } from '../store/engine.ts';

/** What every row has. */
export interface StoredEntry {
  readonly position: number;
  /** JCS of what is signed. */
  readonly body: string;
  /** Base64; empty where the signature of a later entry covers this one. */
  readonly signature: string;
  /** The position of that later entry; null or absent in an entry that is signed itself. */
  readonly signed_position?: number | null;
}

/** The members that say whose chain it is, by their names in the body, and what else the room needs to write it. */
export type StoredOwner = Readonly<Record<string, string>>;

export interface StoredChain<Owner extends StoredOwner = StoredOwner, Row extends StoredEntry = StoredEntry> {
  readonly chain: ChainDescription;
  /** How hashes of entries enter the ledger, so that a cut end shows (S15). */
  readonly anchored: {
    readonly kind: AnchorKind;
    /** Each entry where it is written, or from time to time the newest one. */
    readonly what: 'entries' | 'heads';
    /** The chain, for people. */
    readonly title: string;
  };
  /** Everybody who has a chain. */
  owners(db: Db): AsyncIterable<Owner>;
  head(db: Db, owner: Owner): Promise<ChainHead>;
  /** Entries in their order. */
  entriesAfter(db: Db, owner: Owner, position: number, limit: number): Promise<readonly Row[]>;
  /** What the columns of a row say, by the members of the body that have to say the same. */
  columns(row: Row): JsonObject;
}

/** The signed part of an entry; null where the text is not the canonical text of an object: the database was changed. */
export function storedBody({ body }: Pick<StoredEntry, 'body'>): JsonObject | null {
  const parsed = parseStrictJson(body);
  return parsed.ok && isJsonObject(parsed.value) && canonicalJson(parsed.value) === body ? parsed.value : null;
}

/** What the ledger holds of an entry: the hash of its text as it stands, so that a damaged one is found where it is. */
export function textHash(text: string): string {
  return toHex(sha3_256(utf8(text)));
}

/** Where a chain stands whose newest entry this is. */
export function headAt(
  chain: ChainDescription,
  newest: Pick<StoredEntry, 'position' | 'body' | 'signature'> | null,
): ChainHead {
  if (newest === null) return EMPTY_CHAIN;
  const { position } = newest;
  if (chain.hashed === 'body') return { position, hash: textHash(newest.body) };
  const body = storedBody(newest);
  if (body === null) throw new TypeError(`internal: entry ${position} of a chain cannot be read`);
  return { position, hash: entryHash(chain, body, newest.signature) };
}
