/**
 * States the units of accounts in signed chains (S35): at most once a minute of activity, and at a stop. Between two statements
 * somebody who can write the database may still move units; from a statement on it says what was granted, used and left.
 */
import { USAGE_STATEMENTS, type UsageStatementBody } from '@touchstone/core/accounts/usage-chain.ts';
import { type Clock, formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { type AppendableChain, appendEntries } from '../chain-of-entries/append.ts';
import { tellRestored } from '../chain-of-entries/restored.ts';
import { timeOfRestore } from '../chain-of-entries/restores.ts';
import { headAt, type StoredChain } from '../chain-of-entries/stored-chain.ts';
import type { Sweep } from '../frame/sweep.ts';
import type { StatementSigner, Statements } from '../key-sets/statements.ts';
import { type Db, takePositions, write } from '../store/engine.ts';
import { readRowDigest } from '../store/row-digest.ts';
import type { Vault } from '../vault/envelope.ts';
import {
  accountsToState,
  accountsWithStatements,
  insertUsageStatement,
  lastUsageStatement,
  takeUsageNotice,
  type UsageStatementRow,
  unitsOf,
  usageNotices,
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

export interface UsageNeeds {
  readonly db: Db;
  readonly statements: Statements;
  readonly clock: Clock;
  readonly vault: Vault;
}

function appendable(vault: Pick<Vault, 'mac'>): AppendableChain<Owner, Statement, UsageStatementRow> {
  return {
    ...USAGE_CHAIN,

    takePositions: (db, { account_id }, count) => takePositions(db, 'usage_statements', { account_id }, count),

    async insert(db, { account_id }, { grants, balance, stated_at }, { position, text, signature }) {
      const at = parseIsoTime(stated_at);
      if (at === null) throw new TypeError('internal: a statement has no time');
      const row = { account_id, position, grants, balance, body: text, signature, stated_at: at };
      await insertUsageStatement(db, row);
      return row;
    },

    async takeRestored(db, { account_id }, now) {
      if ((await timeOfRestore(db, await takeUsageNotice(db, account_id))) === null) return [];
      return [await statementOf(db, vault, account_id, 'restored', now)];
    },
  };
}

async function statementOf(
  db: Db,
  vault: Pick<Vault, 'mac'>,
  accountId: string,
  event: Statement['event'],
  now: number,
): Promise<Statement> {
  const units = await unitsOf(db, accountId);
  if (units === null) throw new TypeError(`internal: there is no account ${accountId}`);
  const rows = await readRowDigest(db, vault);
  return { event, ...units, rows: typeof rows === 'string' ? null : rows, stated_at: formatIsoTime(now) };
}

const BATCH = 50;

/** States the units of every account where they are others than was stated. */
export async function stateUsage(needs: UsageNeeds): Promise<void> {
  const { db, statements, clock, vault } = needs;
  const chain = appendable(vault);
  await tellRestored(needs, usageNotices, (transaction, signer, account_id) =>
    appendEntries(transaction, chain, { account_id }, { signer, now: clock() }),
  );
  const state = async (transaction: Db, signer: StatementSigner, account_id: string) => {
    const now = clock();
    const statement = await statementOf(transaction, vault, account_id, 'stated', now);
    await appendEntries(transaction, chain, { account_id }, { signer, now }, statement);
  };
  for (;;) {
    const accounts = await accountsToState(db, BATCH);
    if (accounts.length === 0) return;
    await statements.signing(async (signer) => {
      // A transaction each: others have their turn in between.
      for (const account of accounts) await write(db, (transaction) => state(transaction, signer, account));
    });
    if (accounts.length < BATCH) return;
  }
}

export const usageStatements: Sweep<UsageNeeds> = { name: 'usage-statements', everyMs: 60_000, run: stateUsage };
