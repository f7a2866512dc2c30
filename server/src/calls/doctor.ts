/** Calls, held against their signed ends, the sealed heads of their messages, and their signed transcripts. */
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import type { Held, RowFaults } from '../doctor/row-faults.ts';
import { objectIn, plainOr, type StatedRowCheck, timeIn } from '../doctor/stated.ts';
import { statementVerifier } from '../key-sets/held-verifier.ts';
import type { StatementVerifier } from '../key-sets/statements.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { createVault, type Vault } from '../vault/envelope.ts';
import { fixedColumns, openFacts, openHead, openJson, transcriptPlace } from './sealing.ts';
import type { CallRow, MessageRow } from './store.ts';
import { isTranscriptGenuine } from './transcripts.ts';

/** Without the master key what is sealed is not read, of which `sealed-values` warns. */
export const checkCalls: StatedRowCheck = async (db, faults, { masterKey, random, signer }) => {
  const vault = masterKey === null ? null : createVault(masterKey, random);
  const verify = await statementVerifier(db, signer);
  const calls = new Map<string, CallRow>();
  const newest = new Map<string, number>();
  try {
    for await (const call of rowsOf(db, 'calls')) {
      calls.set(call.id, call);
      await compareCall(call, verify, faults);
      if (vault !== null) compareFacts(call, vault, faults);
    }
    for await (const row of rowsOf(db, 'call_messages')) {
      newest.set(row.call_id, Math.max(newest.get(row.call_id) ?? 0, row.sequence));
      compareMessage(calls.get(row.call_id), row, vault, faults);
    }
    for (const call of calls.values()) compareCount(call, newest.get(call.id) ?? 0, faults);
    if (vault !== null) await compareTranscripts(db, vault, calls, verify, faults);
  } finally {
    vault?.close();
  }
};

function compareFacts(call: CallRow, vault: Vault, faults: RowFaults): void {
  const facts = tryOpening(faults, 'calls', call.id, () => openFacts(vault, call));
  if (facts === null) return;
  const columns = Object.entries(fixedColumns(call)).map(
    ([name, found]) => [name, [plainOr(found), plainOr(facts.columns[name])]] as const,
  );
  faults.compare('calls', call.id, Object.fromEntries(columns));
}

async function compareCall(call: CallRow, verify: StatementVerifier, faults: RowFaults): Promise<void> {
  if (call.end_record === null || call.end_signature === null) return;
  const record = objectIn(call.end_record);
  if (!(await verify('call-end', record, call.end_signature, String(record.keyset_id)))) {
    faults.add('calls', call.id, 'has an end that the service has not signed');
    return;
  }
  const plain = (found: Held, name: string) => [found, plainOr(record[name])] as const;
  faults.compare('calls', call.id, {
    id: plain(call.id, 'session_id'),
    project_id: plain(call.project_id, 'project_id'),
    created_at: [call.created_at, timeIn(record.opened_at)],
    expires_at: [call.expires_at, timeIn(record.expires_at)],
    ended_at: [call.ended_at, timeIn(record.ended_at)],
    end_reason: plain(call.end_reason, 'reason'),
    security_level: plain(call.security_level, 'security_level'),
    is_recorded: [call.is_recorded === 1, record.record_transcript === true],
    messages: plain(call.messages, 'messages'),
    minutes: plain(call.minutes, 'minutes'),
  });
}

/** Of one that is over and was not recorded only the key exchange is left. */
function compareCount(call: CallRow, newest: number, faults: RowFaults): void {
  const isWhole = call.end_record === null || call.is_recorded === 1;
  if (isWhole ? newest !== call.messages : newest > call.messages) {
    faults.compare('calls', call.id, { messages: [call.messages, newest] });
  }
}

function compareMessage(call: CallRow | undefined, row: MessageRow, vault: Vault | null, faults: RowFaults): void {
  const name = `${row.call_id} ${row.sequence}`;
  if (call === undefined) {
    faults.add('call_messages', name, 'is of no call');
    return;
  }
  if (vault !== null) tryOpening(faults, 'call_messages', name, () => openHead(vault, call, row));
  const isKept = call.end_record === null || row.kind === 'caption' || row.kind === 'key_exchange';
  faults.compare('call_messages', name, { payload: [row.payload !== null, isKept] });
}

async function compareTranscripts(
  db: Db,
  vault: Vault,
  calls: ReadonlyMap<string, CallRow>,
  verify: StatementVerifier,
  faults: RowFaults,
): Promise<void> {
  for await (const row of rowsOf(db, 'call_transcripts')) {
    const call = calls.get(row.call_id);
    if (call === undefined) {
      faults.add('call_transcripts', row.call_id, 'is of no call');
      continue;
    }
    const transcript = tryOpening(faults, 'call_transcripts', row.call_id, () =>
      openJson(vault, transcriptPlace(call), row.envelope),
    );
    if (transcript === null || !isJsonObject(transcript)) continue;
    if (!(await isTranscriptGenuine(transcript, row.signature, row.call_id, verify))) {
      faults.add('call_transcripts', row.call_id, 'is not signed by the service');
      continue;
    }
    faults.compare('call_transcripts', row.call_id, {
      id: [row.id, plainOr(transcript.transcript_id)],
      created_at: [row.created_at, timeIn(transcript.made_at)],
    });
  }
}

function tryOpening<T>(faults: RowFaults, table: string, row: string, open: () => T): T | null {
  try {
    return open();
  } catch {
    faults.add(table, row, 'holds something that does not open, or says something else than it');
    return null;
  }
}
