import { FULLY_MASKED } from '@touchstone/core/secrets/masked-display.ts';
import { rotationDueAt } from '@touchstone/core/secrets/rotation-policy.ts';
import type { Check } from '../doctor/check.ts';
import { createRowFaults, type RowFaults, stamped } from '../doctor/row-faults.ts';
import { objectIn } from '../doctor/stated.ts';
import { type Db, snapshot } from '../store/engine.ts';
import type { NumberedRow } from '../store/tables.ts';
import { rowsOf, rowsWith } from '../store/walk.ts';
import { projectsWithSecretAudit, secretAuditAfter } from './store/audit.ts';

const BATCH = 200;

type Version = NumberedRow<'secret_versions'>;

export const secretStates: Check = {
  id: 'secret-states',
  needs: 'schema',
  // A server that runs may store more meanwhile: rows and entries are read at one moment.
  run: ({ inspection: { db } }) =>
    snapshot(db, async (moment) => {
      const faults = createRowFaults();
      const versions: Version[] = [];
      for await (const row of rowsOf(moment, 'secret_versions')) versions.push(row);
      for (const [project, own] of Map.groupBy(versions, (row) => row.project_id)) checkPlaces(project, own, faults);
      checkFamilies(versions, faults);
      // Each version was stored by an entry: a project without any has lost its audit.
      const audited = await projectsWithSecretAudit(moment);
      for (const project of new Set([...audited, ...versions.map((row) => row.project_id)])) {
        const own = versions.filter((row) => row.project_id === project);
        compareStates(own, await statesTold(moment, project, own), faults);
      }
      return faults.findings('The states of secrets are those that their audit tells.');
    }),
};

/** Versions are numbered within their project and never taken out. */
function checkPlaces(project: string, versions: readonly Version[], faults: RowFaults): void {
  const sorted = versions.toSorted((a, b) => a.position - b.position);
  for (const [at, { id, position }] of sorted.entries()) {
    if (position === at + 1) continue;
    faults.compare('secret_versions', `${id} of project ${project}`, { position: [position, at + 1] });
    return;
  }
}

/** A version names the one before, and its secret by the first one. */
function checkFamilies(versions: readonly Version[], faults: RowFaults): void {
  const byId = new Map(versions.map((row) => [row.id, row]));
  const followers = new Map(versions.map((row) => [row.previous_id, row]));
  for (const row of versions) {
    const before = row.previous_id === null ? null : byId.get(row.previous_id);
    const after = followers.get(row.id);
    faults.compare('secret_versions', row.id, {
      family: [row.family, before === null ? row.id : (before?.family ?? null)],
      previous_id: [row.previous_id, before === null ? null : (before?.id ?? null)],
      version: [row.version, before === null ? 1 : (before?.version ?? 0) + 1],
      rotation_due_at: [row.rotation_due_at, rotationDueAt({ days: row.rotation_days }, row.created_at)],
      superseded_at: [row.superseded_at, after?.created_at ?? null],
      ...(before === null || before === undefined
        ? {}
        : { name: [row.name, before.name], provider: [row.provider, before.provider], tags: [row.tags, before.tags] }),
      ...(before === null || before === undefined
        ? {}
        : { environment: [row.environment, before.environment], vault: [row.vault, before.vault] }),
    });
  }
}

/** What entries say about a version. Times are milliseconds since 1970. */
interface State {
  createdAt: number | null;
  deletedAt: number | null;
  deletedWith: string | null;
  destroyedAt: number | null;
}

interface AuditedStates {
  readonly states: ReadonlyMap<string, State>;
  /** After a restore values are destroyed of which the restored chain does not tell (S27). */
  readonly isRestored: boolean;
}

/** The states of a project's versions as its audit tells them, whatever their rows say. */
export async function statesTold(
  db: Db,
  project: string,
  versions: readonly Pick<Version, 'id' | 'family' | 'previous_id'>[],
): Promise<AuditedStates> {
  const families = new Map(versions.map(({ id, family }) => [id, family]));
  const followers = new Map(versions.map(({ id, previous_id }) => [previous_id, id]));
  const states = new Map<string, State>();
  const superseded = new Set<string>();
  let isRestored = false;
  const begin = (id: string, at: number) =>
    states.set(id, { createdAt: at, deletedAt: null, deletedWith: null, destroyedAt: null });

  /** The versions that an event on one concerns: where it is the newest, all of its secret. */
  function concerned(id: string): readonly State[] {
    const ids = superseded.has(id)
      ? [id]
      : [...states.keys()].filter((other) => families.get(other) === families.get(id));
    return ids.flatMap((other) => states.get(other) ?? []).filter(({ destroyedAt }) => destroyedAt === null);
  }

  function follow(action: string, id: string, at: number, isByItself: boolean): void {
    const asked = states.get(id);
    if (action === 'store') begin(id, at);
    if (action === 'rotate') {
      const next = followers.get(id);
      superseded.add(id);
      if (next !== undefined) begin(next, at);
    }
    if (asked === undefined) return;
    if (action === 'delete') {
      for (const state of concerned(id).filter(({ deletedAt }) => deletedAt === null)) {
        Object.assign(state, { deletedAt: at, deletedWith: id });
      }
    }
    if (action === 'restore') {
      const { deletedWith } = asked;
      const taken = concerned(id).filter((state) => state.deletedWith === deletedWith);
      for (const state of taken) Object.assign(state, { deletedAt: null, deletedWith: null });
    }
    if (action === 'destroy') {
      // What is destroyed because its time is over is told one by one.
      for (const state of isByItself ? [asked] : concerned(id)) state.destroyedAt ??= at;
    }
  }

  for (let after = 0; ; ) {
    const rows = await secretAuditAfter(db, project, after, BATCH);
    for (const { body } of rows) {
      const { action, secret_id: id, result, ip_address: peer, created_at: time } = objectIn(body);
      isRestored ||= action === 'restored';
      const isDone = result === 'success' && typeof id === 'string' && typeof action === 'string';
      if (isDone) follow(action, id, Date.parse(String(time)), peer === '');
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) break;
    after = last.position;
  }
  const notices = await rowsWith(db, 'secret_audit_notices', 'project_id', project);
  return { states, isRestored: isRestored || notices.length > 0 };
}

function compareStates(versions: readonly Version[], { states, isRestored }: AuditedStates, faults: RowFaults): void {
  for (const row of versions) {
    const state = states.get(row.id);
    if (state === undefined) {
      faults.add('secret_versions', row.id, 'is a version of which the audit does not tell');
      continue;
    }
    const { createdAt, deletedAt, deletedWith, destroyedAt } = state;
    const isKept = isRestored && row.destroyed_at !== null && destroyedAt === null;
    faults.compare('secret_versions', row.id, {
      ...(row.destroyed_at === null ? {} : { masked_display: [row.masked_display, FULLY_MASKED.maskedDisplay] }),
      ...(row.destroyed_at === null ? {} : { key_prefix: [row.key_prefix, FULLY_MASKED.keyPrefix] }),
      created_at: createdAt === null ? [0, 0] : stamped(row.created_at, createdAt),
      deleted_at: deletedAt === null ? [row.deleted_at, null] : stamped(row.deleted_at, deletedAt),
      deleted_with: [row.deleted_with, deletedWith],
      destroyed_at:
        destroyedAt === null ? (isKept ? [0, 0] : [row.destroyed_at, null]) : stamped(row.destroyed_at, destroyedAt),
    });
  }
}
