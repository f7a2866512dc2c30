/** Transcripts of calls: made of what is stored, signed, kept, and verified again. */
import { setImmediate } from 'node:timers/promises';
import type { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { type Exchange, judgeExchange } from '@touchstone/core/calls/exchange.ts';
import {
  firstBrokenLine,
  type HashedLine,
  hashLines,
  TRANSCRIPT_BEGINNING,
  type TranscriptLine,
  transcriptHash,
} from '@touchstone/core/calls/transcript.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Statements, StatementVerifier } from '../key-sets/statements.ts';
import type { Db } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { stateAnswer } from './calls.ts';
import { openHead, openJson, openNames, openPayload, sealJson, transcriptPlace } from './sealing.ts';
import { type CallRow, findTranscript, keepTranscript, keyMessages, type MessageRow, messagesAfter } from './store.ts';

type Video = typeof api.crypto.video;

interface ReadNeeds {
  readonly db: Db;
  readonly vault: Vault;
}

/** Lines that are opened and hashed in one turn on the event loop. */
const LINES_A_TURN = 100;

async function linesOf({ db, vault }: ReadNeeds, call: CallRow): Promise<readonly HashedLine[]> {
  const lines: HashedLine[] = [];
  for (;;) {
    const last = lines.at(-1);
    const rows = await messagesAfter(db, call.id, last?.sequence ?? 0, LINES_A_TURN);
    if (rows.length === 0) return lines;
    lines.push(
      ...hashLines(
        rows.map((row) => lineOf(vault, call, row)),
        last?.hash ?? TRANSCRIPT_BEGINNING,
      ),
    );
    await setImmediate();
  }
}

function lineOf(vault: Vault, call: CallRow, row: MessageRow): TranscriptLine {
  const line = { sequence: row.sequence, ...openHead(vault, call, row) };
  return row.kind === 'caption' ? { ...line, text: String(openPayload(vault, call, row)) } : line;
}

/** What the messages of the key exchange show. */
export async function exchangeOf({ db, vault }: ReadNeeds, call: CallRow): Promise<Exchange> {
  const rows = await keyMessages(db, call.id);
  return judgeExchange(
    rows.map((row) => {
      const { from, to } = openHead(vault, call, row);
      return { from, to, payload: openPayload(vault, call, row) };
    }),
  );
}

/** Signs a transcript of what is stored now, and keeps it. */
export async function makeTranscript(
  needs: ReadNeeds & { readonly statements: Statements; readonly clock: Clock },
  call: CallRow,
  id: string,
  write: (action: (transaction: Db) => Promise<void>) => Promise<void>,
): Promise<{ readonly transcript: JsonObject; readonly signature: string }> {
  const { vault, statements, clock } = needs;
  const [lines, exchange] = await Promise.all([linesOf(needs, call), exchangeOf(needs, call)]);
  return statements.signing(async (signer) => {
    const now = clock();
    const { created_at: openedAt, expires_at: _, ...state } = stateAnswer(call, now);
    const transcript: JsonObject = {
      transcript_id: id,
      session_id: call.id,
      participants: openNames(vault, call),
      opened_at: openedAt,
      ...state,
      made_at: formatIsoTime(now),
      key_exchange: {
        algorithm: 'ml-kem-1024',
        media_cipher: 'aes-256-gcm',
        completed: exchange.isComplete,
        public_keys_sha3_256: Object.fromEntries(exchange.keys),
      },
      lines,
      keyset_id: signer.keySetId,
    };
    const signature = await signer.sign('transcript', transcript);
    const envelope = sealJson(vault, transcriptPlace(call), transcript);
    await write((transaction) =>
      keepTranscript(transaction, { call_id: call.id, id, envelope, signature, created_at: now }),
    );
    return { transcript, signature };
  });
}

/** Whether a transcript is one of this call, is signed, and has the hash of every line right. */
export async function isTranscriptGenuine(
  transcript: JsonObject,
  signature: string,
  callId: string,
  verify: StatementVerifier,
): Promise<boolean> {
  const { lines, keyset_id: keySetId, session_id: sessionId } = transcript;
  if (sessionId !== callId || !Array.isArray(lines) || firstBrokenLine(lines) !== null) return false;
  return verify('transcript', transcript, signature, String(keySetId));
}

export async function verifyCall(
  needs: ReadNeeds & { readonly statements: Statements },
  call: CallRow,
): Promise<OutputOf<Video['verify']>> {
  const { db, vault, statements } = needs;
  const kept = await findTranscript(db, call.id);
  const transcript = kept === null ? null : openJson(vault, transcriptPlace(call), kept.envelope);
  const isSigned =
    kept !== null &&
    transcript !== null &&
    isJsonObject(transcript) &&
    (await isTranscriptGenuine(transcript, kept.signature, call.id, await statements.verifier()));
  const { isComplete } = await exchangeOf(needs, call);
  return {
    session_id: call.id,
    verified: isComplete && isSigned,
    key_exchange_valid: isComplete,
    transcript_signature_valid: isSigned,
    media_encryption: 'aes-256-gcm',
    pq_algorithms: ['ML-KEM-1024', 'ML-DSA-65'],
  };
}

export function transcriptAnswer(
  call: CallRow,
  id: string,
  units: number,
  { transcript, signature }: { readonly transcript: JsonObject; readonly signature: string },
): OutputOf<Video['transcript']> {
  return {
    transcript_id: id,
    session_id: call.id,
    duration_seconds: Number(transcript.duration_seconds),
    signature_algorithm: 'ml-dsa-65',
    signature,
    transcript_hash: transcriptHash(transcript),
    units_consumed: units,
    transcript,
  };
}
