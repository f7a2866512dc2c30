/** Whether files at hand are the ones that the evidence attestation lists by name and hash (decisions 12.16). */
import { isJsonObject, type JsonObject } from '../canonical-json.ts';
import type { CheckList } from '../verdict/checks.ts';
import { type Artifact, SHA3_384_HEX } from './artifact.ts';
import { brokenFoundation } from './integrity-checks.ts';

/** A file that is attested: its name and hashes enter the artifact, its contents never do. */
export interface EvidenceItem {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly sha3_384: string;
}

/** The check that compares the files; it judges no part of the artifact itself. */
export const EVIDENCE_CHECK = 'integrity.evidence_files';

/** Size and hashes of the file that is at hand under a name which the attestation lists; a reason in words where it cannot be read. */
export type EvidenceLookup = (name: string) => EvidenceItem | { readonly missing: string };

const SHA256_HEX = /^[0-9a-f]{64}$/;

/** Most names that a sentence repeats. */
const NAMES_SHOWN = 5;

/**
 * Compares every listed file. One that differs fails the check. Only where all were compared nothing is left open: what is
 * missing is said in `scope.evidence`, with the first names. Without `lookUp` nothing was given.
 */
export function checkEvidence(artifact: Artifact, lookUp: EvidenceLookup | undefined, checks: CheckList): void {
  if (lookUp === undefined) {
    checks.leaveOpen(
      'evidence',
      'The evidence that the attestations name was not examined again.',
      'A verifier of the file checks that the attestations are unchanged, not that they are true.',
    );
    return;
  }
  const foundation = brokenFoundation('evidence', checks);
  if (foundation !== undefined) {
    checks.skip('integrity', 'evidence_files', 'Whether the files given are those that were attested.', foundation);
    return;
  }
  const items = listedItems(artifact.attestations.evidence_attestation);
  if (items === null) {
    const reason = 'The evidence attestation has no list of files that this verifier knows.';
    checks.leaveOpen('evidence', 'The files given were not compared.', reason);
    return;
  }
  const compared = items.map((item) => ({ item, found: lookUp(item.name) }));
  const different = compared.filter(({ item, found }) => !('missing' in found) && !isSame(item, found));
  const missing = compared.flatMap(({ item, found }) =>
    'missing' in found ? [`${item.name} (${found.missing})`] : [],
  );
  const equal = items.length - different.length - missing.length;
  const [first] = different;
  if (first !== undefined) {
    const names = shortList(different.map(({ item }) => item.name));
    checks.add('integrity', 'evidence_files', {
      status: 'failed',
      sentence: `${different.length} of ${items.length} listed files ${different.length === 1 ? 'differs' : 'differ'} from what was attested: ${names}.`,
      expected: hashesOf(first.item),
      found: 'missing' in first.found ? first.found.missing : hashesOf(first.found),
      reason: 'HASH_MISMATCH',
    });
  } else if (equal > 0) {
    checks.add('integrity', 'evidence_files', {
      status: 'passed',
      sentence: `${equal} of ${items.length} listed files ${equal === 1 ? 'has' : 'have'} the attested size and hashes.`,
    });
  }
  if (missing.length > 0) {
    checks.leaveOpen(
      'evidence',
      `${missing.length} of ${items.length} listed files ${missing.length === 1 ? 'was' : 'were'} not compared.`,
      `Not found: ${shortList(missing)}.`,
    );
  }
}

/** The files of an attestation of our form or one alike; null where it has no such list, an empty one included. */
function listedItems(attestation: JsonObject): readonly EvidenceItem[] | null {
  const { items } = attestation;
  if (!Array.isArray(items) || items.length === 0) return null;
  const read = items.map((item) => {
    if (!isJsonObject(item)) return null;
    const { name, size, sha256, sha3_384 } = item;
    if (typeof name !== 'string' || !Number.isSafeInteger(size) || Number(size) < 0) return null;
    if (typeof sha256 !== 'string' || typeof sha3_384 !== 'string') return null;
    return SHA256_HEX.test(sha256) && SHA3_384_HEX.test(sha3_384)
      ? { name, size: Number(size), sha256, sha3_384 }
      : null;
  });
  const known = read.filter((item) => item !== null);
  return known.length === items.length ? known : null;
}

function isSame(listed: EvidenceItem, found: EvidenceItem): boolean {
  return listed.size === found.size && listed.sha256 === found.sha256 && listed.sha3_384 === found.sha3_384;
}

function hashesOf({ name, size, sha256, sha3_384 }: EvidenceItem): string {
  return `${name}: ${size} bytes, SHA-256 ${sha256}, SHA3-384 ${sha3_384}`;
}

function shortList(names: readonly string[]): string {
  const more = names.length - NAMES_SHOWN;
  return `${names.slice(0, NAMES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
