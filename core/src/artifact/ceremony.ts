/**
 * The signing ceremony by files (security, S10). A request carries the whole artifact and the key set; the signing machine
 * recomputes everything and shows it before it signs; an answer is verified before it fills a slot and never replaces a
 * valid signature.
 */
import { fromBase64, fromHex, toBase64, utf8 } from '../bytes.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import type { SecretKeys } from '../keys/generate.ts';
import { algorithmOf, type KeySet, publicKeyBytes, readKeySet } from '../keys/key-set.ts';
import { EMPTY_TRUST_STORE } from '../keys/trust.ts';
import { pinKeySet } from '../keys/trust-changes.ts';
import type { SignatureAlgorithm, SignatureVerifier, Signer } from '../sign/family.ts';
import { isSignatureAlgorithm } from '../sign/lengths.ts';
import { parseStrictJson } from '../strict-json.ts';
import { formatIsoTime } from '../time.ts';
import type { VerificationReport } from '../verdict/verification-report.ts';
import { type Artifact, isPendingSlot, SLOT_ALGORITHMS, SLOTS, type Slot } from './artifact.ts';
import { withVerdict } from './build.ts';
import { readArtifact } from './schema.ts';
import { verifyArtifact } from './verify.ts';

export const SIGNING_REQUEST_SCHEMA = 'svc-signing-request/v1';
export const SIGNING_ANSWER_SCHEMA = 'svc-signing-answer/v1';

/** File `.pqsign.json`. */
export interface SigningRequest {
  readonly schema_version: typeof SIGNING_REQUEST_SCHEMA;
  readonly slots: readonly Slot[];
  readonly key_set: KeySet;
  readonly artifact: Artifact;
  readonly requested_at: string;
}

/** File `.pqsigned.json`. */
export interface SigningAnswer {
  readonly schema_version: typeof SIGNING_ANSWER_SCHEMA;
  readonly manifest_hash: string;
  readonly key_set_fingerprint: string;
  /** base64 by slot; only the slots that were signed. */
  readonly signatures: Partial<Readonly<Record<Slot, string>>>;
  readonly signed_at: string;
}

export type CeremonyResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly field: string; readonly message: string };

interface Judge {
  readonly verifier: SignatureVerifier;
  readonly now: number;
  readonly product: { readonly name: string; readonly version: string };
}

/** Asks the holders of a key set to sign; without `slots` for every slot that is still pending. */
export function requestSigning(
  artifact: Artifact,
  keySet: KeySet,
  now: number,
  slots: readonly Slot[] = SLOTS.filter((slot) => isPendingSlot(artifact.signatures[slot])),
): CeremonyResult<SigningRequest> {
  if (slots.length === 0) return refuse('signatures', 'Every slot of this artifact is filled already.');
  const mismatch = keySetMismatch(artifact, keySet);
  if (mismatch !== null) return refuse('key_set', mismatch);
  for (const slot of slots) {
    if (!isPendingSlot(artifact.signatures[slot]))
      return refuse(`signatures.${slot}`, `The slot ${slot} is filled already.`);
    if (keysFor(keySet, slot).length === 0)
      return refuse(`signatures.${slot}`, `The key set has no key for the slot ${slot}.`);
  }
  const requested_at = formatIsoTime(now);
  return {
    ok: true,
    value: { schema_version: SIGNING_REQUEST_SCHEMA, slots, key_set: keySet, artifact, requested_at },
  };
}

/** A request that this machine has read, recomputed and found whole: what a person is shown before they sign. */
export interface ReviewedRequest {
  readonly request: SigningRequest;
  /** The verification of the carried artifact under the carried key set. */
  readonly report: VerificationReport;
}

/**
 * Reads a request strictly and verifies the artifact in it again from its bytes. Refuses one whose hashes or bindings do
 * not hold, whose filled slots are broken, or whose key set does not speak for its issuer.
 */
export async function reviewRequest(input: Uint8Array, judge: Judge): Promise<CeremonyResult<ReviewedRequest>> {
  const parsed = parseStrictJson(input);
  if (!parsed.ok) return refuse(`line ${parsed.line}, column ${parsed.column}`, parsed.message);
  const file = members(parsed.value, SIGNING_REQUEST_SCHEMA, ['slots', 'key_set', 'artifact', 'requested_at']);
  if (!file.ok) return file;
  const keySet = readKeySet(file.value.key_set ?? null);
  if (!keySet.ok) return refuse(`key_set.${keySet.field}`, keySet.message);
  const schema = readArtifact(file.value.artifact ?? null);
  if (!schema.ok) return refuse(`artifact.${schema.faults[0]?.field ?? ''}`, schema.faults[0]?.message ?? '');
  const listed = file.value.slots;
  const slots = Array.isArray(listed) ? SLOTS.filter((slot) => (listed as JsonValue[]).includes(slot)) : [];
  if (slots.length === 0 || !Array.isArray(listed) || slots.length !== listed.length) {
    return refuse('slots', `\`slots\` must be a list of different slots out of ${SLOTS.join(', ')}.`);
  }
  if (typeof file.value.requested_at !== 'string') return refuse('requested_at', '`requested_at` must be a string.');
  const checked = requestSigning(schema.artifact, keySet.keySet, judge.now, slots);
  if (!checked.ok) return checked;
  const report = await judgeUnder(schema.artifact, keySet.keySet, judge);
  if (report.outcome === 'FAILED' || report.outcome === 'INPUT_ERROR') {
    return refuse('artifact', `The artifact must not be signed. ${report.sentence}`);
  }
  return { ok: true, value: { request: { ...checked.value, requested_at: file.value.requested_at }, report } };
}

