/** Says by its content what a file is; names and extensions are never believed. */
import { SESSION_BUNDLE_FORMATS } from '../agent/bundle.ts';
import { fromUtf8 } from '../bytes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { THREE_KEY_ALGORITHM } from '../composite/three-key.ts';
import { GRADE_FORMAT } from '../grade/record.ts';
import { LOG_EXPORT_FORMAT } from '../log/verify-log.ts';
import { isProofFile, PROOF_FILE_FORMAT } from '../privacy/proof-file.ts';
import { STATEMENT_FORMAT } from '../statement/file.ts';
import { MAX_FILE_BYTES, parseStrictJson } from '../strict-json.ts';
import type { AgentFileKind } from '../verdict/verification-report.ts';

/** What a file that cannot be verified seems to be, and what can be done with it. */
export interface Hint {
  readonly title: string;
  readonly help: string;
}

export type Recognised =
  | { readonly kind: 'artifact' }
  | { readonly kind: 'receipt' }
  | { readonly kind: 'signature' }
  | { readonly kind: AgentFileKind }
  | { readonly kind: 'key_set' }
  | { readonly kind: 'other'; readonly hint: Hint };

/** First bytes of formats that people mistake for an artifact. */
const MAGIC: readonly (readonly [start: readonly number[], title: string, help: string])[] = [
  [
    [0x25, 0x50, 0x44, 0x46],
    'This is a PDF document.',
    'A printed report cannot be verified again. Open the .pqv.json file that it was made from.',
  ],
  [
    [0x50, 0x4b, 0x03, 0x04],
    'This is a ZIP archive.',
    'Unpack it first, then drop the files or the folder that it contains.',
  ],
  [[0x1f, 0x8b], 'This is a gzip archive.', 'Unpack it first, then drop the files that it contains.'],
  [[0x89, 0x50, 0x4e, 0x47], 'This is a PNG image.', 'Open the .pqv.json file itself, not a picture of it.'],
  [[0xff, 0xd8, 0xff], 'This is a JPEG image.', 'Open the .pqv.json file itself, not a picture of it.'],
  [
    [0xff, 0xfe],
    'This is UTF-16 text.',
    'JSON files are UTF-8. An editor has probably rewritten the file; ask for the original.',
  ],
  [
    [0xfe, 0xff],
    'This is UTF-16 text.',
    'JSON files are UTF-8. An editor has probably rewritten the file; ask for the original.',
  ],
];

/** Our other files, by their `schema_version`. The names are written out: a verifier imports nothing that signs; a test compares them. */
const OTHER_SCHEMAS: Readonly<Record<string, Hint>> = {
  'svc-secret-keys/v1': {
    title: 'This is a file of encrypted secret keys.',
    help: 'Keep it to yourself. To check who signed something, import the public key set (.pqkeys.json) on the Trust page.',
  },
  'svc-signing-request/v1': {
    title: 'This is a signing request of a ceremony.',
    help: 'Review and sign it with `touchstone ceremony sign`. What can be verified is the artifact itself (.pqv.json).',
  },
  'svc-signing-answer/v1': {
    title: 'This is an answer of a signing ceremony.',
    help: 'Put it into its artifact with `touchstone ceremony apply`, then verify the artifact (.pqv.json).',
  },
};

