/**
 * Verifies a statement of a service offline (security, S5): a trusted `service` set signed exactly this body, and the members of
 * the body fit each other as far as its kind lets a verifier see that.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { STATEMENT_ALGORITHM } from '../sign/statement.ts';
import { parseStrictJson } from '../strict-json.ts';
import { anyMembers, base64, exactly, oneOf, text, time, Unreadable } from '../strict-members.ts';
import { parseIsoTime } from '../time.ts';
import { agentFileRefused, agentReport, type VerifyAgentOptions } from '../verdict/agent-report.ts';
import { CheckList } from '../verdict/checks.ts';
import { checkStatement } from '../verdict/statement-check.ts';
import { checkClock } from '../verdict/trust-used.ts';
import { agentFileUnreadable, internalFault } from '../verdict/unreadable.ts';
import type { AgentReport, SlotReport } from '../verdict/verification-report.ts';
import { type FiledKind, STATEMENT_FORMAT, type StatementFile } from './file.ts';
import { STATEMENT_KINDS } from './kinds.ts';

/** Judges one file. Never rejects for anything that a file can hold. */
export async function verifyStatementFile(bytes: Uint8Array, options: VerifyAgentOptions): Promise<AgentReport> {
  return judgeFile(bytes, options).catch((error: unknown) =>
    agentFileUnreadable('statement', internalFault(error, bytes.length), options),
  );
}

/** What of a statement does not depend on who signed it. */
interface Judged {
  readonly file: StatementFile;
  readonly keysetId: string;
  readonly statedAt: string;
  readonly subject: AgentReport['subject'];
  readonly checks: CheckList;
}

type Read =
  | { readonly ok: true; readonly judged: Judged }
  | { readonly ok: false; readonly field: string; readonly message: string };

function readJudged(bytes: Uint8Array): Read {
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) return { ok: false, field: '', message: parsed.message };
  const checks = new CheckList();
  try {
    const file = readFile(parsed.value);
    const { what, time: timeMember, keySet, judge } = STATEMENT_KINDS[file.kind];
    const keysetId = text(file.body[keySet], `body.${keySet}`);
    const statedAt = time(file.body[timeMember], `body.${timeMember}`);
    checks.add('format', 'statement', { status: 'passed', sentence: `The file holds a statement: ${what}.` });
    const about = judge === undefined ? plainMembers(file.body) : judge(file.body, checks);
    return { ok: true, judged: { file, keysetId, statedAt, subject: { statement: what, ...about }, checks } };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, field: error.field, message: error.message };
    throw error;
  }
}

/** Throws Unreadable for what is none. */
function readFile(value: JsonValue): StatementFile {
  const members = exactly(value, '', ['format', 'kind', 'body', 'signature']);
  oneOf(members.format, 'format', [STATEMENT_FORMAT]);
  return {
    kind: oneOf(members.kind, 'kind', Object.keys(STATEMENT_KINDS) as FiledKind[]),
    body: anyMembers(members.body, 'body'),
    signature: base64(members.signature, 'signature'),
  };
}

async function judgeFile(bytes: Uint8Array, options: VerifyAgentOptions): Promise<AgentReport> {
  const read = readJudged(bytes);
  if (!read.ok) return agentFileRefused('statement', bytes, read, new CheckList(), options);
  const { file, keysetId, statedAt, subject, checks } = read.judged;
  const { what } = STATEMENT_KINDS[file.kind];
  const signed = await checkStatement(
    { kind: file.kind, what, body: file.body, signature: file.signature, keysetId, statedAt },
    'statement',
    options,
    checks,
  );
  checkClock('The time of the statement', parseIsoTime(statedAt) ?? 0, options.now, 'stated_at', checks);
  checks.leaveOpen('truth', 'Whether what is stated is true.', 'The signature shows who stated it, and nothing more.');
  checks.leaveOpen(
    'independent_time',
    'No proof of the time was examined.',
    "The times are the service's own. Verification uses no network.",
  );
  return agentReport(
    bytes,
    {
      kind: 'statement',
      checks,
      subject,
      broken: null,
      signatures: { service: slotOf(signed.isTrusted, checks) },
      isDemo: signed.isDemo,
      used: signed.used,
      notCovered: [],
    },
    options,
  );
}

/** Members of a body that a line can show. */
function plainMembers(body: JsonObject): AgentReport['subject'] {
  const shown = Object.entries(body).flatMap(([name, value]): [string, string | number][] => {
    if (typeof value === 'string' || typeof value === 'number') return [[name, value]];
    if (typeof value === 'boolean') return [[name, value ? 'yes' : 'no']];
    return isJsonObject(value) || Array.isArray(value) ? [[name, JSON.stringify(value)]] : [];
  });
  return Object.fromEntries(shown);
}

function slotOf(isTrusted: boolean, checks: CheckList): SlotReport {
  const algorithm = STATEMENT_ALGORITHM;
  if (checks.has('signature.statement', 'failed')) {
    return { status: 'invalid', algorithm, reason: 'It is not signed by the trusted key set that it names.' };
  }
  if (isTrusted) return { status: 'valid', algorithm };
  return { status: 'untrusted', algorithm, reason: 'No trusted and valid key set stands behind the statement.' };
}
