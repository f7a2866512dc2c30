import { api } from '@touchstone/core/api/api.ts';
import type { JsonMembers } from '@touchstone/core/api/common.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import {
  type Artifact,
  type HumanSummary,
  ISSUER_NAME,
  isPendingSlot,
  PILLARS,
  type Pillar,
  type Subject,
} from '@touchstone/core/artifact/artifact.ts';
import { buildArtifact, cycleIdOf } from '@touchstone/core/artifact/build.ts';
import { fillSlot } from '@touchstone/core/artifact/ceremony.ts';
import { readArtifact } from '@touchstone/core/artifact/schema.ts';
import { judgeSlots } from '@touchstone/core/artifact/slots.ts';
import { fromBase64 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { isRevoked, keySetsFor, pinKeySet, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { MAX_FILE_BYTES, parseStrictJson } from '@touchstone/core/strict-json.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, invalid } from '../../errors.ts';
import { implement } from '../../implement.ts';
import {
  artifactBelow,
  findArtifact,
  insertArtifact,
  nextCycleNumber,
  replaceArtifact,
  type StoredArtifact,
} from '../../store/artifacts.ts';

type ArtifactAnswer = OutputOf<typeof api.artifacts.artifacts.get>;

const PAGE_BYTES = 8 * 1024 * 1024;
const PAGE_ITEMS = 50;
/** What a verifier opens, less room for three signatures in base64. */
const MOST_BYTES = MAX_FILE_BYTES - 65_536;
/** `cycle_id` has three digits. A project that issues more in one quarter stays at the last number; ids differ by their hash. */
const LAST_CYCLE_NUMBER = 999;

export const artifacts = implement(api.artifacts.artifacts)({
  async list({ deps, caller }, { query }) {
    const limit = query.limit ?? PAGE_ITEMS;
    let below = query.cursor === undefined ? null : positionOf(query.cursor);
    const items: ArtifactAnswer[] = [];
    for (let bytes = 0; items.length < limit && bytes < PAGE_BYTES; ) {
      const stored = await artifactBelow(deps.db, caller.projectId, below);
      if (stored === null) return { items, next_cursor: null };
      items.push(answerOf(stored));
      bytes += stored.document.length;
      below = stored.position;
    }
    const more = await artifactBelow(deps.db, caller.projectId, below);
    return { items, next_cursor: more === null ? null : String(below) };
  },

  async get({ deps, caller }, { params }) {
    const stored = await findArtifact(deps.db, caller.projectId, params.id);
    if (stored === null) throw new ApiError('NOT_FOUND', 'This project has no artifact of that id.');
    return answerOf(stored);
  },

  async create({ deps, caller, write }, { body }) {
    const principal = await deps.keySets.principal();
    const { verdict: _, ...humanSummary } = body.human_summary;
    const attestations = Object.fromEntries(
      PILLARS.map((pillar) => [pillar, body.attestations[`${pillar}_attestation`]]),
    ) as Record<Pillar, JsonObject>;
    const now = deps.clock();
    return write(async (db) => {
      const cycleId = body.cycle_id ?? (await nextCycleId(db, caller.projectId, now));
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
        issuedAt: now,
        issuer: { name: ISSUER_NAME, principal },
      });
      const document = JSON.stringify(artifact);
      if (Buffer.byteLength(document) > MOST_BYTES) {
        throw new ApiError(
          'PAYLOAD_TOO_LARGE',
          'With its signatures the artifact would pass 64 MiB, the most that a verifier opens.',
        );
      }
      if (!(await insertArtifact(db, caller.projectId, { id: artifact.artifact_id, document }, now))) {
        throw new ApiError('CONFLICT', 'The project has this very artifact already.');
      }
      return jsonOf(artifact);
    });
  },

  async addSignature({ deps, caller, write }, { params, body }) {
    if (fromBase64(body.signature) === null) throw invalid('signature', '`signature` is not valid base64.');
    const stored = await findArtifact(deps.db, caller.projectId, params.id);
    if (stored === null) throw new ApiError('NOT_FOUND', 'This project has no artifact of that id.');
    const artifact = artifactOf(stored);
    if (artifact.signatures[body.slot] === body.signature) return jsonOf(artifact);
    if (!isPendingSlot(artifact.signatures[body.slot])) {
      throw new ApiError('CONFLICT', `The slot ${body.slot} is filled already. A filled slot is never replaced.`);
    }
    const filled = await fill(deps, artifact, body.slot, body.signature);
    return write(async (db) => {
      const document = JSON.stringify(filled);
      if (!(await replaceArtifact(db, caller.projectId, params.id, stored.revision, document))) {
        throw new ApiError('CONFLICT', 'Another signature was added at the same time. Send the request again.');
      }
      return jsonOf(filled);
    });
  },
});