/** Members that make a JSON object one of our other files. */
const OTHER_FILES: readonly (readonly [members: readonly string[], hint: Hint])[] = [
  [
    ['key_sets', 'revocations'],
    {
      title: 'This is a trust store.',
      help: 'Trust stores are given with --data-dir, as the folder that holds them; the Trust page imports one.',
    },
  ],
  [
    ['keyset_fingerprint', 'kids', 'revoked_at'],
    {
      title: 'This is a revocation.',
      help: 'Revocations are given with --revocations, or imported with `touchstone keys import` or on the Trust page.',
    },
  ],
  [
    ['payment_url', 'invoice_id'],
    {
      title: 'This is the answer about an invoice.',
      help: 'Verify its payment_url with pq-verify invoice --file FILE. It is a secret of its owner and the payer.',
    },
  ],
  [
    ['commitment', 'attestation_type', 'claim_satisfied'],
    {
      title: 'This is the answer about a privacy claim, without its proof.',
      help: 'Ask for GET /api/v1/privacy/proof/:commitment?include=proof and save that answer as a .pqp.json file. A claim that did not hold has no proof.',
    },
  ],
  [
    ['released_at', 'platform', 'key_set'],
    {
      title: 'This is a release manifest.',
      help: 'It updates the desktop app, which verifies it by the release keys that it pins: Settings, Update from a file.',
    },
  ],
  [
    ['outcome', 'checks', 'signatures'],
    {
      title: 'This is a verification report.',
      help: 'A report says what somebody found. To find out for yourself, open the artifact that it speaks of.',
    },
  ],
  [
    ['results', 'summary'],
    {
      title: 'This is a report over several files.',
      help: 'A report says what somebody found. To find out for yourself, open the artifacts that it speaks of.',
    },
  ],
];

const NOT_JSON: Hint = {
  title: 'This is not a JSON file.',
  help: 'Verified artifacts end in .pqv.json, receipts in .pqr.json, 3-key signatures in .3key.json, sessions of agents in .pqs.json, proofs of their receipts in .pqnode.json, exports of the log in .pqlog.json, privacy proofs in .pqp.json, code grades in .pqgrade.json, other statements of a service in .pqst.json, key sets in .pqkeys.json.',
};

const PAYMENT_LINK: Hint = {
  title: 'This is not a JSON file but a link to the payment of an invoice.',
  help: 'Verify it with pq-verify invoice --file FILE. It is a secret of its owner and the payer.',
};

