/**
 * States the units of accounts in signed chains (S35): at most once a minute of activity, and at a stop. Between two statements
 * somebody who can write the database may still move units; from a statement on it says what was granted, used and left. Units
 * that cannot follow the statement before are not stated: a signature of ours would cover what somebody has moved.
 */
import { USAGE_STATEMENTS, type UsageStatementBody } from '@touchstone/core/accounts/usage-chain.ts';
import { type Clock, formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { type AppendableChain, appendEntries } from '../chain-of-entries/append.ts';
import { timeOfRestore } from '../chain-of-entries/restores.ts';
import { headAt, type StoredChain } from '../chain-of-entries/stored-chain.ts';
import type { StorageState } from '../data-folder/storage-state.ts';
import type { Sweep } from '../frame/sweep.ts';
import type { StatementSigner, Statements } from '../key-sets/statements.ts';
import { type Db, snapshot, takePositions, write } from '../store/engine.ts';
import { readRowDigest } from '../store/row-digest.ts';
import { StorageError } from '../store/storage-fault.ts';
import type { Vault } from '../vault/envelope.ts';
import { contradiction, unitFault, unitsIn } from './stated-units.ts';
import {
  accountsToState,
  accountsWithStatements,
  insertUsageStatement,
  lastUsageStatement,
  takeUsageNotice,
  type Units,
  type UsageStatementRow,
  unitsOf,
  usageStatementsAfter,
} from './store/usage-statements.ts';

interface Owner extends Readonly<Record<string, string>> {
  readonly account_id: string;
}

export const USAGE_CHAIN: StoredChain<Owner, UsageStatementRow> = {
  chain: USAGE_STATEMENTS,
  anchored: { kind: 'usage-head', what: 'heads', title: 'the chain of statements of usage' },

  async *owners(db) {
    for (const account_id of await accountsWithStatements(db)) yield { account_id };
  },

  head: async (db, { account_id }) => headAt(USAGE_STATEMENTS, await lastUsageStatement(db, account_id)),

  entriesAfter: (db, { account_id }, position, limit) => usageStatementsAfter(db, account_id, position, limit),

  columns: ({ account_id, grants, balance, stated_at }) => ({
    account_id,
    grants,
    balance,
    stated_at: formatIsoTime(stated_at),
  }),
};

/** What of a statement does not follow from its place. */
type Statement = Pick<UsageStatementBody, 'event' | 'grants' | 'granted' | 'used' | 'balance' | 'rows' | 'stated_at'>;
type Facts = Omit<Statement, 'event' | 'stated_at'>;

export interface UsageNeeds {
  readonly db: Db;
  readonly statements: Statements;
  readonly clock: Clock;
  readonly vault: Vault;
  /** Hears of units that cannot be stated. */
  readonly storage: Pick<StorageState, 'note'>;
}

const APPENDABLE: AppendableChain<Owner, Statement, UsageStatementRow> = {
  ...USAGE_CHAIN,

  takePositions: (db, { account_id }, count) => takePositions(db, 'usage_statements', { account_id }, count),

  async insert(db, { account_id }, { grants, balance, stated_at }, { position, text, signature }) {
    const at = parseIsoTime(stated_at);
    if (at === null) throw new TypeError('internal: a statement has no time');
    const row = { account_id, position, grants, balance, body: text, signature, stated_at: at };
    await insertUsageStatement(db, row);
    return row;
  },

  // The statement itself says it.
  takeRestored: async () => [],
};

/** What may be stated of an account at one moment, or why nothing may be, as the end of a sentence. */
async function factsOf(db: Db, vault: Pick<Vault, 'mac'>, accountId: string): Promise<Facts | string> {
  const units = await unitsOf(db, accountId);
  if (units === null) return 'is gone';
  const fault = unitFault(units) ?? (await contradictionOf(db, accountId, units));
  if (fault !== null) return fault;
  const rows = await readRowDigest(db, vault);
  return { ...units, rows: typeof rows === 'string' ? null : rows };
}

/** What of an account is otherwise than its newest statement says; null where nothing is. */
export async function contradictionOf(db: Db, accountId: string, units: Units): Promise<string | null> {
  const newest = await lastUsageStatement(db, accountId);
  if (newest === null) return null;
  const sameGrants = await unitsOf(db, accountId, newest.grants);
  return sameGrants === null ? 'is gone' : contradiction(unitsIn(newest.body), units, sameGrants);
}

const BATCH = 50;

/** States the units of every account where they are others than was stated, and may be. */
export async function stateUsage(needs: UsageNeeds): Promise<void> {
  for (let after = ''; ; ) {
    const accounts = await accountsToState(needs.db, { after, limit: BATCH });
    const last = accounts.at(-1);
    if (last === undefined) return;
    await needs.statements.signing(async (signer) => {
      // A transaction each: others have their turn in between.
      for (const account of accounts) await stateUnits(needs, signer, account);
    });
    if (accounts.length < BATCH) return;
    after = last;
  }
}

async function stateUnits({ db, clock, vault, storage }: UsageNeeds, signer: StatementSigner, account_id: string) {
  // As they were committed: within a write that others share, units are taken off the balance before they count as used.
  const facts = await snapshot(db, (moment) => factsOf(moment, vault, account_id));
  if (typeof facts === 'string') {
    storage.note(
      new StorageError({ cause: 'damaged', code: 'UNITS_MOVED', detail: `Account ${account_id} ${facts}.` }),
    );
    return;
  }
  await write(db, async (transaction) => {
    const now = clock();
    const restoredAt = await timeOfRestore(transaction, await takeUsageNotice(transaction, account_id));
    const event = restoredAt === null ? 'stated' : 'restored';
    const statement: Statement = { event, ...facts, stated_at: formatIsoTime(now) };
    await appendEntries(transaction, APPENDABLE, { account_id }, { signer, now }, statement);
  });
}

export const usageStatements: Sweep<UsageNeeds> = { name: 'usage-statements', everyMs: 60_000, run: stateUsage };
