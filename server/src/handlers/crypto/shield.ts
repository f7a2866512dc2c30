import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { fromUtf8, toBase64, wipe } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import { CHALLENGE_BYTES, proofHolds } from '@touchstone/core/secrets/challenge.ts';
import { maskedSecret } from '@touchstone/core/secrets/masked-display.ts';
import { formatRotationPolicy, parseRotationPolicy, rotationDueAt } from '@touchstone/core/secrets/rotation-policy.ts';
import { KEPT_MS } from '@touchstone/core/secrets/state.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Logger } from 'pino';
import { kem } from '../../crypto/kem.ts';
import { bytesIn } from '../../frame/decode-base64.ts';
import { invalid } from '../../frame/errors.ts';
import { newTimedUuid } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import { JsonText } from '../../frame/json-text.ts';
import type { KeySets } from '../../key-sets/key-sets.ts';
import type { Statements } from '../../key-sets/statements.ts';
import { sealSecret } from '../../secrets/at-rest.ts';
import { audited, failureTold, signedThemselves } from '../../secrets/audit.ts';
import type { SecretOpenings } from '../../secrets/opening.ts';
import { receivedValue } from '../../secrets/received.ts';
import {
  eraseVersions,
  forgetErased,
  lockConcerned,
  metadataOf,
  readSecret,
  requireReadable,
  requireVersion,
  stateOf,
} from '../../secrets/secrets.ts';
import { listSecretAudit } from '../../secrets/store/audit.ts';
import {
  countSecretVersions,
  deleteSecrets,
  insertSecretChallenge,
  insertSecretVersion,
  listSecretVersions,
  type NewSecretVersion,
  restoreSecrets,
  supersedeSecret,
  takeSecretChallenge,
  versionsOfSecret,
} from '../../secrets/store/secrets.ts';
import type { SettingsAccess } from '../../settings/settings.ts';
import type { Db } from '../../store/engine.ts';
import type { Vault } from '../../vault/envelope.ts';

export interface Needs {
  readonly secretOpenings: SecretOpenings;
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly vault: Vault;
  readonly keySets: KeySets;
  readonly settings: SettingsAccess;
  readonly statements: Statements;
}

const PAGE_ITEMS = 50;
/** The list of the documents has no pages: the first holds as many as may be. */
const LISTED = 200;
const ENCRYPTION = 'kyber-1024';
const BACKUP_NOTICE =
  'Backups that were made before still hold this value and its key. Destroy them too, or withdraw the value at its provider.';

const { shield: contract } = api.crypto;

type Destroyed = OutputOf<typeof contract.destroy>;

