/**
 * One file per published format version, made once and never again: the working tree must read what an earlier one wrote.
 * A format that changes gets a new version and a new file beside these.
 */
import nodeCrypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { applyAnswer, readAnswer, reviewRequest } from '@touchstone/core/artifact/ceremony.ts';
import { readArtifact } from '@touchstone/core/artifact/schema.ts';
import { fromUtf8, utf8 } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseThreeKey, threeKeysOf, verifyThreeKey } from '@touchstone/core/composite/three-key.ts';
import { heldEditions, isRevoked, revocationOf } from '@touchstone/core/keys/editions.ts';
import { verifyEndorsement } from '@touchstone/core/keys/endorsement.ts';
import { type KeySet, parseKeySet, readKeySet } from '@touchstone/core/keys/key-set.ts';
import { readOwnService } from '@touchstone/core/keys/own-service.ts';
import { nodeArgon2id } from '@touchstone/core/keys/passphrase.ts';
import { parseRevocation, verifyRevocation } from '@touchstone/core/keys/revocation.ts';
import { openSecretKeys } from '@touchstone/core/keys/secret-keys.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { parseTrustStore, trustStoreText } from '@touchstone/core/keys/trust-document.ts';
import { parseLedgerExport } from '@touchstone/core/ledger/export.ts';
import { judgeUnder } from '@touchstone/core/ledger/judge-signature.ts';
import { verifyChain } from '@touchstone/core/ledger/verify-chain.ts';
import { verifyProof } from '@touchstone/core/privacy/verify-proof.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { expect, it } from 'vitest';
import { NOW, provider, reportOn, trusting } from './artifact/fixture.ts';

const judge = { verifier: provider, now: NOW, product: PRODUCT };
const golden = (name: string) => new Uint8Array(readFileSync(path.join(import.meta.dirname, 'golden', name)));

