/**
 * Finds objects of all rooms by how their names and ids begin, in one statement. Each part of it reads a range of one index
 * (`find.test.ts` holds that), so that what is typed costs the same however much there is. Columns are compared with both ends
 * of the range: there are no patterns, and `%` and `_` are characters as others.
 */
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import type { FoundKind } from '@touchstone/core/api/console/find.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../store/engine.ts';
import { MOST_OF_A_KIND, type Sought } from './sought.ts';

export interface Found {
  readonly kind: FoundKind;
  readonly id: string;
  /** null where it has none. */
  readonly name: string | null;
  /** What it is shown with; null where it stands alone. */
  readonly within: string | null;
}

export interface Place {
  /** Whose objects are found, where they belong to a project. */
  readonly projectId: string;
  readonly now: number;
}

type Part = RawBuilder<Found>;

/** A condition: a column begins with what is sought. */
type Begins = (column: RawBuilder<unknown>) => RawBuilder<boolean>;

/** Comes after every text that begins with those before it. */
const LAST_CHARACTER = '\u{10ffff}';

/** Everything that begins with what is sought, in the order of its parts; of each one more than is shown. */
export async function findObjects(db: Db, sought: Sought, place: Place): Promise<readonly Found[]> {
  const { rows } = await findQuery(sought, place).execute(db);
  return rows;
}

/** The statement, which the tests explain. */
export function findQuery({ text, spellings, id, block }: Sought, place: Place): RawBuilder<Found> {
  const parts = [
    ...spellings.flatMap((spelling) => byName(begins(spelling), place)),
    ...byExactName(begins(text), place),
    webhooksByAddress(spellings[0] ?? text, place),
    ...(block === null
      ? []
      : [
          sql<Found>`SELECT 'block' AS kind, CAST(height AS TEXT) AS id, NULL AS name, chain AS within
      FROM ledger_blocks WHERE chain = ${block.chain} AND height = ${block.height}`,
        ]),
    ...(id === null ? [] : byId(id, begins(id), place)),
  ];
  const limited = parts.map((part) => sql`SELECT * FROM (${part} LIMIT ${MOST_OF_A_KIND + 1}) AS part`);
  return sql<Found>`${sql.join(limited, sql` UNION ALL `)}`;
}

function begins(text: string): Begins {
  return (column) => sql<boolean>`(${column} >= ${text} AND ${column} < ${text + LAST_CHARACTER})`;
}

/**
 * A condition that comes after the range of ids, which has few rows: as an expression it tempts no planner to read through all
 * rows of the project instead.
 */
function isOf(column: RawBuilder<unknown>, projectId: string): RawBuilder<boolean> {
  return sql<boolean>`${column} || '' = ${projectId}`;
}

/** What has a name that is compared in small letters. */
function byName(is: Begins, { projectId }: Place): readonly Part[] {
  return [
    sql`SELECT 'agent' AS kind, id, name, NULL AS within FROM agents
      WHERE project_id = ${projectId} AND ${is(sql`lower(name)`)} ORDER BY lower(name)`,
    // A session is known by its agent: of each the newest one.
    sql`SELECT 'session' AS kind, agent_sessions.id, agents.name, NULL AS within FROM agents
      JOIN agent_sessions ON agent_sessions.position =
        (SELECT position FROM agent_sessions AS own WHERE own.agent_id = agents.id ORDER BY position DESC LIMIT 1)
      WHERE agents.project_id = ${projectId} AND ${is(sql`lower(agents.name)`)} ORDER BY lower(agents.name)`,
    sql`SELECT 'artifact' AS kind, id, subject AS name, NULL AS within FROM artifacts
      WHERE project_id = ${projectId} AND ${is(sql`lower(subject)`)} ORDER BY lower(subject)`,
    sql`SELECT 'secret' AS kind, id, name, NULL AS within FROM secret_versions
      WHERE project_id = ${projectId} AND ${is(sql`lower(name)`)}
        AND superseded_at IS NULL AND deleted_at IS NULL AND destroyed_at IS NULL ORDER BY lower(name)`,
    sql`SELECT 'key' AS kind, id, label AS name, NULL AS within FROM managed_keys
      WHERE project_id = ${projectId} AND ${is(sql`lower(label)`)} ORDER BY lower(label)`,
    sql`SELECT 'target' AS kind, name AS id, name, NULL AS within FROM gateway_targets
      WHERE project_id = ${projectId} AND ${is(sql`lower(name)`)} ORDER BY lower(name)`,
    // Stored in small letters.
    sql`SELECT 'account' AS kind, id, email AS name, NULL AS within FROM accounts
      WHERE ${is(sql`email`)} ORDER BY email`,
    sql`SELECT 'api-key' AS kind, api_keys.id, api_keys.label AS name, projects.account_id AS within FROM api_keys
      JOIN projects ON projects.id = api_keys.project_id
      WHERE api_keys.revoked_at IS NULL AND ${is(sql`lower(api_keys.label)`)} ORDER BY lower(api_keys.label)`,
    sql`SELECT 'device' AS kind, id, device_name AS name, user_id AS within FROM device_credentials
      WHERE project_id = ${projectId} AND ${is(sql`lower(device_name)`)} ORDER BY lower(device_name)`,
    sql`SELECT 'platform-user' AS kind, id, email AS name, NULL AS within FROM platform_users
      WHERE project_id = ${projectId} AND ${is(sql`lower(email)`)} ORDER BY lower(email)`,
    sql`SELECT 'health-session' AS kind, id, contract_id AS name, NULL AS within FROM health_sessions
      WHERE project_id = ${projectId} AND ${is(sql`lower(contract_id)`)} ORDER BY lower(contract_id)`,
  ];
}

