import { expect, test } from 'vitest';
import { openShare, SHARE_KEMS, type ShareHolder, sealShare, shareKemOf } from '../../src/ceremony/sealed-share.ts';
import { kemLengths } from '../../src/kem/backend.ts';
import { createKem } from '../../src/kem/kem.ts';
import { systemRandom } from '../../src/random.ts';

const kem = createKem([], systemRandom);
const holder: ShareHolder = { project: 'prj_1', ceremonyId: 'release keys', participant: 2 };

test.each(SHARE_KEMS)('S22: a share sealed under %s opens for its holder and this ceremony only', async (algorithm) => {
  const { publicKey, secretKey } = await kem.generateKeyPair(algorithm);
  const share = systemRandom(33);
  const text = (await sealShare(kem, systemRandom, algorithm, publicKey, holder, share)) ?? '';
  expect(text).toMatch(/^kem1:/);
  expect(shareKemOf(publicKey.length)).toBe(algorithm);
  const opened = (change: Partial<ShareHolder> = {}, key = secretKey, box = text) =>
    openShare(kem, algorithm, key, { ...holder, ...change }, box);
  expect(await opened()).toEqual(share);
  expect(await opened({ participant: 1 })).toBeNull();
  expect(await opened({ ceremonyId: 'release key' })).toBeNull();
  expect(await opened({ project: 'prj_2' })).toBeNull();
  expect(await opened({}, (await kem.generateKeyPair(algorithm)).secretKey)).toBeNull();
  expect(await opened({}, secretKey, text.slice(5))).toBeNull();
  expect(await opened({}, secretKey, `${text.slice(0, -4)}AAAA`)).toBeNull();
  const broken = new Uint8Array(publicKey.length).fill(255);
  expect(await sealShare(kem, systemRandom, algorithm, broken, holder, share)).toBeNull();
});

test('keys of other lengths are none', () => {
  for (const length of [0, 800, 1183, 1185, 3168]) expect(shareKemOf(length)).toBeNull();
  expect(kemLengths('ML-KEM-512').publicKey).toBe(800);
});
