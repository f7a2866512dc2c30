import { api } from '@touchstone/core/api/api.ts';
import { readKeySet } from '@touchstone/core/keys/key-set.ts';
import { pinKeySet, revokeKey, type TrustChange, type TrustStore, unpinKeySet } from '@touchstone/core/keys/trust.ts';
import type { AuditEvent } from '../../audit.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, invalid } from '../../errors.ts';
import type { Caller } from '../../http/auth.ts';
import { type Context, implement } from '../../implement.ts';
import { TrustStoreError } from '../../trust-store-file.ts';

export const trust = implement(api.admin.trust)({
  async pin({ deps, caller, write }, { body }) {
    const result = readKeySet(body.key_set);
    if (!result.ok) throw invalid(result.field === '' ? 'key_set' : `key_set.${result.field}`, result.message);
    const { keySet } = result;
    const pin = { at: deps.clock(), by: body.pinned_by, source: body.source ?? 'administration interface' };
    const change = await changed(deps, (store) => pinKeySet(store, keySet, pin));
    if (!change.ok) throw new ApiError('CONFLICT', change.message);
    const { keyset_id, fingerprint, issuer, principal, serial } = keySet;
    const details = { keyset_id, issuer, principal, serial, note: change.note, pinned_by: body.pinned_by };
    await audited(deps, caller, write, { action: 'trust.pinned', subject: fingerprint, details });
    return { note: change.note, keyset_id: keySet.keyset_id, fingerprint: keySet.fingerprint };
  },

  async unpin({ deps, caller, write }, { params }) {
    const change = await changed(deps, (store) => unpinKeySet(store, params.fingerprint));
    if (!change.ok) throw new ApiError('NOT_FOUND', change.message);
    await audited(deps, caller, write, { action: 'trust.unpinned', subject: params.fingerprint, details: {} });
    return { fingerprint: params.fingerprint, removed: true };
  },

  async revoke({ deps, caller, write }, { body }) {
    const at = deps.clock();
    const change = await changed(deps, (store) => revokeKey(store, body.thumbprint, at, body.reason));
    if (!change.ok) throw invalid('thumbprint', change.message);
    const entry = change.store.revocations.find(({ thumbprint }) => thumbprint === body.thumbprint);
    if (entry === undefined) throw new TypeError('internal: a revocation was lost');
    const details = { reason: entry.reason };
    await audited(deps, caller, write, { action: 'trust.revoked', subject: entry.thumbprint, details });
    return {
      note: change.note === 'unchanged' ? 'unchanged' : 'added',
      thumbprint: entry.thumbprint,
      revoked_at: entry.revoked_at,
    };
  },
});

/** The trust store is a file of its own, so the entry follows the change instead of sharing its transaction. */
function audited(
  { audit }: Deps,
  caller: Caller,
  write: Context['write'],
  event: Omit<AuditEvent, 'accountId'>,
): Promise<null> {
  return audit.recorded(write, caller, async () => ({ result: null, event: { ...event, accountId: null } }));
}

/** Throws CONFLICT where the stored file cannot be understood: a change would lose what somebody may still repair. */
async function changed({ trustStore }: Deps, change: (store: TrustStore) => TrustChange): Promise<TrustChange> {
  try {
    return await trustStore.change(change);
  } catch (error) {
    if (!(error instanceof TrustStoreError)) throw error;
    throw new ApiError(
      'CONFLICT',
      `The trust store is broken and takes no changes until it is repaired: ${error.message}`,
    );
  }
}
