/** The heavy half of artifacts, for the event loop where they are small and for a worker where they are not. */
import { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import {
  type Artifact,
  type HumanSummary,
  ISSUER_NAME,
  isPendingSlot,
  PILLARS,
  type Pillar,
  type SLOTS,
  type Subject,
} from '@touchstone/core/artifact/artifact.ts';
import { buildArtifact } from '@touchstone/core/artifact/build.ts';
import { fillSlot } from '@touchstone/core/artifact/ceremony.ts';
import { readArtifact } from '@touchstone/core/artifact/schema.ts';
import { judgeSlots } from '@touchstone/core/artifact/slots.ts';
import { concat } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { isEditionRevoked, lineOf } from '@touchstone/core/keys/editions.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { MAX_FILE_BYTES, parseStrictJson } from '@touchstone/core/strict-json.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { ApiError, invalid } from '../frame/errors.ts';
import type { Job } from '../frame/job.ts';
import { jobsOf, type Work } from '../frame/work.ts';
import type { Db } from '../store/engine.ts';
import { DocumentReplacedError, type NewArtifact, type NewContent, type PiecedDocument, readPieces } from './store.ts';

type Slot = (typeof SLOTS)[number];

/** What a verifier opens, less room for three signatures in base64. */
const MOST_BYTES = MAX_FILE_BYTES - 65_536;

export type CreateBody = InputOf<typeof api.artifacts.artifacts.create>['body'];

export interface DraftFacts {
  readonly principal: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** Used where the body states none. */
  readonly cycleId: string;
  /** Whether it is stored in pieces. */
  readonly inPieces: boolean;
}

export interface Draft extends NewArtifact {
  /** The cycle that the body states; null where the next one is taken. */
  readonly statedCycle: string | null;
  /** Bytes stand in shared memory. */
  readonly content: NewContent;
}

type Create = typeof api.artifacts.artifacts.create;

export const draftWork: Work<Create, null, DraftFacts, Draft> = {
  operation: api.artifacts.artifacts.create,
  choose: () => null,
  run: draftArtifact,
};

/** Builds an artifact from a body that has passed the contract. Throws ApiError where it makes no valid one. */
function draftArtifact(body: CreateBody, { principal, issuedAt, cycleId: nextCycleId, inPieces }: DraftFacts): Draft {
  const { verdict: _, ...humanSummary } = body.human_summary;
  const attestations = Object.fromEntries(
    PILLARS.map((pillar) => [pillar, body.attestations[`${pillar}_attestation`]]),
  ) as Record<Pillar, JsonObject>;
  const cycleId = body.cycle_id ?? nextCycleId;
  for (const pillar of PILLARS) {
    const stated = attestations[pillar].cycle_id;
    if (stated === undefined || stated === cycleId) continue;
    const field = `attestations.${pillar}_attestation.cycle_id`;
    throw invalid(field, `\`${field}\` must be the artifact's cycle_id, ${cycleId}.`);
  }
  const artifact = built({
    // The contract's schema has established both shapes.
    subject: body.subject as Subject,
    humanSummary: humanSummary as Omit<HumanSummary, 'verdict'>,
    attestations,
    cycleId,
    issuedAt,
    issuer: { name: ISSUER_NAME, principal },
  });
  const text = JSON.stringify(artifact);
  const size = Buffer.byteLength(text);
  if (size > MOST_BYTES) {
    throw new ApiError(
      'PAYLOAD_TOO_LARGE',
      'With its signatures the artifact would pass 64 MiB, the most that a verifier opens.',
    );
  }
  const statedCycle = body.cycle_id ?? null;
  const { artifact_id: id, subject } = artifact;
  return { id, subject: subject.name, statedCycle, content: inPieces ? sharedBytes(text) : { kind: 'text', text } };
}

function built(input: Parameters<typeof buildArtifact>[0]): Artifact {
  try {
    return buildArtifact(input);
  } catch (error) {
    // core's own words for input that passes our schema and is no artifact nevertheless.
    if (error instanceof RangeError) throw invalid('', error.message);
    throw error;
  }
}

export interface SlotFacts {
  readonly slot: Slot;
  readonly signature: string;
  readonly trust: Trust;
  /** The service's own sets that verify artifacts. */
  readonly own: readonly KeySet[];
}

/**
 * The artifact's text with one more slot filled, after verifying the signature (S10); null where the slot holds this very
 * signature already. Tried are the key sets that are pinned in the trust store and the service's own, as far as they
 * speak for the artifact's issuer; slots filled before must hold under the same set. Throws ApiError.
 */
async function withSignature(
  stored: Uint8Array | string,
  { slot, signature, trust, own }: SlotFacts,
  verifier: SignatureVerifier,
): Promise<string | null> {
  const artifact = artifactOf(stored);
  const present = artifact.signatures[slot];
  if (present === signature) return null;
  if (!isPendingSlot(present)) {
    throw new ApiError('CONFLICT', `The slot ${slot} is already filled. A filled slot is never replaced.`);
  }
  const { name, principal } = artifact.issuer;
  // Our artifacts bind issued_at, so the validity of keys is judged at that time (S8).
  const judgedAt = parseIsoTime(artifact.issued_at) ?? Number.NaN;
  const candidates = [
    ...lineOf(trust, { use: 'artifact', issuer: name, principal }).map((held) => held.keySet),
    ...own.filter((keySet) => keySet.principal === principal),
  ];
  for (const keySet of candidates) {
    const filled = await fillSlot(artifact, slot, signature, keySet, verifier);
    if (!filled.ok) continue;
    const { slots } = await judgeSlots(filled.value, only(trust, keySet), verifier, judgedAt);
    const holds = Object.values(slots).every(({ status }) => status === 'valid' || status === 'pending');
    if (holds) return JSON.stringify(filled.value);
    if (isEditionRevoked(trust, keySet)) {
      throw invalid('signature', 'The signature is from a key that is revoked.');
    }
  }
  throw invalid(
    'signature',
    candidates.length === 0
      ? `No key set of ${name}, ${principal} is trusted here, so \`signature\` cannot be verified.`
      : '`signature` does not verify under a trusted key set that was valid at issued_at, together with the slots that are filled already.',
  );
}

/** The revocations of a store with a single set beside them. */
function only({ revocations }: Trust, key_set: KeySet): Trust {
  return { revocations, key_sets: [{ key_set, held: 'given', source: 'server' }] };
}

function artifactOf(stored: Uint8Array | string): Artifact {
  const parsed = parseStrictJson(stored);
  const result = parsed.ok ? readArtifact(parsed.value) : null;
  if (!result?.ok) throw new TypeError('internal: a stored artifact is unreadable');
  return result.artifact;
}

/** The text of a stored artifact with one more signature; null where it is there already. */
export const addSignatureJob: Job<{ readonly text: string; readonly facts: SlotFacts }, string | null> = {
  name: 'add signature',
  run: ({ text, facts }, { signer }) => withSignature(text, facts, signer),
};

interface PiecesSigning {
  /** Of the database. */
  readonly address: string;
  readonly document: PiecedDocument;
  readonly facts: SlotFacts;
}

/** The same for a document in pieces. */
export const addSignatureToPiecesJob: Job<PiecesSigning, NewContent | null> = {
  name: 'add signature to pieces',
  async run({ address, document, facts }, { signer, reader }) {
    const text = await withSignature(await wholeOf(await reader(address), document), facts, signer);
    return text === null ? null : sharedBytes(text);
  },
};

async function wholeOf(db: Db, document: PiecedDocument): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const bytes of readPieces(db, document)) pieces.push(bytes);
  } catch (error) {
    throw error instanceof DocumentReplacedError ? signedMeanwhile() : error;
  }
  return concat(...pieces);
}

export function signedMeanwhile(): ApiError {
  return new ApiError('CONFLICT', 'Another signature was added at the same time. Send the request again.');
}

/** In memory that threads share, so that handing it on takes no time of the event loop. */
function sharedBytes(text: string): NewContent {
  const bytes = Buffer.from(new SharedArrayBuffer(Buffer.byteLength(text)));
  bytes.write(text);
  return { kind: 'pieces', bytes: new Uint8Array(bytes.buffer) };
}

export const jobs = [...jobsOf(draftWork), addSignatureJob, addSignatureToPiecesJob] as const;
