import { api } from '@touchstone/core/api/api.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { editionState } from '@touchstone/core/keys/edition-state.ts';
import { type VerifiedEndorsement, verifyEndorsement } from '@touchstone/core/keys/endorsement.ts';
import { type KeySet, readKeySet } from '@touchstone/core/keys/key-set.ts';
import { readRevocation, verifyRevocation } from '@touchstone/core/keys/revocation.ts';
import { lastChangeOf, type TrustStore } from '@touchstone/core/keys/trust.ts';
import {
  acceptEndorsedKeySet,
  assessImport,
  endorserOf,
  importRevocation,
  pinKeySet,
  revokeKey,
  type TrustChange,
  untrustKeySet,
} from '@touchstone/core/keys/trust-changes.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { Audit, AuditEvent } from '../../audit/audit.ts';
import type { Caller } from '../../frame/caller.ts';
import type { Context } from '../../frame/context.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../../frame/list-pages.ts';
import { type OwnServiceNeeds, ownArtifactSet, ownServiceAnswer, signOwnRevocation } from '../../trust/own-service.ts';
import { TrustStoreError } from '../../trust/store-file.ts';

export interface Needs extends OwnServiceNeeds {
  readonly clock: Clock;
  readonly audit: Audit;
}

const HERE = 'administration interface';

