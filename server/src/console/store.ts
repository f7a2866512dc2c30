import type { Selectable } from 'kysely';
import type { Db } from '../store/engine.ts';
import { prepared } from '../store/prepared.ts';
import type { Row, Tables } from '../store/tables.ts';

/** Stores a session; those that ended before `now` go. */
export async function insertConsoleSession(db: Db, session: Row<'console_sessions'>, now: number): Promise<void> {
  await db.deleteFrom('console_sessions').where('expires_at', '<', now).execute();
  await db.insertInto('console_sessions').values(session).execute();
}

const byHash = prepared<{ hash: Uint8Array }>()((db, value) =>
  db.selectFrom('console_sessions').selectAll().where('token_hash', '=', value('hash')),
);

/** A session, also one that has ended or was put there; null where there is none. */
export function findConsoleSession(db: Db, hash: Uint8Array): Promise<Selectable<Tables['console_sessions']> | null> {
  return byHash.first(db, { hash });
}

export async function deleteConsoleSession(db: Db, hash: Uint8Array): Promise<void> {
  await db.deleteFrom('console_sessions').where('token_hash', '=', hash).execute();
}

/** All sessions end: with the server, and with a restore (S27). */
export async function endConsoleSessions(db: Db): Promise<void> {
  await db.deleteFrom('console_sessions').execute();
}
