import { api } from '@touchstone/core/api/api.ts';
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { networkOf } from '@touchstone/core/ledger/anchor.ts';
import { judgeUnder } from '@touchstone/core/ledger/judge-signature.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { storedBody, textHash } from '../../chain-of-entries/stored-chain.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import type { KeySets } from '../../key-sets/key-sets.ts';
import type { Statements } from '../../key-sets/statements.ts';
import type { Chains } from '../../ledger/chain.ts';
import { appendPlatformAudit, verifyPlatformAudit } from '../../platform/audit.ts';
import { findPlatformAudit, type PlatformAuditRow, platformAuditBelow } from '../../platform/store/audit.ts';
import type { Db } from '../../store/engine.ts';
import type { TrustStoreAccess } from '../../trust/store-file.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly signer: SignatureProvider;
  readonly keySets: KeySets;
  readonly statements: Statements;
  readonly chains: Chains;
  readonly trustStore: TrustStoreAccess;
}

const PAGE_ITEMS = 50;

export const blockchain = implement(api.platform.blockchain)<Needs>({
  async list({ deps, caller }, { query }) {
    const limit = query.limit ?? PAGE_ITEMS;
    const rows = await platformAuditBelow(deps.db, caller.projectId, positionIn(query.cursor), limit + 1);
    const page = rows.slice(0, limit);
    const items = [];
    for (const row of page) items.push(await itemOf(deps, row));
    return { items, next_cursor: rows.length > limit ? String(page.at(-1)?.position) : null };
  },

  async audit({ deps, caller, write }, { body: { action, userId, resourceId, metadata } }) {
    const event = {
      source: 'caller',
      action,
      userId,
      resourceId,
      metadata: { ...metadata },
      keyId: caller.keyId,
    } as const;
    const [row] = await deps.statements.signing((signer) =>
      write((db) => appendPlatformAudit(db, deps, signer, caller.projectId, event)),
    );
    if (row === undefined) throw new TypeError('internal: an entry that was appended is not there');
    const { id: auditId, tx: blockchainTx, signature } = row;
    return { auditId, blockchainTx, timestamp: formatIsoTime(row.created_at), signature };
  },

  async verifyAudit({ deps, caller }, { params }) {
    const { db, statements, keySets, trustStore, signer, clock } = deps;
    const row = await findPlatformAudit(db, caller.projectId, params.auditId);
    if (row === null) throw new ApiError('NOT_FOUND', 'There is no such audit entry.');
    const judge = judgeUnder(await keySets.verifying('service'), trustStore.read(), signer, clock());
    const { height, count, doubt, ...checks } = await verifyPlatformAudit(db, row, await statements.verifier(), judge);
    return {
      verified: doubt === null && Object.values(checks).every((outcome) => outcome !== 'failed'),
      audit: { id: row.id, action: row.action, timestamp: formatIsoTime(row.created_at) },
      blockchain: { network: networkIn(row), txHash: row.tx, blockHeight: height, confirmations: count },
      checks,
    };
  },
});

async function itemOf({ db, chains }: Pick<Needs, 'db' | 'chains'>, row: PlatformAuditRow) {
  const chain = chainIn(row);
  const status = chain === undefined ? null : await chains.get(chain).status(db, row.tx);
  return {
    auditId: row.id,
    action: row.action,
    timestamp: formatIsoTime(row.created_at),
    entry: storedBody(row),
    hash: textHash(row.body),
    signature: row.signature,
    blockchainTx: row.tx,
    network: networkIn(row),
    blockHeight: status?.block ?? 0,
    confirmations: status?.confirmations ?? 0,
  };
}

function chainIn({ chain }: PlatformAuditRow) {
  return CHAIN_NAMES.find((name) => name === chain);
}

/** As the row says, also where that was changed by hand to no chain of ours. */
function networkIn(row: PlatformAuditRow): string {
  const chain = chainIn(row);
  return chain === undefined ? 'unknown' : networkOf(chain);
}

function positionIn(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  return Number(cursor);
}
