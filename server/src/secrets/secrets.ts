/** Secrets as operations see them: states by the clock, what an id stands for, and what happens without a request. */

import type { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { Random } from '@touchstone/core/random.ts';
import { FULLY_MASKED } from '@touchstone/core/secrets/masked-display.ts';
import { formatRotationPolicy } from '@touchstone/core/secrets/rotation-policy.ts';
import {
  isReadable,
  KEPT_MS,
  permits,
  type SecretEvent,
  type SecretState,
  stateAt,
} from '@touchstone/core/secrets/state.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Logger } from 'pino';
import { tellRestored } from '../chain-of-entries/restored.ts';
import { ApiError } from '../frame/errors.ts';
import type { Sweep } from '../frame/sweep.ts';
import type { Statements } from '../key-sets/statements.ts';
import { type Db, erase, listsChanged, write } from '../store/engine.ts';
import { createMemory } from '../store/memories.ts';
import { appendSecretAudit, BY_ITSELF } from './audit.ts';
import type { OpenSecret } from './opening.ts';
import { chainsToBeTold } from './store/audit.ts';
import {
  destroySecrets,
  findSecretVersion,
  findSecretWithValue,
  lockSecretsDeletedBy,
  lockVersionsOfSecret,
  projectWithDeletedBy,
  type SecretVersion,
} from './store/secrets.ts';

export interface SweepNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly statements: Statements;
}

export type SecretMetadata = OutputOf<typeof api.crypto.shield.list>['secrets'][number];

export function stateOf(version: SecretVersion, now: number): SecretState {
  const { superseded_at: supersededAt, deleted_at: deletedAt, destroyed_at: destroyedAt } = version;
  return stateAt({ supersededAt, deletedAt, destroyedAt }, now);
}

/** What lists show of a version. */
export function metadataOf(version: SecretVersion, now: number): SecretMetadata {
  const { id, name, provider, environment, vault, tags, masked_display, rotation_days, rotation_due_at } = version;
  const status = stateOf(version, now);
  const isDue = status === 'active' && rotation_due_at !== null;
  return {
    id,
    name,
    provider,
    environment,
    vault,
    tags: JSON.parse(tags) as string[],
    // Also before the sweep has erased it.
    masked_display: status === 'destroyed' ? FULLY_MASKED.maskedDisplay : masked_display,
    status,
    version: version.version,
    rotation_policy: formatRotationPolicy({ days: rotation_days }),
    rotation_due_at: isDue ? formatIsoTime(rotation_due_at) : null,
    created_at: formatIsoTime(version.created_at),
  };
}

/** A version of the project. Throws NOT_FOUND. */
export async function requireVersion(db: Db, projectId: string, id: string): Promise<SecretVersion> {
  const version = await findSecretVersion(db, projectId, id);
  if (version === null) throw noSuchVersion();
  return version;
}

/** A version whose value may be read. Throws NOT_FOUND, which says why. */
export async function requireReadable(db: Db, projectId: string, id: string, now: number): Promise<SecretVersion> {
  const version = await requireVersion(db, projectId, id);
  refuseUnreadable(version, now);
  return version;
}

/** The same with its value, which the caller wipes. Throws TypeError where it does not open: the database was changed. */
export async function readSecret(
  db: Db,
  open: OpenSecret,
  projectId: string,
  id: string,
  now: number,
): Promise<{ readonly version: SecretVersion; readonly value: Uint8Array }> {
  const found = await findSecretWithValue(db, projectId, id);
  if (found === null) throw noSuchVersion();
  const { version, sealed } = found;
  refuseUnreadable(version, now);
  const row = { projectId, id, version: version.version };
  const value = sealed === null ? null : await open(row, sealed);
  if (value === null) throw new TypeError(`internal: the secret ${id} does not open`);
  return { version, value };
}

function refuseUnreadable(version: SecretVersion, now: number): void {
  const state = stateOf(version, now);
  if (!isReadable(state)) throw new ApiError('NOT_FOUND', `This version of the secret is ${state}.`);
}