export const trust = implement(api.admin.trust)<Needs>({
  async list({ deps }, { query: { limit = PAGE_ITEMS, cursor } }) {
    const store = deps.trustStore.read();
    const now = deps.clock();
    const lines = Map.groupBy(store.key_sets, ({ key_set: { issuer, principal, use } }) =>
      JSON.stringify([issuer, principal, use]),
    );
    const ordered = [...lines.values()].flatMap((line) => line.sort((a, b) => b.key_set.serial - a.key_set.serial));
    const [after] = cursorParts(cursor, /^([0-9a-f]{64})$/) ?? [];
    const from = after === undefined ? 0 : ordered.findIndex(({ key_set }) => key_set.fingerprint === after) + 1;
    // A set that is gone since: the list would begin anew.
    if (after !== undefined && from === 0)
      throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
    const { page, nextCursor } = cutPage(ordered.slice(from), limit, ({ key_set }) => key_set.fingerprint);
    const editions = page.map((entry) => {
      const { fingerprint, keyset_id, issuer, principal, use, serial, not_before, not_after } = entry.key_set;
      const { held, at, by, source, untrusted } = entry;
      return {
        ...{ fingerprint, keyset_id, issuer, principal, use, serial, not_before, not_after },
        state: editionState(store, entry, now),
        ...{ held, at, by, source },
        ...(entry.held === 'endorsed' ? { endorsed_by: entry.endorsed_by } : {}),
        ...(untrusted === undefined ? {} : { untrusted }),
      };
    });
    return {
      editions,
      next_cursor: nextCursor,
      store: { revocations: store.revocations.length, last_change: lastChangeOf(store) },
    };
  },

  async assess({ deps }, { body }) {
    const keySet = keySetIn(body);
    const store = deps.trustStore.read();
    const assessed = assessImport(store, keySet, await endorsementOf(deps, store, keySet), deps.clock());
    const { kind } = assessed;
    const other = kind === 'endorsed' ? assessed.by : kind === 'conflict' ? assessed.with : null;
    const reason = kind === 'not_endorsed' ? assessed.reason : null;
    return { kind, other: other?.key_set.fingerprint ?? null, reason };
  },

  async pin({ deps, caller, write }, { body }) {
    const keySet = keySetIn(body);
    const pin = { at: deps.clock(), by: body.pinned_by, source: body.source ?? HERE };
    const { held = 'pinned' } = body;
    let endorsed: ((store: TrustStore) => TrustChange) | null = null;
    if (held === 'endorsed') {
      const endorsement = await endorsementOf(deps, deps.trustStore.read(), keySet);
      if (endorsement === null) {
        throw new ApiError(
          'CONFLICT',
          'No edition that is trusted here endorses this key set. Compare its fingerprint.',
        );
      }
      endorsed = (store) => acceptEndorsedKeySet(store, keySet, endorsement, pin);
    }
    const change = await changed(deps, endorsed ?? ((store) => pinKeySet(store, keySet, pin)));
    if (!change.ok) throw new ApiError('CONFLICT', change.message);
    const { keyset_id, fingerprint, issuer, principal, serial } = keySet;
    const details = { keyset_id, issuer, principal, serial, note: change.note, held, pinned_by: body.pinned_by };
    await audited(deps, caller, write, { action: 'trust.pinned', subject: fingerprint, details });
    return { note: change.note, keyset_id: keySet.keyset_id, fingerprint: keySet.fingerprint };
  },

  async unpin({ deps, caller, write }, { params, query }) {
    const by = query.by ?? HERE;
    const change = await changed(deps, (store) => untrustKeySet(store, params.fingerprint, { at: deps.clock(), by }));
    if (!change.ok) throw new ApiError('NOT_FOUND', change.message);
    await audited(deps, caller, write, { action: 'trust.unpinned', subject: params.fingerprint, details: { by } });
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

  async importRevocation({ deps, caller, write }, { body }) {
    const result = readRevocation(body.revocation);
    if (!result.ok) throw invalid(result.field === '' ? 'revocation' : `revocation.${result.field}`, result.message);
    const verdict = await verifyRevocation(result.file, deps.trustStore.read(), deps.signer);
    if (!verdict.ok) throw new ApiError('CONFLICT', verdict.message);
    const { keySet, signer, entries } = verdict.revocation;
    const { source = HERE } = body;
    const at = deps.clock();
    const change = await changed(deps, (store) => importRevocation(store, verdict.revocation, at, source));
    if (!change.ok) throw new ApiError('CONFLICT', change.message);
    const thumbprints = entries.map(({ thumbprint }) => thumbprint);
    const details = { signed_by: signer.fingerprint, thumbprints: thumbprints.join(' '), note: change.note, source };
    await audited(deps, caller, write, { action: 'trust.revocation-imported', subject: keySet.fingerprint, details });
    return {
      note: change.note === 'unchanged' ? 'unchanged' : 'added',
      fingerprint: keySet.fingerprint,
      signed_by: signer.fingerprint,
      thumbprints,
    };
  },

  ownService: ({ deps }) => ownServiceAnswer(deps),

  async pinOwn({ deps, caller, write }, { params, body }) {
    const keySet = await ownArtifactSet(deps, params.fingerprint);
    const source = `own service, data folder ${deps.dataDir}`;
    const pin = { at: deps.clock(), by: body.pinned_by, source };
    const change = await changed(deps, (store) => pinKeySet(store, keySet, pin));
    if (!change.ok) throw new ApiError('CONFLICT', change.message);
    const { keyset_id, fingerprint, issuer, principal, serial } = keySet;
    const details = {
      keyset_id,
      issuer,
      principal,
      serial,
      note: change.note,
      held: 'pinned',
      pinned_by: pin.by,
      source,
    };
    await audited(deps, caller, write, { action: 'trust.pinned', subject: fingerprint, details });
    return { note: change.note, keyset_id, fingerprint };
  },

  async revokeOwn({ deps, caller, write }, { params, body }) {
    const at = deps.clock();
    const { file, thumbprints } = await signOwnRevocation(deps, params.fingerprint, body.reason, at);
    for (const thumbprint of thumbprints) {
      const change = await changed(deps, (store) => revokeKey(store, thumbprint, at, body.reason, 'own service'));
      if (!change.ok) throw new TypeError('internal: an own key has no thumbprint');
    }
    const details = { reason: body.reason, thumbprints: thumbprints.join(' ') };
    await audited(deps, caller, write, { action: 'trust.own-revoked', subject: params.fingerprint, details });
    return { ...file, kids: [...file.kids] };
  },
});

/** Throws INVALID_REQUEST that names the member. */
function keySetIn({ key_set: value }: { readonly key_set: JsonObject }): KeySet {
  const result = readKeySet(value);
  if (result.ok) return result.keySet;
  throw invalid(result.field === '' ? 'key_set' : `key_set.${result.field}`, result.message);
}

/** The endorsement of a set by an edition that the store holds; null where there is none that verifies. */
async function endorsementOf(
  { signer }: Needs,
  store: TrustStore,
  keySet: KeySet,
): Promise<VerifiedEndorsement | null> {
  const endorser = endorserOf(store, keySet);
  return endorser === null ? null : verifyEndorsement(keySet, endorser, signer);
}

/** The trust store is a file of its own, so the entry follows the change instead of sharing its transaction. */
function audited(
  { audit }: Needs,
  caller: Caller,
  write: Context['write'],
  event: Omit<AuditEvent, 'accountId'>,
): Promise<null> {
  return audit.recorded(write, caller, async () => ({ result: null, event: { ...event, accountId: null } }));
}

/** Throws CONFLICT where the stored file cannot be understood: a change would lose what somebody may still repair. */
async function changed({ trustStore }: Needs, change: (store: TrustStore) => TrustChange): Promise<TrustChange> {
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
