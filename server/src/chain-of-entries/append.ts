/** Appends to signed chains, within the transaction of what the entries tell: both are on the disk, or neither. */
import { canonicalJson, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { type ChainDescription, type ChainHead, nextPlace } from '@touchstone/core/chain-of-entries/chain.ts';
import type { StatementSigner } from '../key-sets/statements.ts';
import type { ChainAdapter } from '../ledger/chain.ts';
import type { Db } from '../store/engine.ts';
import { headAt, type StoredChain, type StoredEntry, type StoredOwner, textHash } from './stored-chain.ts';

/** An entry in its place, not signed yet. */
export interface PlacedEntry {
  readonly position: number;
  readonly body: JsonObject;
  /** JCS of the body. */
  readonly text: string;
}

export interface SignedEntry extends PlacedEntry {
  readonly signature: string;
  readonly keySetId: string;
  /** The transaction that anchors its hash; null where the room anchors heads only. */
  readonly tx: string | null;
}

/** A chain to which entries are appended one by one. `Event` is what of an entry does not follow from its place. */
export interface AppendableChain<Owner extends StoredOwner, Event extends JsonObject, Row extends StoredEntry>
  extends StoredChain<Owner, Row> {
  /** The position of the first of the next entries; until the transaction ends nobody else appends. */
  takePositions(transaction: Db, owner: Owner, count: number): Promise<number>;
  /** Stores an entry and answers its row. */
  insert(db: Db, owner: Owner, event: Event, entry: SignedEntry): Promise<Row>;
  /** Takes away the notice that a restore has left, and answers what the chain is to be told of it (S27); else nothing. */
  takeRestored(db: Db, owner: Owner, now: number): Promise<readonly Event[]>;
}

export interface AppendMeans {
  readonly signer: StatementSigner;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Where each entry is anchored; absent where the newest is from time to time. */
  readonly ledger?: ChainAdapter;
}

/** Appends entries, behind what a restore has left to be told. `db` is a transaction. Answers the rows of the events. */
export async function appendEntries<Owner extends StoredOwner, Event extends JsonObject, Row extends StoredEntry>(
  db: Db,
  stored: AppendableChain<Owner, Event, Row>,
  owner: Owner,
  { signer, now, ledger }: AppendMeans,
  ...events: readonly Event[]
): Promise<readonly Row[]> {
  const restored = await stored.takeRestored(db, owner, now);
  const all = [...restored, ...events];
  if (all.length === 0) return [];
  const { chain, anchored } = stored;
  const first = await stored.takePositions(db, owner, all.length);
  let head = await stored.head(db, owner);
  if (first !== head.position + 1)
    throw new TypeError(`internal: the head of ${anchored.title} is not its newest entry`);
  const rows: Row[] = [];
  for (const event of all) {
    const placed = placeEntry(chain, owner, head, signer.keySetId, event);
    const anchor = await ledger?.anchor(db, anchored.kind, textHash(placed.text));
    const signature = await signer.sign(chain.statement, placed.body);
    const entry = { ...placed, signature, keySetId: signer.keySetId, tx: anchor?.tx ?? null };
    rows.push(await stored.insert(db, owner, event, entry));
    head = headAt(chain, { ...entry, body: entry.text });
  }
  return rows.slice(restored.length);
}

/** Entries that follow one another, for those who sign several at once. Their hashes cover the body alone. */
export function placeEntries(
  chain: ChainDescription,
  owner: StoredOwner,
  from: ChainHead,
  keySetId: string,
  events: readonly JsonObject[],
): readonly PlacedEntry[] {
  let head = from;
  return events.map((event) => {
    const placed = placeEntry(chain, owner, head, keySetId, event);
    head = { position: placed.position, hash: textHash(placed.text) };
    return placed;
  });
}

function placeEntry(
  chain: ChainDescription,
  owner: StoredOwner,
  head: ChainHead,
  keySetId: string,
  event: JsonObject,
): PlacedEntry {
  const named = Object.fromEntries(chain.owner.map((member) => [member, owner[member] ?? '']));
  const body = { ...event, ...nextPlace(chain, named, head, keySetId) };
  return { position: head.position + 1, body, text: canonicalJson(body) };
}