/** Signs the requested slots with the secret keys of exactly the requested key set. Only a reviewed request can be signed. */
export async function signRequest(
  { request }: ReviewedRequest,
  holder: { readonly keySet: KeySet; readonly secretKeys: SecretKeys },
  signer: Signer,
  now: number,
): Promise<CeremonyResult<SigningAnswer>> {
  if (holder.keySet.fingerprint !== request.key_set.fingerprint) {
    return refuse(
      'key_set',
      `The request is for the key set ${request.key_set.fingerprint}, not ${holder.keySet.fingerprint}.`,
    );
  }
  const message = manifestBytes(request.artifact);
  const signatures: Partial<Record<Slot, string>> = {};
  for (const slot of request.slots) {
    const [key] = keysFor(holder.keySet, slot);
    const secretKey = key === undefined ? undefined : holder.secretKeys.get(key.kid);
    if (key === undefined || secretKey === undefined)
      return refuse(slot, `There is no secret key for the slot ${slot}.`);
    signatures[slot] = toBase64(await signer.sign(key.algorithm, secretKey, message));
  }
  return {
    ok: true,
    value: {
      schema_version: SIGNING_ANSWER_SCHEMA,
      manifest_hash: request.artifact.manifest_hash,
      key_set_fingerprint: holder.keySet.fingerprint,
      signatures,
      signed_at: formatIsoTime(now),
    },
  };
}

/** Reads an answer strictly. Its signatures are not judged here. */
export function readAnswer(input: Uint8Array | string): CeremonyResult<SigningAnswer> {
  const parsed = parseStrictJson(input);
  if (!parsed.ok) return refuse(`line ${parsed.line}, column ${parsed.column}`, parsed.message);
  const names = ['manifest_hash', 'key_set_fingerprint', 'signatures', 'signed_at'];
  const file = members(parsed.value, SIGNING_ANSWER_SCHEMA, names);
  if (!file.ok) return file;
  const { manifest_hash, key_set_fingerprint, signatures, signed_at } = file.value;
  if (typeof manifest_hash !== 'string') return refuse('manifest_hash', '`manifest_hash` must be a string.');
  if (typeof key_set_fingerprint !== 'string')
    return refuse('key_set_fingerprint', '`key_set_fingerprint` must be a string.');
  if (typeof signed_at !== 'string') return refuse('signed_at', '`signed_at` must be a string.');
  if (!isJsonObject(signatures) || Object.keys(signatures).length === 0)
    return refuse('signatures', '`signatures` must name at least one slot.');
  const read: Partial<Record<Slot, string>> = {};
  for (const [name, text] of Object.entries(signatures)) {
    const slot = SLOTS.find((known) => known === name);
    if (slot === undefined || typeof text !== 'string')
      return refuse(`signatures.${name}`, 'A signature is base64 under the name of a slot.');
    read[slot] = text;
  }
  return {
    ok: true,
    value: { schema_version: SIGNING_ANSWER_SCHEMA, manifest_hash, key_set_fingerprint, signatures: read, signed_at },
  };
}

/** The refusal of an answer that was made for another artifact; null where it is for this one. */
export function foreignAnswer(artifact: Artifact, answer: SigningAnswer) {
  return answer.manifest_hash === artifact.manifest_hash
    ? null
    : refuse('manifest_hash', 'The answer belongs to another artifact: its manifest hash is another one.');
}

