/** Where the secret keys are sealed. What the row says of them stands in their place too: a changed row does not open. */
import { toHex } from '@touchstone/core/bytes.ts';
import type { Place } from '../vault/envelope.ts';
import type { BfvKey, CkksSession } from './store.ts';

export function bfvKeyPlace(key: Pick<BfvKey, 'project_id' | 'id' | 'profile' | 'fingerprint' | 'created_at'>): Place {
  const column = `envelope ${key.profile} ${toHex(key.fingerprint)} ${key.created_at}`;
  return { kind: 'bfv-key', project: key.project_id, object: key.id, column, version: 1 };
}

export function ckksSessionPlace(
  session: Pick<CkksSession, 'project_id' | 'id' | 'fingerprint' | 'created_at' | 'expires_at'>,
): Place {
  const column = `envelope ${toHex(session.fingerprint)} ${session.created_at} ${session.expires_at}`;
  return { kind: 'ckks-session', project: session.project_id, object: session.id, column, version: 1 };
}
