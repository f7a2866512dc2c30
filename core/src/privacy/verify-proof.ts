/**
 * Verifies a privacy proof offline (security, S13 and S14): the commitment is that of the public inputs, the STARK holds for
 * exactly them, a trusted service signed the record of it, and it has not expired. What that does not say is listed.
 */
import { toHex } from '../bytes.ts';
import { canonicalBytes, canonicalJson, isJsonObject, type JsonObject } from '../canonical-json.ts';
import { sha3_256 } from '../hash.ts';
import type { Instance } from '../stark/air.ts';
import { PROFILES, type Profile, strengthOf } from '../stark/options.ts';
import { instanceOf } from '../stark/statements.ts';
import { verify } from '../stark/verify.ts';
import { parseStrictJson } from '../strict-json.ts';
import { anyText, exactly, text, time, Unreadable } from '../strict-members.ts';
import { parseIsoTime } from '../time.ts';
import { agentFileRefused, agentReport, type VerifyAgentOptions } from '../verdict/agent-report.ts';
import { CheckList } from '../verdict/checks.ts';
import { checkStatement, recordSlot } from '../verdict/statement-check.ts';
import { checkClock } from '../verdict/trust-used.ts';
import { agentFileUnreadable, internalFault } from '../verdict/unreadable.ts';
import type { AgentReport } from '../verdict/verification-report.ts';
import { attestationTypeOf, privacyCommitment } from './commitment.ts';
import { type ProofFile, readProofFile } from './proof-file.ts';
import { recordBody } from './record.ts';

/** Judges one file. Never rejects for anything that a file can hold. */
export async function verifyProof(bytes: Uint8Array, options: VerifyAgentOptions): Promise<AgentReport> {
  return judgeProof(bytes, options).catch((error: unknown) =>
    agentFileUnreadable('proof', internalFault(error, bytes.length), options),
  );
}

/** The public inputs that are read here; the commitment and the STARK cover all. */
interface Stated {
  readonly statement: string;
  readonly source: string;
  readonly nonce: string;
  readonly chain: string;
  readonly issuedAt: string;
  readonly expiresAt: string;
}

type ReadFile =
  | { readonly ok: true; readonly file: ProofFile; readonly stated: Stated }
  | { readonly ok: false; readonly field: string; readonly message: string };

function readFile(bytes: Uint8Array): ReadFile {
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) return { ok: false, field: '', message: parsed.message };
  try {
    const file = readProofFile(parsed.value);
    return { ok: true, file, stated: readStated(file.publicInputs) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, field: error.field, message: error.message };
    throw error;
  }
}

const NEEDED = ['statement', 'value_commitment', 'source', 'nonce', 'chain', 'issued_at', 'expires_at'];

export function readStated(publicInputs: JsonObject): Stated {
  const members = exactly(publicInputs, 'public_inputs', NEEDED, ['bounds', 'set', 'subject']);
  const at = (name: string) => `public_inputs.${name}`;
  if (members.subject !== undefined) anyText(members.subject, at('subject'));
  return {
    statement: text(members.statement, at('statement')),
    source: text(members.source, at('source')),
    nonce: anyText(members.nonce, at('nonce')),
    chain: text(members.chain, at('chain')),
    issuedAt: time(members.issued_at, at('issued_at')),
    expiresAt: time(members.expires_at, at('expires_at')),
  };
}

async function judgeProof(bytes: Uint8Array, options: VerifyAgentOptions): Promise<AgentReport> {
  const checks = new CheckList();
  const read = readFile(bytes);
  if (!read.ok) return agentFileRefused('proof', bytes, read, checks, options);
  const { file, stated } = read;
  const isCommitted = checkCommitment(file, checks);
  const instance = instanceOf(file.publicInputs);
  if (instance === null && isCommitted) {
    const message = 'It is not of a statement that this verifier knows, in the form of that statement.';
    return agentFileRefused('proof', bytes, { field: 'public_inputs', message }, new CheckList(), options);
  }
  checks.add('format', 'proof', { status: 'passed', sentence: 'The file has the members of a privacy proof.' });
  checkRecord(file, stated, checks);
  const profile = checkStark(file, instance, checks);
  const judged = await checkStatement(
    {
      kind: 'privacy-record',
      what: 'record of the proof',
      body: recordBody(file.record),
      signature: file.record.signature,
      keysetId: file.record.keyset_id,
      statedAt: file.record.issued_at,
    },
    'record',
    options,
    checks,
  );
  checkTimes(stated, options.now, checks);
  addScope(stated, checks);
  return agentReport(
    bytes,
    {
      kind: 'proof',
      checks,
      subject: subjectOf(file, stated, profile),
      broken: null,
      signatures: { record: recordSlot(judged, checks) },
      isDemo: judged.isDemo,
      used: judged.used,
      notCovered: file.otherMembers,
    },
    options,
  );
}

function checkCommitment({ commitment, publicInputs }: ProofFile, checks: CheckList): boolean {
  return checks.compare('integrity', 'commitment', {
    expected: privacyCommitment(publicInputs),
    found: commitment,
    code: 'HASH_MISMATCH',
    passed: 'The commitment is the hash of the public inputs.',
    failed: 'The commitment is not the hash of the public inputs: one of the two was changed.',
  });
}