async function nextCycleId(db: Deps['db'], projectId: string, now: number): Promise<string> {
  const quarter = cycleIdOf(now, 1).slice(0, 7);
  return cycleIdOf(now, Math.min(LAST_CYCLE_NUMBER, await nextCycleNumber(db, projectId, quarter)));
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

/**
 * Fills a slot after verifying the signature (S10). Tried are the key sets that are pinned in the trust store and the
 * service's own, as far as they speak for the artifact's issuer; slots filled before must hold under the same set.
 */
async function fill(
  deps: Deps,
  artifact: Artifact,
  slot: 'ml_dsa_87' | 'slh_dsa_256s' | 'falcon_1024',
  signature: string,
): Promise<Artifact> {
  const { name, principal } = artifact.issuer;
  // Our artifacts bind issued_at, so the validity of keys is judged at that time (S8).
  const judgedAt = parseIsoTime(artifact.issued_at) ?? Number.NaN;
  const trust = deps.trustStore.read();
  const pinned = keySetsFor(trust, 'artifact', name, principal).map(({ key_set }) => key_set);
  const own = (await deps.keySets.verifying('artifact')).filter((keySet) => keySet.principal === principal);
  for (const keySet of [...pinned, ...own]) {
    const filled = await fillSlot(artifact, slot, signature, keySet, deps.signer);
    if (!filled.ok) continue;
    const { slots } = await judgeSlots(filled.value, only(trust, keySet), deps.signer, judgedAt);
    const holds = Object.values(slots).every(({ status }) => status === 'valid' || status === 'pending');
    if (holds) return filled.value;
    if (keySet.keys.some((key) => isRevoked(trust, key))) {
      throw invalid('signature', 'The signature is from a key that is revoked.');
    }
  }
  const known = pinned.length + own.length;
  throw invalid(
    'signature',
    known === 0
      ? `No key set of ${name}, ${principal} is trusted here, so \`signature\` cannot be verified.`
      : '`signature` does not verify under a trusted key set that was valid at issued_at, together with the slots that are filled already.',
  );
}

/** The revocations of a store with a single set pinned. */
function only(trust: TrustStore, keySet: KeySet): TrustStore {
  const pinned = pinKeySet({ ...trust, key_sets: [] }, keySet, { at: 0, by: 'server', source: 'server' });
  if (!pinned.ok) throw new TypeError('internal: an empty trust store refused a key set');
  return pinned.store;
}

function positionOf(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  return Number(cursor);
}

function artifactOf(stored: StoredArtifact): Artifact {
  const parsed = parseStrictJson(stored.document);
  const result = parsed.ok ? readArtifact(parsed.value) : null;
  if (!result?.ok) throw new TypeError(`internal: the stored artifact ${stored.id} is unreadable`);
  return result.artifact;
}

function answerOf(stored: StoredArtifact): ArtifactAnswer {
  return jsonOf(artifactOf(stored));
}

/** The artifact as the contract types it; the schemas of core and contract describe the same document. */
function jsonOf(artifact: Artifact): ArtifactAnswer {
  return artifact as Artifact & JsonMembers as ArtifactAnswer;
}
