import { toBase64 } from '../bytes.ts';
import type { Signer } from './family.ts';
import { STATEMENT_ALGORITHM, type StatementBody, type StatementKind, statementMessage } from './statement.ts';

/** Signs a statement (S5): base64. `secretKey` is the ML-DSA-65 seed of the `service` set. */
export async function signStatement(
  kind: StatementKind,
  body: StatementBody,
  secretKey: Uint8Array,
  signer: Pick<Signer, 'sign'>,
): Promise<string> {
  return toBase64(await signer.sign(STATEMENT_ALGORITHM, secretKey, statementMessage(kind, body)));
}
