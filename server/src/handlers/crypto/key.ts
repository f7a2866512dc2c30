import { api } from '@touchstone/core/api/api.ts';
import { fromUtf8, toBase64, toHex, wipe } from '@touchstone/core/bytes.ts';
import { keyStatusAt } from '@touchstone/core/keys/lifecycle.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { Caller } from '../../frame/caller.ts';
import { ApiError, invalid, invalidCiphertext } from '../../frame/errors.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import { byWork } from '../../frame/work.ts';
import { type ProxyNeeds, proxyCall } from '../../gateway/proxy.ts';
import { copyBindings, listTargets } from '../../gateway/store.ts';
import { configureTarget, listedTarget, type TargetNeeds } from '../../gateway/targets.ts';
import { proxyWork } from '../../gateway/work.ts';
import { type KeyCheckOperationNeeds, keyCheckHandlers } from '../../key-checks/operations.ts';
import { decryptInput, isIntact, readBlob } from '../../keys/blob.ts';
import { inFormOf, makeManagedKey, noSuchKey, requireEvent, storedKeyId } from '../../keys/managed-keys.ts';
import { carriedMaterial, encryptUnder, keyBlobOf, storedMaterial } from '../../keys/material.ts';
import {
  findManagedKey,
  type KeyBlob,
  lockManagedKey,
  type ManagedKey,
  markRevoked,
  markRotated,
} from '../../keys/store/managed-keys.ts';
import { findWrappedKey, insertWrappedKey, updateEnvelope } from '../../keys/store/wrapped-keys.ts';
import { lockOwnWrappedKey, ownWrappedKey, wrappedEvent } from '../../keys/wrapped-keys.ts';
import { materialOf, renewEnvelope, wrapForProject } from '../../keys/wrapping.ts';
import { boundTargets, keyActor } from '../../provenance/provenance.ts';
import type { SettingsAccess } from '../../settings/settings.ts';
import { findStorageKey, lockStorageKey, revokeStorageKey } from '../../storage/store.ts';
import type { Db } from '../../store/engine.ts';
import { queueNotice } from '../../webhooks/webhooks.ts';

export interface Needs extends ProxyNeeds, TargetNeeds, KeyCheckOperationNeeds {
  readonly settings: SettingsAccess;
}

