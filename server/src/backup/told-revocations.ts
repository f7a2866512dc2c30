/**
 * What the signed chains of a data folder say was revoked, suspended, destroyed or taken back, whatever its rows say: somebody who
 * can write the database may have put old rows back. A chain that was changed makes a restore stricter at most.
 */
import { type KeyBounds, toldKeyBounds } from '../accounts/api-key-history.ts';
import { memberOf, readAudit } from '../audit/history.ts';
import { newestEntries } from '../audit/recorded-rows.ts';
import { objectIn, timeIn } from '../doctor/stated.ts';
import { givesPermission } from '../gateway/doctor.ts';
import { statesTold } from '../secrets/state-checks.ts';
import { projectsWithSecretAudit } from '../secrets/store/audit.ts';
import type { Db } from '../store/engine.ts';
import type { NumberedRow } from '../store/tables.ts';
import { rowsOf } from '../store/walk.ts';

interface Told {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface ToldRevocations {
  /** API keys, by their ids. */
  readonly keys: ReadonlyMap<string, KeyBounds>;
  /** Accounts. */
  readonly suspended: readonly string[];
  /** Versions of secrets. */
  readonly destroyed: readonly Told[];
  /** Managed keys and storage keys. */
  readonly revoked: readonly (Told & { readonly reason: string })[];
  /** Whether the audit gives a gateway target private addresses. */
  readonly isAllowed: (id: string) => boolean;
}

/** `restored` knows versions of secrets whose rows the present database may have lost. */
export async function toldRevocations(present: Db, restored: Db): Promise<ToldRevocations> {
  const history = await readAudit(present);
  const status = new Map<string, boolean>();
  for (const { subject, details } of history.all('account.changed')) {
    status.set(subject, memberOf(details.after, 'status') === 'suspended');
  }
  const targets = await newestEntries(present, 'gateway-target.changed');
  return {
    keys: await toldKeyBounds(present, history),
    suspended: [...status].flatMap(([id, isSuspended]) => (isSuspended ? [id] : [])),
    destroyed: await destroyedSecrets(present, restored),
    revoked: await revokedKeys(present),
    isAllowed: (id) => givesPermission(targets.get(id)),
  };
}

async function destroyedSecrets(present: Db, restored: Db): Promise<readonly Told[]> {
  const versions = new Map<string, NumberedRow<'secret_versions'>>();
  for (const db of [restored, present]) {
    for await (const row of rowsOf(db, 'secret_versions')) versions.set(row.id, row);
  }
  const destroyed: Told[] = [];
  for (const project of await projectsWithSecretAudit(present)) {
    const own = [...versions.values()].filter((row) => row.project_id === project);
    for (const [id, { destroyedAt }] of (await statesTold(present, project, own)).states) {
      if (destroyedAt !== null) destroyed.push({ id, at: destroyedAt });
    }
  }
  return destroyed;
}

async function revokedKeys(present: Db): Promise<ToldRevocations['revoked']> {
  const revoked: ToldRevocations['revoked'][number][] = [];
  for await (const { body } of rowsOf(present, 'key_events')) {
    // Most events are decryptions: they are not worth reading.
    if (!body.includes('"revoked"')) continue;
    const { event, key_id: id, timestamp, reason } = objectIn(body);
    if (event !== 'revoked' || typeof id !== 'string') continue;
    revoked.push({ id, at: timeIn(timestamp) ?? 0, reason: typeof reason === 'string' ? reason : '' });
  }
  return revoked;
}