function jsonOf(name: string): JsonValue {
  const parsed = parseStrictJson(golden(name));
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

function goldenKeySet() {
  const result = parseKeySet(golden('key-set-v1.pqkeys.json'));
  if (!result.ok) throw new Error(result.message);
  return result.keySet;
}

it('artifact v1 under key set v1', async () => {
  const trust = trusting(goldenKeySet());
  const bytes = golden('artifact-v1.pqv.json');
  expect(await reportOn(bytes, trust)).toMatchObject({ outcome: 'VERIFIED', demo: true });
  const changed = (fromUtf8(bytes) ?? '').replace('all good', 'all bad').replace('Example subject', 'Other subject');
  expect(await reportOn(changed, trust)).toMatchObject({ outcome: 'FAILED' });
});

it('signing request v1 and answer v1', async () => {
  const review = await reviewRequest(golden('signing-request-v1.pqsign.json'), judge);
  if (!review.ok) throw new Error(review.message);
  expect(review.value.request.slots).toEqual(['falcon_1024']);
  const answer = readAnswer(golden('signing-answer-v1.pqsigned.json'));
  if (!answer.ok) throw new Error(answer.message);
  const { artifact } = review.value.request;
  expect(await applyAnswer(artifact, answer.value, goldenKeySet(), judge)).toMatchObject({ ok: true });
  const signed = readArtifact(jsonOf('artifact-v1.pqv.json'));
  if (!signed.ok) throw new Error('the golden artifact is malformed');
  expect(await applyAnswer(signed.artifact, answer.value, goldenKeySet(), judge)).toMatchObject({ ok: false });
});

it('secret keys v1', async () => {
  const kdf = nodeArgon2id(nodeCrypto);
  if (kdf === null) throw new Error('this Node has no argon2');
  const file = golden('secret-keys-v1.pqsecret.json');
  expect(await openSecretKeys(file, 'golden passphrase', kdf)).toMatchObject({
    ok: true,
    keySet: { keyset_id: 'ks_small' },
  });
  expect(await openSecretKeys(file, 'golden Passphrase', kdf)).toMatchObject({ ok: false, code: 'WRONG_PASSPHRASE' });
});

it('three-family signature v1', async () => {
  const value = jsonOf('three-key-v1.json');
  if (!isJsonObject(value) || !isJsonObject(value.result)) throw new Error('the golden signature is malformed');
  const keySet = readKeySet(value.key_set ?? null);
  const keys = keySet.ok ? threeKeysOf(keySet.keySet) : null;
  const signature = parseThreeKey(String(value.result.signature));
  if (keys === null || signature === null) throw new Error('the golden signature is malformed');
  expect(await verifyThreeKey(utf8('golden'), signature, keys, provider)).toMatchObject({ valid: true });
  expect(await verifyThreeKey(utf8('silver'), signature, keys, provider)).toMatchObject({ valid: false });
});

it('ledger export v1', async () => {
  const keySet = parseKeySet(golden('ledger-key-set-v1.pqkeys.json'));
  if (!keySet.ok) throw new Error(keySet.message);
  const judgeHeader = judgeUnder([keySet.keySet], EMPTY_TRUST_STORE, provider, Date.now());
  const bytes = golden('ledger-export-v1.pqledger.json');
  const verdictOn = async (text: string) => {
    const parsed = parseLedgerExport(text);
    if (!parsed.ok) throw new Error(parsed.message);
    return verifyChain(parsed.chain, parsed.ledger.blocks, judgeHeader, true);
  };
  const text = fromUtf8(bytes) ?? '';
  expect(await verdictOn(text)).toMatchObject({ intact: true, blocks: 5, anchors: 3, doubts: [] });
  const changed = text.replace('"kind": "document"', '"kind": "privacy"');
  expect(await verdictOn(changed)).toMatchObject({ intact: false, brokenAt: { height: 1, fault: 'ROOT' } });
});

function keySetOf(name: string): KeySet {
  const result = parseKeySet(golden(name));
  if (!result.ok) throw new Error(result.message);
  return result.keySet;
}

function storeOf(name: string) {
  const result = parseTrustStore(golden(name));
  if (!result.ok) throw new Error(result.message);
  return result.store;
}

it('12.8: key set v2 under the edition that endorses it', async () => {
  const [first, second] = [keySetOf('endorsing-key-set-v1.pqkeys.json'), keySetOf('key-set-v2.pqkeys.json')];
  expect(await verifyEndorsement(second, first, provider)).toMatchObject({ fingerprint: second.fingerprint });
  expect(await verifyEndorsement(second, { ...first, demo: undefined } as unknown as KeySet, provider)).toBeNull();
  const { endorsement: _, ...bare } = second;
  expect(readKeySet(JSON.parse(JSON.stringify(bare)))).toMatchObject({ ok: true });
});

it('12.9: revocation v1', async () => {
  const file = parseRevocation(golden('revocation-v1.pqrevoke.json'));
  if (!file.ok) throw new Error(file.message);
  const trust = storeOf('trust-store-v2.json');
  expect((await verifyRevocation(file.file, trust, provider)).ok).toBe(true);
  expect((await verifyRevocation({ ...file.file, reason: '' }, trust, provider)).ok).toBe(false);
});

it('12.12: trust store v2, and v1', () => {
  const store = storeOf('trust-store-v2.json');
  expect(heldEditions(store).map(({ entry, keySet }) => `${entry.held} ${keySet.serial}`)).toEqual([
    'pinned 1',
    'endorsed 2',
  ]);
  const second = keySetOf('key-set-v2.pqkeys.json');
  expect(second.keys.map((key) => revocationOf(store, second, key)?.reason)).toEqual([
    'The golden key was lost.',
    undefined,
  ]);
  expect(JSON.parse(trustStoreText(store))).toEqual(jsonOf('trust-store-v2.json'));
  const former = storeOf('trust-store-v1.json');
  expect(heldEditions(former)).toHaveLength(1);
  expect(isRevoked(former, 'A'.repeat(43))).toBe(true);
});

it('12.18: own service v1', () => {
  expect(readOwnService(jsonOf('own-service-v1.json'))).toMatchObject({
    ok: true,
    own: { sets: [{ state: 'current' }] },
  });
});

it('privacy proof v1', async () => {
  const result = parseKeySet(golden('privacy-key-set-v1.pqkeys.json'));
  if (!result.ok) throw new Error(result.message);
  const now = Date.UTC(2026, 9, 6);
  const options = { ...judge, fileName: 'privacy-proof-v1.pqp.json', trust: trusting(result.keySet), now };
  const report = await verifyProof(golden('privacy-proof-v1.pqp.json'), options);
  expect([report.outcome, report.subject.statement, report.demo]).toEqual(['VERIFIED', 'age_threshold/v1', true]);
});