function noSuchVersion(): ApiError {
  return new ApiError('NOT_FOUND', 'This project has no secret with this id.');
}

export interface ConcernedVersions {
  readonly asked: SecretVersion;
  readonly ids: readonly string[];
}

/**
 * The versions that an event on one concerns: that one, or, where it is the newest, all of its secret that take the event; of
 * a restore those that its deletion took with it. For a transaction that goes on to change them. Throws NOT_FOUND, and
 * CONFLICT where the state of the one does not take the event.
 */
export async function lockConcerned(
  transaction: Db,
  { projectId, id, event, now }: { projectId: string; id: string; event: SecretEvent; now: number },
): Promise<ConcernedVersions> {
  const all = await lockVersionsOfSecret(transaction, projectId, id);
  const asked = all.find((version) => version.id === id);
  if (asked === undefined) throw noSuchVersion();
  const state = stateOf(asked, now);
  if (!permits(state, event)) throw new ApiError('CONFLICT', `This version of the secret is ${state}.`);
  if (asked.superseded_at !== null) return { asked, ids: [id] };
  const taking = all.filter(
    (version) =>
      permits(stateOf(version, now), event) && (event !== 'restore' || version.deleted_with === asked.deleted_with),
  );
  return { asked, ids: taking.map((version) => version.id) };
}

/** Erases versions for good. `forgetErased` follows once the transaction is on the disk. */
export async function eraseVersions(db: Db, ids: readonly string[], now: number): Promise<void> {
  await destroySecrets(db, ids, FULLY_MASKED.maskedDisplay, now);
}

/** Whether the journal was emptied since the last value was erased. After a start nobody knows. */
const erased = createMemory('secrets/erased', () => ({ isForgotten: false }));

/** Takes what was erased out of the database's journal as well. Where somebody reads it now, the next sweep does. */
export async function forgetErased({ db, log }: Pick<SweepNeeds, 'db' | 'log'>): Promise<void> {
  erased.of(db).isForgotten = false;
  if (await erase(db)) erased.of(db).isForgotten = true;
  else log.info('the journal of the database, which still holds destroyed secrets, is in use and is emptied later');
}

/** Versions in one transaction of the sweep. */
const BATCH = 100;

/** What is due without a request: tells chains that they were restored, and destroys what was deleted 30 days ago. */
export async function sweepSecrets(deps: SweepNeeds): Promise<void> {
  await tellRestored(deps, chainsToBeTold, (db, signer, projectId) => appendSecretAudit(db, deps, signer, projectId));
  let batches = 0;
  while ((await destroyDue(deps)) > 0) batches++;
  if (batches > 0 || !erased.of(deps.db).isForgotten) await forgetErased(deps);
}

/** Destroys a batch of one project; how many. */
async function destroyDue(deps: SweepNeeds): Promise<number> {
  const before = deps.clock() - KEPT_MS;
  // Most sweeps find nothing and need no key.
  const projectId = await projectWithDeletedBy(deps.db, before);
  if (projectId === null) return 0;
  return deps.statements.signing((signer) =>
    write(deps.db, async (db) => {
      const ids = await lockSecretsDeletedBy(db, projectId, before, BATCH);
      if (ids.length === 0) return 0;
      listsChanged(db, 'secrets', projectId);
      await eraseVersions(db, ids, deps.clock());
      const what = { action: 'destroy', result: 'success', ...BY_ITSELF } as const;
      const events = ids.map((secretId) => ({ ...what, secretId }));
      await appendSecretAudit(db, deps, signer, projectId, ...events);
      return ids.length;
    }),
  );
}

/** Tells audits of secrets that they were restored, and destroys secrets that were deleted 30 days ago. */
export const dueSecrets: Sweep<SweepNeeds> = {
  name: 'due-secrets',
  everyMs: 60_000,
  run: sweepSecrets,
};
