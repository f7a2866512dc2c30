/**
 * Seals of rows that open doors (S35): a MAC under a key that comes of the master key, over the table's name and the columns
 * that decide. Whoever can write to the database file and has no master key can neither make such a row nor change one.
 * What every use changes (balances, counts, times of use) is left out.
 */
import { timingSafeEqual } from 'node:crypto';
import { concat, toBase64 } from '@touchstone/core/bytes.ts';
import { canonicalBytes, type JsonValue } from '@touchstone/core/canonical-json.ts';

/** What of a vault seals are made with. */
interface SealMaker {
  /** HMAC-SHA3-256, 32 bytes, under a key of its own for each kind. */
  mac(kind: string, message: Uint8Array): Uint8Array;
}

/** What of a table is sealed, and what tells its rows apart. Columns in neither list are not sealed. */
interface SealedTable {
  readonly key: readonly string[];
  /** Besides the key. */
  readonly covered: readonly string[];
  /** Stated, so that a new column is not left out by oversight: a test holds the lists against the schema. */
  readonly uncovered: readonly string[];
}

const NAMES = [
  'accounts',
  'agent_policies',
  'api_keys',
  'device_credentials',
  'gateway_bindings',
  'gateway_targets',
  'projects',
  'settings',
  'webhooks',
] as const;
export type SealedName = (typeof NAMES)[number];

/** A list that changes asks for another version, under which all rows are sealed anew. */
export const SEALED: Readonly<Record<SealedName, SealedTable>> = {
  accounts: { key: ['id'], covered: ['email', 'plan', 'status', 'created_at'], uncovered: ['credits'] },
  agent_policies: { key: ['scope', 'target'], covered: ['policy', 'updated_at'], uncovered: [] },
  api_keys: {
    key: ['id'],
    covered: [
      'project_id',
      'salt',
      'secret_hash',
      'scopes',
      'created_at',
      'expires_at',
      'revoked_at',
      'label',
      'rotated_to',
      'created_by',
      'voter',
    ],
    uncovered: [],
  },
  device_credentials: {
    key: ['project_id', 'id'],
    covered: [
      'user_id',
      'type',
      'form',
      'public_key',
      'device_id',
      'device_name',
      'device_platform',
      'created_at',
      'rp_id',
    ],
    uncovered: ['sign_count', 'last_used_at'],
  },
  gateway_bindings: { key: ['gateway_target_id', 'key_id'], covered: ['created_at'], uncovered: [] },
  gateway_targets: {
    key: ['id'],
    covered: [
      'project_id',
      'name',
      'base_url',
      'auth_header',
      'auth_template',
      'allowed_paths',
      'allowed_methods',
      'allowed_headers',
      'rate_limit',
      'allow_private',
      'created_at',
    ],
    uncovered: ['total_proxied'],
  },
  projects: { key: ['id'], covered: ['account_id', 'created_at'], uncovered: [] },
  settings: { key: ['name'], covered: ['value'], uncovered: [] },
  webhooks: {
    key: ['id'],
    covered: ['project_id', 'url', 'allow_private', 'envelope', 'created_at', 'changed_at'],
    uncovered: [],
  },
};

export const SEALED_NAMES: readonly SealedName[] = NAMES;

/** The settings of the administrator. */
const ADMINISTRATORS = 'setting.';

/** What the service signs later because it stands there. Other settings name the folder, or are sealed by themselves. */
const NOTICES: ReadonlySet<string> = new Set(['restores', 'rollback_accepted']);

/** Whether a row of a table has to carry a seal. */
export function mustBeSealed(table: SealedName, row: object): boolean {
  if (table !== 'settings') return true;
  const name = String(columnOf(row, 'name'));
  return name.startsWith(ADMINISTRATORS) || NOTICES.has(name);
}

/** What tells a row apart, for people. */
export function sealedRowName(table: SealedName, row: object): string {
  return SEALED[table].key
    .map((name) => String(columnOf(row, name)))
    .join(' ')
    .trimEnd();
}

export interface RowSealer {
  /** 01 ‖ HMAC-SHA3-256, 33 bytes. `row` has all columns that count, as they are stored. */
  seal(table: SealedName, row: object): Uint8Array;
  /** Whether the `seal` of a row is the one that belongs to it. */
  holds(table: SealedName, row: object): boolean;
}

const VERSION = 1;
const LENGTH = 33;

export function createRowSealer(vault: SealMaker): RowSealer {
  function seal(table: SealedName, row: object): Uint8Array {
    const { key, covered } = SEALED[table];
    const columns = Object.fromEntries([...key, ...covered].map((name) => [name, encoded(columnOf(row, name))]));
    return concat(new Uint8Array([VERSION]), vault.mac('row', canonicalBytes([table, VERSION, columns])));
  }
  return {
    seal,
    holds(table, row) {
      const found = columnOf(row, 'seal');
      if (!(found instanceof Uint8Array) || found.length !== LENGTH || found[0] !== VERSION) return false;
      return timingSafeEqual(found, seal(table, row));
    },
  };
}

function columnOf(row: object, name: string): unknown {
  return (row as Readonly<Record<string, unknown>>)[name];
}

/** The tables are strict, so that a column holds bytes or text, never either: base64 is not mistaken for a text. */
function encoded(value: unknown): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Uint8Array) return toBase64(value);
  throw new TypeError('internal: a row that is sealed lacks a column');
}