/** What the service signed is said of this very proof, and that its claim held. */
function checkRecord({ commitment, publicInputs, proof, record }: ProofFile, stated: Stated, checks: CheckList): void {
  const wanted = {
    attestation_type: attestationTypeOf(publicInputs.statement),
    chain: stated.chain,
    claim_satisfied: true,
    commitment,
    expires_at: stated.expiresAt,
    issued_at: stated.issuedAt,
    proof_sha3_256: toHex(sha3_256(proof)),
  };
  const found = Object.fromEntries(Object.keys(wanted).map((name) => [name, recordBody(record)[name] ?? null]));
  checks.compare('integrity', 'record', {
    expected: canonicalJson(wanted),
    found: canonicalJson(found),
    code: 'RECORD_MISMATCH',
    passed: 'The record of the service is about this proof and says that its claim held.',
    failed: 'The record of the service is about another proof, or says that the claim did not hold.',
  });
}

/** The profile of a proof that holds; null where it does not. */
function checkStark({ publicInputs, proof }: ProofFile, instance: Instance | null, checks: CheckList): Profile | null {
  if (instance === null) {
    checks.skip('integrity', 'proof', 'Whether the STARK holds for these public inputs.', 'integrity.commitment');
    return null;
  }
  const verdict = verify(instance, canonicalBytes(publicInputs), proof, { accept: ['STANDARD', 'STRONG'] });
  if (verdict.ok) {
    const profile = PROFILES[verdict.profile];
    const sentence = `The STARK holds for exactly these public inputs: ${strengthOf(profile)}.`;
    checks.add('integrity', 'proof', { status: 'passed', sentence });
    return profile;
  }
  checks.add('integrity', 'proof', {
    status: 'failed',
    sentence: `The STARK does not hold for these public inputs: ${verdict.reason}.`,
    reason: 'PROOF_INVALID',
  });
  return null;
}

function checkTimes({ issuedAt, expiresAt }: Stated, now: number, checks: CheckList): void {
  checkClock('The time of issue', parseIsoTime(issuedAt) ?? 0, now, 'issued_at', checks);
  const isOver = now >= (parseIsoTime(expiresAt) ?? 0);
  const range = { expected: `before ${expiresAt}`, found: new Date(now).toISOString() };
  checks.add('validity', 'expiry', {
    ...(isOver
      ? { status: 'failed', sentence: `The proof expired on ${expiresAt}: ask for a new one.`, reason: 'EXPIRED' }
      : { status: 'passed', sentence: 'The proof has not expired.' }),
    ...range,
  });
}

/** What nobody may conclude from a proof that holds (S14, S15). */
function addScope({ source, chain, statement }: Stated, checks: CheckList): void {
  const isLookedUp = source.startsWith('ledger:');
  checks.leaveOpen(
    'truth',
    'Whether the hidden value is true.',
    isLookedUp
      ? `The service says that it read the value from its own ledger (${source}).`
      : `Nothing was looked up: the source is ${source}. The arithmetic fits the claim, and nothing more is shown.${
          attestationTypeOf(statement) === 'identity_attribute' ? ' About the value itself nothing is proven.' : ''
        }`,
  );
  checks.leaveOpen(
    'holder',
    'Whether whoever shows the proof is the one whom it is about.',
    'Anybody can show a copy. Compare the nonce with one that you chose, and the subject with whom you deal with.',
  );
  checks.leaveOpen(
    'anchor',
    `Whether the commitment is anchored as a privacy proof on ${chain}.`,
    'The file contains no anchor. The service answers /api/v1/privacy/verify, and its ledger lists anchors.',
  );
  checks.leaveOpen(
    'independent_time',
    'No proof of the time was examined.',
    "The times are the service's own. Verification uses no network.",
  );
  checks.leaveOpen(
    'audit',
    'Whether proof system and program have a flaw that nobody has found yet.',
    'They have not been audited by an outside cryptographer.',
  );
}

function subjectOf(
  { commitment, publicInputs, record }: ProofFile,
  { statement, source, nonce, chain, issuedAt, expiresAt }: Stated,
  profile: Profile | null,
): AgentReport['subject'] {
  const { bounds, set, subject } = publicInputs;
  return {
    statement,
    ...(isJsonObject(bounds) ? { bounds: boundsText(bounds) } : {}),
    ...(Array.isArray(set) ? { one_of: set.map(String).join(', ') } : {}),
    source,
    ...(typeof subject === 'string' ? { subject } : {}),
    nonce,
    chain,
    network: record.network,
    issued_at: issuedAt,
    expires_at: expiresAt,
    commitment,
    ...(profile === null ? {} : { strength: strengthOf(profile) }),
  };
}

function boundsText(bounds: JsonObject): string {
  const shown = Object.entries(bounds).map(([name, value]) => {
    return `${name} ${typeof value === 'string' ? value : canonicalJson(value)}`;
  });
  return shown.join(', ');
}
