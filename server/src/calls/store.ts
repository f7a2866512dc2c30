import { type Selectable, type SqlBool, sql } from 'kysely';
import { type Db, lockRow } from '../store/engine.ts';
import type { Tables } from '../store/tables.ts';

export type CallRow = Selectable<Tables['calls']>;
export type MessageRow = Selectable<Tables['call_messages']>;
export type TranscriptRow = Selectable<Tables['call_transcripts']>;

export async function insertCall(db: Db, call: CallRow): Promise<void> {
  await db.insertInto('calls').values(call).execute();
}

/** Of any project. */
export async function findCall(db: Db, id: string): Promise<CallRow | null> {
  return (await callOf(db, id).executeTakeFirst()) ?? null;
}

/** The same for a transaction that goes on to change it. */
export async function lockCall(transaction: Db, id: string): Promise<CallRow | null> {
  return (await lockRow(callOf(transaction, id)).executeTakeFirst()) ?? null;
}

function callOf(db: Db, id: string) {
  return db.selectFrom('calls').selectAll().where('id', '=', id);
}

/** A place in the list. */
export interface ListPlace {
  readonly createdAt: number;
  readonly id: string;
}

/** A project's calls, the newest first, each with whether it has a transcript. */
export async function listCalls(
  db: Db,
  projectId: string,
  { before, limit }: { readonly before: ListPlace | null; readonly limit: number },
) {
  let query = db
    .selectFrom('calls')
    .leftJoin('call_transcripts', 'call_transcripts.call_id', 'calls.id')
    .selectAll('calls')
    .select('call_transcripts.id as transcript_id')
    .where('calls.project_id', '=', projectId);
  if (before !== null) {
    query = query.where(sql<SqlBool>`(calls.created_at, calls.id) < (${before.createdAt}, ${before.id})`);
  }
  return query.orderBy('calls.created_at', 'desc').orderBy('calls.id', 'desc').limit(limit).execute();
}

/** Writes down minutes that were charged, in a transaction that has locked the call. */
export async function setMinutes(transaction: Db, id: string, minutes: number): Promise<void> {
  await transaction.updateTable('calls').set({ minutes }).where('id', '=', id).execute();
}

export type CallEnd = Pick<CallRow, 'ended_at' | 'end_reason' | 'end_record' | 'end_signature'>;

/** The same for its end. */
export async function setEnd(transaction: Db, id: string, end: CallEnd): Promise<void> {
  await transaction.updateTable('calls').set(end).where('id', '=', id).execute();
}

/** The next message of a call that the transaction has locked. */
export async function insertMessage(transaction: Db, message: MessageRow): Promise<void> {
  await transaction.insertInto('call_messages').values(message).execute();
  await transaction
    .updateTable('calls')
    .set({ messages: message.sequence })
    .where('id', '=', message.call_id)
    .execute();
}

/** Messages behind a sequence number, in order. */
export async function messagesAfter(
  db: Db,
  callId: string,
  sequence: number,
  limit: number,
): Promise<readonly MessageRow[]> {
  return db
    .selectFrom('call_messages')
    .selectAll()
    .where('call_id', '=', callId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** The messages of the key exchange, in order. */
export async function keyMessages(db: Db, callId: string): Promise<readonly MessageRow[]> {
  return db
    .selectFrom('call_messages')
    .selectAll()
    .where('call_id', '=', callId)
    .where('kind', '=', 'key_exchange')
    .orderBy('sequence')
    .execute();
}

/** Takes out what nobody needs once a call is over: payloads of a recorded one, whole messages of another. */
export async function pruneMessages(transaction: Db, callId: string, isRecorded: boolean): Promise<void> {
  if (isRecorded) {
    await transaction
      .updateTable('call_messages')
      .set({ payload: null })
      .where('call_id', '=', callId)
      .where('kind', 'not in', ['key_exchange', 'caption'])
      .execute();
    return;
  }
  await transaction
    .deleteFrom('call_messages')
    .where('call_id', '=', callId)
    .where('kind', '!=', 'key_exchange')
    .execute();
}

export async function findTranscript(db: Db, callId: string): Promise<TranscriptRow | null> {
  return (await db.selectFrom('call_transcripts').selectAll().where('call_id', '=', callId).executeTakeFirst()) ?? null;
}

/** Takes the place of the call's transcript before. */
export async function keepTranscript(transaction: Db, transcript: TranscriptRow): Promise<void> {
  const { call_id: _, ...columns } = transcript;
  await transaction
    .insertInto('call_transcripts')
    .values(transcript)
    .onConflict((conflict) => conflict.column('call_id').doUpdateSet(columns))
    .execute();
}

/** Deletes a call that the transaction has locked, with all that belongs to it. */
export async function deleteCall(transaction: Db, id: string): Promise<void> {
  await transaction.deleteFrom('call_messages').where('call_id', '=', id).execute();
  await transaction.deleteFrom('call_transcripts').where('call_id', '=', id).execute();
  await transaction.deleteFrom('calls').where('id', '=', id).execute();
}

/** Calls that time has ended, that have begun a minute that is not charged yet, or whose end is not signed yet. */
export async function callsToSettle(
  db: Db,
  now: number,
  limit: number,
): Promise<readonly Pick<CallRow, 'id' | 'account_id'>[]> {
  return db
    .selectFrom('calls')
    .select(['id', 'account_id'])
    .where('end_record', 'is', null)
    .where((is) =>
      is.or([
        is('ended_at', 'is not', null),
        is('expires_at', '<=', now),
        sql<SqlBool>`created_at + 60000 * minutes < ${now}`,
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** A restore ends the calls that were open when the backup was made (12.39); the service signs their ends at its next start. */
export async function endRestoredCalls(db: Db, backupCreatedAt: number): Promise<void> {
  await db
    .updateTable('calls')
    .set((is) => ({
      ended_at: sql<number>`max(created_at, min(expires_at, ${backupCreatedAt}))`,
      end_reason: is.val('restored' as const),
    }))
    .where('ended_at', 'is', null)
    .execute();
}

/** What is sealed of calls after an id, with what makes its place. */
export async function sealedCallsAfter(db: Db, after: string, limit: number) {
  return db
    .selectFrom('calls')
    .select(['id', 'project_id', 'envelope'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The same of transcripts. */
export async function sealedTranscriptsAfter(db: Db, after: string, limit: number) {
  return db
    .selectFrom('call_transcripts')
    .innerJoin('calls', 'calls.id', 'call_transcripts.call_id')
    .select(['call_id', 'project_id', 'call_transcripts.envelope'])
    .where('call_id', '>', after)
    .orderBy('call_id')
    .limit(limit)
    .execute();
}

/** The same of messages, behind one of a call. */
export async function sealedMessagesAfter(
  db: Db,
  { callId, sequence }: { readonly callId: string; readonly sequence: number },
  limit: number,
) {
  return db
    .selectFrom('call_messages')
    .innerJoin('calls', 'calls.id', 'call_messages.call_id')
    .select(['call_id', 'sequence', 'project_id', 'call_messages.envelope', 'payload'])
    .where(sql<SqlBool>`(call_id, sequence) > (${callId}, ${sequence})`)
    .orderBy('call_id')
    .orderBy('sequence')
    .limit(limit)
    .execute();
}
