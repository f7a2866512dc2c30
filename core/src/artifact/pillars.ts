/**
 * The five pillar bundles of an artifact that this project issues. Each holds evidence made at issue time: self-tests that
 * were run, hashes of the files attested, the signing policy, a search for personal data, a tamper test. A result is
 * computed from that evidence and can be FAIL.
 */
import { compareUtf8, toHex } from '../bytes.ts';
import { canonicalBytes, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_384, sha256 } from '../hash.ts';
import type { KeySet } from '../keys/key-set.ts';
import type { Random } from '../random.ts';
import type { SignatureAlgorithm, SignatureVerifier, Signer } from '../sign/family.ts';
import { signatureLengths } from '../sign/lengths.ts';
import { formatIsoTime } from '../time.ts';
import {
  type HumanSummary,
  type Issuer,
  PILLARS,
  type Pillar,
  SLOT_ALGORITHMS,
  SLOTS,
  type Subject,
  VERIFIER_COMMAND,
} from './artifact.ts';
import type { EvidenceItem } from './evidence-check.ts';
import { jsonSha3_384 } from './manifest.ts';

export interface SelfTest {
  readonly algorithm: SignatureAlgorithm;
  readonly signature_length: number;
  readonly own_signature_accepted: boolean;
  readonly changed_signature_refused: boolean;
  readonly changed_message_refused: boolean;
}

export interface PillarInput {
  readonly cycleId: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  readonly issuer: Issuer;
  readonly subject: Subject;
  /** The key set whose holders are to sign; null where that is not decided yet. */
  readonly keySet: KeySet | null;
  readonly evidence: readonly EvidenceItem[];
  readonly selfTests: readonly SelfTest[];
  /** Bundles that the issuer brings; they replace the ones made here. */
  readonly supplied: Partial<Readonly<Record<Pillar, JsonObject>>>;
  readonly product: { readonly name: string; readonly version: string };
}

/** Identity of a file's bytes for the evidence pillar. */
export function evidenceItem(name: string, bytes: Uint8Array): EvidenceItem {
  return { name, size: bytes.length, sha256: toHex(sha256(bytes)), sha3_384: toHex(sha3_384(bytes)) };
}

/**
 * Runs every algorithm that the signing slots may use with a throw-away key: an own signature must be accepted, one with
 * a changed bit and one over a changed message refused. Takes seconds: SLH-DSA and FALCON make keys slowly.
 */
export async function runSelfTests(signer: Signer & SignatureVerifier, random: Random): Promise<readonly SelfTest[]> {
  const tests: SelfTest[] = [];
  for (const algorithm of SLOTS.flatMap((slot) => SLOT_ALGORITHMS[slot].slice(0, 1))) {
    const message = random(48);
    const changed = Uint8Array.from(message, (byte, index) => (index === 0 ? byte ^ 1 : byte));
    const { publicKey, secretKey } = await signer.generateKeyPair(algorithm);
    try {
      const signature = await signer.sign(algorithm, secretKey, message);
      const broken = Uint8Array.from(signature, (byte, index) => (index === 60 ? byte ^ 1 : byte));
      tests.push({
        algorithm,
        signature_length: signature.length,
        own_signature_accepted: await signer.verify(algorithm, publicKey, message, signature),
        changed_signature_refused: !(await signer.verify(algorithm, publicKey, message, broken)),
        changed_message_refused: !(await signer.verify(algorithm, publicKey, changed, signature)),
      });
    } finally {
      secretKey.fill(0);
    }
  }
  return tests;
}

/** Makes the five bundles. Throws RangeError where there is no evidence and no evidence bundle was supplied. */
export function buildPillars(input: PillarInput): Record<Pillar, JsonObject> {
  if (input.evidence.length === 0 && input.supplied.evidence === undefined) {
    throw new RangeError('evidence: an artifact attests at least one file');
  }
  const pillars = {
    cryptography: input.supplied.cryptography ?? cryptography(input),
    evidence: input.supplied.evidence ?? evidence(input),
    governance: input.supplied.governance ?? governance(input),
    privacy: input.supplied.privacy ?? privacy(input),
  };
  return { ...pillars, verification: input.supplied.verification ?? verification(input, pillars) };
}

function bundle(input: PillarInput, pillar: Pillar, passed: boolean, members: JsonObject): JsonObject {
  return {
    schema_version: `pq-verified-artifact/${pillar}/v1`,
    cycle_id: input.cycleId,
    issued_at: formatIsoTime(input.issuedAt),
    result: passed ? 'PASS' : 'FAIL',
    ...members,
  };
}

