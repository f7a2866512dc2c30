/**
 * What somebody may do to an artifact so that it says something else: each of these changes alone must keep every
 * verifier from VERIFIED. The tests of core and those of the bundled pq-verify read this one list.
 */
import { type Artifact, PILLARS, SLOTS } from '@touchstone/core/artifact/artifact.ts';
import { artifactText } from '@touchstone/core/artifact/build.ts';
import { canonicalJson, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { memberPath } from '@touchstone/core/text/member-path.ts';

export interface Change {
  readonly what: string;
  /** The changed file. */
  readonly text: string;
}

/** @param artifact as `fixture.ts` makes them: the changes name its issuer, its subject and its numbers */
export function* structuredChanges(artifact: Artifact): Generator<Change> {
  yield* swappedSlots(artifact);
  yield* swappedAttestations(artifact);
  yield* removedMembers(artifact);
  const text = artifactText(artifact);
  yield* duplicateMembers(text);
  yield* lookAlikes(text);
  yield* otherNumbers(text);
}

function changed(what: string, value: unknown): Change {
  return { what, text: JSON.stringify(value) };
}

function* swappedSlots(artifact: Artifact): Generator<Change> {
  const { signatures } = artifact;
  for (const a of SLOTS) {
    for (const b of SLOTS.filter((slot) => slot !== a)) {
      const both = { ...signatures, [a]: signatures[b], [b]: signatures[a] };
      yield changed(`${a} and ${b} swapped`, { ...artifact, signatures: both });
      yield changed(`${b} also as ${a}`, { ...artifact, signatures: { ...signatures, [a]: signatures[b] } });
    }
  }
}

function* swappedAttestations(artifact: Artifact): Generator<Change> {
  for (const [index, a] of PILLARS.entries()) {
    const b = PILLARS[(index + 1) % PILLARS.length] ?? a;
    const [left, right] = [`${a}_attestation`, `${b}_attestation`] as const;
    const attestations = {
      ...artifact.attestations,
      [left]: artifact.attestations[right],
      [right]: artifact.attestations[left],
    };
    yield changed(`${left} and ${right} swapped`, { ...artifact, attestations });
    const { attestation_hashes: _, ...bare } = { ...artifact, attestations };
    yield changed(`${left} and ${right} swapped, without hashes`, bare);
  }
}

function* removedMembers(artifact: Artifact): Generator<Change> {
  for (const name of Object.keys(artifact) as (keyof Artifact)[]) {
    const { [name]: member, ...rest } = artifact;
    // Its removal changes nothing that is signed: the manifest hash is made of recomputed hashes.
    if (name !== 'attestation_hashes') yield changed(`without ${name}`, rest);
    if (typeof member !== 'object') continue;
    for (const inner of Object.keys(member)) {
      const kept = Object.fromEntries(Object.entries(member).filter(([other]) => other !== inner));
      yield changed(`without ${name}.${inner}`, { ...artifact, [name]: kept });
    }
  }
}

function* duplicateMembers(text: string): Generator<Change> {
  for (const name of ['subject', 'manifest_hash', 'signatures', 'result']) {
    yield replaced(text, `"${name}":`, `"${name}": null, "${name}":`);
    const escaped = `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
    yield replaced(text, `"${name}":`, `"${escaped}": null, "${name}":`);
  }
}

function replaced(text: string, found: string, by: string): Change {
  if (!text.includes(found)) throw new Error(`the artifact has no ${found}`);
  return { what: `${found} became ${by}`, text: text.replace(found, by) };
}

function* lookAlikes(text: string): Generator<Change> {
  yield replaced(text, 'Touchstone Authority', 'Touchstone \u0410uthority');
  yield replaced(text, 'release-office', 'release\u2010office');
  yield replaced(text, 'Example subject', 'Example\u00a0subject');
  yield replaced(text, 'Example subject', 'Example subject\u200b');
  for (const { 0: encoded, index } of text.matchAll(ENCODED)) yield* lookAlikeDigits(text, encoded, index);
}

/** Hexadecimal and base64, of 32 characters and more. */
const ENCODED = /(?<=")[\w+/-]{32,}={0,2}(?=")/g;

/**
 * Digits that some decoder takes for others: of another width, of the same low byte (Node's base64 reads no more), and
 * characters that decoders pass over. At the start, in the middle and at the end: decoders read a text in blocks.
 */
function* lookAlikeDigits(text: string, encoded: string, index: number): Generator<Change> {
  const digits = encoded.replace(/=+$/, '').length;
  for (const at of [0, 1, digits >> 1, digits - 1]) {
    const position = index + at;
    const digit = text[position] ?? '';
    const unit = digit.charCodeAt(0);
    for (const other of [unit + 0x100, unit + 0x4100, unit + 0xff00, unit + 0xfee0]) {
      yield spliced(text, position, 1, String.fromCharCode(other));
    }
    for (const passedOver of [' ', '\\n', '\u00ad', '\u200b', '.', '=']) yield spliced(text, position, 0, passedOver);
  }
}

function spliced(text: string, at: number, cut: number, inserted: string): Change {
  const codes = JSON.stringify(inserted).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
  return {
    what: `${JSON.stringify(text.slice(at, at + cut))} at ${at} became ${codes}`,
    text: text.slice(0, at) + inserted + text.slice(at + cut),
  };
}

const NUMBER = '"count": 1,';

function* otherNumbers(text: string): Generator<Change> {
  for (const number of ['2', '-1', '"1"', '01', '+1', '0x1', '1.', '1e400', '1.00000000000000000001']) {
    yield replaced(text, NUMBER, `"count": ${number},`);
  }
}

/** Spellings of what is signed that change nothing: an artifact stays VERIFIED. */
export function* sameArtifacts(artifact: Artifact): Generator<Change> {
  yield { what: 'as it is', text: artifactText(artifact) };
  yield { what: 'in other spacing and member order', text: canonicalJson(artifact as Artifact & JsonObject) };
  for (const number of ['1.0', '1e0', '10e-1']) yield replaced(artifactText(artifact), NUMBER, `"count": ${number},`);
}

/** A change of the byte at `position` (of the file's length) by exclusive or. */
export function withByteChanged(bytes: Uint8Array, position: number, difference: number): Uint8Array {
  const at = position % bytes.length;
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ difference;
  return changed;
}

/**
 * Whether a changed file says the same as the original in all that its report does not list as not covered. Without
 * attestation_hashes: it may be absent (or renamed away), because the manifest hash is made of recomputed hashes.
 */
export function saysTheSame(original: JsonObject, changed: Uint8Array, notCovered: readonly string[]): boolean {
  const parsed = parseStrictJson(changed);
  return parsed.ok && coveredPart(parsed.value as JsonObject, notCovered) === coveredPart(original, notCovered);
}

function coveredPart(document: JsonObject, notCovered: readonly string[]): string {
  const { verdict: _, ...summary } = document.human_summary as JsonObject;
  const covered: Record<string, JsonValue> = { ...document, human_summary: summary };
  delete covered.attestation_hashes;
  for (const name of Object.keys(document)) if (notCovered.includes(memberPath('', name))) delete covered[name];
  return canonicalJson(covered);
}