/** Fills slots with an answer's signatures, all or none, after verifying each under the key set, and rewrites the claimed verdict. */
export async function applyAnswer(
  artifact: Artifact,
  answer: SigningAnswer,
  keySet: KeySet,
  judge: Judge,
): Promise<CeremonyResult<Artifact>> {
  const foreign = foreignAnswer(artifact, answer);
  if (foreign !== null) return foreign;
  if (answer.key_set_fingerprint !== keySet.fingerprint) {
    return refuse(
      'key_set_fingerprint',
      `The answer was made under the key set ${answer.key_set_fingerprint}, not ${keySet.fingerprint}.`,
    );
  }
  let filled = artifact;
  for (const slot of SLOTS) {
    const signature = answer.signatures[slot];
    if (signature === undefined) continue;
    const result = await fillSlot(filled, slot, signature, keySet, judge.verifier);
    if (!result.ok) return result;
    filled = result.value;
  }
  const report = await judgeUnder(filled, keySet, judge);
  if (report.outcome === 'FAILED' || report.outcome === 'INPUT_ERROR') {
    return refuse('artifact', `The artifact does not hold. ${report.sentence}`);
  }
  return { ok: true, value: filled };
}

/**
 * Fills one empty slot. Refuses a signature that does not verify, and a slot that is filled: whether its signature is valid
 * under some other key set cannot be known here, and a valid one is never replaced (S10).
 */
export async function fillSlot(
  artifact: Artifact,
  slot: Slot,
  signature: string,
  keySet: KeySet,
  verifier: SignatureVerifier,
): Promise<CeremonyResult<Artifact>> {
  const field = `signatures.${slot}`;
  const mismatch = keySetMismatch(artifact, keySet);
  if (mismatch !== null) return refuse('key_set', mismatch);
  if (!isPendingSlot(artifact.signatures[slot])) return refuse(field, `The slot ${slot} is filled already.`);
  if (!(await verifies(artifact, slot, signature, keySet, verifier))) {
    return refuse(field, `The signature for the slot ${slot} does not verify under the key set ${keySet.keyset_id}.`);
  }
  return { ok: true, value: withVerdict({ ...artifact, signatures: { ...artifact.signatures, [slot]: signature } }) };
}

async function verifies(
  artifact: Artifact,
  slot: Slot,
  text: string,
  keySet: KeySet,
  verifier: SignatureVerifier,
): Promise<boolean> {
  const signature = fromBase64(text);
  if (signature === null) return false;
  const message = manifestBytes(artifact);
  for (const { algorithm, publicKey } of keysFor(keySet, slot)) {
    if (await verifier.verify(algorithm, publicKey, message, signature)) return true;
  }
  return false;
}

/** Verifies an artifact as a stranger would who trusts exactly this key set. */
async function judgeUnder(artifact: Artifact, keySet: KeySet, judge: Judge): Promise<VerificationReport> {
  const trust = pinKeySet(EMPTY_TRUST_STORE, keySet, { at: judge.now, by: 'ceremony', source: 'ceremony' });
  if (!trust.ok) throw new TypeError('internal: an empty trust store refused a key set');
  const bytes = utf8(canonicalJson(artifact as Artifact & JsonObject));
  return (await verifyArtifact(bytes, { fileName: artifact.artifact_id, trust: trust.store, ...judge })).report;
}

function keySetMismatch(artifact: Artifact, keySet: KeySet): string | null {
  if (keySet.use !== 'artifact') return `The key set is for the use ${keySet.use}, not for artifacts.`;
  if (keySet.issuer !== artifact.issuer.name || keySet.principal !== artifact.issuer.principal) {
    return `The key set is for ${keySet.issuer}, ${keySet.principal}, not for ${artifact.issuer.name}, ${artifact.issuer.principal}.`;
  }
  return null;
}

interface SlotKey {
  readonly kid: string;
  readonly algorithm: SignatureAlgorithm;
  readonly publicKey: Uint8Array;
}

/** The keys of a set that may fill a slot, in the set's order; the first one signs, any of them verifies. */
function keysFor(keySet: KeySet, slot: Slot): readonly SlotKey[] {
  return keySet.keys.flatMap((key) => {
    const algorithm = algorithmOf(key);
    const fits = isSignatureAlgorithm(algorithm) && SLOT_ALGORITHMS[slot].includes(algorithm);
    return fits ? [{ kid: key.kid, algorithm, publicKey: publicKeyBytes(key) }] : [];
  });
}

function manifestBytes(artifact: Artifact): Uint8Array {
  const bytes = fromHex(artifact.manifest_hash);
  if (bytes === null) throw new TypeError('internal: manifest_hash passed the schema but is not hexadecimal');
  return bytes;
}

function members(value: JsonValue, schema: string, names: readonly string[]): CeremonyResult<JsonObject> {
  if (!isJsonObject(value) || value.schema_version !== schema)
    return refuse('schema_version', `This is not a file of the form ${schema}.`);
  for (const name of Object.keys(value)) {
    if (name !== 'schema_version' && !names.includes(name))
      return refuse(name, `The member ${JSON.stringify(name)} does not belong here.`);
  }
  return { ok: true, value };
}

function refuse(
  field: string,
  message: string,
): { readonly ok: false; readonly field: string; readonly message: string } {
  return { ok: false, field, message };
}
