import { PENDING_MARKER } from '@touchstone/core/artifact/artifact.ts';
import { describe, expect, it } from 'vitest';
import {
  type ArtifactItem,
  artifactFile,
  artifactsCsv,
  artifactView,
  signaturesOf,
} from '../../../../src/pages/issue/artifacts/artifact-items.ts';
import { NEWEST_FIRST, readArtifactsSearch, readSort, sortText } from '../../../../src/pages/issue/artifacts/search.ts';
import { orderList } from '../../../../src/parts/list-page/list-order.ts';

const HASH = 'ab'.repeat(48);

function item(digit: string, changes: Partial<ArtifactItem> = {}): ArtifactItem {
  return {
    schema_version: 'pq-verified-artifact/v1',
    artifact_id: `pqv-2026-Q1-001-${digit.repeat(16)}`,
    cycle_id: '2026-Q1-001',
    issued_at: `2026-01-0${digit}T00:00:00.000Z`,
    issuer: { name: 'Touchstone Authority', principal: 'office.example' },
    human_summary: { claim: 'All tests passed.', evidence_summary: 'The evidence.', verdict: 'PENDING' },
    subject: { name: `Release ${digit}.0`, category: 'release' },
    attestations: {
      cryptography_attestation: {},
      evidence_attestation: {},
      governance_attestation: {},
      privacy_attestation: {},
      verification_attestation: {},
    },
    manifest_hash: HASH,
    signatures: { ml_dsa_87: 'AAAA', slh_dsa_256s: 'AAAA', falcon_1024: 'AAAA' },
    verifier_command: 'pq-verify',
    publishing_rule: 'One package.',
    ...changes,
  };
}

const WAITING = item('2', {
  signatures: { ml_dsa_87: 'AAAA', slh_dsa_256s: PENDING_MARKER, falcon_1024: PENDING_MARKER },
  subject: { name: '=cmd()', category: 'audit_evidence' },
});
const ITEMS = [item('3'), WAITING, item('1')];

function shown(filter: Partial<Parameters<typeof artifactView>[0]>, sort = NEWEST_FIRST): string[] {
  const view = artifactView({ text: '', category: null, signing: null, ...filter }, sort);
  return orderList(ITEMS, view).map(({ issued_at }) => issued_at.slice(9, 10));
}

describe('artifactView', () => {
  it('filters by text, category and signatures', () => {
    expect(shown({})).toEqual(['3', '2', '1']);
    expect(shown({ text: ' release 1' })).toEqual(['1']);
    expect(shown({ text: 'AUDIT EVIDENCE' })).toEqual(['2']);
    expect(shown({ category: 'release' })).toEqual(['3', '1']);
    expect(shown({ signing: 'waiting' })).toEqual(['2']);
    expect(shown({ signing: 'complete' })).toEqual(['3', '1']);
  });

  it('sorts either way', () => {
    expect(shown({}, { by: 'signatures', descending: false })[0]).toBe('2');
    expect(shown({}, { by: 'issued', descending: false })).toEqual(['1', '2', '3']);
  });

  it('counts the signatures that are there', () => {
    expect(signaturesOf(WAITING)).toEqual({ filled: 1, all: 3 });
  });
});

describe('files', () => {
  it('are CSV that no spreadsheet runs, and the artifact as the server gave it', () => {
    expect(artifactsCsv([WAITING])).toContain(`"'=cmd()"`);
    const { name, text } = artifactFile(WAITING);
    expect(name).toBe(`${WAITING.artifact_id}.pqv.json`);
    expect(JSON.parse(text)).toEqual(WAITING);
  });
});

describe('the address', () => {
  it('is believed only where it makes sense', () => {
    const { artifact_id: id } = WAITING;
    expect(readArtifactsSearch({ id, category: 'demo', signing: 'waiting', other: 1 })).toEqual({
      id,
      category: 'demo',
      signing: 'waiting',
    });
    expect(readArtifactsSearch({ id: '../x', category: 'none', signing: 'all' })).toEqual({});
    for (const sort of ['subject', '-signatures', 'issued']) expect(sortText(readSort(sort))).toBe(sort);
  });
});
