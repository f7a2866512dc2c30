/**
 * A chain of entries: each names the hash of the one before and is signed as a statement of the service (S5), so nobody
 * without the key can change, move, insert or drop one. Every audit, the events of a health session and the provenance of a
 * key are such chains. They differ in the names of their members, which a `ChainDescription` states.
 */
import { toHex } from '../bytes.ts';
import { canonicalBytes, type JsonObject } from '../canonical-json.ts';
import { sha3_256 } from '../hash.ts';
import type { StatementKind } from '../sign/statement.ts';

export interface ChainDescription<Owner extends string = string> {
  /** The kind of statement that signs an entry: the domain tag of the signature. */
  readonly statement: StatementKind;
  /** The members that say whose chain it is, the same in all entries; none where there is only one chain. */
  readonly owner: readonly Owner[];
  /** The member that counts from 1; null where entries carry no position. */
  readonly position: string | null;
  /** The member with the hash of the entry before; null in the first entry. */
  readonly previousHash: string;
  /** The member with the id of the key set that signs. */
  readonly keySetId: string;
  /** What the next entry names the hash of: the signed body, or the body with its signature as member `signature`. */
  readonly hashed: 'body' | 'body and signature';
}

/** The values of the members that say whose chain it is. */
export type ChainOwner<Owner extends string = string> = Readonly<Record<Owner, string>>;

/** Where a chain stands: its last position, and the hash of the entry there. */
export interface ChainHead {
  readonly position: number;
  readonly hash: string | null;
}

export const EMPTY_CHAIN: ChainHead = { position: 0, hash: null };

/** SHA3-256 of the canonical JSON of what the description says is hashed, hex. */
export function entryHash({ hashed }: ChainDescription, body: JsonObject, signature: string | null = null): string {
  if (hashed === 'body') return toHex(sha3_256(canonicalBytes(body)));
  if (signature === null) throw new TypeError('internal: the hash of this entry covers its signature');
  return toHex(sha3_256(canonicalBytes({ ...body, signature })));
}

/** The members of the next entry that follow from its place. The event's own members come beside them. */
export function nextPlace<Owner extends string>(
  chain: ChainDescription<Owner>,
  owner: ChainOwner<Owner>,
  head: ChainHead,
  keySetId: string,
): JsonObject {
  return {
    ...owner,
    ...(chain.position === null ? {} : { [chain.position]: head.position + 1 }),
    [chain.previousHash]: head.hash,
    [chain.keySetId]: keySetId,
  };
}

/** Why an entry is not the next of its chain. */
export type PlaceFault =
  /** It belongs to another chain. */
  | 'FOREIGN'
  /** It has another position, or names another hash than that of the entry before. */
  | 'LINK';

/** Why the members of an entry do not make it the next of its chain; null where they do. Its signature is verified apart. */
export function placeFault<Owner extends string>(
  chain: ChainDescription<Owner>,
  owner: ChainOwner<Owner>,
  head: ChainHead,
  body: JsonObject,
): PlaceFault | null {
  const fault = positionFault(chain, owner, head.position + 1, body);
  return fault === null && body[chain.previousHash] !== head.hash ? 'LINK' : fault;
}

/** Like `placeFault`, without the hash of the entry before. */
export function positionFault<Owner extends string>(
  chain: ChainDescription<Owner>,
  owner: ChainOwner<Owner>,
  position: number,
  body: JsonObject,
): PlaceFault | null {
  if (chain.owner.some((member) => body[member] !== owner[member])) return 'FOREIGN';
  return chain.position === null || body[chain.position] === position ? null : 'LINK';
}
