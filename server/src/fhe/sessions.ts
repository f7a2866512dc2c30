/** CKKS sessions: made, opened, ended. */
import { fromHex, toHex, wipe } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Caller } from '../frame/caller.ts';
import { ApiError } from '../frame/errors.ts';
import type { Sweep } from '../frame/sweep.ts';
import { type Db, write } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { queueNotice } from '../webhooks/webhooks.ts';
import { ckksSessionPlace } from './at-rest.ts';
import type { KeyName } from './reading.ts';
import {
  type CkksSession,
  endedSessions,
  findCkksSession,
  forgetSessionKey,
  forgetSessionsBefore,
  hasSessionsBefore,
} from './store.ts';

/** Decryptions of one session (S29). */
export const MOST_DECRYPTS = 1_000;

const PREFIX = 'ckks_';
/** Ended sessions are known as such for so long. */
const REMEMBERED_MS = 30 * 86_400_000;

const MOST_A_RUN = 100;

/** Takes the keys of sessions away whose time is over, and gives notice. Nobody uses them before that either. */
export const endedFheSessions: Sweep<{ readonly db: Db; readonly clock: Clock; readonly random: Random }> = {
  name: 'ended-fhe-sessions',
  everyMs: 60_000,
  async run({ db, clock, random }) {
    const now = clock();
    for (const id of await endedSessions(db, now, MOST_A_RUN)) {
      await write(db, async (transaction) => {
        const session = await forgetSessionKey(transaction, id);
        if (session === null) return;
        const { project_id: projectId, expires_at: expiresAt } = session;
        const facts = { session_id: id, expired_at: formatIsoTime(expiresAt) };
        await queueNotice(transaction, { event: 'ckks_session.expired', projectId, facts }, now, random);
      });
    }
    if (!(await hasSessionsBefore(db, now - REMEMBERED_MS))) return;
    await write(db, (transaction) => forgetSessionsBefore(transaction, now - REMEMBERED_MS));
  },
};

/** A session that goes on. */
export type OpenSession = CkksSession & { readonly envelope: Uint8Array };

export async function openSession(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { projectId }: Caller,
  id: string,
): Promise<OpenSession> {
  const session = await findCkksSession(db, projectId, id);
  if (session === null) throw noSuchSession();
  const { envelope } = session;
  if (envelope === null || session.expires_at <= clock()) throw new ApiError('SESSION_EXPIRED');
  return { ...session, envelope };
}

export function noSuchSession(): ApiError {
  return new ApiError('NOT_FOUND', 'This project has no CKKS session with this id.');
}

/** What the envelopes of its ciphertexts say of the key. */
export function keyOfSession({ id, fingerprint }: CkksSession): KeyName {
  return { keyId: id.slice(PREFIX.length), fingerprint: toHex(fingerprint), custody: 'server' };
}

/** The secret key; the caller wipes it, or moves it away. */
export function sessionSecret(vault: Vault, session: OpenSession): Uint8Array {
  const secretKey = vault.open(ckksSessionPlace(session), session.envelope);
  if (secretKey === null) throw new TypeError(`internal: the CKKS session ${session.id} does not open`);
  return secretKey;
}

/** A new session, its key sealed; not stored yet. Wipes the key. */
export function newSession(
  vault: Vault,
  { projectId }: Caller,
  made: { readonly keyId: string; readonly fingerprint: string; readonly secretKey: Uint8Array },
  times: { readonly createdAt: number; readonly expiresAt: number },
): OpenSession {
  try {
    const fingerprint = fromHex(made.fingerprint);
    if (fingerprint === null) throw new TypeError('internal: a fingerprint is hexadecimal');
    const session = {
      id: `${PREFIX}${made.keyId}`,
      project_id: projectId,
      fingerprint,
      created_at: times.createdAt,
      expires_at: times.expiresAt,
      decrypts: 0,
    };
    return { ...session, envelope: vault.seal(ckksSessionPlace(session), made.secretKey) };
  } finally {
    wipe(made.secretKey);
  }
}
