import type { Artifact } from '@touchstone/core/artifact/artifact.ts';
import {
  applyAnswer,
  fillSlot,
  readAnswer,
  requestSigning,
  reviewRequest,
  signRequest,
} from '@touchstone/core/artifact/ceremony.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOW, newArtifact, newKeySet, provider, reportOn, signatureFor, signed, trusting } from './fixture.ts';

const judge = { verifier: provider, now: NOW, product: PRODUCT };
const file = (value: unknown) => utf8(JSON.stringify(value));

let keys: GeneratedKeySet;
let unsigned: Artifact;

beforeAll(async () => {
  keys = await newKeySet();
  unsigned = await newArtifact(keys.keySet);
});

/** Request and review as two machines would, through files. */
async function reviewed(artifact: Artifact, ...slots: Parameters<typeof requestSigning>[3][]) {
  const request = requestSigning(artifact, keys.keySet, NOW, ...slots);
  if (!request.ok) throw new Error(request.message);
  const review = await reviewRequest(file(request.value), judge);
  if (!review.ok) throw new Error(review.message);
  return review.value;
}

async function answered(artifact: Artifact, ...slots: Parameters<typeof requestSigning>[3][]) {
  const answer = await signRequest(await reviewed(artifact, ...slots), keys, provider, NOW);
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
}

describe('S10 ceremony', () => {
  it('fills each slot by files, on other machines, and ends VERIFIED', async () => {
    let artifact = unsigned;
    for (const slot of ['falcon_1024', 'ml_dsa_87', 'slh_dsa_256s'] as const) {
      const answer = readAnswer(file(await answered(artifact, [slot])));
      if (!answer.ok) throw new Error(answer.message);
      const applied = await applyAnswer(artifact, answer.value, keys.keySet, judge);
      if (!applied.ok) throw new Error(applied.message);
      artifact = applied.value;
    }
    expect(artifact.human_summary.verdict).toBe('VERIFIED');
    expect((await reportOn(artifact, trusting(keys.keySet))).outcome).toBe('VERIFIED');
  });

  it('refuses to review a request whose artifact does not hold', async () => {
    const request = requestSigning(unsigned, keys.keySet, NOW);
    if (!request.ok) throw new Error(request.message);
    const changed = { ...unsigned, subject: { ...unsigned.subject, name: 'Another subject' } };
    expect(await reviewRequest(file({ ...request.value, artifact: changed }), judge)).toMatchObject({
      ok: false,
      field: 'artifact',
    });
    const bare = { ...request.value, artifact: { manifest_hash: unsigned.manifest_hash } };
    expect(await reviewRequest(file(bare), judge)).toMatchObject({ ok: false });
    expect(await reviewRequest(file({ ...request.value, extra: 1 }), judge)).toMatchObject({
      ok: false,
      field: 'extra',
    });
    expect(await reviewRequest(file({ ...request.value, slots: ['ml_dsa_87', 'ml_dsa_87'] }), judge)).toMatchObject({
      ok: false,
      field: 'slots',
    });
    expect(await reviewRequest(file({ ...request.value, slots: ['other'] }), judge)).toMatchObject({
      ok: false,
      field: 'slots',
    });
  });

  it('refuses a key set of another issuer, principal or use', async () => {
    for (const changes of [{ issuer: 'Other' }, { principal: 'other' }, { use: 'receipt' }] as const) {
      const other = await newKeySet({ ...changes, algorithms: ['ML-DSA-87'] });
      expect(requestSigning(unsigned, other.keySet, NOW)).toMatchObject({ ok: false, field: 'key_set' });
    }
  });

  it('signs only with the key set that the request names', async () => {
    const other = await newKeySet({ keyset_id: 'ks_other' });
    expect(await signRequest(await reviewed(unsigned), other, provider, NOW)).toMatchObject({
      ok: false,
      field: 'key_set',
    });
  });

  it('refuses answers to other artifacts and broken signatures', async () => {
    const answer = await answered(unsigned, ['ml_dsa_87']);
    const other = await newArtifact(keys.keySet, {}, NOW - 1000);
    expect(await applyAnswer(other, answer, keys.keySet, judge)).toMatchObject({ ok: false, field: 'manifest_hash' });
    const foreign = await newKeySet({ keyset_id: 'ks_other' });
    expect(await applyAnswer(unsigned, answer, foreign.keySet, judge)).toMatchObject({
      ok: false,
      field: 'key_set_fingerprint',
    });
    const broken = { ...answer, signatures: { ml_dsa_87: await signatureFor(unsigned, 'ml_dsa_87', foreign) } };
    expect(await applyAnswer(unsigned, broken, keys.keySet, judge)).toMatchObject({
      ok: false,
      field: 'signatures.ml_dsa_87',
    });
    expect(readAnswer(file({ ...answer, signatures: { other: 'AA==' } }))).toMatchObject({ ok: false });
  });

  it('never replaces a signature, not even by one of another key set of the same issuer', async () => {
    const full = await signed(unsigned, keys);
    const again = await signatureFor(unsigned, 'ml_dsa_87', keys);
    expect(await fillSlot(full, 'ml_dsa_87', again, keys.keySet, provider)).toMatchObject({
      ok: false,
      field: 'signatures.ml_dsa_87',
    });
    const other = await newKeySet({ keyset_id: 'ks_second' });
    const second = await signatureFor(unsigned, 'ml_dsa_87', other);
    expect(await fillSlot(full, 'ml_dsa_87', second, other.keySet, provider)).toMatchObject({ ok: false });
    expect(await fillSlot(unsigned, 'ml_dsa_87', second, other.keySet, provider)).toMatchObject({ ok: true });
  });
});