/** What is told apart by the case of its name, which is its id as well. */
function byExactName(is: Begins, { projectId, now }: Place): readonly Part[] {
  return [
    sql`SELECT 'cache-entry' AS kind, key AS id, key AS name, NULL AS within FROM cache_entries
      WHERE project_id = ${projectId} AND ${is(sql`key`)} AND expires_at > ${now} ORDER BY key`,
    sql`SELECT 'search-index' AS kind, name AS id, name, NULL AS within FROM search_collections
      WHERE project_id = ${projectId} AND ${is(sql`name`)} AND envelope IS NOT NULL ORDER BY name`,
    // One for each modality.
    sql`SELECT 'enrolled-user' AS kind, user_id AS id, user_id AS name, NULL AS within FROM biometric_templates
      WHERE project_id = ${projectId} AND ${is(sql`user_id`)} GROUP BY user_id ORDER BY user_id`,
  ];
}

/** A project has one webhook at most, and the server one: these two are looked through for a part of their addresses. */
function webhooksByAddress(text: string, { projectId }: Place): Part {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`SELECT 'webhook' AS kind, id, url AS name, NULL AS within FROM webhooks
    WHERE coalesce(project_id, '') IN (${projectId}, '') AND lower(url) LIKE ${pattern} ESCAPE '\\'`;
}

/** What has this beginning of an id. Where that tells the kind, the others are not asked. */
function byId(id: string, is: Begins, place: Place): readonly Part[] {
  const [, prefix] = /^([a-z]+)_/.exec(id) ?? [];
  const own = prefix === undefined ? undefined : prefixed(is, place).get(prefix);
  return own ?? unprefixed(is, place);
}

