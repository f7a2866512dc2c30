/** Holds the database against its mark before it is served, and keeps the mark while it is (S36). */
import { join } from 'node:path';
import { lockSetting, readSetting, writeSetting } from '../settings/store.ts';
import { changedRows, write as commit, type Db } from '../store/engine.ts';
import { beginRowDigest, digestOfRows, readRowDigest } from '../store/row-digest.ts';
import { StoreError } from '../store/store-error.ts';
import type { Vault } from '../vault/envelope.ts';
import { newVaultCheck, vaultCheckVersion } from '../vault/vault-check.ts';
import { chainsBehind, presentHeads } from './heads.ts';
import { type MarkState, markStateIn, markStateText, ROLLBACK_MARK_FILE, type readMark, writeMark } from './mark.ts';

/** In what the database is behind its mark. */
export interface Behind {
  /** Marks that were written since the database was as it is; null where that cannot be told. */
  readonly commits: number | null;
  /** Chains that lack what the mark says of them. */
  readonly chains: readonly string[];
  readonly mark: 'there' | 'missing' | 'damaged';
}

/** The database is older than its mark, or has lost it. */
export class RolledBackError extends StoreError {
  readonly behind: Behind;
  constructor(dataDir: string, behind: Behind) {
    super(
      `${sentenceOf(dataDir, behind)} What was revoked, spent or recorded since would be undone. Put the newer database back, or start with --accept-rollback to go on with this one; that is recorded.`,
    );
    this.behind = behind;
  }
}

function sentenceOf(dataDir: string, { mark, chains }: Behind): string {
  const path = join(dataDir, ROLLBACK_MARK_FILE);
  if (mark === 'missing')
    return `The database of ${dataDir} had a mark in ${path}, which is gone: it may be an older copy.`;
  if (mark === 'damaged') return `The mark of the database in ${path} is not what this program wrote.`;
  const which = chains.length === 0 ? '' : ` It lacks entries of: ${chains.join(', ')}.`;
  return `The database of ${dataDir} is older than it was: it is behind its mark in ${path}.${which}`;
}

interface Place {
  readonly dataDir: string;
  readonly db: Db;
  readonly vault: Vault;
}

/** What the database says of its mark; null where it says nothing, `changed` where that is not this service's. */
export async function markState(db: Db, vault: Pick<Vault, 'mac'>): Promise<MarkState | null | 'changed'> {
  return stateIn(vault, await readSetting(db, 'rollback_mark'));
}

/** The same for a transaction that goes on to change it. */
async function lockMarkState(transaction: Db, vault: Pick<Vault, 'mac'>): Promise<MarkState | null | 'changed'> {
  return stateIn(vault, await lockSetting(transaction, 'rollback_mark'));
}

function stateIn(vault: Pick<Vault, 'mac'>, text: string | null): MarkState | null | 'changed' {
  return text === null ? null : (markStateIn(vault, text) ?? 'changed');
}

/** A mark as it was read: before the database, where a server may go on writing both. */
export type FoundMark = ReturnType<typeof readMark>;

/** In what the database is behind; null where it is not. Nothing is changed. */
export async function judgeMark(db: Db, vault: Vault, mark: FoundMark): Promise<Behind | null> {
  const check = await readSetting(db, 'vault_check');
  const keepsMark = check !== null && vaultCheckVersion(vault, check) === 3;
  const state = await markState(db, vault);
  // From before marks were kept: one that stands there is of a newer database.
  if (!keepsMark && state === null) return mark === 'missing' ? null : { commits: null, chains: [], mark: 'there' };
  if (state !== null && state !== 'changed' && !state.isKept) return null;
  if (typeof mark === 'string') return { commits: null, chains: [], mark };
  if (state === null || state === 'changed') return { commits: null, chains: [], mark: 'there' };
  const commits = mark.commits - state.commits;
  const chains = await chainsBehind(db, mark.heads);
  return commits > 0 || chains.length > 0 ? { commits: Math.max(0, commits), chains, mark: 'there' } : null;
}

/** From now on the next start makes a mark, whatever stands there. Within the transaction that puts other rows in place. */
export async function renewMark(db: Db, vault: Vault): Promise<void> {
  const state = await lockMarkState(db, vault);
  const commits = state === null || state === 'changed' ? 0 : state.commits;
  await beginRowDigest(db, vault);
  await writeSetting(db, 'rollback_mark', markStateText(vault, { commits, isKept: false }));
  await writeSetting(db, 'vault_check', newVaultCheck(vault));
}

export interface MarkKeeper {
  /** Writes the mark of now. */
  write(): Promise<void>;
  /** The same where anything was written since the last. */
  writeIfActive(): Promise<void>;
}

export function createMarkKeeper({ dataDir, db, vault }: Place): MarkKeeper {
  let seen = -1;
  let writing: Promise<void> = Promise.resolve();

  /**
   * A commit of its own, whose sync brings all before it to the disk; then the file. A kill between the two leaves the database
   * ahead of its mark, which is no fault.
   */
  async function write(): Promise<void> {
    const { isKept, changed, mark } = await commit(db, async (transaction) => {
      const state = await lockMarkState(transaction, vault);
      if (state === null || state === 'changed') throw new TypeError('internal: the record of the mark was changed');
      const commits = state.commits + 1;
      await writeSetting(transaction, 'rollback_mark', markStateText(vault, { ...state, commits }));
      const rows = await readRowDigest(transaction, vault);
      const heads = await presentHeads(transaction);
      const mark = { commits, heads, rows: typeof rows === 'string' ? null : rows };
      return { isKept: state.isKept, changed: await changedRows(transaction), mark };
    });
    writeMark(dataDir, vault, mark);
    seen = changed;
    // The database says that it has a mark only once there is one: a kill in between must not look as if it were taken away.
    if (!isKept) await keep();
  }

  async function keep(): Promise<void> {
    await commit(db, async (transaction) => {
      const state = await lockMarkState(transaction, vault);
      if (state === null || state === 'changed') throw new TypeError('internal: the record of the mark was changed');
      await writeSetting(transaction, 'rollback_mark', markStateText(vault, { ...state, isKept: true }));
      seen = await changedRows(transaction);
    });
  }

  const inTurn = (action: () => Promise<void>) => {
    writing = writing.then(action, action);
    return writing;
  };

  return {
    write: () => inTurn(write),
    writeIfActive: () => inTurn(async () => ((await changedRows(db)) === seen ? undefined : write())),
  };
}

/**
 * What is wrong with the digest over all rows that open doors (S35), for people; null where nothing is. What `row-seals` finds
 * in single rows is not said again.
 */
export async function rowDigestFault(db: Db, vault: Pick<Vault, 'mac'>, mark: FoundMark): Promise<string | null> {
  const known = await readRowDigest(db, vault);
  if (known === 'missing') return 'The digest over the rows that open doors is gone.';
  if (known === 'changed') return 'The digest over the rows that open doors is not what this service wrote.';
  if ((await digestOfRows(db, vault)) !== known.digest) {
    return 'Rows that open doors were put back as they once were, or taken away, outside of the service.';
  }
  const marked = typeof mark === 'string' ? null : mark.rows;
  if (marked === null || known.changes > marked.changes) return null;
  if (known.changes === marked.changes && known.digest === marked.digest) return null;
  return 'The rows that open doors, and the digest over them, were put back as they once were: the mark beside the database knows them otherwise.';
}
