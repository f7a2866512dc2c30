/** What the service states (security, S5) as a file of its own, `*.pqst.json`: any kind with an object for its body. */
import type { JsonObject } from '../canonical-json.ts';
import type { StatementKind } from '../sign/statement.ts';

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
