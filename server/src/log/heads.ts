/**
 * Signed heads of the log. One is made where somebody asks and leaves were added since the last, and by the sweep, which
 * also anchors the newest one on the ledger.
 */

import { toHex } from '@touchstone/core/bytes.ts';
import { canonicalJson } from '@touchstone/core/canonical-json.ts';
import { type LogHead, logHeadBody, logHeadHash, type SignedLogHead } from '@touchstone/core/log/head.ts';
import { treeRoot } from '@touchstone/core/log/proofs.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { newId } from '../frame/ids.ts';
import type { Sweep } from '../frame/sweep.ts';
import type { Statements } from '../key-sets/statements.ts';
import { AUDIT_NETWORK, type Chains } from '../ledger/chain.ts';
import { listAnchors } from '../ledger/store.ts';
import { type Db, write } from '../store/engine.ts';
import { createMemory } from '../store/memories.ts';
import { beginLog, countLeaves, currentLog, findHead, insertHead, type LogHeadRow, type LogRow } from './store.ts';
import { hashesFrom } from './tiles.ts';

export interface HeadNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly statements: Statements;
}

/** The head that is being signed. */
const signing = createMemory('log/heads', (): { head?: Promise<LogHeadRow> } => ({}));

/** The newest head, of all leaves that were stored when this was called. */
export async function currentHead(deps: HeadNeeds): Promise<LogHeadRow> {
  const known = await newestHead(deps.db);
  if (known !== null && known.tree_size === (await countLeaves(deps.db))) return known;
  // One that is being made may have begun before our leaf was there, so it is waited for and looked at again.
  const underWay = signing.of(deps.db);
  await underWay.head?.catch(() => undefined);
  underWay.head ??= signHead(deps).finally(() => delete underWay.head);
  return underWay.head;
}

async function newestHead(db: Db): Promise<LogHeadRow | null> {
  const log = await currentLog(db);
  return log === null ? null : findHead(db, log.id);
}

async function signHead({ db, clock, random, statements }: HeadNeeds): Promise<LogHeadRow> {
  return statements.signing(async (signer) => {
    const log = (await currentLog(db)) ?? (await firstLog(db, newId('log', random), clock()));
    const last = await findHead(db, log.id);
    // What stands below a size never changes, so nothing has to be held while the head is signed.
    const size = await countLeaves(db);
    if (last?.tree_size === size) return last;
    const before = last === null ? 0 : Date.parse(headOf(last).timestamp);
    const head: LogHead = {
      log_id: log.id,
      tree_size: size,
      root: toHex(await treeRoot(hashesFrom(db, size), size)),
      // Time does not run backwards in a log, whatever the machine's clock does.
      timestamp: formatIsoTime(Math.max(clock(), before)),
      keyset_id: signer.keySetId,
    };
    const body = logHeadBody(head);
    const signature = await signer.sign('log-head', body);
    const row = { log_id: log.id, tree_size: size, body: canonicalJson(body), signature };
    return write(db, (transaction) => insertHead(transaction, row));
  });
}

async function firstLog(db: Db, id: string, now: number): Promise<LogRow> {
  return write(db, async (transaction) => {
    const known = await currentLog(transaction);
    if (known !== null) return known;
    await beginLog(transaction, { id, begunAt: now, restored: null });
    const begun = await currentLog(transaction);
    if (begun === null) throw new TypeError('internal: a log that was begun is not there');
    return begun;
  });
}

/** A stored head as it is answered. */
export function headOf({ body, signature }: Pick<LogHeadRow, 'body' | 'signature'>): SignedLogHead {
  // Written by `signHead`; doctor reports what somebody else wrote there.
  return { ...(JSON.parse(body) as LogHead), signature };
}

/** The transaction that anchors a head; null where none does. */
export async function anchorOf(db: Db, head: LogHead) {
  const [anchor = null] = await listAnchors(db, AUDIT_NETWORK, {
    kind: 'log-head',
    commitment: logHeadHash(head),
    limit: 1,
  });
  return anchor;
}

/** Signs a head where the log has grown, and anchors the newest one. */
export async function sweepLog(deps: HeadNeeds & { readonly chains: Chains }): Promise<void> {
  const { db, chains } = deps;
  const known = await newestHead(db);
  const size = await countLeaves(db);
  if (known === null && size === 0) return;
  const head = headOf(known !== null && known.tree_size === size ? known : await currentHead(deps));
  if ((await anchorOf(db, head)) !== null) return;
  await write(db, (transaction) => chains.get(AUDIT_NETWORK).anchor(transaction, 'log-head', logHeadHash(head)));
}

/** Signs the log of receipts where it has grown, and anchors its head. */
export const logHeads: Sweep<HeadNeeds & { readonly chains: Chains }> = {
  name: 'log-heads',
  everyMs: 60_000,
  run: sweepLog,
};
