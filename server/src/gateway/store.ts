import type { Selectable } from 'kysely';
import { type Db, lockRow } from '../store/engine.ts';
import { changeSealed, changingRows, genuine, isGenuine, type RowsWhere, sealed } from '../store/sealed-rows.ts';
import type { Row, Tables } from '../store/tables.ts';

/** What a project says of a target. */
export interface TargetDescription {
  readonly baseUrl: string;
  readonly authHeader: string;
  readonly authTemplate: string;
  readonly allowedPaths: readonly string[];
  readonly allowedMethods: readonly string[];
  readonly allowedHeaders: readonly string[];
  /** Calls per minute. */
  readonly rateLimit: number;
}

export interface GatewayTarget extends TargetDescription {
  /** `gwt_…`; another one where the target counts as new. */
  readonly id: string;
  readonly projectId: string;
  /** `target_id` on the wire. */
  readonly name: string;
  readonly allowPrivate: boolean;
  readonly totalProxied: number;
  readonly createdAt: number;
  /** Whether the row is this service's (S35): where not, nothing is carried there. */
  readonly isGenuine: boolean;
}

/** All of a project, by name. */
export async function listTargets(db: Db, projectId: string): Promise<readonly GatewayTarget[]> {
  const rows = await db
    .selectFrom('gateway_targets')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('name')
    .execute();
  return rows.map((row) => targetOf(db, row));
}

