/** Where the keys of the computing parties are sealed. What the row says of the session stands there too: a changed row does not open. */
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { PartyNumber } from '@touchstone/core/mpc/shamir.ts';
import type { Place } from '../vault/envelope.ts';
import type { SessionRow } from './store.ts';

export type SessionFacts = Pick<
  SessionRow,
  'id' | 'project_id' | 'description' | 'token_hashes' | 'created_at' | 'expires_at'
>;

/** The three boxes together. */
export function partyKeysPlace(session: SessionFacts): Place {
  const { id, project_id: project, description, token_hashes: hashes, created_at: from, expires_at: until } = session;
  const said = toHex(sha3_256(utf8(JSON.stringify([description, hashes, from, until]))));
  return { kind: 'mpc-party-keys', project, object: id, column: `envelope ${said}`, version: 1 };
}

/** One key, which its party alone opens. */
export interface PartyKeyName {
  readonly project: string;
  readonly sessionId: string;
}

export function partyKeyPlace({ project, sessionId }: PartyKeyName, party: PartyNumber): Place {
  return { kind: 'mpc-party-key', project, object: sessionId, column: `party ${party}`, version: 1 };
}
