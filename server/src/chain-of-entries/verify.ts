/** Verifies a whole chain as it is stored: positions, links, signatures, and columns that say what was signed. */
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { type ChainDescription, type ChainHead, EMPTY_CHAIN } from '@touchstone/core/chain-of-entries/chain.ts';
import { type ChainEntry, unsignedAt, walkChain } from '@touchstone/core/chain-of-entries/walk.ts';
import type { StatementVerifier } from '../key-sets/statements.ts';
import type { Db } from '../store/engine.ts';
import { type StoredChain, type StoredEntry, type StoredOwner, storedBody } from './stored-chain.ts';

export interface ChainVerdict {
  readonly intact: boolean;
  /** Entries that hold, from the first on. */
  readonly entries: number;
  /** Position of the first that does not; null where all hold. */
  readonly brokenAt: number | null;
  /** Hash of the last that holds, hex. */
  readonly head: string | null;
}

const BATCH = 200;

/** `alsoHolds` is what else a room demands of a row whose columns agree. It is asked in the order of the chain. */
export async function verifyStoredChain<Owner extends StoredOwner, Row extends StoredEntry>(
  db: Db,
  stored: StoredChain<Owner, Row>,
  owner: Owner,
  verify: StatementVerifier,
  alsoHolds: (row: Row) => boolean | Promise<boolean> = () => true,
): Promise<ChainVerdict> {
  const { chain } = stored;
  let head: ChainHead = EMPTY_CHAIN;
  /** Entries that are covered by one that is yet to be read. */
  let covered: readonly ChainEntry[] = [];
  const verdict = (brokenAt: number | null): ChainVerdict => ({
    intact: brokenAt === null,
    entries: head.position,
    brokenAt,
    head: head.hash,
  });
  for (;;) {
    const rows = await stored.entriesAfter(db, owner, head.position + covered.length, BATCH);
    const entries = [...covered];
    let strangerAt: number | null = null;
    for (const row of rows) {
      entries.push(entryOf(row));
      const position = head.position + entries.length;
      if (row.position === position && saysWhatIsSigned(stored, row) && (await alsoHolds(row))) continue;
      strangerAt = position;
      break;
    }
    const walked = await walkChain(chain, owner, head, entries, (body, signature, keySetId) =>
      verify(chain.statement, body, signature, keySetId),
    );
    const stranger = entries.at(-1);
    covered = entries.slice(walked.head.position - head.position);
    ({ head } = walked);
    if (strangerAt === head.position) head = beforeEntry(chain, head, stranger);
    const brokenAt = walked.brokenAt ?? strangerAt;
    if (brokenAt !== null) return verdict(brokenAt);
    if (rows.length < BATCH) return verdict(unsignedAt(covered, head));
  }
}

/** The head before an entry that is signed, though its row says something else. */
function beforeEntry({ previousHash }: ChainDescription, { position }: ChainHead, entry?: ChainEntry): ChainHead {
  const named = entry?.body[previousHash];
  return { position: position - 1, hash: typeof named === 'string' ? named : null };
}

/** A row as whoever walks the chain takes it. One that cannot be read has no members, and so follows nothing. */
export function entryOf(row: StoredEntry): ChainEntry {
  const { signed_position: signedAt = null } = row;
  return {
    body: storedBody(row) ?? {},
    signedPosition: signedAt ?? row.position,
    signature: signedAt === null ? row.signature : null,
  };
}

/** Whether the columns, by which entries are found and listed, say what was signed. */
export function saysWhatIsSigned<Row extends StoredEntry>(
  { columns }: Pick<StoredChain<never, Row>, 'columns'>,
  row: Row,
): boolean {
  const body: JsonObject | null = storedBody(row);
  return body !== null && Object.entries(columns(row)).every(([member, value]) => body[member] === value);
}
