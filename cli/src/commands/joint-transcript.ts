/** The transcript of a joint computation as a service answers it: verified before anybody is told that it is one. */
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { joinTrust } from '@touchstone/core/keys/join-trust.ts';
import { readKeySet } from '@touchstone/core/keys/key-set.ts';
import type { SessionDescription } from '@touchstone/core/mpc/session.ts';
import { sessionHashHex } from '@touchstone/core/mpc/session.ts';
import { STATEMENT_KINDS } from '@touchstone/core/statement/kinds.ts';
import { verifyStatementFile } from '@touchstone/core/statement/verify.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { Refusal } from '../terminal/refusal.ts';
import { pooledVerifier } from '../verifier/verifier.ts';

/** What a transcript has to be about. */
export interface Expected {
  readonly session: SessionDescription;
  /** As the service answers it beside the transcript. */
  readonly result: number | undefined;
  /** Whose inputs went in, as the service answers it. */
  readonly contributed: readonly string[];
}

/**
 * Throws Refusal where the bytes are no transcript of this session and this result, or are not signed by one of these key sets.
 *
 * @param keySets as the service publishes them
 * @param now milliseconds since 1970
 */
export async function requireTranscript(
  bytes: Uint8Array,
  { session, result, contributed }: Expected,
  keySets: readonly JsonValue[],
  now: number,
): Promise<void> {
  const verifier = pooledVerifier();
  const given = keySets.map((value, index) => {
    const read = readKeySet(value);
    if (!read.ok) throw unusable(`keysets[${index}]${read.field === '' ? '' : `.${read.field}`}: ${read.message}`);
    return { keySet: read.keySet, path: `keysets[${index}]` };
  });
  const joined = await joinTrust({ store: null, given, revocations: [], own: null }, verifier, now);
  if (!joined.ok) throw unusable(joined.message);
  const report = await verifyStatementFile(bytes, {
    fileName: 'the transcript',
    trust: joined.trust,
    verifier,
    now,
    product: PRODUCT,
  });
  if (report.outcome !== 'VERIFIED') throw notWritten(`it is not one that this service signed. ${report.sentence}`);
  const { statement, session_sha3_256: sessionHash, result: stated, contributed: listed } = report.subject ?? {};
  if (statement !== STATEMENT_KINDS['mpc-proof'].what || sessionHash !== sessionHashHex(session)) {
    throw notWritten('it is not of this session.');
  }
  if (stated !== result) throw notWritten('it states another result than the one that the service answers beside it.');
  if (listed !== contributed.join(', ')) {
    throw notWritten('it lists other participants than those who have contributed, as the service answers beside it.');
  }
}

function unusable(fault: string): Refusal {
  return new Refusal(`The key sets that the service publishes cannot be used. ${fault}`, 1);
}

function notWritten(fault: string): Refusal {
  return new Refusal(`The transcript was not written: ${fault}`, 1);
}
