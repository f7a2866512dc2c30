/** Whether a folder that a restore replaces can be believed about what was revoked in it (S27, S36). */
import { ADMIN_AUDIT_CHAIN } from '../audit/audit.ts';
import { CHAINS } from '../audit/chains.ts';
import { lostChains } from '../chain-of-entries/anchor.ts';
import { verifyStoredChain } from '../chain-of-entries/verify.ts';
import { createServerSigner } from '../crypto/signer.ts';
import { statementVerifier } from '../key-sets/held-verifier.ts';
import { keySetRows } from '../key-sets/store.ts';
import { type FoundMark, readMark } from '../rollback-mark/mark.ts';
import { judgeMark, rowDigestFault, sentenceOf } from '../rollback-mark/rollback.ts';
import { readSetting } from '../settings/store.ts';
import type { Db } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { vaultCheckVersion } from '../vault/vault-check.ts';
import { BackupError } from './backup-error.ts';

export interface Replaced {
  readonly dataDir: string;
  /** A copy of its database. */
  readonly present: Db;
}

/**
 * Throws BackupError REFUSED where the present database is behind its mark, or contradicts what is signed in it: then it may
 * know nothing of a revocation. `vault` is the backup's. A folder of another installation has nothing in common with the backup.
 */
export async function requireBelievable({ dataDir, present }: Replaced, restored: Db, vault: Vault): Promise<void> {
  const mark = readMark(dataDir, vault);
  const fault = await faultOf({ dataDir, present }, restored, vault, mark);
  if (fault === null) return;
  throw new BackupError(
    'REFUSED',
    `The present folder cannot be believed about what was revoked since the backup. ${fault} Put its newer database back, or say that the present revocations are to be forgotten (--forget-present): then API keys, accounts, key sets, managed and storage keys, secrets and gateway targets are as in the backup, also those that were revoked, suspended or destroyed since, and the audit tells that.`,
  );
}

async function faultOf(
  { dataDir, present }: Replaced,
  restored: Db,
  vault: Vault,
  mark: FoundMark,
): Promise<string | null> {
  const check = await readSetting(present, 'vault_check');
  const version = check === null ? null : vaultCheckVersion(vault, check);
  if (version === null) {
    const isOfOther = typeof mark === 'string' && !(await haveCommonKeySet(present, restored));
    return isOfOther ? null : 'Its database is not the one that was made with the master key of the backup.';
  }
  const behind = await judgeMark(present, vault, mark);
  if (behind !== null) return sentenceOf(dataDir, behind);
  const digest = version === 3 ? await rowDigestFault(present, vault, mark) : null;
  if (digest !== null) return digest;
  const verify = await statementVerifier(present, createServerSigner());
  const { intact, brokenAt } = await verifyStoredChain(present, ADMIN_AUDIT_CHAIN, {}, verify);
  if (!intact) return `The audit of the administration is broken at entry ${brokenAt}.`;
  const [lost] = await lostChains(present, CHAINS);
  return lost === undefined ? null : `The ledger holds an entry that ${lost.anchored.title} does not have.`;
}

async function haveCommonKeySet(one: Db, other: Db): Promise<boolean> {
  const known = new Set((await keySetRows(one)).map(({ fingerprint }) => fingerprint));
  return (await keySetRows(other)).some(({ fingerprint }) => known.has(fingerprint));
}