export const shield = implement(contract)<Needs>({
  async store(context, { body }) {
    const { deps, caller } = context;
    const { name, provider, environment, vault, tags = [] } = body;
    const policy = policyOf(body.rotation_policy ?? 'none');
    const target = { request: 'store', name } as const;
    return audited(context, { action: 'store', asked: null, units: contract.store.units }, async (write) => {
      const value = await receivedValue(deps, caller.projectId, target, body.value);
      try {
        const id = newTimedUuid(deps.random, deps.clock());
        const version = 1;
        const sealed = await sealSecret({ kem, ...deps }, { projectId: caller.projectId, id, version }, value);
        return await write(async (db) => {
          const now = deps.clock();
          const made: NewSecretVersion = {
            id,
            family: id,
            version,
            previous_id: null,
            name,
            provider,
            environment,
            vault,
            tags: JSON.stringify(tags),
            ...dueOf(policy, now),
            ...maskOf(value),
            created_at: now,
          };
          await insertSecretVersion(db, caller.projectId, made, sealed);
          const { masked_display, key_prefix } = made;
          const created_at = formatIsoTime(now);
          const answer = {
            id,
            name,
            provider,
            masked_display,
            key_prefix,
            encryption: ENCRYPTION,
            created_at,
          } as const;
          return { answer: { ...answer, status: 'active' as const }, secretId: id, result: 'success' };
        });
      } finally {
        wipe(value);
      }
    });
  },

  async list({ deps, caller }, { query: { vault, provider, status = 'active', limit = LISTED, cursor } }) {
    const filter = {
      ...(vault === undefined ? {} : { vault }),
      ...(provider === undefined ? {} : { provider }),
      state: status,
    };
    const now = deps.clock();
    const below = cursor === undefined ? {} : { below: versionIn(cursor) };
    const page = { ...below, limit: limit + 1 };
    const found = await listSecretVersions(deps.db, caller.projectId, filter, page, now);
    const shown = found.slice(0, limit);
    return {
      secrets: shown.map((version) => metadataOf(version, now)),
      total: await countSecretVersions(deps.db, caller.projectId, filter, now),
      next_cursor: found.length > limit ? String(shown.at(-1)?.position) : null,
    };
  },

  async reveal(context, { params: { id } }) {
    const { deps, caller } = context;
    return deps.secretOpenings.opening(id, (open) =>
      audited(context, { action: 'reveal', asked: id, units: contract.reveal.units }, (write) =>
        write(async (db) => {
          const now = deps.clock();
          const { version, value: bytes } = await readSecret(db, open, caller.projectId, id, now);
          const value = fromUtf8(bytes);
          wipe(bytes);
          if (value === null) throw new TypeError(`internal: the secret ${id} is no text`);
          const { name, provider } = version;
          const times = { retrieved_at: formatIsoTime(now) };
          return {
            answer: { id, name, value, provider, encryption: ENCRYPTION, ...times },
            secretId: id,
            result: 'success',
          };
        }),
      ),
    );
  },

  async versions({ deps, caller }, { params: { id }, query: { limit = PAGE_ITEMS, cursor } }) {
    const { family } = await requireVersion(deps.db, caller.projectId, id);
    const below = cursor === undefined ? {} : { below: versionIn(cursor) };
    const found = await versionsOfSecret(deps.db, family, { ...below, limit: limit + 1 });
    const page = found.slice(0, limit);
    const now = deps.clock();
    const items = page.map((version) => metadataOf(version, now));
    return { items, next_cursor: found.length > limit ? String(page.at(-1)?.version) : null };
  },

  async challenge(context, { query: { secret_id: id } }) {
    const { deps, caller } = context;
    const now = deps.clock();
    const made = {
      secretId: id,
      challenge: deps.random(CHALLENGE_BYTES),
      salt: deps.random(CHALLENGE_BYTES),
      expiresAt: now + (await deps.settings.read()).secret_challenge_seconds * 1_000,
    };
    // Asking for a challenge is the first half of `verify`, as the audit calls both.
    await failureTold(context, { action: 'verify', asked: id }, () =>
      context.write(async (db) => {
        await requireReadable(db, caller.projectId, id, now);
        await insertSecretChallenge(db, caller.projectId, made, now);
      }),
    );
    const { challenge, salt, expiresAt } = made;
    return { challenge: toBase64(challenge), salt: toBase64(salt), expires_at: formatIsoTime(expiresAt) };
  },

  async verify(context, { body }) {
    const { deps, caller } = context;
    const { secret_id: id } = body;
    const proof = bytesIn('hmac_proof', body.hmac_proof);
    // Spent before anything else is looked at, and whatever comes of it (S24).
    const challenge = await takeSecretChallenge(deps.db, caller.projectId, bytesIn('challenge', body.challenge));
    return deps.secretOpenings.opening(id, (open) =>
      audited(context, { action: 'verify', asked: id, units: contract.verify.units }, (write) =>
        write(async (db) => {
          const now = deps.clock();
          let holds = false;
          if (challenge !== null && challenge.secretId === id && now < challenge.expiresAt) {
            const { value } = await readSecret(db, open, caller.projectId, id, now);
            holds = proofHolds(value, challenge.salt, challenge.challenge, proof);
            wipe(value);
          } else await requireReadable(db, caller.projectId, id, now);
          const answer = {
            verified: holds,
            algorithm: 'HMAC-SHA3-256' as const,
            proof_valid: holds,
            secret_id: id,
            verified_at: formatIsoTime(now),
          };
          return { answer, secretId: id, result: holds ? 'success' : 'failure' };
        }),
      ),
    );
  },

  async rotate(context, { body }) {
    const { deps, caller } = context;
    const { secret_id: previous } = body;
    const target = { request: 'rotate', secretId: previous } as const;
    return audited(context, { action: 'rotate', asked: previous, units: contract.rotate.units }, async (write) => {
      const value = await receivedValue(deps, caller.projectId, target, body.new_value);
      try {
        return await write(async (db) => {
          const now = deps.clock();
          const which = { projectId: caller.projectId, id: previous, event: 'rotate', now } as const;
          const { asked: old } = await lockConcerned(db, which);
          const policy =
            body.rotation_policy === undefined ? { days: old.rotation_days } : policyOf(body.rotation_policy);
          const { family, name, provider, environment, vault, tags } = old;
          const made: NewSecretVersion = {
            id: newTimedUuid(deps.random, now),
            family,
            version: old.version + 1,
            previous_id: previous,
            name,
            provider,
            environment,
            vault,
            tags,
            ...dueOf(policy, now),
            ...maskOf(value),
            created_at: now,
          };
          await supersedeSecret(db, previous, now);
          const row = { projectId: caller.projectId, id: made.id, version: made.version };
          await insertSecretVersion(db, caller.projectId, made, await sealSecret({ kem, ...deps }, row, value));
          const answer = {
            id: made.id,
            name,
            version: made.version,
            previous_version_id: previous,
            rotation_policy: formatRotationPolicy(policy),
            next_rotation_due: made.rotation_due_at === null ? null : formatIsoTime(made.rotation_due_at),
            rotated_at: formatIsoTime(now),
          };
          return { answer, secretId: previous, result: 'success' };
        });
      } finally {
        wipe(value);
      }
    });
  },

  async delete(context, { params: { id } }) {
    const { deps, caller } = context;
    return audited(context, { action: 'delete', asked: id, units: contract.delete.units }, (write) =>
      write(async (db) => {
        const now = deps.clock();
        const { ids } = await lockConcerned(db, { projectId: caller.projectId, id, event: 'delete', now });
        await deleteSecrets(db, ids, id, now);
        const times = { deleted_at: formatIsoTime(now), restorable_until: formatIsoTime(now + KEPT_MS) };
        return { answer: { id, status: 'deleted', versions: ids.length, ...times }, secretId: id, result: 'success' };
      }),
    );
  },

  async restore(context, { params: { id } }) {
    const { deps, caller } = context;
    return audited(context, { action: 'restore', asked: id, units: contract.restore.units }, (write) =>
      write(async (db) => {
        const now = deps.clock();
        const { asked, ids } = await lockConcerned(db, { projectId: caller.projectId, id, event: 'restore', now });
        await restoreSecrets(db, ids);
        const status = stateOf({ ...asked, deleted_at: null }, now);
        const answer = { id, status, versions: ids.length, restored_at: formatIsoTime(now) };
        return { answer, secretId: id, result: 'success' };
      }),
    );
  },

  async destroy(context, { params: { id } }) {
    const { deps, caller } = context;
    const answer = await audited<Destroyed>(
      context,
      { action: 'destroy', asked: id, units: contract.destroy.units },
      (write) =>
        write(async (db) => {
          const now = deps.clock();
          const { ids } = await lockConcerned(db, { projectId: caller.projectId, id, event: 'destroy', now });
          await eraseVersions(db, ids, now);
          const facts = { versions: ids.length, destroyed_at: formatIsoTime(now), notice: BACKUP_NOTICE };
          return { answer: { id, status: 'destroyed', ...facts }, secretId: id, result: 'success' };
        }),
    );
    await forgetErased(deps);
    return answer;
  },

  async audit({ deps, caller }, { query: { secret_id: secretId, action, limit = PAGE_ITEMS, offset = 0 } }) {
    const filter = { ...(secretId === undefined ? {} : { secretId }), ...(action === undefined ? {} : { action }) };
    const { entries, total } = await listSecretAudit(deps.db, caller.projectId, filter, { limit, offset });
    const signatures = await signedThemselves(deps, caller.projectId, entries);
    // The stored body is the text that is hashed and signed, an object; the answer adds its signature.
    const items = entries.map(
      ({ body, position, signature }) =>
        `${body.slice(0, -1)},"dilithium_sig":${JSON.stringify(signatures.get(position) ?? signature)}}`,
    );
    return new JsonText(`{"entries":[${items.join(',')}],"total":${total}}`);
  },
});

function policyOf(text: string) {
  const policy = parseRotationPolicy(text);
  if (policy === null) throw invalid('rotation_policy', '`rotation_policy` must be `none` or days such as `90d`.');
  return policy;
}

function dueOf(policy: { readonly days: number | null }, now: number) {
  return { rotation_days: policy.days, rotation_due_at: rotationDueAt(policy, now) };
}

function maskOf(value: Uint8Array) {
  const text = fromUtf8(value);
  if (text === null) throw new TypeError('internal: a received value is text');
  const { maskedDisplay, keyPrefix } = maskedSecret(text);
  return { masked_display: maskedDisplay, key_prefix: keyPrefix };
}

function versionIn(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  return Number(cursor);
}
