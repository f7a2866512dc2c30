/** What is sealed of calls: names, messages, transcripts (S22). */
import { fromUtf8, utf8, wipe } from '@touchstone/core/bytes.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { Place, Vault } from '../vault/envelope.ts';
import type { CallRow, MessageRow } from './store.ts';

type CallName = Pick<CallRow, 'id' | 'project_id'>;

export function callPlace({ id, project_id: project }: CallName): Place {
  return { kind: 'call', project, object: id, column: 'envelope', version: 1 };
}

export function messagePlace(
  { id, project_id: project }: CallName,
  sequence: number,
  column: 'envelope' | 'payload',
): Place {
  return { kind: 'call', project, object: `${id} ${sequence}`, column, version: 1 };
}

export function transcriptPlace({ id, project_id: project }: CallName): Place {
  return { kind: 'call-transcript', project, object: id, column: 'envelope', version: 1 };
}

export function sealJson(vault: Pick<Vault, 'seal'>, place: Place, value: JsonValue): Uint8Array {
  const text = utf8(canonicalJson(value));
  try {
    return vault.seal(place, text);
  } finally {
    wipe(text);
  }
}

/** Throws TypeError where it does not open: the database was changed. */
export function openJson(vault: Pick<Vault, 'open'>, place: Place, box: Uint8Array): JsonValue {
  const plaintext = vault.open(place, box);
  const text = plaintext === null ? null : fromUtf8(plaintext);
  wipe(plaintext ?? undefined);
  const parsed = text === null ? null : parseStrictJson(text);
  if (parsed?.ok !== true) throw new TypeError(`internal: ${place.column} of ${place.object} does not open`);
  return parsed.value;
}

/** What was fixed when a call was opened. */
export interface CallFacts {
  readonly participants: readonly string[];
  /** What the columns of its row say too, for `touchstone doctor`. */
  readonly columns: JsonObject;
}

type FixedColumns = Pick<CallRow, 'account_id' | 'security_level' | 'is_recorded' | 'created_at' | 'expires_at'>;

export function fixedColumns(call: FixedColumns): JsonObject {
  const { account_id, security_level, is_recorded, created_at, expires_at } = call;
  return { account_id, security_level, is_recorded, created_at, expires_at };
}

export function sealFacts(
  vault: Pick<Vault, 'seal'>,
  call: CallName & FixedColumns,
  participants: readonly string[],
): Uint8Array {
  return sealJson(vault, callPlace(call), { participants, columns: fixedColumns(call) });
}

export function openFacts(
  vault: Pick<Vault, 'open'>,
  call: Pick<CallRow, 'id' | 'project_id' | 'envelope'>,
): CallFacts {
  const facts = openJson(vault, callPlace(call), call.envelope);
  if (!isJsonObject(facts) || !Array.isArray(facts.participants) || !isJsonObject(facts.columns ?? null)) {
    throw new TypeError(`internal: what is sealed of ${call.id} is something else`);
  }
  return { participants: facts.participants.map(String), columns: facts.columns as JsonObject };
}

export function openNames(vault: Pick<Vault, 'open'>, call: Pick<CallRow, 'id' | 'project_id' | 'envelope'>): string[] {
  return [...openFacts(vault, call).participants];
}

/** Who sent a message to whom, and when. */
export interface MessageHead {
  readonly kind: MessageRow['kind'];
  readonly from: string | null;
  readonly to: string;
  /** An ISO time. */
  readonly at: string;
}

export function headJson({ kind, from, to, at }: MessageHead): JsonObject {
  return { kind, from, to, at };
}

export function openHead(vault: Pick<Vault, 'open'>, call: CallName, row: MessageRow): MessageHead {
  const head = openJson(vault, messagePlace(call, row.sequence, 'envelope'), row.envelope);
  if (!isJsonObject(head) || head.kind !== row.kind) {
    throw new TypeError(`internal: message ${row.sequence} of ${call.id} is of another kind`);
  }
  const { from = null, to, at } = head;
  return { kind: row.kind, from: from === null ? null : String(from), to: String(to), at: String(at) };
}

/** null where it was taken out. */
export function openPayload(vault: Pick<Vault, 'open'>, call: CallName, row: MessageRow): JsonValue {
  return row.payload === null ? null : openJson(vault, messagePlace(call, row.sequence, 'payload'), row.payload);
}