/** A `payment_url`, whole or as a path; its opening is judged by `pq-verify invoice` alone. */
const PAYMENT_URL = /^\s*(?:https?:\/\/[^\s#]*)?\/pay\/[0-9a-f]{64}#\S/;

const BARE_SIGNATURE: Hint = {
  title: 'This is the text of a 3-key signature without the rest of its answer.',
  help: 'Drop the whole JSON answer of the signing here, with its data_hash. The Sign page verifies the bare text.',
};

const TOO_LARGE: Hint = {
  title: 'This file has more than 64 MiB.',
  help: 'Only sessions of agents (.pqs.json) may be larger.',
};

const UNKNOWN_JSON: Hint = {
  title: 'This JSON file is none of the kinds that can be verified here.',
  help: 'Expected is a verified artifact (.pqv.json), a receipt (.pqr.json), the answer of a 3-key signing, a session of an agent (.pqs.json), the proof of one of its receipts, an export of the log (.pqlog.json), a privacy proof (.pqp.json), a code grade (.pqgrade.json), another statement of a service (.pqst.json) or a key set (.pqkeys.json).',
};

/**
 * Recognises a file. Text that looks like an artifact but is not strict JSON counts as an artifact, so that the
 * verifier names the fault and its place.
 */
export function recognise(bytes: Uint8Array): Recognised {
  for (const [start, title, help] of MAGIC) {
    if (start.every((byte, index) => bytes[index] === byte)) return { kind: 'other', hint: { title, help } };
  }
  if (bytes.length === 0) {
    return {
      kind: 'other',
      hint: { title: 'This file is empty.', help: 'The copy is incomplete. Fetch the file again from its source.' },
    };
  }
  // A bundle may have half a gigabyte; its verifier reads it piece by piece, so nothing else is parsed here.
  if (isSessionBundle(bytes)) return { kind: 'session' };
  if (bytes.length > MAX_FILE_BYTES) return { kind: 'other', hint: TOO_LARGE };
  const parsed = parseStrictJson(bytes);
  if (parsed.ok) return recogniseJson(parsed.value);
  return recogniseText(fromUtf8(bytes.subarray(0, 65_536)) ?? fromUtf8(bytes) ?? '');
}

/** Bytes of a file's beginning by which a session bundle is known. */
export const BUNDLE_PEEK_BYTES = 4_096;
const BUNDLE_START = new RegExp(`^\\s*\\{\\s*"format"\\s*:\\s*"(?:${SESSION_BUNDLE_FORMATS.join('|')})"`);

/** Whether a file begins as session bundles do: their format is their first member. */
export function isSessionBundle(bytes: Uint8Array): boolean {
  const begin = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(
    bytes.subarray(0, BUNDLE_PEEK_BYTES),
  );
  return BUNDLE_START.test(begin);
}

function recogniseJson(value: JsonValue): Recognised {
  if (!isJsonObject(value)) return { kind: 'other', hint: UNKNOWN_JSON };
  const schema = value.schema_version;
  if (typeof schema === 'string' && schema.startsWith('pq-verified-artifact/')) return { kind: 'artifact' };
  if (hasAll(value, ['attestations', 'manifest_hash'])) return { kind: 'artifact' };
  if (SESSION_BUNDLE_FORMATS.some((format) => value.format === format)) return { kind: 'session' };
  if (value.format === LOG_EXPORT_FORMAT) return { kind: 'log' };
  if (isProofFile(value)) return { kind: 'proof' };
  if (value.format === GRADE_FORMAT) return { kind: 'grade' };
  if (value.format === STATEMENT_FORMAT) return { kind: 'statement' };
  if (hasAll(value, ['merkle_proof', 'receipt', 'agent_public_key'])) return { kind: 'node' };
  if (hasAll(value, ['keys', 'fingerprint']) || hasAll(value, ['keys', 'keyset_id'])) return { kind: 'key_set' };
  if (hasAll(value, ['on_chain_hash']) && (hasAll(value, ['receipt_hex']) || hasAll(value, ['handle']))) {
    return { kind: 'receipt' };
  }
  if (value.algorithm === THREE_KEY_ALGORITHM && hasAll(value, ['signature', 'data_hash']))
    return { kind: 'signature' };
  if (Array.isArray(value.keysets)) return { kind: 'key_set' };
  const other = typeof schema === 'string' && Object.hasOwn(OTHER_SCHEMAS, schema) ? OTHER_SCHEMAS[schema] : undefined;
  if (other !== undefined) return { kind: 'other', hint: other };
  for (const [members, hint] of OTHER_FILES) if (hasAll(value, members)) return { kind: 'other', hint };
  return { kind: 'other', hint: UNKNOWN_JSON };
}

/** For text that strict parsing refused: only the words that a person would look for. */
function recogniseText(text: string): Recognised {
  if (text.includes('pq-verified-artifact/') || text.includes('"manifest_hash"')) return { kind: 'artifact' };
  if (SESSION_BUNDLE_FORMATS.some((format) => text.includes(`"${format}"`))) return { kind: 'session' };
  if (text.includes(`"${LOG_EXPORT_FORMAT}"`)) return { kind: 'log' };
  if (text.includes(`"${PROOF_FILE_FORMAT}"`)) return { kind: 'proof' };
  if (text.includes(`"${GRADE_FORMAT}"`)) return { kind: 'grade' };
  if (text.includes(`"${STATEMENT_FORMAT}"`)) return { kind: 'statement' };
  if (text.includes('"merkle_proof"') && text.includes('"agent_public_key"')) return { kind: 'node' };
  if (text.includes('"receipt_hex"') && text.includes('"on_chain_hash"')) return { kind: 'receipt' };
  if (text.includes(`"${THREE_KEY_ALGORITHM}"`) && text.includes('"data_hash"')) return { kind: 'signature' };
  if (text.includes('"keyset_id"') && text.includes('"keys"')) return { kind: 'key_set' };
  if (text.trimStart().startsWith('3key:')) return { kind: 'other', hint: BARE_SIGNATURE };
  if (PAYMENT_URL.test(text)) return { kind: 'other', hint: PAYMENT_LINK };
  const begin = text.trimStart().charAt(0);
  return { kind: 'other', hint: begin === '{' || begin === '[' ? UNKNOWN_JSON : NOT_JSON };
}

function hasAll(value: JsonObject, names: readonly string[]): boolean {
  return names.every((name) => value[name] !== undefined);
}
