/** A key set and artifacts signed with it, made anew for a run: what a person would drop on the console. */
import * as nodeCrypto from 'node:crypto';
import type { Artifact } from '@touchstone/core/artifact/artifact.ts';
import { artifactText, buildArtifact } from '@touchstone/core/artifact/build.ts';
import {
  applyAnswer,
  type CeremonyResult,
  requestSigning,
  reviewRequest,
  signRequest,
} from '@touchstone/core/artifact/ceremony.ts';
import { buildPillars, evidenceItem, runSelfTests } from '@touchstone/core/artifact/pillars.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { generateKeySet } from '@touchstone/core/keys/generate.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { PRODUCT } from '@touchstone/core/version.ts';

export const CLAIM = 'The release was built from the reviewed sources and its tests passed.';

export interface MadeArtifacts {
  readonly keySet: KeySet;
  /** All three slots filled and valid. */
  readonly signed: string;
  /** No slot filled. */
  readonly unsigned: string;
}

/** Takes a few seconds: FALCON and SLH-DSA make keys and signatures slowly. */
export async function makeArtifacts(): Promise<MadeArtifacts> {
  const signer = createSignatureProvider([nodeBackend(nodeCrypto), nobleBackend], systemRandom);
  const now = Date.now();
  const day = 86_400_000;
  const issuer = { name: 'Touchstone Authority', principal: 'e2e.touchstone.example' };
  const { keySet, secretKeys } = await generateKeySet(
    {
      keyset_id: 'e2e-keys',
      issuer: issuer.name,
      principal: issuer.principal,
      use: 'artifact',
      serial: 1,
      notBefore: now - day,
      notAfter: now + day,
      demo: true,
      algorithms: ['ML-DSA-87', 'SLH-DSA-SHA2-256s', 'FALCON-1024'],
    },
    signer,
  );
  const subject = { name: 'E2E release', category: 'demo' } as const;
  const cycleId = '2026-Q1-001';
  const issuedAt = now - 60_000;
  const attestations = buildPillars({
    cycleId,
    issuedAt,
    issuer,
    subject,
    keySet,
    evidence: [evidenceItem('README.md', utf8('read me'))],
    selfTests: await runSelfTests(signer, systemRandom),
    supplied: {},
    product: PRODUCT,
  });
  const humanSummary = {
    claim: CLAIM,
    evidence_summary: 'The cryptography and evidence attestations carry the claim.',
  };
  const unsigned = buildArtifact({ subject, humanSummary, attestations, cycleId, issuedAt, issuer });
  const judge = { verifier: signer, now, product: PRODUCT };
  const request = done(requestSigning(unsigned, keySet, now));
  const reviewed = done(await reviewRequest(utf8(JSON.stringify(request)), judge));
  const answer = done(await signRequest(reviewed, { keySet, secretKeys }, signer, now));
  const signed: Artifact = done(await applyAnswer(unsigned, answer, keySet, judge));
  return { keySet, signed: artifactText(signed), unsigned: artifactText(unsigned) };
}

function done<T>(result: CeremonyResult<T>): T {
  if (!result.ok) throw new Error(`${result.field}: ${result.message}`);
  return result.value;
}