export const key = implement(api.crypto.key)<Needs>({
  ...keyCheckHandlers,

  async encrypt({ deps, caller, write }, { body }) {
    const { label, tier, key_id: keyId } = body;
    const { projectId } = caller;
    const material = materialOf('key_material', body.key_material);
    try {
      if (keyId !== undefined) {
        return await deps.managedKeys.use(write, {
          projectId,
          keyId,
          work: (managed) => {
            if (tier !== managed.tier) throw invalid('tier', `\`tier\` must be ${managed.tier}, as that of the key.`);
            return encryptUnder(deps, managed, material);
          },
          store: async (_db, blob) => ({ id: keyId, ...blobAnswer(blob) }),
        });
      }
      const id = newId('key', deps.random);
      const name = { id, projectId, tier, label, rotatedFrom: null };
      return await deps.provenance.recording((append) =>
        write(async (db) => {
          const blob = await makeManagedKey(db, deps, name, material);
          const event = { event: 'created', projectId, keyId: id, actor: keyActor(caller), details: {} } as const;
          await append(db, { ...event, at: deps.clock() });
          return { id, ...blobAnswer(blob) };
        }),
      );
    } finally {
      wipe(material);
    }
  },

  async decrypt({ deps, caller, write }, { body }) {
    const { projectId } = caller;
    const { id, given } = decryptInput(body);
    const carried = given === null ? null : readBlob(given.encrypted);
    if (given !== null && carried === null) throw invalidCiphertext('encrypted');
    const keyId = id ?? carried?.id ?? '';
    return deps.provenance.recording((append) =>
      deps.managedKeys.use(write, {
        projectId,
        keyId,
        // Whether an id that is only carried exists elsewhere is nobody's business: the blob is not this project's.
        ...(id === null ? { absent: invalidCiphertext('encrypted') } : {}),
        work: async (managed) => {
          const material = await (given === null
            ? storedMaterial(deps, managed)
            : carriedMaterial(deps, managed, given));
          const text = fromUtf8(material);
          wipe(material);
          if (text === null) throw new TypeError(`internal: the material of ${managed.id} is no text`);
          return text;
        },
        async store(db, plaintext, managed) {
          const event = {
            event: 'decrypted',
            projectId,
            keyId: managed.id,
            actor: keyActor(caller),
            details: {},
          } as const;
          await append(db, { ...event, at: deps.clock() });
          return { plaintext, verified: true };
        },
      }),
    );
  },

  async verify({ deps, caller, write }, { body }) {
    return deps.managedKeys.use(write, {
      projectId: caller.projectId,
      keyId: body.id,
      work: async (managed) => isIntact(deps.vault, managed, await keyBlobOf(deps.db, managed)),
      store: async (_db, valid) => ({ valid, checked_at: formatIsoTime(deps.clock()) }),
    });
  },

  async wrap({ deps, caller, write }, { body }) {
    const { wrapping_tier: tier, key_id: keyId } = body;
    const { projectId } = caller;
    const material = materialOf('key_material', body.key_material);
    const name = { projectId, id: newId('wk', deps.random), tier };
    try {
      return await deps.provenance.recording((append) => {
        const wrap = async (db: Db, managedKeyId: string | null) => {
          const wrapped = await wrapForProject(db, deps, name, material);
          const now = deps.clock();
          await insertWrappedKey(db, projectId, wrapped, now, managedKeyId);
          await append(db, wrappedEvent(caller, wrapped, now, managedKeyId));
          return { wrapped_key_id: wrapped.id, envelope_version: wrapped.envelopeVersion };
        };
        if (keyId === undefined) return write((db) => wrap(db, null));
        const work = async () => null;
        return deps.managedKeys.use(write, { projectId, keyId, work, store: (db, _, { id }) => wrap(db, id) });
      });
    } finally {
      wipe(material);
    }
  },

  async rotateEnvelope({ deps, caller, write }, { body }) {
    const { projectId } = caller;
    const { id, managedKeyId } = await ownWrappedKey(deps.db, projectId, body.wrapped_key_id);
    return deps.provenance.recording((append) => {
      const renew = async (db: Db) => {
        // Read again: another rotation may have come first.
        const renewed = await renewEnvelope(db, deps, projectId, await lockOwnWrappedKey(db, projectId, id));
        const now = deps.clock();
        const version = renewed.envelopeVersion;
        await updateEnvelope(db, projectId, renewed, now);
        await append(db, {
          event: 'envelope_rotated',
          projectId,
          keyId: id,
          actor: keyActor(caller),
          at: now,
          details: { envelope_version: version },
        });
        return { new_envelope_version: version, rotated_at: formatIsoTime(now) };
      };
      if (managedKeyId === null) return write(renew);
      return deps.managedKeys.use(write, { projectId, keyId: managedKeyId, work: async () => null, store: renew });
    });
  },

  async provenance({ deps, caller }, { params, query }) {
    const id = await requireProject(deps.db, caller, params.id);
    const { limit, offset } = query;
    if (limit === undefined && offset === undefined) return deps.provenance.read(id);
    return deps.provenance.page(id, { offset: offset ?? 0, limit: limit ?? PAGE_ITEMS });
  },

  async revoke({ deps, caller, write }, { body }) {
    const { key_id: keyId, reason, notify_webhook: notify = false } = body;
    const { projectId } = caller;
    const id = storedKeyId(keyId);
    const revoked = await deps.provenance.recording((append) =>
      write(async (db) => {
        const answer = { key_id: keyId, status: 'revoked' } as const;
        const now = deps.clock();
        const revokedAt = formatIsoTime(now);
        const facts = { key_id: keyId, revoked_at: revokedAt, reason };
        // Keys of storage share the prefix. Their operations are not counted.
        const stored = await lockStorageKey(db, projectId, id);
        const before = stored ?? requireManaged(await lockManagedKey(db, projectId, id));
        if (before.revokedAt !== null) {
          return { ...answer, revoked_at: formatIsoTime(before.revokedAt), affected_operations: 0 };
        }
        const event = { event: 'revoked', projectId, keyId: id, actor: keyActor(caller), at: now } as const;
        // Before the row says so: a restore that the chain has yet to be told of looks there for what it kept.
        await append(db, { ...event, details: { reason } });
        if (stored === null) await markRevoked(db, id, { at: now, reason });
        else await revokeStorageKey(db, projectId, id, { now, reason });
        if (notify) {
          await queueNotice(db, { event: 'key.revoked', projectId, facts }, now, deps.random);
        }
        return { ...answer, revoked_at: revokedAt, affected_operations: deps.managedKeys.inFlight(projectId, id) };
      }),
    );
    deps.managedKeys.breakOff(projectId, id);
    return revoked;
  },

  async rotate({ deps, caller, write }, { body }) {
    const { key_id: keyId, tier } = body;
    const { projectId } = caller;
    const graceSeconds = body.grace_period_seconds ?? (await deps.settings.read()).managed_key_grace_seconds;
    const oldId = storedKeyId(keyId);
    const newKeyId = newId('key', deps.random);
    const material = materialOf('new_key_material', body.new_key_material);
    try {
      return await deps.provenance.recording((append) =>
        write(async (db) => {
          const old = requireManaged(await lockManagedKey(db, projectId, oldId));
          const now = deps.clock();
          requireEvent(old, 'rotate', now);
          const name = { id: newKeyId, projectId, tier, label: old.label, rotatedFrom: oldId };
          const blob = await makeManagedKey(db, deps, name, material);
          const graceEndsAt = now + graceSeconds * 1000;
          const graceEnds = formatIsoTime(graceEndsAt);
          await markRotated(db, oldId, { to: newKeyId, graceEndsAt });
          const bound = await copyBindings(db, oldId, newKeyId, now);
          const facts = { projectId, actor: keyActor(caller), at: now };
          const rotated = { rotated_to: newKeyId, grace_period_ends: graceEnds };
          const made = { rotated_from: oldId, ...(bound.length === 0 ? {} : boundTargets(bound)) };
          await append(
            db,
            { ...facts, event: 'rotated', keyId: oldId, details: rotated },
            { ...facts, event: 'created', keyId: newKeyId, details: made },
          );
          return {
            new_key_id: inFormOf(keyId, newKeyId),
            old_key_id: keyId,
            old_key_status: 'rotated' as const,
            grace_period_ends: graceEnds,
            new_ciphertext: toBase64(blob.encrypted),
          };
        }),
      );
    } finally {
      wipe(material);
    }
  },

  async status({ deps, caller }, { params }) {
    const managed = requireManaged(await findManagedKey(deps.db, caller.projectId, storedKeyId(params.id)));
    const timeOr = (time: number | null) => (time === null ? null : formatIsoTime(time));
    return {
      key_id: params.id,
      status: keyStatusAt(managed, deps.clock()),
      tier: managed.tier,
      created_at: formatIsoTime(managed.createdAt),
      last_used: timeOr(managed.lastUsedAt),
      total_operations: managed.totalOperations,
      rotated_to: managed.rotatedTo === null ? null : inFormOf(params.id, managed.rotatedTo),
      revoked_at: timeOr(managed.revokedAt),
    };
  },

  async gatewayConfigure(context, { body }) {
    return configureTarget(context, body);
  },

  async gatewayTargets({ deps, caller }) {
    return { targets: (await listTargets(deps.db, caller.projectId)).map(listedTarget) };
  },

  gatewayProxy: byWork(proxyWork, async (context, _input, run) => proxyCall(context, await run(null))),
});

/** Events of a page for which no `limit` is stated. */
const PAGE_ITEMS = 50;

function blobAnswer(blob: Pick<KeyBlob, 'encrypted' | 'kemCiphertext' | 'hmacDigest'>) {
  return {
    encrypted: toBase64(blob.encrypted),
    kem_ct: toBase64(blob.kemCiphertext),
    hmac_digest: toHex(blob.hmacDigest),
  };
}

function requireManaged(managed: ManagedKey | null): ManagedKey {
  if (managed === null) throw noSuchKey();
  return managed;
}

/** The id under which the chain of a key of this project is kept. Throws NOT_FOUND. */
async function requireProject(db: Db, { projectId }: Caller, id: string): Promise<string> {
  if (!id.startsWith('wk_')) {
    const stored = storedKeyId(id);
    return (
      (await findStorageKey(db, projectId, stored)) ?? requireManaged(await findManagedKey(db, projectId, stored))
    ).id;
  }
  const wrapped = await findWrappedKey(db, projectId, id);
  if (wrapped === null) throw new ApiError('NOT_FOUND', 'This project has no wrapped key with this id.');
  return wrapped.id;
}