function cryptography(input: PillarInput): JsonObject {
  const passed = (test: SelfTest) =>
    test.own_signature_accepted &&
    test.changed_signature_refused &&
    test.changed_message_refused &&
    test.signature_length === signatureLengths(test.algorithm).signature;
  return bundle(input, 'cryptography', input.selfTests.length > 0 && input.selfTests.every(passed), {
    hash: 'SHA3-384 (FIPS 202)',
    encoding: 'RFC 8785 over I-JSON',
    signature_input: 'the 48 raw bytes of manifest_hash, pure mode, empty context',
    self_tests: input.selfTests.map((test) => ({ ...test })),
  });
}

function evidence(input: PillarInput): JsonObject {
  const names = new Set(input.evidence.map(({ name }) => name));
  const items = input.evidence.toSorted((a, b) => compareUtf8(a.name, b.name)).map((item) => ({ ...item }));
  return bundle(input, 'evidence', names.size === items.length, {
    contents_included: false,
    count: items.length,
    items,
  });
}

function governance(input: PillarInput): JsonObject {
  const { keySet } = input;
  const signer: JsonValue =
    keySet === null
      ? null
      : {
          keyset_id: keySet.keyset_id,
          serial: keySet.serial,
          fingerprint: keySet.fingerprint,
          not_before: keySet.not_before,
          not_after: keySet.not_after,
          demo: keySet.demo === true,
        };
  const speaks =
    keySet === null || (keySet.issuer === input.issuer.name && keySet.principal === input.issuer.principal);
  return bundle(input, 'governance', speaks, {
    issuer: { ...input.issuer },
    policy: { required_slots: [...SLOTS], one_key_set: true, request_carries_whole_artifact: true },
    signer,
  });
}

/** Patterns that often are personal data in names and descriptions. */
const PERSONAL_DATA: readonly (readonly [rule: string, pattern: RegExp])[] = [
  ['e-mail address', /[^\s@/]+@[^\s@/]+\.[A-Za-z]{2,}/],
  ['IBAN', /\b[A-Z]{2}\d{2}[ ]?(?:[A-Z0-9]{4}[ ]?){3,7}[A-Z0-9]{1,4}\b/],
  ['US social security number', /\b\d{3}-\d{2}-\d{4}\b/],
  ['telephone number', /\+\d[\d ()-]{8,}\d/],
];

export interface PersonalData {
  readonly rule: string;
  readonly text: string;
}

/** The texts in which the privacy attestation looks for personal data: those that people write into an artifact that is to be published. */
export function searchedTexts({ subject, evidence }: Pick<PillarInput, 'subject' | 'evidence'>): readonly string[] {
  const { name, description = '', product = '' } = subject;
  return [name, description, product, ...evidence.map((item) => item.name)];
}

/** The texts of which an issuer is warned: those, and the summary, which is published too but is no part of an attestation. */
export function publishedTexts(
  input: Pick<PillarInput, 'subject' | 'evidence'>,
  { claim, evidence_summary, additional_assurances = [] }: Omit<HumanSummary, 'verdict'>,
): readonly string[] {
  return [...new Set([...searchedTexts(input), claim, evidence_summary, ...additional_assurances])];
}

/** Which texts look like personal data: what `privacy` reports and an issuer is warned of beforehand. */
export function findPersonalData(texts: readonly string[]): readonly PersonalData[] {
  return texts.flatMap((text) =>
    PERSONAL_DATA.filter(([, pattern]) => pattern.test(text)).map(([rule]) => ({ rule, text })),
  );
}

function privacy(input: PillarInput): JsonObject {
  const texts = searchedTexts(input);
  const findings = findPersonalData(texts);
  return bundle(input, 'privacy', findings.length === 0, {
    file_contents_included: false,
    disclosed: ['names, sizes and hashes of the attested files', 'subject', 'issuer'],
    searched_for: PERSONAL_DATA.map(([rule]) => rule),
    texts_searched: texts.length,
    // The texts themselves are not repeated: a finding must not spread what it found.
    findings: findings.map(({ rule, text }) => ({ rule, sha256: toHex(sha256(canonicalBytes(text))) })),
  });
}

/** Changes one value in each of the other bundles and sees whether its hash notices. */
function verification(
  input: PillarInput,
  others: Readonly<Record<Exclude<Pillar, 'verification'>, JsonObject>>,
): JsonObject {
  const tamperTests = PILLARS.filter((pillar) => pillar !== 'verification').map((pillar) => {
    const original = others[pillar];
    const changed = { ...original, issued_at: `${String(original.issued_at)} ` };
    return { pillar, change: 'issued_at', noticed: jsonSha3_384(original) !== jsonSha3_384(changed) };
  });
  return bundle(
    input,
    'verification',
    tamperTests.every(({ noticed }) => noticed),
    {
      verifier: { ...input.product },
      command: VERIFIER_COMMAND,
      network: 'none',
      order: ['format', 'attestation hashes', 'manifest hash', 'signatures', 'trust', 'validity', 'policy'],
      tamper_tests: tamperTests,
    },
  );
}