function prefixed(is: Begins, { projectId }: Place): ReadonlyMap<string, readonly Part[]> {
  const isOwn = isOf(sql`project_id`, projectId);
  return new Map<string, readonly Part[]>([
    ['agt', [sql`SELECT 'agent' AS kind, id, name, NULL AS within FROM agents WHERE ${is(sql`id`)} AND ${isOwn}`]],
    [
      'ags',
      [
        sql`SELECT 'session' AS kind, agent_sessions.id, agents.name, NULL AS within FROM agent_sessions
          JOIN agents ON agents.id = agent_sessions.agent_id
          WHERE ${is(sql`agent_sessions.id`)} AND ${isOf(sql`agent_sessions.project_id`, projectId)}`,
      ],
    ],
    [
      'node',
      [
        sql`SELECT 'approval' AS kind, node_id AS id, NULL AS name, session_id AS within FROM agent_approvals
          WHERE ${is(sql`node_id`)} AND ${isOwn}`,
        // A registration belongs to no session, and has no page.
        sql`SELECT 'agent-receipt' AS kind, id, kind AS name, session_id AS within FROM agent_nodes
          WHERE ${is(sql`id`)} AND ${isOwn} AND session_id IS NOT NULL`,
      ],
    ],
    [
      'fork',
      [
        sql`SELECT 'fork' AS kind, id, NULL AS name, session_id AS within FROM agent_forks
          WHERE ${is(sql`id`)} AND ${isOwn}`,
      ],
    ],
    [
      'rcp',
      [sql`SELECT 'receipt' AS kind, id, NULL AS name, NULL AS within FROM receipts WHERE ${is(sql`id`)} AND ${isOwn}`],
    ],
    [
      'inv',
      [
        sql`SELECT 'invoice' AS kind, id, NULL AS name, NULL AS within FROM invoices
          WHERE ${is(sql`id`)} AND ${isOwn} AND hidden_at IS NULL`,
      ],
    ],
    // The names of its participants are sealed.
    ['vs', [sql`SELECT 'call' AS kind, id, NULL AS name, NULL AS within FROM calls WHERE ${is(sql`id`)} AND ${isOwn}`]],
    [
      'key',
      [
        sql`SELECT 'key' AS kind, id, label AS name, NULL AS within FROM managed_keys WHERE ${is(sql`id`)} AND ${isOwn}`,
        sql`SELECT 'fhe-key' AS kind, id, NULL AS name, NULL AS within FROM bfv_keys WHERE ${is(sql`id`)} AND ${isOwn}`,
      ],
    ],
    [
      'ckks',
      [
        sql`SELECT 'fhe-key' AS kind, id, NULL AS name, NULL AS within FROM ckks_sessions WHERE ${is(sql`id`)} AND ${isOwn}`,
      ],
    ],
    [
      'wk',
      [
        sql`SELECT 'wrapped-key' AS kind, id, NULL AS name, NULL AS within FROM wrapped_keys WHERE ${is(sql`id`)} AND ${isOwn}`,
      ],
    ],
    [
      'gwt',
      [
        sql`SELECT 'target' AS kind, name AS id, name, NULL AS within FROM gateway_targets WHERE ${is(sql`id`)} AND ${isOwn}`,
      ],
    ],
    ['acc', [sql`SELECT 'account' AS kind, id, email AS name, NULL AS within FROM accounts WHERE ${is(sql`id`)}`]],
    [
      'prj',
      [
        sql`SELECT 'account' AS kind, accounts.id, accounts.email AS name, NULL AS within FROM projects
          JOIN accounts ON accounts.id = projects.account_id WHERE ${is(sql`projects.id`)}`,
      ],
    ],
    [
      'ak',
      [
        sql`SELECT 'api-key' AS kind, api_keys.id, api_keys.label AS name, projects.account_id AS within FROM api_keys
          JOIN projects ON projects.id = api_keys.project_id WHERE ${is(sql`api_keys.id`)}`,
      ],
    ],
    [
      'whk',
      [
        sql`SELECT 'webhook' AS kind, id, url AS name, NULL AS within FROM webhooks
          WHERE ${is(sql`id`)} AND coalesce(project_id, '') IN (${projectId}, '')`,
      ],
    ],
    [
      'whd',
      [
        sql`SELECT 'notice' AS kind, id, event AS name, NULL AS within FROM webhook_deliveries WHERE ${is(sql`id`)} AND ${isOwn}`,
      ],
    ],
    [
      'usr',
      [
        sql`SELECT 'platform-user' AS kind, id, email AS name, NULL AS within FROM platform_users
          WHERE ${is(sql`id`)} AND ${isOwn}`,
      ],
    ],
    [
      'sess',
      [
        sql`SELECT 'health-session' AS kind, id, contract_id AS name, NULL AS within FROM health_sessions
          WHERE ${is(sql`id`)} AND ${isOwn}`,
      ],
    ],
    [
      'aud',
      [
        sql`SELECT 'audit-entry' AS kind, id, action AS name, NULL AS within FROM platform_audit WHERE ${is(sql`id`)} AND ${isOwn}`,
      ],
    ],
  ]);
}

/** Ids and hashes that do not say what they name. */
function unprefixed(is: Begins, { projectId }: Place): readonly Part[] {
  const isOwn = isOf(sql`project_id`, projectId);
  /** Their ids count within a project. */
  const isWithin = sql`project_id = ${projectId}`;
  const onAnyChain = sql`chain IN (${sql.join([...CHAIN_NAMES])})`;
  return [
    sql`SELECT 'artifact' AS kind, id, subject AS name, NULL AS within FROM artifacts WHERE ${isWithin} AND ${is(sql`id`)}`,
    sql`SELECT 'receipt' AS kind, id, NULL AS name, NULL AS within FROM receipts WHERE ${is(sql`on_chain_hash`)} AND ${isOwn}`,
    sql`SELECT 'proof' AS kind, commitment AS id, NULL AS name, NULL AS within FROM privacy_proofs
      WHERE ${is(sql`commitment`)} AND ${isOwn} AND hidden_at IS NULL`,
    // What is typed may be the commitment that a payer or the ledger shows.
    sql`SELECT 'invoice' AS kind, id, NULL AS name, NULL AS within FROM invoices
      WHERE ${is(sql`commitment`)} AND ${isOwn} AND hidden_at IS NULL`,
    sql`SELECT 'secret' AS kind, id, name, NULL AS within FROM secret_versions
      WHERE ${is(sql`id`)} AND ${isOwn} AND deleted_at IS NULL AND destroyed_at IS NULL`,
    sql`SELECT 'computation' AS kind, id, computation AS name, NULL AS within FROM mpc_sessions
      WHERE ${is(sql`id`)} AND ${isOwn}`,
    sql`SELECT 'device' AS kind, id, device_name AS name, user_id AS within FROM device_credentials
      WHERE ${isWithin} AND ${is(sql`id`)}`,
    sql`SELECT 'anchor' AS kind, tx AS id, NULL AS name, chain AS within FROM ledger_anchors
      WHERE ${onAnyChain} AND ${is(sql`tx`)}`,
    sql`SELECT 'block' AS kind, CAST(height AS TEXT) AS id, NULL AS name, chain AS within FROM ledger_blocks
      WHERE ${is(sql`hash`)}`,
  ];
}
