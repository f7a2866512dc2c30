/** Tells chains that they were restored (S27). A restore leaves notices, because signing takes a key that only a running server has. */
import type { StatementSigner, Statements } from '../key-sets/statements.ts';
import { type Db, writeEach } from '../store/engine.ts';

/** Chains that are told at once. */
const BATCH = 50;

interface Needs {
  readonly db: Db;
  readonly statements: Statements;
}

/**
 * Tells every chain that has a notice. `waiting` reads whose those are; `tell` appends what is to be told and takes the notice
 * away, in the transaction that it is given. Never runs within a transaction.
 */
export async function tellRestored<Owner>(
  { db, statements }: Needs,
  waiting: (db: Db, limit: number) => Promise<readonly Owner[]>,
  tell: (db: Db, signer: StatementSigner, owner: Owner) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const owners = await waiting(db, BATCH);
    if (owners.length === 0) return;
    await statements.signing((signer) =>
      writeEach(db, owners, (transaction, owner) => tell(transaction, signer, owner)),
    );
  }
}
