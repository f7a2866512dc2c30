import {
  bundleFileName,
  evidenceSentence,
  faultOfNames,
  readBundle,
  suppliedPillar,
} from '@touchstone/core/artifact/brought-files.ts';
import { startEvidenceHash } from '@touchstone/core/artifact/evidence-hash.ts';
import { evidenceItem } from '@touchstone/core/artifact/pillars.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { describe, expect, it } from 'vitest';

describe('files for a new artifact', () => {
  it('supply a pillar under its name alone', () => {
    expect(bundleFileName('privacy')).toBe('privacy.json');
    expect(['privacy.json', 'Privacy.json', 'in/privacy.json', 'privacy'].map(suppliedPillar)).toEqual([
      'privacy',
      null,
      null,
      null,
    ]);
  });

  it('have different names, and none beside a supplied evidence attestation', () => {
    expect(faultOfNames(['a.txt', 'in/a.txt', 'privacy.json'])).toBe(null);
    expect(faultOfNames(['a.txt', 'b.txt', 'a.txt'])).toEqual({ kind: 'same_evidence', name: 'a.txt' });
    expect(faultOfNames(['privacy.json', 'privacy.json'])).toEqual({ kind: 'same_pillar', pillar: 'privacy' });
    expect(faultOfNames(['a.txt', 'evidence.json', 'privacy.json'])).toEqual({
      kind: 'beside_evidence',
      names: ['a.txt'],
    });
    expect(faultOfNames(['evidence.json', 'privacy.json'])).toBe(null);
  });

  it('have names that no file system takes for one', () => {
    for (const [other, name] of [
      ['report.txt', 'Report.TXT'],
      ['caf\u00e9.txt', 'cafe\u0301.txt'],
      ['\u00c9t\u00e9/a', 'e\u0301t\u00c9/a'],
      ['stra\u00dfe', 'STRASSE'],
      ['\u03c3', '\u03c2'],
      ['privacy.json', 'Privacy.json'],
    ] as const) {
      expect(faultOfNames(['b', other, name]), name).toEqual({ kind: 'alike', name, other });
    }
    expect(faultOfNames(['caf\u00e9', 'cafe', 'caf', 'a b', 'a_b', 'ab'])).toBe(null);
  });

  it('are read strictly as attestations', () => {
    expect(readBundle(utf8('{"result":"PASS"}'))).toEqual({ ok: true, bundle: { result: 'PASS' } });
    expect(readBundle(utf8('{"a":1,"a":2}'))).toMatchObject({ ok: false, place: expect.stringContaining('line 1') });
    expect(readBundle(utf8('[]'))).toMatchObject({ ok: false, place: '' });
  });

  it('are counted in the default summary', () => {
    expect(evidenceSentence(1)).toBe('The evidence attestation lists one file by its hashes.');
    expect(evidenceSentence(2)).toBe('The evidence attestation lists 2 files by their hashes.');
  });

  it('have the same hashes in parts as in one', () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index & 255);
    const hash = startEvidenceHash();
    for (const at of [0, 1, 104, 500]) hash.update(bytes.subarray(at, { 0: 1, 1: 104, 104: 500, 500: 1000 }[at]));
    expect(hash.item('a')).toEqual(evidenceItem('a', bytes));
    expect(startEvidenceHash().item('empty')).toEqual(evidenceItem('empty', new Uint8Array()));
  });
});
