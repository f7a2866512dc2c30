/** What a person is shown before they sign, and which keys must not sign. All of it is computed here, none of it believed. */
import {
  type Artifact,
  attestationMember,
  hashMember,
  PILLARS,
  type Subject,
} from '@touchstone/core/artifact/artifact.ts';
import type { SigningRequest } from '@touchstone/core/artifact/ceremony.ts';
import { attestationHashes, manifestHash, presentationOf } from '@touchstone/core/artifact/manifest.ts';
import type { JsonObject, JsonValue } from '@touchstone/core/canonical-json.ts';
import { isRevoked } from '@touchstone/core/keys/editions.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { memberPath } from '@touchstone/core/text/member-path.ts';
import { formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { say } from '../command-line/context.ts';
import { Refusal } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';

const LABEL_WIDTH = 12;

/** Every member that the signatures cover, the hashes recomputed, and what they do not cover. */
export function showRequest({ artifact, key_set: keySet, slots }: SigningRequest): void {
  const { subject, human_summary: summary, issuer } = artifact;
  say('This will be signed:');
  showSubject(subject);
  line('Claim', summary.claim);
  line('Evidence', summary.evidence_summary);
  if (summary.load_bearing_pillars !== undefined) line('Pillars', summary.load_bearing_pillars.join(', '));
  for (const assurance of summary.additional_assurances ?? []) line('Assurance', assurance);
  others('human_summary', summary, [
    'claim',
    'evidence_summary',
    'verdict',
    'load_bearing_pillars',
    'additional_assurances',
  ]);
  line('Issuer', `${issuer.name}, ${issuer.principal}`);
  others('issuer', issuer, ['name', 'principal']);
  line('Cycle', `${artifact.cycle_id}, issued ${artifact.issued_at}`);
  line('Artifact', artifact.artifact_id);
  if (presentationOf(artifact) === null) {
    say('NOT covered by the signatures: the claim and the rest of the summary, the time of issue and the artifact id.');
    say('Anyone can change them after you have signed.');
  }
  const hashes = attestationHashes(artifact.attestations);
  for (const pillar of PILLARS) {
    const { result } = artifact.attestations[attestationMember(pillar)];
    say(`  ${pillar.padEnd(13)} ${hashes[hashMember(pillar)]}`);
    say(`  ${''.padEnd(13)} reports ${result === undefined ? 'no result' : shown(textOf(result))}`);
  }
  line('Manifest', manifestHash({ ...artifact, attestation_hashes: hashes }));
  line('Slots', slots.join(', '));
  line('Key set', `${keySet.keyset_id}, edition ${keySet.serial}${keySet.demo === true ? ' (demo)' : ''}`);
  line('Valid', `${keySet.not_before} to ${keySet.not_after}`);
  say(`Fingerprint ${keySet.fingerprint}`);
}

function showSubject(subject: Subject): void {
  line('Subject', `${subject.name} (${subject.category})`);
  if (subject.description !== undefined) line('About', subject.description);
  if (subject.product !== undefined) line('Product', subject.product);
  others('subject', subject, ['name', 'category', 'description', 'product']);
}

/** Members that no rule names are hashed and signed like the others. */
function others(parent: string, members: object, known: readonly string[]): void {
  for (const [name, value] of Object.entries(members as JsonObject)) {
    if (!known.includes(name)) line('Also', `${memberPath(parent, name)} = ${textOf(value)}`);
  }
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function line(label: string, text: string): void {
  say(`${`${label}:`.padEnd(LABEL_WIDTH)}${shown(text)}`);
}

/**
 * Throws Refusal where a key of the set is revoked in `trust`, and, unless `isExpiredAllowed`, where the set is not valid
 * now or was not at the time of issue that the signatures bind: no verifier would conclude anything from such a signature.
 */
export function requireUsableKeys(
  keySet: KeySet,
  artifact: Artifact,
  trust: TrustStore,
  now: number,
  isExpiredAllowed: boolean,
): void {
  const revoked = keySet.keys.find((key) => isRevoked(trust, key));
  if (revoked !== undefined) {
    throw new Refusal(`Not signed: the key ${revoked.kid} of the key set ${keySet.keyset_id} is revoked.`, 1);
  }
  if (isExpiredAllowed) return;
  const times: [what: string, time: number | null][] = [['now', now]];
  if (presentationOf(artifact) !== null) times.push(['at the time of issue', parseIsoTime(artifact.issued_at)]);
  for (const [what, time] of times) {
    if (time === null || !isValidAt(keySet, time)) {
      throw new Refusal(
        `Not signed: the key set ${keySet.keyset_id} is valid from ${keySet.not_before} to ${keySet.not_after}, not ${what}` +
          `${time === null ? '' : ` (${formatIsoTime(time)})`}. To sign anyway, use --allow-expired.`,
        1,
      );
    }
  }
}

function isValidAt(keySet: KeySet, time: number): boolean {
  const from = parseIsoTime(keySet.not_before);
  const until = parseIsoTime(keySet.not_after);
  return from !== null && until !== null && from <= time && time <= until;
}
