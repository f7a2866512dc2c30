/** What the service states (security, S5) as a file of its own, `*.pqst.json`: any kind with an object for its body. */
import type { JsonObject, JsonValue } from '../canonical-json.ts';
import type { StatementKind } from '../sign/statement.ts';
import { anyMembers, base64, exactly, oneOf } from '../strict-members.ts';
import { STATEMENT_KINDS } from './kinds.ts';

export const STATEMENT_FORMAT = 'svc-statement/v1';
export const STATEMENT_EXTENSION = '.pqst.json';

/** The whole history of a key is a list and has a verifier of its own. */
export type FiledKind = Exclude<StatementKind, 'provenance'>;

export interface StatementFile {
  readonly kind: FiledKind;
  /** What was signed: the object as answered, without its signature. */
  readonly body: JsonObject;
  /** Base64. */
  readonly signature: string;
}

export function statementFile(kind: FiledKind, body: JsonObject, signature: string): JsonObject {
  return { format: STATEMENT_FORMAT, kind, body, signature };
}

/** Throws Unreadable for what is none. */
export function readStatementFile(value: JsonValue): StatementFile {
  const members = exactly(value, '', ['format', 'kind', 'body', 'signature']);
  oneOf(members.format, 'format', [STATEMENT_FORMAT]);
  return {
    kind: oneOf(members.kind, 'kind', Object.keys(STATEMENT_KINDS) as FiledKind[]),
    body: anyMembers(members.body, 'body'),
    signature: base64(members.signature, 'signature'),
  };
}