export async function countTargets(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('gateway_targets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findTarget(db: Db, projectId: string, name: string): Promise<GatewayTarget | null> {
  const row = await targetNamed(db, projectId, name).executeTakeFirst();
  return row === undefined ? null : targetOf(db, row);
}

/** The same for a transaction that goes on to change it, or what is bound to it. */
export async function lockTarget(transaction: Db, projectId: string, name: string): Promise<GatewayTarget | null> {
  const row = await lockRow(targetNamed(transaction, projectId, name)).executeTakeFirst();
  return row === undefined ? null : targetOf(transaction, row);
}

function targetNamed(db: Db, projectId: string, name: string) {
  return db.selectFrom('gateway_targets').selectAll().where('project_id', '=', projectId).where('name', '=', name);
}

/** The targets of that name in all projects, `most` at the most. */
export async function targetsNamed(db: Db, name: string, most: number): Promise<readonly GatewayTarget[]> {
  const rows = await db
    .selectFrom('gateway_targets')
    .selectAll()
    .where('name', '=', name)
    .orderBy('project_id')
    .limit(most)
    .execute();
  return rows.map((row) => targetOf(db, row));
}

/** Stores a new target, without permission for private addresses. One of the same name goes, and its bindings. */
export async function replaceTarget(
  db: Db,
  target: TargetDescription & Pick<GatewayTarget, 'id' | 'projectId' | 'name'>,
  now: number,
): Promise<void> {
  const named = { project_id: target.projectId, name: target.name };
  const former = await lockRow(targetNamed(db, named.project_id, named.name)).execute();
  const bindings = former.map(({ id }): RowsWhere => ['gateway_bindings', { gateway_target_id: id }]);
  await changingRows(db, [['gateway_targets', named], ...bindings], async () => {
    for (const { id } of former) await db.deleteFrom('gateway_targets').where('id', '=', id).execute();
    await db
      .insertInto('gateway_targets')
      .values(
        sealed(db, 'gateway_targets', {
          id: target.id,
          ...named,
          ...columnsOf(target),
          allow_private: 0,
          total_proxied: 0,
          created_at: now,
        }),
      )
      .execute();
  });
}

/** Changes what leaves the target the same. */
export async function updateTarget(db: Db, id: string, target: TargetDescription): Promise<void> {
  await changeTarget(db, id, columnsOf(target));
}

export async function setAllowPrivate(db: Db, id: string, allowPrivate: boolean): Promise<void> {
  await changeTarget(db, id, { allow_private: allowPrivate ? 1 : 0 });
}

type TargetRow = Selectable<Tables['gateway_targets']>;

async function changeTarget(db: Db, id: string, change: Partial<TargetRow>): Promise<void> {
  const row = await lockRow(db.selectFrom('gateway_targets').selectAll().where('id', '=', id)).executeTakeFirst();
  if (row !== undefined) await changeSealed(db, 'gateway_targets', row, change);
}

export async function countCall(db: Db, id: string): Promise<void> {
  await db
    .updateTable('gateway_targets')
    .set((target) => ({ total_proxied: target('total_proxied', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function isBound(db: Db, targetId: string, keyId: string): Promise<boolean> {
  const row = await bindingOf(db, targetId, keyId).executeTakeFirst();
  return row !== undefined && isGenuine(db, 'gateway_bindings', row);
}

/** The same for a transaction that goes on to bind it. */
async function lockIsBound(transaction: Db, targetId: string, keyId: string): Promise<boolean> {
  const row = await lockRow(bindingOf(transaction, targetId, keyId)).executeTakeFirst();
  return row !== undefined && isGenuine(transaction, 'gateway_bindings', row);
}

function bindingOf(db: Db, targetId: string, keyId: string) {
  const bindings = db.selectFrom('gateway_bindings').selectAll();
  return bindings.where('gateway_target_id', '=', targetId).where('key_id', '=', keyId);
}

/** Binds a key to a target that is there; false where it is bound already. A binding that is not this service's is replaced. */
export async function bindKey(db: Db, targetId: string, keyId: string, now: number): Promise<boolean> {
  if (await lockIsBound(db, targetId, keyId)) return false;
  const place = { gateway_target_id: targetId, key_id: keyId };
  await changingRows(db, [['gateway_bindings', place]], () =>
    db
      .replaceInto('gateway_bindings')
      .values(sealed(db, 'gateway_bindings', { ...place, created_at: now }))
      .execute(),
  );
  return true;
}

/** Binds a key to every target to which another is bound, its successor takes them over; answers which. */
export async function copyBindings(
  db: Db,
  fromKeyId: string,
  toKeyId: string,
  now: number,
): Promise<readonly Pick<GatewayTarget, 'id' | 'name'>[]> {
  const bound = await db
    .selectFrom('gateway_bindings')
    .innerJoin('gateway_targets', 'gateway_targets.id', 'gateway_bindings.gateway_target_id')
    .selectAll('gateway_bindings')
    .select(['gateway_targets.id', 'gateway_targets.name'])
    .where('key_id', '=', fromKeyId)
    .orderBy('gateway_targets.name')
    .execute();
  const taken = genuine(db, 'gateway_bindings', bound).map(({ id, name }) => ({ id, name }));
  for (const { id } of taken) await bindKey(db, id, toKeyId, now);
  return taken;
}

/** The targets of all projects, for an inspection. */
export async function listAllTargets(db: Db): Promise<readonly GatewayTarget[]> {
  const rows = await db.selectFrom('gateway_targets').selectAll().orderBy('project_id').orderBy('name').execute();
  return rows.map((row) => targetOf(db, row));
}

/** All bindings, for an inspection. */
export async function listBindings(db: Db): Promise<readonly Row<'gateway_bindings'>[]> {
  return db.selectFrom('gateway_bindings').selectAll().orderBy('key_id').orderBy('gateway_target_id').execute();
}

/** Takes back permissions for private addresses that the present database does not give (S27). */
export async function keepRefusedTargets(restored: Db, present: Db): Promise<void> {
  const allowed = await restored.selectFrom('gateway_targets').select('id').where('allow_private', '=', 1).execute();
  for (const { id } of allowed) {
    const now = await present
      .selectFrom('gateway_targets')
      .select('allow_private')
      .where('id', '=', id)
      .executeTakeFirst();
    if (now?.allow_private !== 1) await setAllowPrivate(restored, id, false);
  }
}

function columnsOf(target: TargetDescription) {
  return {
    base_url: target.baseUrl,
    auth_header: target.authHeader,
    auth_template: target.authTemplate,
    allowed_paths: JSON.stringify(target.allowedPaths),
    allowed_methods: JSON.stringify(target.allowedMethods),
    allowed_headers: JSON.stringify(target.allowedHeaders),
    rate_limit: target.rateLimit,
  };
}

function targetOf(db: Db, row: TargetRow): GatewayTarget {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    baseUrl: row.base_url,
    authHeader: row.auth_header,
    authTemplate: row.auth_template,
    allowedPaths: JSON.parse(row.allowed_paths) as string[],
    allowedMethods: JSON.parse(row.allowed_methods) as string[],
    allowedHeaders: JSON.parse(row.allowed_headers) as string[],
    rateLimit: row.rate_limit,
    allowPrivate: row.allow_private === 1,
    totalProxied: row.total_proxied,
    createdAt: row.created_at,
    isGenuine: isGenuine(db, 'gateway_targets', row),
  };
}
