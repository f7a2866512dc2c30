import { toBase64 } from '@touchstone/core/bytes.ts';
import { describe, expect, it } from 'vitest';
import { expectHeld } from '../../../../../core/test/schemas/held-to-reader.ts';
import {
  type CeremonyRecord,
  fileNameOf,
  readRecord,
  readShare,
  recordText,
  shareText,
} from '../../../../src/pages/protect/keys/ceremony-files.ts';
import { EMPTY_SHARE, shareTroubles } from '../../../../src/pages/protect/keys/share-troubles.ts';

const RECORD: CeremonyRecord = {
  ceremonyId: 'release-keys-2026',
  algorithm: 'ML-DSA-44',
  participants: 2,
  threshold: 2,
  publicKey: toBase64(new Uint8Array(1312)),
  commitments: ['a'.repeat(64), 'b'.repeat(64)],
};

describe('the record of a ceremony', () => {
  it('is read as it was written', () => {
    expect(readRecord(recordText(RECORD))).toEqual(RECORD);
  });

  it('is refused with anything wrong in it', () => {
    const changed = (changes: object) => readRecord(JSON.stringify({ ...JSON.parse(recordText(RECORD)), ...changes }));
    for (const changes of [
      { format: 'x' },
      { more: 1 },
      { algorithm: 'RSA' },
      { public_key: 'AAAA' },
      { threshold: 3 },
      { participants: 1 },
      { commitments: ['a'.repeat(64)] },
      { commitments: ['a'.repeat(64), 7] },
    ]) {
      expect(changed(changes), JSON.stringify(changes)).toBeNull();
    }
    expect(readRecord('[]')).toBeNull();
    expect(changed({})).toEqual(RECORD);
  });

  it('is what its schema says', () =>
    expectHeld({
      schema: 'ceremony-record',
      documents: () => [JSON.parse(recordText(RECORD))],
      reads: (value) => readRecord(JSON.stringify(value)) !== null,
      unsaid: /^(?:participants|threshold): \d+$|^commitments: an item more$/,
    }));
});

describe('a share', () => {
  const share = toBase64(new Uint8Array(33).fill(7));

  it('is read from its file, and bare', () => {
    const text = shareText({ ceremonyId: 'c', participant: 2, share });
    expect(readShare(text)).toEqual({ share, participant: 2, ceremonyId: 'c' });
    expect(readShare(` ${share}\n`)).toEqual({ share, participant: null, ceremonyId: null });
    expect(readShare('kem1:AAAA')).toEqual({ share: 'kem1:AAAA', participant: null, ceremonyId: null });
    for (const wrong of ['', 'kem1:', 'what is this?', '{}', text.replace('2', '0'), text.replace(share, '!')]) {
      expect(readShare(wrong), wrong).toBeNull();
    }
  });

  it('is what its schema says', () =>
    expectHeld({
      schema: 'ceremony-share',
      documents: () =>
        [share, `kem1:${share}`].map((one) => JSON.parse(shareText({ ceremonyId: 'c', participant: 2, share: one }))),
      reads: (value) => typeof readShare(JSON.stringify(value))?.participant === 'number',
    }));

  it('says at which field something is wrong', () => {
    const troubles = (changes: object) => Object.keys(shareTroubles({ ...EMPTY_SHARE, ...changes }, RECORD));
    expect(troubles({ text: share })).toEqual([]);
    expect(troubles({ text: 'x' })).toEqual(['text']);
    expect(troubles({ text: shareText({ ceremonyId: 'another', participant: 1, share }) })).toEqual(['text']);
    expect(troubles({ text: 'kem1:AAAA' })).toEqual(['secretKey', 'participant']);
    expect(troubles({ text: 'kem1:AAAA', secretKey: 'AAAA', participant: '3' })).toEqual(['participant']);
    expect(troubles({ text: 'kem1:AAAA', secretKey: 'AAAA', participant: '2' })).toEqual([]);
  });

  it('has a file name of harmless letters', () => {
    expect(fileNameOf('Release keys / 2026')).toBe('Release-keys-2026');
    expect(fileNameOf('../../x')).toBe('x');
    expect(fileNameOf('日本')).toBe('ceremony');
  });
});
