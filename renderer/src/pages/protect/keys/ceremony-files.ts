/** The texts of a key ceremony that people keep: its record, which is public, and the share of each participant. */
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { lengthsOf } from '@touchstone/core/sign/lengths.ts';
import { ML_DSA_ALGORITHMS, type MlDsaAlgorithm } from '@touchstone/core/sign/ml-dsa-expanded.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';

export interface CeremonyRecord {
  readonly ceremonyId: string;
  readonly algorithm: MlDsaAlgorithm;
  readonly participants: number;
  readonly threshold: number;
  /** Base64. */
  readonly publicKey: string;
  /** By participant, hex. */
  readonly commitments: readonly string[];
}

export interface ShareText {
  readonly ceremonyId: string;
  readonly participant: number;
  /** Base64, or `kem1:` and the sealed share. */
  readonly share: string;
}

const RECORD_FORMAT = 'svc-ceremony-record/v1';
const SHARE_FORMAT = 'svc-share-of-ceremony/v1';

export function recordText(record: CeremonyRecord): string {
  const document = {
    format: RECORD_FORMAT,
    ceremony_id: record.ceremonyId,
    algorithm: record.algorithm,
    participants: record.participants,
    threshold: record.threshold,
    public_key: record.publicKey,
    commitments: record.commitments,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Null for what is no record of a ceremony. */
export function readRecord(text: string): CeremonyRecord | null {
  const parsed = parseStrictJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const { format, ceremony_id, algorithm, participants, threshold, public_key, commitments, ...others } = parsed.value;
  const known = ML_DSA_ALGORITHMS.find((name) => name === algorithm);
  if (format !== RECORD_FORMAT || Object.keys(others).length > 0 || known === undefined) return null;
  if (typeof ceremony_id !== 'string' || typeof public_key !== 'string' || !Array.isArray(commitments)) return null;
  if (!isCount(participants) || !isCount(threshold) || threshold > participants) return null;
  if (fromBase64(public_key)?.length !== lengthsOf(known)?.publicKey) return null;
  const hashes = commitments.filter((hash) => typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash));
  if (hashes.length !== participants || commitments.length !== participants) return null;
  return {
    ceremonyId: ceremony_id,
    algorithm: known,
    participants,
    threshold,
    publicKey: public_key,
    commitments: hashes.map(String),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 2 && value <= 255;
}

export function shareText({ ceremonyId, participant, share }: ShareText): string {
  return `${JSON.stringify({ format: SHARE_FORMAT, ceremony_id: ceremonyId, participant, share }, null, 2)}\n`;
}

export type ShareRead = {
  readonly share: string;
  /** Null where the text is the bare share. */
  readonly participant: number | null;
  readonly ceremonyId: string | null;
};

/** A share as it was pasted or dropped: the saved file, or the bare text. Null for anything else. */
export function readShare(text: string): ShareRead | null {
  const compact = text.replaceAll(/\s/g, '');
  if (isShare(compact)) return { share: compact, participant: null, ceremonyId: null };
  const parsed = parseStrictJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const { format, ceremony_id, participant, share, ...others } = parsed.value;
  if (format !== SHARE_FORMAT || Object.keys(others).length > 0) return null;
  if (typeof ceremony_id !== 'string' || typeof share !== 'string' || !isShare(share)) return null;
  if (typeof participant !== 'number' || !Number.isInteger(participant) || participant < 1 || participant > 255)
    return null;
  return { share, participant, ceremonyId: ceremony_id };
}

function isShare(text: string): boolean {
  if (text.startsWith('kem1:')) return fromBase64(text.slice(5)) !== null && text.length > 5;
  return text !== '' && fromBase64(text) !== null;
}

export function isSealed(share: string): boolean {
  return share.startsWith('kem1:');
}

/** A name for files, from a ceremony id of any letters. */
export function fileNameOf(ceremonyId: string): string {
  const plain = ceremonyId.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^[-.]+|-+$/g, '');
  return plain === '' ? 'ceremony' : plain.slice(0, 80);
}
