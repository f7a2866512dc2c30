/** The kinds of statements that a file may hold: what each is called, where its body names signer and time, and what else a verifier can check. */
import { judgeCallEnd } from '../calls/judge-end.ts';
import { judgeCallTranscript } from '../calls/judge-transcript.ts';
import type { JsonObject } from '../canonical-json.ts';
import { judgeTranscript } from '../mpc/judge-transcript.ts';
import type { CheckList } from '../verdict/checks.ts';
import type { AgentReport } from '../verdict/verification-report.ts';
import type { FiledKind } from './file.ts';

export interface FiledStatement {
  /** For people, without an article: "tree head". */
  readonly what: string;
  /** The member that says when it was made. */
  readonly time: string;
  /** The member that names the key set that signed. */
  readonly keySet: string;
  /**
   * Holds the members of the body against each other and lists what nobody can conclude from them; answers what it is about.
   * Throws Unreadable for a body that is not of this kind. Absent where the signature is all that can be checked.
   */
  readonly judge?: (body: JsonObject, checks: CheckList) => AgentReport['subject'];
}

/** A new kind is one entry here. */
export const STATEMENT_KINDS: Readonly<Record<FiledKind, FiledStatement>> = {
  'admin-audit': { what: "entry of the administration's audit", time: 'created_at', keySet: 'keyset_id' },
  audit: { what: 'entry of the audit of secrets', time: 'created_at', keySet: 'keyset_id' },
  'ledger-header': { what: 'header of a block of the ledger', time: 'created_at', keySet: 'keyset_id' },
  validation: { what: 'result of a document check', time: 'checked_at', keySet: 'keyset_id' },
  'provenance-event': { what: 'event in the history of a key', time: 'timestamp', keySet: 'keyset_id' },
  'provenance-head': { what: 'head of the history of a key', time: 'timestamp', keySet: 'keyset_id' },
  'health-event': { what: 'event of a health session', time: 'received_at', keySet: 'keyset_id' },
  'gateway-attestation': {
    what: 'attestation of a call through the gateway',
    time: 'attested_at',
    keySet: 'keyset_id',
  },
  'platform-audit': { what: "entry of the platform's audit", time: 'timestamp', keySet: 'keysetId' },
  'log-head': { what: 'head of the log', time: 'timestamp', keySet: 'keyset_id' },
  'usage-statement': { what: 'usage statement', time: 'stated_at', keySet: 'keyset_id' },
  'privacy-record': { what: 'record of a privacy proof', time: 'issued_at', keySet: 'keyset_id' },
  grade: { what: 'record of a code grade', time: 'submitted_at', keySet: 'keyset_id' },
  'call-end': { what: 'end of a call', time: 'ended_at', keySet: 'keyset_id', judge: judgeCallEnd },
  transcript: { what: 'transcript of a call', time: 'made_at', keySet: 'keyset_id', judge: judgeCallTranscript },
  'key-verification': { what: 'result of a key check', time: 'verified_at', keySet: 'keyset_id' },
  'mpc-proof': {
    what: 'transcript of a joint computation',
    time: 'computed_at',
    keySet: 'keyset_id',
    judge: judgeTranscript,
  },
};
