import { fromBase64, toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalBytes, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { sealShare } from '@touchstone/core/ceremony/sealed-share.ts';
import { dealKey } from '@touchstone/core/ceremony/shares.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { publicJwk, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { type ProvenancePageVerdict, provenanceHash } from '@touchstone/core/keys/provenance.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { type StatementBody, type StatementKind, statementMessage } from '@touchstone/core/sign/statement.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { refusalWords } from '../../../../src/pages/protect/keys/combine-words.ts';
import {
  type CombineJob,
  type CombineOutcome,
  type GivenShare,
  runKeysJob,
} from '../../../../src/pages/protect/keys/keys-jobs.ts';
import { chainWords, eventLook, pageLimits } from '../../../../src/pages/protect/keys/provenance-words.ts';

const signatures = createSignatureProvider([], systemRandom);
const kem = createKem([], systemRandom);
const effects = { signatures, kem };

describe('what the service has signed', () => {
  let keySets: readonly JsonValue[];
  let sign: (kind: StatementKind, body: StatementBody) => Promise<string>;
  beforeAll(async () => {
    const { publicKey, secretKey } = await signatures.generateKeyPair('ML-DSA-65');
    const set = sealKeySet({
      keyset_id: 'ks_1',
      issuer: 'Test',
      principal: 'test',
      use: 'service',
      serial: 1,
      not_before: '2026-01-01T00:00:00.000Z',
      not_after: '2036-01-01T00:00:00.000Z',
      keys: [publicJwk('ML-DSA-65', publicKey)],
    });
    keySets = [JSON.parse(JSON.stringify(set))];
    sign = async (kind, body) => toBase64(await signatures.sign('ML-DSA-65', secretKey, statementMessage(kind, body)));
  });

  async function history() {
    const chain: JsonObject[] = [];
    for (const event of ['created', 'rotated', 'revoked']) {
      const before = chain.at(-1);
      const body: JsonObject = {
        event,
        key_id: 'key_1',
        timestamp: '2026-01-01T00:00:00.000Z',
        actor: 'console',
        keyset_id: 'ks_1',
        previous_hash: before === undefined ? null : provenanceHash(before),
      };
      chain.push({ ...body, signature: await sign('provenance-event', body) });
    }
    const newest = chain.at(-1);
    const head = {
      key_id: 'key_1',
      events: chain.length,
      head_hash: newest === undefined ? null : provenanceHash(newest),
      timestamp: '2026-01-01T00:00:01.000Z',
      keyset_id: 'ks_1',
    };
    return { chain, offset: 0, head: { ...head, signature: await sign('provenance-head', head) } };
  }

  it('verifies a history, and locates the first broken event', async () => {
    const answer = await history();
    const judge = (changed: typeof answer, sets = keySets, previous: string | null = null) =>
      runKeysJob({ kind: 'provenance', page: changed, previous, keySets: sets }, effects);
    const whole = { offset: 0, length: 3, events: 3 };
    const holds = (await judge(answer)) as ProvenancePageVerdict;
    expect(holds).toMatchObject({ ok: true, isLinked: true, reachesHead: true });
    expect([chainWords(whole, holds).label, pageLimits(holds)]).toEqual([
      '3 events: every signature and the signed head are valid',
      null,
    ]);
    const chain = answer.chain.map((event, place) => (place === 1 ? { ...event, actor: 'x' } : event));
    const broken = { ok: false, reason: 'SIGNATURE', brokenAt: 1 } as const;
    expect(await judge({ ...answer, chain })).toEqual(broken);
    expect([0, 1, 2].map((place) => eventLook(place, broken))).toEqual(['verified', 'failed', 'skipped']);
    expect(chainWords(whole, broken)).toEqual({ look: 'failed', label: 'Broken at event 2 of 3' });
    const cut = await judge({ ...answer, head: { ...answer.head, events: 2 } });
    expect(cut).toEqual({ ok: false, reason: 'SIGNATURE', brokenAt: null });
    expect(await judge(answer, [])).toEqual({ ok: false, reason: 'SIGNER_UNKNOWN', brokenAt: 0 });
    const second = { ...answer, chain: answer.chain.slice(1, 2), offset: 1 };
    const alone = (await judge(second)) as ProvenancePageVerdict;
    expect(pageLimits(alone)).toContain('Not checked against the previous page');
    expect(chainWords({ offset: 1, length: 1, events: 3 }, alone).label).toMatch(/^Events 2 to 2 of 3: every/);
    const [first] = answer.chain as [JsonObject];
    expect(pageLimits((await judge(second, keySets, provenanceHash(first))) as ProvenancePageVerdict)).toContain(
      'follow',
    );
    expect(await judge(second, keySets, '00'.repeat(32))).toMatchObject({ reason: 'LINK', brokenAt: 1 });
    // A set that is not what its fingerprint says is no set.
    const [set] = keySets;
    expect(await judge(answer, [{ ...(set as JsonObject), issuer: 'Somebody' }])).toMatchObject({ ok: false });
  });

  it('verifies an attestation with what was sent and answered', async () => {
    const hash = (body: JsonValue) => toHex(sha3_256(canonicalBytes(body)));
    const body: JsonObject = {
      software: true,
      keyset_id: 'ks_1',
      path_hash: toHex(sha3_256(utf8('/v1/x'))),
      request_hash: hash(null),
      response_hash: hash({ paid: true }),
    };
    const attestation = { ...body, signature: await sign('gateway-attestation', body) };
    const job = {
      kind: 'attestation',
      attestation,
      path: '/v1/x',
      requestBody: null,
      responseBody: { paid: true },
      keySets,
    } as const;
    const reason = async (changes: object) => {
      const verdict = await runKeysJob({ ...job, ...changes }, effects);
      return 'reason' in verdict ? verdict.reason : 'ok';
    };
    expect(await reason({})).toBe('ok');
    expect(await reason({ responseBody: { paid: false } })).toBe('RESPONSE');
    expect(await reason({ requestBody: {} })).toBe('REQUEST');
    expect(await reason({ path: '/v1/y' })).toBe('PATH');
    expect(await reason({ attestation: { ...attestation, software: false } })).toBe('SIGNATURE');
    expect(await reason({ keySets: [] })).toBe('SIGNER_UNKNOWN');
  });
});

describe('combining shares', () => {
  let base: CombineJob;
  let shares: readonly GivenShare[];
  beforeAll(async () => {
    const dealt = await dealKey('ML-DSA-44', 3, 2, signatures);
    shares = dealt.shares.map(({ share }) => ({ text: toBase64(share), participant: null, secretKey: '' }));
    base = {
      kind: 'combine',
      project: 'prj_local',
      ceremonyId: 'c',
      algorithm: 'ML-DSA-44',
      publicKey: toBase64(dealt.publicKey),
      commitments: dealt.shares.map(({ commitment }) => commitment),
      shares: shares.slice(1),
      message: null,
    };
  });

  const run = async (changes: Partial<CombineJob>) =>
    (await runKeysJob({ ...base, ...changes }, effects)) as CombineOutcome;

  it('gives the key only where its public key is that of the ceremony, and signs with it', async () => {
    expect(await run({})).toEqual({ ok: true, signature: null });
    const signed = await run({ message: toBase64(utf8('hello')) });
    expect(signed.ok).toBe(true);
    const signature = fromBase64((signed.ok && signed.signature) || '') ?? new Uint8Array();
    const publicKey = fromBase64(base.publicKey) ?? new Uint8Array();
    expect(await signatures.verify('ML-DSA-44', publicKey, utf8('hello'), signature)).toBe(true);
    const other = await signatures.generateKeyPair('ML-DSA-44');
    const refused = await run({ publicKey: toBase64(other.publicKey), message: toBase64(utf8('hello')) });
    expect(refused).toEqual({ ok: false, reason: 'OTHER_KEY', share: null });
  });

  it('names the share that is wrong', async () => {
    const [first, second] = shares;
    if (first === undefined || second === undefined) throw new Error('no shares');
    const bytes = fromBase64(first.text) ?? new Uint8Array();
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    const forged = { ...first, text: toBase64(bytes) };
    expect(await run({ shares: [second, forged] })).toEqual({ ok: false, reason: 'FOREIGN_SHARE', share: 1 });
    expect(await run({ shares: [second, forged], commitments: null })).toMatchObject({ reason: 'OTHER_KEY' });
    expect(await run({ shares: [first, first] })).toMatchObject({ reason: 'REPEATED_SHARE', share: 1 });
    expect(await run({ shares: [first] })).toMatchObject({ reason: 'TOO_FEW_SHARES' });
    expect(await run({ shares: [first, { ...first, text: '!' }] })).toMatchObject({
      reason: 'MALFORMED_SHARE',
      share: 1,
    });
    expect(await run({ publicKey: '!' })).toMatchObject({ reason: 'MALFORMED_KEY' });
    expect(refusalWords({ ok: false, reason: 'FOREIGN_SHARE', share: 1 }, 2)).toMatch(
      /^Share 2 is not of this ceremony/,
    );
  });

  it('opens sealed shares with the key of their participant, in this ceremony and project only', async () => {
    const { publicKey, secretKey } = await kem.generateKeyPair('ML-KEM-768');
    const [first, second] = shares;
    const share = fromBase64(first?.text ?? '') ?? new Uint8Array();
    const holder = { project: 'prj_local', ceremonyId: 'c', participant: 1 };
    const text = (await sealShare(kem, systemRandom, 'ML-KEM-768', publicKey, holder, share)) ?? '';
    const sealed: GivenShare = { text, participant: 1, secretKey: toBase64(secretKey) };
    const withSealed = (changes: Partial<GivenShare>) => [{ ...sealed, ...changes }, ...(second ? [second] : [])];
    expect(await run({ shares: withSealed({}) })).toEqual({ ok: true, signature: null });
    const other = await kem.generateKeyPair('ML-KEM-768');
    const unopened = { ok: false, reason: 'UNOPENED_SHARE', share: 0 };
    expect(await run({ shares: withSealed({ secretKey: toBase64(other.secretKey) }) })).toEqual(unopened);
    expect(await run({ shares: withSealed({ participant: 2 }) })).toEqual(unopened);
    expect(await run({ shares: withSealed({ secretKey: 'AAAA' }) })).toEqual(unopened);
    expect(await run({ shares: withSealed({}), ceremonyId: 'd' })).toEqual(unopened);
    expect(await run({ shares: withSealed({}), project: 'prj_other' })).toEqual(unopened);
  });
});
