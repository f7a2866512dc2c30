import { SLOTS } from '@touchstone/core/artifact/artifact.ts';
import { artifactText } from '@touchstone/core/artifact/build.ts';
import type { SigningAnswer } from '@touchstone/core/artifact/ceremony.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { describe, expect, it } from 'vitest';
import {
  ISSUER,
  NOW,
  newArtifact,
  newKeySet,
  provider,
  signatureFor,
  signed,
  trusting,
} from '../../../../../core/test/artifact/fixture.ts';
import {
  type ArtifactItem,
  answerFileName,
  requestFileName,
} from '../../../../src/pages/issue/artifacts/artifact-items.ts';
import { fittingSets, signerOf, statedSigner } from '../../../../src/pages/issue/artifacts/fitting-sets.ts';
import { sendSignatures } from '../../../../src/pages/issue/artifacts/send-signatures.ts';
import { runSigningJob, type SigningJob } from '../../../../src/pages/issue/artifacts/signing-jobs.ts';

const run = async (job: SigningJob) => {
  const result = await runSigningJob(job, provider);
  return 'ok' in result ? result : null;
};

describe('the signing ceremony of the page', async () => {
  const office = await newKeySet();
  const other = await newKeySet({ principal: 'someone else' });
  const artifact = await newArtifact(null);
  const foreign = await newArtifact(office.keySet);
  const text = artifactText(artifact);
  const signatures: Partial<Record<(typeof SLOTS)[number], string>> = {};
  for (const slot of SLOTS) signatures[slot] = await signatureFor(artifact, slot, office);
  const ANSWER: SigningAnswer = {
    schema_version: 'svc-signing-answer/v1',
    manifest_hash: artifact.manifest_hash,
    key_set_fingerprint: office.keySet.fingerprint,
    signatures,
    signed_at: formatIsoTime(NOW),
  };
  const answer = (changes: object = {}, file = text) =>
    run({
      kind: 'answer',
      artifact: file,
      answer: JSON.stringify({ ...ANSWER, ...changes }),
      keySets: [other.keySet, office.keySet],
      now: NOW,
    });

  it('makes the request that its signers will accept, for a key set of the issuer only', async () => {
    const made = await run({ kind: 'request', artifact: text, keySet: office.keySet, now: NOW });
    expect(made?.ok === true && JSON.parse(String(made.value))).toMatchObject({ slots: SLOTS });
    expect(await run({ kind: 'request', artifact: text, keySet: other.keySet, now: NOW })).toMatchObject({
      ok: false,
      field: 'key_set',
    });
    expect([requestFileName('a.pqv.json'), answerFileName('a.pqv.json')]).toEqual(['a.pqsign.json', 'a.pqsigned.json']);
  });

  it('takes an answer whose signatures all verify, and of it what is missing', async () => {
    expect(await answer()).toEqual({
      ok: true,
      value: SLOTS.map((slot) => ({ slot, signature: signatures[slot] })),
    });
    const { ml_dsa_87: present = '' } = signatures;
    const partly = { ...artifact, signatures: { ...artifact.signatures, ml_dsa_87: present } };
    const left = await answer({}, artifactText(partly));
    expect(left?.ok === true && left.value).toHaveLength(2);
  });

  it.each([
    ['another file', { schema_version: 'svc-signing-request/v1' }, 'schema_version'],
    ['the answer for another artifact', { manifest_hash: foreign.manifest_hash }, 'manifest_hash'],
    ['a signer who is not pinned', { key_set_fingerprint: 'ab'.repeat(32) }, 'key_set_fingerprint'],
    [
      'a tampered signature',
      { signatures: { ...signatures, falcon_1024: signatures.ml_dsa_87 } },
      'signatures.falcon_1024',
    ],
    ['no signature at all', { signatures: {} }, 'signatures'],
    ['a signature of nothing', { signatures: { ml_dsa_87: '' } }, 'signatures.ml_dsa_87'],
    ['what stands in an empty slot', { signatures: { ml_dsa_87: 'PENDING_CEREMONY' } }, 'signatures.ml_dsa_87'],
    ['a member too many', { extra: 1 }, 'extra'],
    ['an unknown slot', { signatures: { rsa: 'AAAA' } }, 'signatures.rsa'],
  ])('refuses %s and names the member', async (_what, changes, field) => {
    expect(await answer(changes)).toMatchObject({ ok: false, field });
  });

  it('never replaces a signature', async () => {
    const whole = await signed(artifact, office);
    expect(await answer({ signatures: { ml_dsa_87: signatures.ml_dsa_87 } }, artifactText(whole))).toMatchObject({
      ok: false,
      field: 'signatures.ml_dsa_87',
    });
  });

  it('offers the pinned sets of the issuer, and chooses the only one or the one that the artifact names', async () => {
    const second = await newKeySet({ keyset_id: 'ks_second', serial: 2 });
    const trust = trusting(office.keySet, other.keySet, second.keySet);
    const sets = fittingSets(trust, ISSUER);
    expect(sets.map(({ serial }) => serial)).toEqual([2, 1]);
    expect(fittingSets(trust, { ...ISSUER, name: 'Another' })).toEqual([]);
    expect(signerOf(null, sets)).toBe(null);
    expect(signerOf(null, [office.keySet])).toBe(office.keySet);
    expect(signerOf('any', [office.keySet])).toBe(null);
    expect(statedSigner(foreign, sets)).toBe(office.keySet.fingerprint);
    expect(statedSigner(artifact, sets)).toBe(null);
  });
});

describe('the signatures of an answer', () => {
  const given = SLOTS.map((slot) => ({ slot, signature: 'AAAA' }));
  const item = (slot: string) => ({ artifact_id: slot }) as ArtifactItem;

  it('are sent one after the other', async () => {
    const seen: string[] = [];
    const sent = await sendSignatures(
      given,
      async ({ slot }) => item(slot),
      ({ artifact_id }) => seen.push(artifact_id),
    );
    expect(sent).toEqual({ added: SLOTS, failed: null });
    expect(seen).toEqual(SLOTS);
  });

  it('end with the first that is not taken, and say which are in', async () => {
    const error = new Error('broken');
    const sent = await sendSignatures(
      given,
      async ({ slot }) => {
        if (slot === 'slh_dsa_256s') throw error;
        return item(slot);
      },
      () => undefined,
    );
    expect(sent).toEqual({ added: ['ml_dsa_87'], failed: { slots: ['slh_dsa_256s', 'falcon_1024'], error } });
  });
});
